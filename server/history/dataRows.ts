import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { DataRow, deviceData } from "#contract/resources/deviceData.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { utcText } from "#server/kit/utcText.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { chooseData, type DataReading, invalidRows, keyOf, rowOf } from "./dataChoice.ts";

type Query = RequestOf<typeof deviceData.calls.query>;
type Page = ResponseOf<typeof deviceData.calls.query>;
type Counted = ResponseOf<typeof deviceData.calls.count>;
type Reader = Pick<Telemetry, "find" | "raw" | "count">;

/** Readings that are looked at for one page: where few of them are asked for, the page is short and goes on. */
const mostLooked = 20_000;
const atOnce = 2_000;

const cursorForm = /^(.+)@(-?\d{1,16})$/;
const invalidForm = /^#(.+)@(-?\d{1,16})\/(\d{1,4})$/;

const told = (row: DataReading): DataRow => ({ ...row, ts: utcText(row.ts) });

const badCursor = () => fieldProblem("cursor", "rule.invalid");

/** An invalid reading, which of those of its point at its instant, and whose it is: newer ones come before it meanwhile. */
interface InvalidPlace {
  readonly key: string;
  readonly ts: number;
  readonly nth: number;
}

const placeOf = (cursor: string): InvalidPlace => {
  const [, key, ts, nth] = invalidForm.exec(cursor) ?? [];
  if (key === undefined) throw badCursor();
  return { key, ts: Number(ts), nth: Number(nth) };
};

const isAt = (row: DataReading, { key, ts }: Pick<InvalidPlace, "key" | "ts">): boolean => row.ts === ts && keyOf({ point: row }) === key;

const invalidCursor = (all: readonly DataReading[], last: number): string | null => {
  const row = all[last];
  if (!row) return null;
  const place = { key: keyOf({ point: row }), ts: row.ts };
  return `#${place.key}@${place.ts}/${all.slice(0, last).filter((one) => isAt(one, place)).length}`;
};

/** Where those begin that come after it; it may be gone by now, and older ones of its device with it. */
const behind = (all: readonly DataReading[], deviceIds: readonly string[], after: InvalidPlace): number => {
  const same = all.flatMap((row, place) => (isAt(row, after) ? [place] : []));
  const found = same[after.nth];
  if (found !== undefined) return found + 1;
  const device = deviceIds.findIndex((id) => after.key.startsWith(`${id}/`));
  const start = all.findIndex((row) => {
    const other = deviceIds.indexOf(row.deviceId);
    return other > device || (other === device && row.ts < after.ts);
  });
  return start < 0 ? all.length : start;
};

/** One page of what is stored: a series after the other, of each newest first. */
export const listData = async (db: Db, telemetry: Reader, caller: Caller, request: Query): Promise<Page> => {
  const { cursor, limit } = request;
  const chosen = await chooseData(db, telemetry, caller, request);
  if (request.kind === "invalid") {
    const after = cursor === undefined ? undefined : placeOf(cursor);
    const all = await invalidRows(db, telemetry, caller, request, chosen);
    const start = after ? behind(all, request.deviceIds, after) : 0;
    const end = start + limit;
    return { rows: all.slice(start, end).map(told), cursor: end < all.length ? invalidCursor(all, end - 1) : null };
  }
  const [, key, instant] = cursorForm.exec(cursor ?? "") ?? [];
  if (cursor !== undefined && key === undefined) throw badCursor();
  const start = key === undefined ? 0 : chosen.findIndex((series) => keyOf(series) === key);
  if (start < 0) throw badCursor();
  const [from, to] = [Date.parse(request.from), Date.parse(request.to)];
  const rows: DataRow[] = [];
  let looked = 0;
  for (const [place, one] of chosen.slice(start).entries()) {
    if (one.series === undefined) continue;
    let before = place === 0 && instant !== undefined ? Math.min(to, Number(instant)) : to;
    for (;;) {
      const size = Math.min(atOnce, limit + 1 - rows.length);
      const samples = await telemetry.raw({ series: one.series, from, to: before, limit: size, order: "desc" });
      for (const sample of samples) {
        if (rows.length === limit || looked === mostLooked) return { rows, cursor: `${keyOf(one)}@${sample.ts + 1}` };
        looked += 1;
        const row = rowOf(one, sample, request);
        if (row) rows.push(told(row));
      }
      before = samples.at(-1)?.ts ?? from;
      if (samples.length < size) break;
    }
  }
  return { rows, cursor: null };
};

/** What has to be typed before the readings of these devices are deleted. */
export const confirmationOf = async (db: Db, caller: Caller, names: readonly string[]): Promise<string> => {
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  const { name } = await db.selectFrom("company").select("name").where("id", "=", caller.companyId).executeTakeFirstOrThrow();
  return name;
};

export const countData = async (
  db: Db,
  telemetry: Reader,
  caller: Caller,
  request: RequestOf<typeof deviceData.calls.count>,
): Promise<Counted> => {
  const chosen = await chooseData(db, telemetry, caller, request);
  const series = chosen.flatMap((one) => one.series ?? []);
  const rows = await db.selectFrom("device").select("name").where("id", "in", request.deviceIds).orderBy("name").execute();
  const devices = rows.map(({ name }) => name);
  return {
    readings: series.length === 0 ? 0 : await telemetry.count({ series, from: Date.parse(request.from), to: Date.parse(request.to) }),
    points: series.length,
    devices,
    confirm: await confirmationOf(db, caller, devices),
  };
};
