import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { Curve, deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { calendar } from "#server/telemetry/calendar.ts";
import type { Step, Telemetry } from "#server/telemetry/telemetry.ts";
import { heldBefore } from "./heldBefore.ts";
import { cellPages, type HistoryCell, readingCell } from "./historyCells.ts";
import { type ChosenPoint, chooseHistory, type HistoryChoice } from "./historyChoice.ts";

type Query = RequestOf<typeof deviceDataLog.calls.query_mutil>;
type Curves = ResponseOf<typeof deviceDataLog.calls.query_mutil>;
type Reader = Pick<Telemetry, "find" | "raw" | "buckets" | "reduced" | "count">;

const shortestGap = 600_000;
const medians = 5;

/** A curve a point: readings reduced to the columns at hand, or buckets with their extremes. Where readings are missing it breaks. */
export const historyCurves = async (db: Db, telemetry: Reader, caller: Caller, request: Query): Promise<Curves> => {
  const choice = await chooseHistory(db, telemetry, caller, request);
  const { aggregation, zone, from, to } = choice;
  const drawn = await Promise.all(
    choice.points.map((point) =>
      aggregation === "raw" ? readingCurve(telemetry, choice, point, request.columns) : bucketCurve(telemetry, choice, aggregation, point),
    ),
  );
  return { curves: drawn.map(({ curve }) => curve), zone, from, to, reduced: drawn.some(({ reduced }) => reduced) };
};

interface Drawn {
  curve: Curve;
  reduced: boolean;
}

const readingCurve = async (telemetry: Reader, choice: HistoryChoice, point: ChosenPoint, columns: number): Promise<Drawn> => {
  const { from, to } = choice;
  const { series } = point;
  if (series === undefined) return { curve: { point: point.info, ts: [], value: [] }, reduced: false };
  const samples = await telemetry.reduced({ series, from, to, columns });
  const reduced = (await telemetry.count({ series: [series], from, to })) > samples.length;
  const longest = longestStep(
    samples.map((sample) => sample.ts),
    reduced ? { from, width: (to - from) / columns } : undefined,
  );
  // Where only changes are stored, silence is no gap: the value held.
  const held = point.info.storeMode === 2;
  const breaks = (one: number, other: number) => (!held && other - one > longest ? Math.floor((one + other) / 2) : undefined);
  const cells = broken(samples.map(readingCell), breaks);
  const before = await heldBefore(telemetry, choice, point);
  return {
    curve: { point: point.info, ...(before ? { before } : {}), ts: cells.map(({ ts }) => ts), value: cells.map(({ value }) => value) },
    reduced,
  };
};

/**
 * How far apart two neighbours may be before the curve breaks. Of reduced readings only those in different columns are neighbours for
 * certain; two of one column never break, since what is missing between them is narrower than a pixel.
 */
const longestStep = (times: readonly number[], columns: { from: number; width: number } | undefined): number => {
  const distances: number[] = [];
  let previous: number | undefined;
  for (const ts of times) {
    if (previous !== undefined && (!columns || columnOf(previous, columns) !== columnOf(ts, columns))) distances.push(ts - previous);
    previous = ts;
  }
  distances.sort((one, other) => one - other);
  const median = distances[Math.floor((distances.length - 1) / 2)] ?? 0;
  return Math.max(medians * median, shortestGap, columns?.width ?? 0);
};

const columnOf = (ts: number, { from, width }: { from: number; width: number }): number => Math.floor((ts - from) / width);

/** More buckets than a query may answer are refused: no screen has as many pixels, a coarser step draws the same. */
const bucketCurve = async (telemetry: Reader, choice: HistoryChoice, step: Step, point: ChosenPoint): Promise<Drawn> => {
  const buckets: HistoryCell[] = [];
  for await (const page of cellPages(telemetry, choice, point, { order: "asc", size: 2000 })) {
    buckets.push(...page);
    if (buckets.length > limits.history.rows) throw new Problem("tooMuchData");
  }
  const [first, last] = [buckets[0], buckets.at(-1)];
  const startOf = first && last ? calendar(step, choice.zone, first.ts, last.ts) : undefined;
  const cells = broken(buckets, (one, other) => {
    const before = startOf?.(other - 1) ?? one;
    return before === one ? undefined : before;
  });
  return {
    curve: {
      point: point.info,
      ts: cells.map(({ ts }) => ts),
      value: cells.map(({ value }) => value),
      min: cells.map(({ min }) => min),
      max: cells.map(({ max }) => max),
      count: cells.map(({ count }) => count),
    },
    reduced: false,
  };
};

type Drawable = Omit<HistoryCell, "value"> & { value: HistoryCell["value"] | null };

/** Puts an empty cell where `gapAt` finds a gap between two neighbours. */
const broken = (cells: readonly HistoryCell[], gapAt: (one: number, other: number) => number | undefined): Drawable[] => {
  const drawn: Drawable[] = [];
  let previous: number | undefined;
  for (const cell of cells) {
    const gap = previous === undefined ? undefined : gapAt(previous, cell.ts);
    if (gap !== undefined) drawn.push({ ts: gap, value: null, min: null, max: null, count: 0 });
    drawn.push(cell);
    previous = cell.ts;
  }
  return drawn;
};
