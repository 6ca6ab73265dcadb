import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { utcText } from "#server/kit/utcText.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { heldBefore } from "./heldBefore.ts";
import { type HistoryOrder, type HistoryRow, historyRows } from "./historyCells.ts";
import { chooseHistory, type HistoryChoice } from "./historyChoice.ts";
import { invalidReadings } from "./invalidReadings.ts";
import { type MarkedRow, openMarks } from "./marks.ts";

type Query = RequestOf<typeof deviceDataLog.calls.query>;
type Table = ResponseOf<typeof deviceDataLog.calls.query>;

const cursorOf = (ts: number): string => ts.toString(36);

const instantOf = (cursor: string): number => {
  const ts = /^-?[0-9a-z]{1,11}$/.test(cursor) ? Number.parseInt(cursor, 36) : Number.NaN;
  if (!Number.isSafeInteger(ts)) throw fieldProblem("cursor", "rule.invalid");
  return ts;
};

/** One page of the table; `cut` says that there is more, and `cursor` where it goes on. */
export const historyTable = async (
  db: Db,
  telemetry: Pick<Telemetry, "find" | "raw" | "buckets">,
  caller: Caller,
  request: Query,
): Promise<Table> => {
  const choice = await chooseHistory(db, telemetry, caller, request);
  const after = request.cursor ? instantOf(request.cursor) : undefined;
  const rows: HistoryRow[] = [];
  for await (const batch of historyRows(telemetry, choice, { order: request.order, after, size: request.limit + 1 })) {
    rows.push(...batch);
    if (rows.length > request.limit) break;
  }
  const cut = rows.length > request.limit;
  const page = rows.slice(0, request.limit);
  const last = page.at(-1);
  const before = await Promise.all(choice.points.map((point) => heldBefore(telemetry, choice, point)));
  const marked = await markedPage(db, telemetry, choice, { page, cut, after, order: request.order });
  return {
    points: choice.points.map(({ info }) => info),
    rows: marked.map(({ ts, cells, gaps, invalid, beyond }) => ({
      ts: utcText(ts),
      values: cells.map((cell) => cell?.value ?? null),
      ...(choice.aggregation === "raw" ? {} : { counts: cells.map((cell) => cell?.count ?? 0) }),
      ...(gaps.length === 0 ? {} : { gaps }),
      ...(invalid.length === 0 ? {} : { invalid }),
      ...(beyond.length === 0 ? {} : { beyond }),
    })),
    before: before.map((reading) => (reading ? { ...reading, ts: utcText(reading.ts) } : null)),
    zone: choice.zone,
    cursor: cut && last ? cursorOf(last.ts) : null,
    cut,
  };
};

interface Page {
  page: readonly HistoryRow[];
  cut: boolean;
  after: number | undefined;
  order: HistoryOrder;
}

/** The page's rows with what is missing before them, and those of readings that were invalid within its stretch of time. */
const markedPage = async (
  db: Db,
  telemetry: Pick<Telemetry, "raw">,
  choice: HistoryChoice,
  { page, cut, after, order }: Page,
): Promise<MarkedRow[]> => {
  const descending = order === "desc";
  const rows = descending ? page.toReversed() : page;
  const first = rows[0]?.ts ?? choice.from;
  const from = descending ? (cut ? first : choice.from) : after === undefined ? choice.from : after + 1;
  const to = descending ? (after ?? choice.to) : cut ? (rows.at(-1)?.ts ?? choice.to) + 1 : choice.to;
  const mark = await openMarks(telemetry, choice, first);
  const marked = mark(rows, await invalidReadings(db, choice, from, to));
  return descending ? marked.reverse() : marked;
};
