import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { Curve, deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { utcText } from "#server/kit/utcText.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { gapsOf } from "./gaps.ts";
import { heldBefore } from "./heldBefore.ts";
import { cellPages, type HistoryCell, readingCell } from "./historyCells.ts";
import { type ChosenPoint, chooseHistory, type HistoryChoice } from "./historyChoice.ts";
import { invalidReadings } from "./invalidReadings.ts";

type Query = RequestOf<typeof deviceDataLog.calls.query_mutil>;
type Curves = ResponseOf<typeof deviceDataLog.calls.query_mutil>;
type Reader = Pick<Telemetry, "find" | "raw" | "buckets" | "reduced" | "count">;

/** A curve a point: readings reduced to the columns at hand, or buckets with their extremes. Where readings are missing it breaks. */
export const historyCurves = async (db: Db, telemetry: Reader, caller: Caller, request: Query): Promise<Curves> => {
  const choice = await chooseHistory(db, telemetry, caller, request);
  const { aggregation, zone, from, to } = choice;
  const drawn = await Promise.all(
    choice.points.map((point) =>
      aggregation === "raw" ? readingCurve(telemetry, choice, point, request.columns) : bucketCurve(telemetry, choice, point),
    ),
  );
  const invalid = await invalidReadings(db, choice, from, to);
  const curves = drawn.map(({ curve }, place) => {
    const own = invalid.filter((reading) => reading.place === place).map(({ ts, code }) => ({ ts: utcText(ts), code }));
    return own.length === 0 ? curve : { ...curve, invalid: own };
  });
  return { curves, zone, from: utcText(from), to: utcText(to), reduced: drawn.some(({ reduced }) => reduced) };
};

interface Drawn {
  curve: Curve;
  reduced: boolean;
}

const readingCurve = async (telemetry: Reader, choice: HistoryChoice, point: ChosenPoint, columns: number): Promise<Drawn> => {
  const { from, to } = choice;
  const { series, info } = point;
  if (series === undefined) return { curve: { point: point.info, ts: [], value: [] }, reduced: false };
  const samples = await telemetry.reduced({ series, from, to, columns, text: info.valueType === "text" });
  const reduced = (await telemetry.count({ series: [series], from, to })) > samples.length;
  const { longest, between } = await gapsOf(telemetry, choice, point);
  // Of reduced readings only those in different columns are neighbours for certain; a gap within one is narrower than a pixel.
  const width = reduced ? (to - from) / columns : 0;
  const cells = broken(samples.map(readingCell), (one, other) => (other - one > width ? between(one, other) : undefined));
  const before = await heldBefore(telemetry, choice, point);
  return {
    curve: {
      point: point.info,
      ...(before ? { before: { ...before, ts: utcText(before.ts) } } : {}),
      ...(longest === undefined ? {} : { longest }),
      ts: cells.map(({ ts }) => utcText(ts)),
      value: cells.map(({ value }) => value),
    },
    reduced,
  };
};

/** More buckets than a query may answer are refused: no screen has as many pixels, a coarser step draws the same. */
const bucketCurve = async (telemetry: Reader, choice: HistoryChoice, point: ChosenPoint): Promise<Drawn> => {
  const buckets: HistoryCell[] = [];
  for await (const page of cellPages(telemetry, choice, point, { order: "asc", size: 2000 })) {
    buckets.push(...page);
    if (buckets.length > limits.history.rows) throw new Problem("tooMuchData");
  }
  const { between } = await gapsOf(telemetry, choice, point);
  const cells = broken(buckets, between);
  return {
    curve: {
      point: point.info,
      ts: cells.map(({ ts }) => utcText(ts)),
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
