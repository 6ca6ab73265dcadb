import type { Selectable } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { alarmTrigger } from "#contract/resources/alarm.ts";
import { checkOffered } from "#server/catalog/offeredTo.ts";
import type { Db } from "#server/db/open.ts";
import type { AlarmTriggerTable } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { companiesOf } from "#server/kit/scope.ts";
import { usableCompanies } from "#server/records/usable.ts";
import { stepsOf } from "./ruleSteps.ts";

type Kept = Pick<Selectable<AlarmTriggerTable>, "id" | "company_id" | "alarm_type_id" | "alarm_group_id" | "device_type_id">;
type Fields = RequestOf<(typeof alarmTrigger.calls)["post"]>;

/**
 * Throws where the type or the group is not offered to the rule's organisation, or who saves it does not see the group or the device type;
 * what it has already may stay.
 */
export const checkNamed = async (db: Db, caller: Caller, companyId: string, fields: Fields, kept?: Kept): Promise<void> => {
  const { alarmTypeId, alarmGroupId, deviceTypeId, escalation } = fields;
  const { path } = await db.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirstOrThrow();
  const stays = kept?.company_id === companyId;
  if (!stays || alarmTypeId !== kept.alarm_type_id) await checkOffered(db, "alarm_type", "alarmTypeId", alarmTypeId, path);
  if (!stays || deviceTypeId !== kept.device_type_id) await checkDeviceType(db, caller, deviceTypeId, path);
  const held = new Set(stays ? [kept.alarm_group_id, ...(await stepsOf(db, [kept.id]))(kept.id).map(({ groupId }) => groupId)] : []);
  const check = async (field: string, id: string | null): Promise<void> => {
    if (!held.has(id)) await checkGroup(db, caller, { field, id, path });
  };
  await check("alarmGroupId", alarmGroupId);
  for (const [place, step] of escalation.entries()) await check(`escalation.${place}.alarmGroupId`, step.alarmGroupId);
};

interface NamedGroup {
  readonly field: string;
  readonly id: string | null;
  readonly path: string;
}

/** Throws where the group is not offered to organisations at the path, or the caller does not see it. */
const checkGroup = async (db: Db, caller: Caller, { field, id, path }: NamedGroup): Promise<void> => {
  if (id === null) return;
  await checkOffered(db, "alarm_group", field, id, path);
  const seen = await db
    .selectFrom("alarm_group")
    .select("id")
    .where("id", "=", id)
    .where("company_id", "in", companiesOf(db, caller))
    .executeTakeFirst();
  if (!seen) throw fieldProblem(field, "rule.invalid");
};

/** Devices at or below the rule's organisation are of types of theirs, or of those above: whoever sees the rule sees all of these. */
const checkDeviceType = async (db: Db, caller: Caller, id: string | null, path: string): Promise<void> => {
  if (id === null) return;
  const type = await db
    .selectFrom("device_type")
    .innerJoin("company", "company.id", "device_type.company_id")
    .select("company.path")
    .where("device_type.id", "=", id)
    .where("device_type.company_id", "in", usableCompanies(db, caller))
    .executeTakeFirst();
  if (!(type && (path.startsWith(type.path) || type.path.startsWith(path)))) throw fieldProblem("deviceTypeId", "rule.invalid");
};
