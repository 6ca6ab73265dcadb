import type { Insertable } from "kysely";
import type { ScheduleFields } from "#contract/resources/alarmSchedule.ts";
import { furtherColumns } from "#server/alarm/furtherColumns.ts";
import { scheduleColumns } from "#server/alarm/scheduleColumns.ts";
import type { AlarmTriggerTable, PointTable } from "#server/db/schema.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { groupOf, typeOf } from "./alarmRows.ts";
import { categoryOf } from "./categoryRows.ts";
import type { DemoRule } from "./rules.ts";
import { type DemoPoint, enumerationOf, type Template, templates } from "./templates.ts";

export const pointId = (template: Template, { key }: Pick<DemoPoint, "key">): string => `${template.id}-${key}`;

export const pointRows = (template: Template, at: number): Insertable<PointTable>[] =>
  template.points.map((point, sort) => ({
    id: pointId(template, point),
    recipe_id: template.id,
    name: point.name,
    name_en: point.nameEn,
    address: point.address,
    category_id: categoryOf(point),
    default_value: "",
    value_type: point.valueType,
    integer_digits: null,
    decimals: point.decimals,
    unit: point.unit,
    min: point.range?.[0] ?? null,
    max: point.range?.[1] ?? null,
    start_bit: point.bits?.[0] ?? null,
    end_bit: point.bits?.[1] ?? null,
    enumeration: JSON.stringify(enumerationOf(point)),
    receive_formula: point.scale === 1 ? "" : `x/${point.scale}`,
    send_formula: point.scale === 1 ? "" : `x*${point.scale}`,
    store_mode: point.storeMode,
    display: 1,
    writable: point.writable ? 1 : 0,
    data_source: "",
    auth: point.auth,
    sort: (sort + 1) * 10,
    updated_at: at,
    updated_by: "",
  }));

const hoursOf = ({ hours }: DemoRule): ScheduleFields => ({
  ...{ scheduleDays: hours ? (["mon", "tue", "wed", "thu", "fri"] as const) : [], holidays: [] },
  ...{ scheduleFrom: hours?.[0] ?? "", scheduleTo: hours?.[1] ?? "" },
});

const besidesOf = ({ condition, otherPoint, also }: DemoRule, template: Template) => ({
  condition,
  join: "and" as const,
  otherPointId: otherPoint === undefined ? null : pointId(template, { key: otherPoint }),
  further: also
    ? [{ ...{ b: null, min: null, max: null, otherPointId: null }, ...also, pointId: pointId(template, { key: also.point }) }]
    : [],
});

export const ruleRow = (rule: DemoRule, at: number): Insertable<AlarmTriggerTable> => {
  const template = templates[rule.kind];
  return {
    id: rule.id,
    company_id: rootCompanyId,
    name: rule.name,
    recipe_id: template.id,
    point_id: rule.point === undefined ? null : pointId(template, { key: rule.point }),
    device_id: null,
    level: rule.level,
    alarm_type_id: typeOf(rule).id,
    alarm_group_id: groupOf(rule),
    condition: rule.condition,
    a: rule.a,
    b: rule.b ?? null,
    min: rule.min ?? null,
    max: rule.max ?? null,
    hold_seconds: rule.holdSeconds,
    release_seconds: rule.releaseSeconds ?? 0,
    method: rule.repeatMinutes === undefined ? "once" : "repeat",
    repeat_minutes: rule.repeatMinutes ?? null,
    ...scheduleColumns(hoursOf(rule)),
    ...furtherColumns(besidesOf(rule, template)),
    push_content: rule.push?.[0] ?? "",
    push_content_en: rule.push?.[1] ?? "",
    release_content: rule.release?.[0] ?? "",
    release_content_en: rule.release?.[1] ?? "",
    save_data: 1,
    enabled: 1,
    created_at: at,
    updated_at: at,
    updated_by: "",
  };
};
