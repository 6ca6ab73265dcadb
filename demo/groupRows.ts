import type { Insertable } from "kysely";
import type { DeviceCompanyGroupMemberTable, DeviceCompanyGroupTable, DeviceGroupMemberTable } from "#server/db/groupTables.ts";
import type { RecordTables } from "#server/db/recordTables.ts";
import { adminId, rootCompanyId } from "#server/system/seed.ts";
import { type Gateway, kinds } from "./fleet.ts";

const rounds = { id: "demo-group-rounds", name: "冬季巡检 Winter rounds", remark: "十一月至次年三月，每周一次 Weekly, November to March" };
const spares = { id: "demo-group-inlets", name: "进水侧 Inlets", remark: "" };

/** Groups of the platform's organisation. */
export const companyGroupRows = (at: number): Insertable<DeviceCompanyGroupTable>[] =>
  [rounds, spares].map((group) => ({ ...group, company_id: rootCompanyId, created_at: at, updated_at: at, updated_by: "" }));

/** Every fifth gateway whole in the one, first slaves of those that have several in the other. */
export const companyGroupMemberRows = (fleet: readonly Gateway[], at: number): Insertable<DeviceCompanyGroupMemberTable>[] => [
  ...fleet.filter((_, index) => index % 5 === 0).map(({ id }) => ({ group_id: rounds.id, device_id: id, slave_id: "", added_at: at })),
  ...fleet
    .filter(({ slaves }) => slaves > 1)
    .slice(0, 12)
    .map(({ id }) => ({ group_id: spares.id, device_id: id, slave_id: `${id}-1`, added_at: at })),
];

/** A group that the administrator keeps, of the first of each kind. */
export const ownGroupRows = (at: number): Insertable<RecordTables["device_group"]>[] => [
  { id: "demo-group-own", user_id: adminId, name: "我的关注点 My watch", remark: "", created_at: at, updated_at: at, updated_by: "" },
];

export const ownGroupMemberRows = (fleet: readonly Gateway[], at: number): Insertable<DeviceGroupMemberTable>[] =>
  kinds.flatMap((kind) => {
    const first = fleet.find((gateway) => gateway.kind === kind);
    return first ? [{ group_id: "demo-group-own", device_id: first.id, added_at: at }] : [];
  });
