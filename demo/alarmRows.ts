import type { Insertable } from "kysely";
import type { AlarmContactTable, AlarmGroupContactTable, AlarmGroupTable, AlarmTypeTable } from "#server/db/alarmContacts.ts";
import type { AlarmTriggerStepTable } from "#server/db/ruleTelling.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import type { DemoRule } from "./rules.ts";

const types = {
  limit: { id: "demo-alarm-type-limit", name: "越限", name_en: "Limit exceeded" },
  state: { id: "demo-alarm-type-state", name: "状态异常", name_en: "Abnormal state" },
  offline: { id: "demo-alarm-type-offline", name: "离线", name_en: "Offline" },
} as const;

const contacts = [
  { id: "demo-contact-1", name: "王建国", gender: "man", phone: "13800010001", email: "wang@example.com" },
  { id: "demo-contact-2", name: "李敏", gender: "woman", phone: "13800010002", email: "" },
];
const groupId = "demo-alarm-group";
const leadId = "demo-alarm-group-lead";

const stamps = (at: number) => ({ created_at: at, updated_at: at, updated_by: "" });

export const alarmTypeRows = (at: number): Insertable<AlarmTypeTable>[] =>
  Object.values(types).map((type) => ({ ...type, company_id: rootCompanyId, remark: "", remark_en: "", ...stamps(at) }));

export const alarmContactRows = (at: number): Insertable<AlarmContactTable>[] =>
  contacts.map((contact) => ({ ...contact, company_id: rootCompanyId, ...stamps(at) }));

export const alarmGroupRows = (at: number): Insertable<AlarmGroupTable>[] => [
  { id: groupId, company_id: rootCompanyId, name: "值班组 On duty", message_types: JSON.stringify(["sms"]), ...stamps(at) },
  { id: leadId, company_id: rootCompanyId, name: "值班长 Shift lead", message_types: JSON.stringify(["sms"]), ...stamps(at) },
];

export const alarmGroupContactRows = (): Insertable<AlarmGroupContactTable>[] => [
  ...contacts.map(({ id }, place) => ({ group_id: groupId, contact_id: id, place })),
  ...contacts.slice(0, 1).map(({ id }, place) => ({ group_id: leadId, contact_id: id, place })),
];

/** Who is told when nobody has processed an alarm. */
export const ruleStepRows = (rules: readonly DemoRule[]): AlarmTriggerStepTable[] =>
  rules.flatMap(({ id, leadMinutes }) =>
    leadMinutes === undefined ? [] : [{ rule_id: id, place: 0, minutes: leadMinutes, group_id: leadId }],
  );

/** By what the rule looks at. */
export const typeOf = ({ condition }: Pick<DemoRule, "condition">): { id: string; name: string; name_en: string } => {
  if (condition === "offline" || condition === "noData") return types.offline;
  return condition === "equal" || condition === "notEqual" || condition === "bitSet" ? types.state : types.limit;
};

/** Emergencies are told to who is on duty. */
export const groupOf = ({ level }: Pick<DemoRule, "level">): string | null => (level === 3 ? groupId : null);
