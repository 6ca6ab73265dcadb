import type { Insertable } from "kysely";
import { triggerTexts } from "#server/alarm/conditionText.ts";
import { compileRule, type Rule } from "#server/alarm/rule.ts";
import type { AlarmLogTable } from "#server/db/schema.ts";
import { newId } from "#server/kit/newId.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { processorsOf } from "./accounts.ts";
import { typeOf } from "./alarmRows.ts";
import { between, chance, oneOf } from "./chance.ts";
import { companyPath } from "./companyRows.ts";
import { valuesAt } from "./curves.ts";
import { dayMs, type Gateway, minuteMs } from "./fleet.ts";
import { type Incident, incidentsOf, isOver } from "./incidents.ts";
import { type DemoRule, rules } from "./rules.ts";
import { pointId } from "./templateRows.ts";
import { enumerationOf, storedValue, templates } from "./templates.ts";

export type AlarmRow = Insertable<AlarmLogTable>;

const lookEvery = 10_000;
const handled = [
  "现场已处理，恢复正常",
  "已通知维修，更换后正常",
  "已电话确认，现场复位",
  "已调整参数，继续观察",
  "已检修，运行正常",
] as const;
const falseAlarms = ["计划检修，误报", "传感器校准引起，误报"] as const;

interface Span {
  readonly raised: number;
  readonly released: number | undefined;
  readonly value: number | string | undefined;
}

const compiled = (rule: DemoRule): Rule => {
  const template = templates[rule.kind];
  const point = template.points.find(({ key }) => key === rule.point);
  return compileRule({
    id: rule.id,
    name: rule.name,
    companyId: rootCompanyId,
    recipeId: template.id,
    pointId: point ? pointId(template, point) : null,
    pointName: point?.name ?? "",
    pointNameEn: point?.nameEn ?? "",
    unit: point?.unit ?? "",
    enumeration: point ? enumerationOf(point) : [],
    deviceId: null,
    deviceTypeId: null,
    level: rule.level,
    alarmTypeName: typeOf(rule).name,
    alarmTypeNameEn: typeOf(rule).name_en,
    alarmGroupId: null,
    condition: rule.condition,
    a: rule.a,
    b: rule.b ?? null,
    min: rule.min ?? null,
    max: rule.max ?? null,
    holdSeconds: rule.holdSeconds,
    ...{ releaseSeconds: 0, schedule: null },
    ...{ method: "once", repeatMinutes: null, repeatStop: "processed", escalation: [] },
    pushContent: rule.push?.[0] ?? "",
    pushContentEn: rule.push?.[1] ?? "",
    releaseContent: "",
    releaseContentEn: "",
    saveData: true,
    alarmTypeId: null,
  });
};

/** When the engine would have raised and released the rule, had it heard every value. */
const spanOf = (gateway: Gateway, incident: Incident, demoRule: DemoRule, rule: Rule, now: number): Span | undefined => {
  const { holdMs, judge } = rule;
  if (rule.kind === "offline") {
    const raised = incident.from + holdMs;
    if (raised >= Math.min(incident.to, now)) return undefined;
    return { raised, released: incident.to < now ? incident.to : undefined, value: undefined };
  }
  const point = templates[gateway.kind].points.find(({ key }) => key === demoRule.point);
  let since: number | undefined;
  let raised: Omit<Span, "released"> | undefined;
  for (let ts = incident.from; ts < now; ts += lookEvery) {
    const values = valuesAt(gateway, incident.slave, ts, { incidents: [incident], setPoints: new Map() });
    const raw = point && values[point.key];
    if (!point || raw === undefined) return undefined;
    const value = storedValue(point, raw);
    const verdict = judge(value, false);
    if (raised) {
      if (verdict < 0) return { ...raised, released: ts };
    } else if (verdict > 0) {
      since ??= ts;
      if (ts - since >= holdMs) raised = { raised: ts, value };
    } else if (verdict < 0) since = undefined;
    if (!raised && isOver(incident, ts)) return undefined;
  }
  return raised && { ...raised, released: undefined };
};

const processing = (gateway: Gateway, { raised, released }: Span, now: number): Partial<AlarmRow> => {
  const step = Math.floor(raised / 1000);
  const share = now - raised > 1.5 * dayMs ? 0.8 : 0.35;
  const luck = chance(gateway.seed, step);
  const at = Math.round((released ?? raised) + between(4, 150, gateway.seed + 1, step) * minuteMs);
  if (released === undefined || luck > share + 0.08 || at >= now) return {};
  const processor = oneOf(processorsOf(gateway.site.regionId), gateway.seed + 2, step);
  const isFalse = luck > share;
  return {
    state: isFalse ? 2 : 1,
    processed_at: at,
    processor_id: `demo-user-${processor.account}`,
    processor: processor.name,
    remark: oneOf(isFalse ? falseAlarms : handled, gateway.seed + 3, step),
  };
};

/** Records of what was out of the ordinary in [from, now): most of it processed, some false, some new, what still lasts open. */
export const pastAlarms = (fleet: readonly Gateway[], from: number, now: number): AlarmRow[] => {
  const rows: AlarmRow[] = [];
  const all = rules.map((demoRule) => ({ demoRule, rule: compiled(demoRule) }));
  for (const gateway of fleet) {
    if (gateway.standing !== "live") continue;
    const device = {
      id: gateway.id,
      name: gateway.name,
      sn: gateway.sn,
      companyId: gateway.site.id,
      companyPath: companyPath(gateway.site),
    };
    for (const incident of incidentsOf(gateway, from, now)) {
      for (const { demoRule, rule } of all) {
        if (demoRule.kind !== gateway.kind || !demoRule.causes.includes(incident.kind)) continue;
        const span = spanOf(gateway, incident, demoRule, rule, now);
        if (!span) continue;
        const { definition } = rule;
        const texts = triggerTexts(definition, device, { value: span.value, previous: undefined });
        rows.push({
          id: newId(span.raised),
          company_id: gateway.site.id,
          device_id: gateway.id,
          slave: incident.slave,
          rule_id: definition.id,
          rule_name: definition.name,
          type_name: definition.alarmTypeName,
          type_name_en: definition.alarmTypeNameEn,
          point_id: definition.pointId,
          point_name: definition.pointName,
          point_name_en: definition.pointNameEn,
          unit: definition.unit,
          level: definition.level,
          state: 0,
          content: texts.zh,
          content_en: texts.en,
          value: span.value === undefined ? null : JSON.stringify(span.value),
          open_key: span.released === undefined ? `${definition.id}|${gateway.id}|${incident.slave}` : null,
          raised_at: span.raised,
          released_at: span.released ?? null,
          processed_at: null,
          processor_id: null,
          processor: "",
          remark: "",
          ...processing(gateway, span, now),
        });
      }
    }
  }
  return rows;
};
