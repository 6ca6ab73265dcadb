import type { Selectable } from "kysely";
import { enumerationOf } from "#server/catalog/pointRows.ts";
import type { AlarmTriggerTable } from "#server/db/schema.ts";

/** A row of the rules with what is known of its point, which may be gone or, for a rule of presence, none. */
export type JoinedRule = Selectable<AlarmTriggerTable> & {
  readonly point_name: string | null;
  readonly point_name_en: string | null;
  readonly unit: string | null;
  readonly enumeration: string | null;
  readonly type_name: string | null;
  readonly type_name_en: string | null;
};

/** What the engine and the list of rules both know of one. */
export const ruleColumns = (row: JoinedRule) => ({
  id: row.id,
  name: row.name,
  recipeId: row.recipe_id,
  pointId: row.point_id,
  pointName: row.point_name ?? "",
  pointNameEn: row.point_name_en ?? "",
  unit: row.unit ?? "",
  enumeration: enumerationOf(row.enumeration ?? "[]"),
  deviceId: row.device_id,
  deviceTypeId: row.device_type_id,
  level: row.level,
  alarmTypeId: row.alarm_type_id,
  alarmTypeName: row.type_name ?? "",
  alarmTypeNameEn: row.type_name_en ?? "",
  alarmGroupId: row.alarm_group_id,
  a: row.a,
  b: row.b,
  min: row.min,
  max: row.max,
  holdSeconds: row.hold_seconds,
  pushContent: row.push_content,
  pushContentEn: row.push_content_en,
  releaseContent: row.release_content,
  releaseContentEn: row.release_content_en,
  saveData: row.save_data === 1,
});
