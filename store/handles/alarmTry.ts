import type { ResponseOf } from "#contract/kit/call.ts";
import { alarmTry } from "#contract/resources/alarmTry.ts";
import { attach } from "#store/attach.ts";
import { type Curve, drawable } from "./deviceDataLog.ts";

/** An answer with a curve as charts count. */
export interface Tried extends Omit<ResponseOf<typeof alarmTry.calls.run>, "curve"> {
  curve: Curve | null;
}

export const alarmTryCalls = attach(alarmTry, {
  run: ({ curve, ...answer }: ResponseOf<typeof alarmTry.calls.run>): Tried => ({ ...answer, curve: curve && drawable(curve) }),
});
