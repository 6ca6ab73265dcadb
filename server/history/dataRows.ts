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
const placeForm = /^#(\d{1,6})$/;

const told = (row: DataReading): DataRow => ({ ...row, ts: utcText(row.ts) });

const badCursor = () => fieldProblem("cursor", "rule.invalid");

/** One page of what is stored: a series after the other, of each newest first. */
export const listData = async (db: Db, telemetry: Reader, caller: Caller, request: Query): Promise<Page> => {
  const { cursor, limit } = request;
  const chosen = await chooseData(db, telemetry, caller, request);
  if (request.kind === "invalid") {
    const place = cursor === undefined ? 0 : Number(placeForm.exec(cursor)?.[1] ?? Number.NaN);
    if (Number.isNaN(place)) throw badCursor();
    const all = await invalidRows(db, telemetry, caller, request, chosen);
    const end = place + limit;
    return { rows: all.slice(place, end).map(told), cursor: end < all.length ? `#${end}` : null };
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
