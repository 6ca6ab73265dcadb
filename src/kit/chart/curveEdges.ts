import type { Bound } from "#contract/pointLimits.ts";
import type { DecodeFault } from "#contract/pointValue.ts";
import type { HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import type { Curve } from "#store/handles/deviceDataLog.ts";

/** Translated words about a curve that has nothing to draw of its own. */
export interface CurveWords {
  nothing: string;
  /** Of a value that was read before the period, at this local time. */
  before(at: string): string;
  /** Of readings that could not be read. */
  invalid: string;
  /** Why one could not be read. */
  invalidReading(code: DecodeFault): string;
  /** Of a value, or of one behind it, that passes a limit of its point. */
  beyond(bound: Bound, point: HistoryPointInfo, several: boolean): string;
  /** Of local time that comes twice. */
  doubled: string;
}

export interface EdgedCurve {
  ts: number[];
  value: Curve["value"];
  /** Places that are no readings: they only carry a held value to an edge. */
  edges: readonly number[];
  /** The value at the left edge is this reading's. */
  carried: Curve["before"];
}

const changesOnly = 2;

/**
 * Draws a point that stores changes only from edge to edge, since its value holds until the next: from the left edge with the last reading
 * before the period, to the right one with the last reading. Buckets and all other points stay as they are.
 */
export const withEdges = ({ point, before, ts, value, min }: Curve, from: number | undefined, to: number | undefined): EdgedCurve => {
  const drawn: EdgedCurve = { ts: [...ts], value: [...value], edges: [], carried: undefined };
  if (point.storeMode !== changesOnly || min) return drawn;
  const first = ts[0] ?? Number.POSITIVE_INFINITY;
  // What held before a period that was not read at all held for nobody knows how long.
  if (before && from !== undefined && first > from && (to === undefined || to > from)) {
    drawn.ts.unshift(from);
    drawn.value.unshift(before.value);
    drawn.carried = before;
  }
  const leading = drawn.carried ? [0] : [];
  const last = drawn.ts.at(-1);
  const held = drawn.value.at(-1);
  if (to === undefined || last === undefined || held === undefined || held === null || last >= to) return { ...drawn, edges: leading };
  return { ...drawn, ts: [...drawn.ts, to], value: [...drawn.value, held], edges: [...leading, drawn.ts.length] };
};
