import { sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import { labelOf } from "#contract/point/enumeration.ts";
import { type AlarmRow, type alarmLog, alarmRow } from "#contract/resources/alarm.ts";
import { seesPoint } from "#server/catalog/pointAuth.ts";
import { enumerationOf } from "#server/catalog/pointRows.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { companiesOf, isAbove, narrowedTo } from "#server/kit/scope.ts";
import { placeOf, type TimePlace } from "#server/kit/timeCursor.ts";
import { hiddenTexts } from "./hiddenPoint.ts";
import { inScope, matching, planOf, type RecordFilters, type SearchedQuery, withHits } from "./recordFilters.ts";
import { behindName, behindTime, recordCursor, sortedPlaceOf } from "./recordPlaces.ts";
import { idsByValue } from "./recordsByValue.ts";

type Calls = typeof alarmLog.calls;
export type RecordQuery = RequestOf<Calls["query"]>;

export interface RecordPage {
  list: AlarmRow[];
  total: number;
  pageNo: number;
  pageSize: number;
  /** Continues behind the last row; null at the end. */
  cursor: string | null;
}

/** Newest first unless asked otherwise. With the cursor of a page before it any page costs what the first does. */
export const queryRecords = async (db: Db, caller: Caller, request: RecordQuery, language: Language): Promise<RecordPage> => {
  const { pageSize, sortField, cursor } = request;
  const asker = await narrowedTo(db, caller, request.companyId);
  const asked = await withHits(db, request);
  const { total } = await db
    .selectFrom("alarm_log")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(inScope(db, asker))
    .where(matching(db, caller, asked))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const field = sortField && sortField !== "raisedAt" ? sortField : undefined;
  const found =
    field === undefined
      ? await idsByTime(db, asker, asked, { total, offset, after: cursor ? placeOf(cursor) : undefined })
      : field === "deviceName"
        ? await idsByName(db, asker, asked, offset)
        : await idsByValue(db, asker, asked, { field, total, offset });
  const rows = await rowsOf(db, caller, found.slice(0, pageSize));
  const last = rows.at(-1);
  return {
    ...listOf(
      rows.map((row) => shownRecord(row, language)),
      total,
      cursor ? request.pageNo : pageNo,
      request,
    ),
    cursor: last && found.length > pageSize ? recordCursor(last, field) : null,
  };
};

export const getRecord = async (db: Db, caller: Caller, id: string, language: Language): Promise<AlarmRow> => {
  const visible = await db
    .selectFrom("alarm_log")
    .select("alarm_log.id")
    .where("alarm_log.id", "=", id)
    .where(inScope(db, caller))
    .executeTakeFirst();
  const [row] = visible ? await rowsOf(db, caller, [id]) : [];
  if (!row) throw new Problem("notFound");
  return shownRecord(row, language);
};

interface Place {
  total: number;
  offset: number;
  after: TimePlace | undefined;
}

/** The place takes the bound's part: of two bounds on one side the index would serve the wider, and each page walk what came before it. */
const withoutBound = (request: SearchedQuery, order: "asc" | "desc", after: TimePlace | undefined): RecordFilters => {
  const { from, to } = request;
  if (!after) return request;
  if (order === "desc") return to && after.at >= Date.parse(to) ? request : { ...request, to: undefined };
  return from && after.at < Date.parse(from) ? request : { ...request, from: undefined };
};

const idsByTime = async (db: Db, caller: Caller, request: SearchedQuery, { total, offset, after }: Place): Promise<string[]> => {
  const order = request.sortOrder ?? "desc";
  // One more than the page holds says whether it goes on.
  const size = Math.min(request.pageSize + 1, Math.max(0, total - offset));
  // A page beyond the middle is nearer from the other end.
  const backwards = !after && offset > total / 2;
  const direction = (order === "desc") === backwards ? "asc" : "desc";
  const { walked, gathered } = planOf(caller, total, request);
  const bounded = gathered ? request : withoutBound(request, order, after);
  const rows = await db
    .selectFrom("alarm_log")
    .select("alarm_log.id")
    .where(inScope(db, caller, walked))
    .where(matching(db, caller, bounded))
    .$if(after !== undefined, (query) => (after ? query.where(behindTime(order, after, gathered)) : query))
    .orderBy(gathered ? sql`alarm_log.raised_at + 0` : "alarm_log.raised_at", direction)
    .orderBy("alarm_log.id", direction)
    .limit(after ? request.pageSize + 1 : size)
    .offset(after ? 0 : backwards ? total - offset - size : offset)
    .execute();
  const ids = rows.map((row) => row.id);
  return backwards ? ids.reverse() : ids;
};

/** By the names of their devices. */
const idsByName = async (db: Db, caller: Caller, request: SearchedQuery, offset: number): Promise<string[]> => {
  const order = request.sortOrder ?? "asc";
  const after = request.cursor ? sortedPlaceOf(request.cursor, "deviceName") : undefined;
  const rows = await db
    .selectFrom("alarm_log")
    .innerJoin("device", "device.id", "alarm_log.device_id")
    .select("alarm_log.id")
    .where((eb) => inScope(db, caller)(eb))
    .where((eb) => matching(db, caller, request)(eb))
    .$if(after !== undefined, (query) => (after ? query.where(behindName(order, after)) : query))
    .orderBy("device.name", order)
    .orderBy("alarm_log.raised_at", "desc")
    .orderBy("alarm_log.id", "desc")
    .limit(request.pageSize + 1)
    .offset(after ? 0 : offset)
    .execute();
  return rows.map((row) => row.id);
};

/** What the caller may not see of them is left out. */
const rowsOf = async (db: Db, caller: Caller, ids: readonly string[]): Promise<RecordRow[]> => {
  if (ids.length === 0) return [];
  const found = await selectRows(db, caller).where("alarm_log.id", "in", ids).execute();
  const rows = found.map((row) => (row.visible ? row : { ...row, ...hiddenTexts, enumeration: null, decimals: null, condition: null }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

const selectRows = (db: Db, caller: Caller) =>
  db
    .selectFrom("alarm_log")
    .innerJoin("device", "device.id", "alarm_log.device_id")
    .innerJoin("company", "company.id", "device.company_id")
    .leftJoin("slave", (join) => join.onRef("slave.device_id", "=", "alarm_log.device_id").onRef("slave.no", "=", "alarm_log.slave"))
    .leftJoin("point", "point.id", "alarm_log.point_id")
    .leftJoin("alarm_trigger", "alarm_trigger.id", "alarm_log.rule_id")
    .leftJoin("alarm_mask", "alarm_mask.id", "alarm_log.mask_id")
    .leftJoin("company as masking", "masking.id", "alarm_mask.company_id")
    .leftJoin("point as bit", (join) =>
      join
        .on("alarm_trigger.condition", "=", "bitSet")
        .onRef("bit.recipe_id", "=", "point.recipe_id")
        .onRef("bit.address", "=", "point.address")
        .onRef("bit.start_bit", "=", sql<number>`coalesce(point.start_bit, 0) + alarm_trigger.a`)
        .onRef("bit.end_bit", "=", "bit.start_bit")
        .on("bit.auth", "=", 0)
        .on((eb) => seesPoint(caller, eb.ref("bit.id"))),
    )
    .selectAll("alarm_log")
    .select((eb) => seesPoint(caller, eb.ref("alarm_log.point_id")).as("visible"))
    .select(["point.enumeration", "point.decimals", "alarm_trigger.condition", "alarm_trigger.a"])
    .select(["bit.name as bit_name", "bit.name_en as bit_name_en"])
    .select("alarm_mask.ends_at as mask_end")
    // Who works in an organisation above is not told, and of one that the device has left nothing.
    .select((eb) => {
      const seen = eb("alarm_mask.company_id", "in", companiesOf(db, caller));
      const above = isAbove(caller.companyPath, eb.ref("masking.path"));
      return [
        eb.case().when(seen).then(eb.ref("alarm_mask.created_by")).end().as("mask_by"),
        eb
          .case()
          .when(eb.or([seen, above]))
          .then(eb.ref("alarm_mask.reason"))
          .end()
          .as("mask_reason"),
      ];
    })
    .select(["device.name as device_name", "device.sn as device_sn", "company.name as company_name", "slave.name as slave_name"]);

type RecordRow = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

const instantOf = (stamp: number | null): string | null => (stamp === null ? null : new Date(stamp).toISOString());

const whole = /^-?\d{1,40}$/;

/** The bit that brought the alarm, and what the template calls it; of a rule that watched another one by then it says nothing. */
const bitLabel = ({ value, condition, a, bit_name, bit_name_en }: RecordRow, language: Language): string => {
  const word = value === null ? "" : String(JSON.parse(value));
  if (condition !== "bitSet" || a === null || !whole.test(word) || ((BigInt(word) >> BigInt(a)) & 1n) === 0n) return "";
  return [`bit ${a}`, (language === "en" && bit_name_en) || bit_name].filter(Boolean).join(" · ");
};

const valueLabel = (row: RecordRow, language: Language): string => {
  const { value, enumeration } = row;
  const bit = bitLabel(row, language);
  if (bit || value === null || enumeration === null) return bit;
  return labelOf(enumerationOf(enumeration), Number(JSON.parse(value)), language) ?? "";
};

const shownRecord = (row: RecordRow, language: Language): AlarmRow =>
  alarmRow.parse({
    id: row.id,
    deviceId: row.device_id,
    deviceName: row.device_name,
    deviceSn: row.device_sn,
    companyName: row.company_name,
    slave: row.slave,
    slaveName: row.slave_name ?? "",
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    typeName: row.type_name,
    typeNameEn: row.type_name_en,
    pointId: row.point_id,
    pointName: row.point_name,
    pointNameEn: row.point_name_en,
    level: row.level,
    state: row.state,
    triggerText: language === "en" ? row.content_en : row.content,
    value: row.value === null ? null : JSON.parse(row.value),
    valueLabel: valueLabel(row, language),
    decimals: row.decimals,
    unit: row.unit,
    raisedAt: instantOf(row.raised_at),
    releasedAt: instantOf(row.released_at),
    processedAt: instantOf(row.processed_at),
    processor: row.processor,
    remark: row.remark,
    repeats: row.repeats,
    repeatedAt: instantOf(row.repeated_at),
    reminders: row.reminders,
    remindedAt: instantOf(row.reminded_at),
    remindsAt: row.state === 0 ? instantOf(row.reminds_at) : null,
    silent: row.masked === 1,
    maskedBy:
      row.mask_id === null
        ? null
        : { id: row.mask_id, by: row.mask_by ?? "", reason: row.mask_reason ?? "", endsAt: instantOf(row.mask_end) },
  });
