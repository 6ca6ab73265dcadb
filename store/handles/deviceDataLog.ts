import type { ResponseOf } from "#contract/kit/call.ts";
import { type Curve as AnsweredCurve, deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { attach } from "#store/attach.ts";

/** A curve with its instants in UTC milliseconds, as charts count. */
export interface Curve extends Omit<AnsweredCurve, "ts" | "before" | "invalid"> {
  ts: number[];
  before?: CurveReading | undefined;
  invalid?: (Omit<Invalid, "ts"> & { ts: number })[] | undefined;
}
type CurveReading = Omit<NonNullable<AnsweredCurve["before"]>, "ts"> & { ts: number };
type Invalid = NonNullable<AnsweredCurve["invalid"]>[number];

const inMs = <Timed extends { ts: string }>(timed: Timed): Omit<Timed, "ts"> & { ts: number } => ({ ...timed, ts: Date.parse(timed.ts) });

export const drawable = ({ ts, before, invalid, ...curve }: AnsweredCurve): Curve => ({
  ...curve,
  ...(before ? { before: inMs(before) } : {}),
  ...(invalid ? { invalid: invalid.map(inMs) } : {}),
  ts: ts.map((at) => Date.parse(at)),
});

export const deviceDataLogCalls = attach(deviceDataLog, {
  query_mutil: ({ curves, from, to, ...answer }: ResponseOf<typeof deviceDataLog.calls.query_mutil>) => ({
    ...{ ...answer, from: Date.parse(from), to: Date.parse(to) },
    curves: curves.map(drawable),
  }),
});
