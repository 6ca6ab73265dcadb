import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Edited, Stamp } from "#server/db/columnTypes.ts";

export interface DeviceGroupMemberTable {
  group_id: string;
  device_id: string;
  added_at: Stamp;
}

export interface DeviceCompanyGroupTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  remark: string;
  created_at: Stamp;
}

export interface DeviceCompanyGroupMemberTable {
  group_id: string;
  device_id: string;
  /** Empty for the whole device. No reference: a slave's row is written anew whenever its device is edited. */
  slave_id: string;
  added_at: Stamp;
}

/** Devices in the groups of users, and groups of organisations with devices and single slaves. */
export const groupMembers: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("device_group_member")
      .addColumn("group_id", "text", (c) => c.notNull().references("device_group.id").onDelete("cascade"))
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("added_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("device_group_member_pk", ["group_id", "device_id"])
      .execute();
    await schema.createIndex("device_group_member_device").on("device_group_member").column("device_id").execute();
    await schema
      .createTable("device_company_group")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("remark", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("device_company_group_company").on("device_company_group").columns(["company_id", "name"]).execute();
    await schema
      .createTable("device_company_group_member")
      .addColumn("group_id", "text", (c) => c.notNull().references("device_company_group.id").onDelete("cascade"))
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("slave_id", "text", (c) => c.notNull())
      .addColumn("added_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("device_company_group_member_pk", ["group_id", "device_id", "slave_id"])
      .execute();
    await schema.createIndex("device_company_group_member_device").on("device_company_group_member").column("device_id").execute();
  },
};
