import type { Insertable } from "kysely";
import type {
  AlarmTriggerTemplateTable,
  DeviceTemplateRuleTable,
  DeviceTemplateSlaveTable,
  DeviceTemplateTable,
} from "#server/db/deviceTemplates.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { slaveNames } from "./deviceRows.ts";
import { type Kind, kinds } from "./fleet.ts";
import { rules } from "./rules.ts";
import { ruleRow } from "./templateRows.ts";
import { templates } from "./templates.ts";

export const presetId = (kind: Kind): string => `demo-preset-${kind}`;

/** What each kind's template is called, and whose rule its devices are to get: of pumps one that they have not got yet. */
const named: Readonly<Record<Kind, string>> = {
  ...{ weather: "气象站 Weather station", meter: "电表箱 Meter cabinet", coldRoom: "冷库 Cold room" },
  ...{ pump: "泵站 Pump station", pile: "充电桩 Charging pile", vehicle: "车载终端 Vehicle terminal" },
};

export const presetRows = (at: number): Insertable<DeviceTemplateTable>[] =>
  kinds.map((kind) => ({
    ...{ id: presetId(kind), company_id: rootCompanyId, name: named[kind], description: "" },
    ...{ created_at: at, updated_at: at, updated_by: "" },
  }));

export const presetSlaveRows = (): Insertable<DeviceTemplateSlaveTable>[] =>
  kinds.map((kind) => ({ template_id: presetId(kind), no: 1, name: slaveNames[kind][0] ?? "1", recipe_id: templates[kind].id }));

const given = rules.filter(({ kind, point }) => kind === "pump" && point !== undefined).slice(0, 1);

export const ruleTemplateRows = (at: number): Insertable<AlarmTriggerTemplateTable>[] =>
  given.map((rule) => {
    const { id, device_id: _device, alarm_group_id: _group, enabled: _enabled, ...row } = ruleRow(rule, at);
    return { ...row, id: `${id}-template` };
  });

export const presetRuleRows = (): Insertable<DeviceTemplateRuleTable>[] =>
  given.map(({ id, kind }, place) => ({ template_id: presetId(kind), rule_id: `${id}-template`, place }));
