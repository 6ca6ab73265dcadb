import { alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmTriggerTemplate } from "#contract/resources/alarmTriggerTemplate.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { seenRules } from "./seenRules.ts";

export const alarmTypeKind: RecordKind<typeof alarmType, "alarm_type"> = {
  resource: alarmType,
  table: "alarm_type",
  reach: "shared",
  fields: ["name", "nameEn", "remark", "remarkEn"],
  searched: ["name", "nameEn", "remark", "remarkEn"],
  sorted: { field: "name", order: "asc" },
  related: { rules: { table: "alarm_trigger", column: "alarm_type_id", keeps: alarmTrigger.noun, seen: seenRules } },
  keptBy: [{ table: "alarm_trigger_template", column: "alarm_type_id", keeps: alarmTriggerTemplate.noun }],
};

export const alarmTypes = keepRecords(alarmTypeKind);
