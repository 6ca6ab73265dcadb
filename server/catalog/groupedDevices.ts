import { type Expression, type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { boundDevices, companiesOf, isConsumer, seesAll } from "#server/kit/scope.ts";

/** Of members of groups, called `u`: those whose device the caller sees. */
export const seenMembers = (db: Db, caller: Caller): Expression<SqlBool> => {
  if (isConsumer(caller)) return sql<SqlBool>`u.device_id in ${boundDevices(db, caller)}`;
  if (seesAll(caller)) return sql<SqlBool>`true`;
  return sql<SqlBool>`(select g.company_id from device g where g.id = u.device_id) in ${companiesOf(db, caller)}`;
};

/** Ids of the devices in a group of the caller's own, for `device.id in (…)`. */
export const inOwnGroup = (db: Db, { userId }: Pick<Caller, "userId">, groupId: string) =>
  db
    .selectFrom("device_group_member")
    .innerJoin("device_group", "device_group.id", "device_group_member.group_id")
    .select("device_group_member.device_id")
    .where("device_group.id", "=", groupId)
    .where("device_group.user_id", "=", userId);

/** The same of a group of an organisation that the caller sees. */
export const inCompanyGroup = (db: Db, caller: Caller, groupId: string) =>
  db
    .selectFrom("device_company_group_member")
    .innerJoin("device_company_group", "device_company_group.id", "device_company_group_member.group_id")
    .select("device_company_group_member.device_id")
    .where("device_company_group.id", "=", groupId)
    .where("device_company_group.company_id", "in", companiesOf(db, caller))
    .$if(isConsumer(caller), (query) => query.where(sql<SqlBool>`false`));

/** What stands below another organisation now, of this path: some devices, as many as one statement takes, or all devices of the organisation and of those below it. */
type Moved = { readonly companyPath: string; readonly deviceIds?: readonly string[] };

/** Takes devices out of the groups of organisations and users that do not see them where they are now. */
export const leaveGroups = async (db: Db, { companyPath, deviceIds }: Moved): Promise<void> => {
  const above = companyPath.split("/").filter((part) => part !== "");
  const devices = db
    .selectFrom("device")
    .select("device.id")
    .$if(deviceIds !== undefined, (query) => query.where("device.id", "in", deviceIds ?? []))
    .$if(deviceIds === undefined, (query) => query.where("device.company_id", "in", companiesOf(db, { companyPath })));
  const seeing = db
    .selectFrom("company")
    .select("company.id")
    .where((eb) =>
      eb.or([
        eb("company.id", "in", above),
        ...(deviceIds === undefined ? [eb("company.id", "in", companiesOf(db, { companyPath }))] : []),
      ]),
    );
  await db
    .deleteFrom("device_company_group_member")
    .where("device_id", "in", devices)
    .where(
      "group_id",
      "in",
      db.selectFrom("device_company_group").select("device_company_group.id").where("device_company_group.company_id", "not in", seeing),
    )
    .execute();
  await db
    .deleteFrom("device_group_member")
    .where("device_id", "in", devices)
    .where(
      "group_id",
      "in",
      db
        .selectFrom("device_group")
        .innerJoin("user", "user.id", "device_group.user_id")
        .select("device_group.id")
        .where("user.company_id", "not in", seeing),
    )
    .execute();
};
