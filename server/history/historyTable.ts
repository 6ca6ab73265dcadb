import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { heldBefore } from "./heldBefore.ts";
import { type HistoryRow, historyRows } from "./historyCells.ts";
import { chooseHistory } from "./historyChoice.ts";

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
  return {
    points: choice.points.map(({ info }) => info),
    rows: page.map(({ ts, cells }) => ({
      ts,
      values: cells.map((cell) => cell?.value ?? null),
      ...(choice.aggregation === "raw" ? {} : { counts: cells.map((cell) => cell?.count ?? 0) }),
    })),
    before: before.map((reading) => reading ?? null),
    zone: choice.zone,
    cursor: cut && last ? cursorOf(last.ts) : null,
    cut,
  };
};
