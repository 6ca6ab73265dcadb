import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { SortFieldOf } from "#contract/kit/page.ts";
import type { alarmLog } from "#contract/resources/alarm.ts";
import type { Database } from "#server/db/schema.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { cursorOf, placeOf, type TimePlace } from "#server/kit/timeCursor.ts";

type Order = "asc" | "desc";
export type RecordSort = Exclude<SortFieldOf<RequestOf<typeof alarmLog.calls.query>>, "raisedAt">;

/** Where a page ended: by what the records were sorted, and of equal ones by time. */
interface SortedPlace {
  readonly value: string | number;
  readonly place: TimePlace;
}

interface Shown {
  readonly id: string;
  readonly raised_at: number;
  readonly device_name: string;
  readonly level: number;
  readonly state: number;
}

export const recordCursor = (row: Shown, field: RecordSort | undefined): string => {
  const place = cursorOf({ at: row.raised_at, id: row.id });
  if (field === undefined) return place;
  return `${encodeURIComponent(field === "deviceName" ? row.device_name : row[field])}/${place}`;
};

export const sortedPlaceOf = (cursor: string, field: RecordSort): SortedPlace => {
  const [written = "", place, ...more] = cursor.split("/");
  const value = field === "deviceName" ? decoded(written) : /^\d{1,9}$/.test(written) ? Number(written) : undefined;
  if (value === undefined || place === undefined || more.length > 0) throw fieldProblem("cursor", "rule.invalid");
  return { value, place: placeOf(place) };
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** `gathered`: keeps the index of time out of the plan. */
export const behindTime = (order: Order, { at, id }: TimePlace, gathered = false) => {
  const time = gathered ? sql`alarm_log.raised_at + 0` : sql`alarm_log.raised_at`;
  return order === "desc" ? sql<SqlBool>`(${time}, alarm_log.id) < (${at}, ${id})` : sql<SqlBool>`(${time}, alarm_log.id) > (${at}, ${id})`;
};

/** Records that are equal in what they are sorted by stand newest first, whichever way they are sorted. */
export const behindName =
  (order: Order, { value, place }: SortedPlace) =>
  (eb: ExpressionBuilder<Database, "alarm_log" | "device">) =>
    eb.or([
      eb("device.name", order === "desc" ? "<" : ">", String(value)),
      eb.and([eb("device.name", "=", String(value)), behindTime("desc", place, true)]),
    ]);
