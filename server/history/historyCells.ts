import { roundDecimal } from "#contract/point/decimal.ts";
import { calendar } from "#server/telemetry/calendar.ts";
import type { Bucket, Sample, Step, Telemetry, Value } from "#server/telemetry/telemetry.ts";
import type { ChosenPoint, HistoryChoice } from "./historyChoice.ts";

/** One value of one point as table, curve and file show it: a reading at its instant, or the bucket that starts at `ts`. */
export interface HistoryCell {
  ts: number;
  value: Value;
  min: Value | null;
  max: Value | null;
  /** Readings behind the value. */
  count: number;
}

export type HistoryOrder = "asc" | "desc";
type Reader = Pick<Telemetry, "raw" | "buckets">;

interface PageRequest {
  order: HistoryOrder;
  /** Continues behind this instant. */
  after?: number | undefined;
  /** About how many cells a page holds. */
  size: number;
}

const lengths: Record<Step, number> = {
  minute: 60_000,
  ten_minutes: 600_000,
  thirty_minutes: 1_800_000,
  one_hour: 3_600_000,
  hour: 3_600_000,
  day: 86_400_000,
};
const widest = 8;

/** The cells of one chosen point in order, in pages none of which is empty. */
export const cellPages = (
  telemetry: Reader,
  choice: Pick<HistoryChoice, "from" | "to" | "zone" | "aggregation">,
  point: ChosenPoint,
  request: PageRequest,
): AsyncGenerator<HistoryCell[]> => {
  const { aggregation } = choice;
  return aggregation === "raw"
    ? readingPages(telemetry, choice, point, request)
    : bucketPages(telemetry, { ...choice, step: aggregation }, point, request);
};

async function* readingPages(
  telemetry: Reader,
  { from, to }: { from: number; to: number },
  { series }: ChosenPoint,
  { order, after, size }: PageRequest,
): AsyncGenerator<HistoryCell[]> {
  if (series === undefined) return;
  let behind = after;
  for (;;) {
    const samples = await telemetry.raw({ series, from, to, limit: size, order, ...(behind === undefined ? {} : { after: behind }) });
    const last = samples.at(-1);
    if (last === undefined) return;
    yield samples.map(readingCell);
    if (samples.length < size) return;
    behind = last.ts;
  }
}

/**
 * Reads window by window, so that a page of a long period costs a page. Windows end where buckets do, and none is spent on a stretch
 * without readings.
 */
async function* bucketPages(
  telemetry: Reader,
  range: { from: number; to: number; zone: string; step: Step },
  { series, info }: ChosenPoint,
  { order, after, size }: PageRequest,
): AsyncGenerator<HistoryCell[]> {
  if (series === undefined) return;
  const { zone, step } = range;
  const text = info.valueType === "text";
  const descending = order === "desc";
  const startOf = (ts: number): number => calendar(step, zone, ts, ts)(ts);
  let from = after !== undefined && !descending ? Math.max(range.from, after) : range.from;
  let to = after !== undefined && descending ? Math.min(range.to, after) : range.to;
  // At least two buckets wide, so that the far end of a window is never in the bucket that it begins with.
  let width = Math.max(2, size) * lengths[step];
  const most = width * widest;
  while (from < to) {
    const [next] = await telemetry.raw({ series, from, to, limit: 1, order });
    if (next === undefined) return;
    const start = descending ? Math.max(from, startOf(next.ts - width)) : next.ts;
    const end = descending ? to : Math.min(to, startOf(next.ts + width));
    const buckets = await telemetry.buckets({ series, from: start, to: end, step, zone, text });
    const cells = buckets
      .filter((bucket) => after === undefined || descending || bucket.ts > after)
      .map((bucket) => bucketCell(bucket, step, info.decimals));
    if (cells.length > 0) yield descending ? cells.reverse() : cells;
    if (descending) to = start;
    else from = end;
    if (buckets.length < size / 2) width = Math.min(most, width * 2);
  }
}

export const readingCell = ({ ts, value }: Sample): HistoryCell => ({ ts, value, min: null, max: null, count: 1 });

/**
 * "hour" is the first reading of each hour; every other step is the mean, rounded to the point's decimals. Where there is no mean, or
 * where counters outgrew what a number holds and came as text, it is the last reading.
 */
const bucketCell = ({ ts, count, mean, min, max, first, last }: Bucket, step: Step, decimals: number | null): HistoryCell => {
  const averaged = mean === null || typeof first === "string" || typeof last === "string" ? last : rounded(mean, decimals);
  return { ts, value: step === "hour" ? first : averaged, min, max, count };
};

const rounded = (value: number, decimals: number | null): number => (decimals === null ? value : roundDecimal(value, decimals));

export interface HistoryRow {
  ts: number;
  /** In the order of the chosen points; undefined where a point has nothing at this instant. */
  cells: (HistoryCell | undefined)[];
}

/** The chosen points merged by instant, in batches. */
export async function* historyRows(telemetry: Reader, choice: HistoryChoice, request: PageRequest): AsyncGenerator<HistoryRow[]> {
  const sign = request.order === "desc" ? -1 : 1;
  const heads = await Promise.all(
    choice.points.map(async (point) => {
      const pages = cellPages(telemetry, choice, point, request);
      return { pages, page: await nextPage(pages), at: 0 };
    }),
  );
  let batch: HistoryRow[] = [];
  for (;;) {
    let ts: number | undefined;
    for (const { page, at } of heads) {
      const head = page[at];
      if (head !== undefined && (ts === undefined || (head.ts - ts) * sign < 0)) ts = head.ts;
    }
    if (ts === undefined) break;
    const row: HistoryRow = { ts, cells: [] };
    for (const head of heads) {
      const cell = head.page[head.at];
      const taken = cell?.ts === ts ? cell : undefined;
      row.cells.push(taken);
      if (taken === undefined) continue;
      head.at += 1;
      if (head.at < head.page.length) continue;
      head.page = await nextPage(head.pages);
      head.at = 0;
    }
    batch.push(row);
    if (batch.length >= request.size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

const nextPage = async (pages: AsyncGenerator<HistoryCell[]>): Promise<HistoryCell[]> => {
  const { done, value } = await pages.next();
  return done ? [] : value;
};
