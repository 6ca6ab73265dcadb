import type { Selectable } from "kysely";
import { alarmMethods, repeatEnds } from "#contract/resources/alarm.ts";
import { enumerationOf } from "#server/catalog/pointRows.ts";
import type { TellingColumns } from "#server/db/ruleTelling.ts";
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

/** How alarms are told, as a rule and a template of one have it. */
export const tellingOf = ({ method, repeat_minutes, repeat_stop }: Selectable<TellingColumns>) => ({
  method: alarmMethods.find((known) => known === method) ?? "once",
  repeatMinutes: repeat_minutes,
  repeatStop: repeatEnds.find((known) => known === repeat_stop) ?? "processed",
});

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
  releaseSeconds: row.release_seconds,
  ...tellingOf(row),
  pushContent: row.push_content,
  pushContentEn: row.push_content_en,
  releaseContent: row.release_content,
  releaseContentEn: row.release_content_en,
  saveData: row.save_data === 1,
});

interface Told {
  readonly method: (typeof alarmMethods)[number];
  readonly repeatMinutes: number | null;
  readonly repeatStop: (typeof repeatEnds)[number];
}

/** What is typed of it as it is kept: nothing that is not asked for. */
export const tellingColumns = ({ method, repeatMinutes, repeatStop }: Told) => ({
  method,
  repeat_minutes: method === "repeat" ? repeatMinutes : null,
  repeat_stop: method === "repeat" ? repeatStop : ("processed" as const),
});
