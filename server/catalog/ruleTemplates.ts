import { sql } from "kysely";
import { conditions } from "#contract/resources/alarm.ts";
import { alarmTriggerTemplate } from "#contract/resources/alarmTriggerTemplate.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { tellingColumns, tellingOf } from "#server/alarm/ruleColumns.ts";
import { scheduleColumns, scheduleOf } from "#server/alarm/scheduleColumns.ts";
import { checkWatchedPoint } from "#server/alarm/watchedPoint.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { refuseInUse } from "#server/records/inUse.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { checkOffered } from "./offeredTo.ts";
import { seesPoint } from "./pointAuth.ts";
import { enumerationOf } from "./pointRows.ts";

const watchedPoints = async (db: Db, ids: readonly (string | null)[]) => {
  const named = [...new Set(ids)].filter((id) => id !== null);
  if (named.length === 0) return new Map();
  const rows = await db.selectFrom("point").select(["id", "name", "name_en", "unit", "enumeration"]).where("id", "in", named).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

const typeNames = async (db: Db, ids: readonly (string | null)[]) => {
  const named = [...new Set(ids)].filter((id) => id !== null);
  if (named.length === 0) return new Map();
  const rows = await db.selectFrom("alarm_type").select(["id", "name", "name_en"]).where("id", "in", named).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** The path of the organisation that the record is of, or will be. */
export const pathOf = async (db: Db, caller: Caller, before: { company_id: string } | undefined): Promise<string> => {
  if (!before) return caller.companyPath;
  return (await db.selectFrom("company").select("path").where("id", "=", before.company_id).executeTakeFirstOrThrow()).path;
};

/** One that device templates have stays with the data template of their slaves. */
const refuseUsed = async (db: Db, id: string): Promise<void> => {
  const { count } = await db
    .selectFrom("device_template_rule")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("rule_id", "=", id)
    .executeTakeFirstOrThrow();
  refuseInUse(count, deviceTemplate.noun);
};

/** Alarm rules as device templates have them. Each tells of its point: who does not see the one does not see the other. */
export const ruleTemplateKind: RecordKind<typeof alarmTriggerTemplate, "alarm_trigger_template"> = {
  resource: alarmTriggerTemplate,
  table: "alarm_trigger_template",
  reach: "shared",
  fields: [
    ...(["name", "recipeId", "level", "alarmTypeId", "condition", "a", "b", "min", "max", "holdSeconds", "releaseSeconds"] as const),
    ...(["pushContent", "pushContentEn", "releaseContent", "releaseContentEn"] as const),
  ],
  searched: ["name"],
  filters: { recipeId: "is" },
  sorted: { field: "name", order: "asc" },
  related: {
    recipeName: { table: "recipe", by: "recipe_id" },
    deviceTemplates: { table: "device_template_rule", column: "rule_id", keeps: deviceTemplate.noun },
  },
  visible: (caller) => seesPoint(caller, sql.ref<string | null>("alarm_trigger_template.point_id")),
  async check(fields, { db, caller, before }) {
    if (fields.recipeId !== before?.recipe_id) {
      if (before) await refuseUsed(db, before.id);
      await checkOffered(db, "recipe", "recipeId", fields.recipeId, await pathOf(db, caller, before));
    }
    if (fields.alarmTypeId !== (before?.alarm_type_id ?? null))
      await checkOffered(db, "alarm_type", "alarmTypeId", fields.alarmTypeId, await pathOf(db, caller, before));
    await checkWatchedPoint(db, caller, fields);
  },
  async write(id, { pointId, condition, saveData, ...told }, { db }) {
    await db
      .updateTable("alarm_trigger_template")
      .set({
        point_id: condition === "offline" ? null : pointId,
        save_data: saveData ? 1 : 0,
        ...tellingColumns(told),
        ...scheduleColumns(told),
      })
      .where("id", "=", id)
      .execute();
  },
  told: {
    typed: ({ pointId, condition, saveData, ...told }) => ({
      ...{ pointId: condition === "offline" ? null : pointId, saveData },
      ...{ ...tellingOf(tellingColumns(told)), ...scheduleOf(scheduleColumns(told)) },
    }),
    async kept(id, db) {
      const row = await db
        .selectFrom("alarm_trigger_template")
        .select(["point_id", "save_data", "method", "repeat_minutes", "repeat_stop", "schedule"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return { pointId: row.point_id, saveData: row.save_data === 1, ...tellingOf(row), ...scheduleOf(row) };
    },
  },
  async more(rows, db) {
    const types = await typeNames(
      db,
      rows.map((row) => row.alarm_type_id),
    );
    const points = await watchedPoints(
      db,
      rows.map((row) => row.point_id),
    );
    return rows.map((row) => {
      const point = points.get(row.point_id);
      return {
        ...{ pointId: row.point_id, saveData: row.save_data === 1, condition: conditions.find((one) => one === row.condition) },
        ...{ ...tellingOf(row), ...scheduleOf(row) },
        ...{ pointName: point?.name ?? "", pointNameEn: point?.name_en ?? "", unit: point?.unit ?? "" },
        enumeration: enumerationOf(point?.enumeration ?? "[]"),
        ...{ alarmTypeName: types.get(row.alarm_type_id)?.name ?? "", alarmTypeNameEn: types.get(row.alarm_type_id)?.name_en ?? "" },
      };
    });
  },
};

export const ruleTemplates = keepRecords(ruleTemplateKind);
