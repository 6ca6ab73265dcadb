import { type Expression, type SqlBool, sql } from "kysely";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { isConsumer } from "#server/kit/scope.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { seenMembers } from "./groupedDevices.ts";

/** Single slaves that the caller sees; members are called `u`. */
const seenSlaves = (db: Db, caller: Caller): Expression<SqlBool> => sql<SqlBool>`u.slave_id <> '' and ${seenMembers(db, caller)}`;

/** Groups of organisations; end users have none. */
export const companyGroupKind: RecordKind<typeof deviceCompanyGroup, "device_company_group"> = {
  resource: deviceCompanyGroup,
  table: "device_company_group",
  reach: "scoped",
  fields: ["name", "remark"],
  searched: ["name", "remark"],
  sorted: { field: "name", order: "asc" },
  related: {
    devices: { table: "device_company_group_member", column: "group_id", of: "device_id", seen: seenMembers },
    slaves: { table: "device_company_group_member", column: "group_id", seen: seenSlaves },
  },
  visible: (caller) => (isConsumer(caller) ? sql<SqlBool>`false` : sql<SqlBool>`true`),
  admit(caller) {
    if (isConsumer(caller)) throw new Problem("forbidden");
  },
};

export const companyGroups = keepRecords(companyGroupKind);
