import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { accountInAnyCase, createRefusal } from "#server/db/engine.ts";
import type { Database } from "#server/db/schema.ts";

const text = async (db: Kysely<Database>, table: string, columns: readonly string[]): Promise<void> => {
  for (const column of columns)
    await db.schema
      .alterTable(table)
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
};

const edits = async (db: Kysely<Database>, table: string): Promise<void> => {
  await db.schema
    .alterTable(table)
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable(table)
    .addColumn("updated_at", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await text(db, table, ["updated_by"]);
};

/** Organisations, users, roles and relations with all their fields; authenticators; licence; what a write changed. */
export const people: Migration = {
  async up(anyDb: Kysely<unknown>) {
    const db = anyDb as Kysely<Database>;
    const { schema } = db;
    await text(db, "company", ["level", "site", "address", "remark", "logo", "picture", "morning", "afternoon"]);
    await text(db, "company", ["register_type", "data_restrict"]);
    await schema.createIndex("company_parent").on("company").columns(["parent_id", "name"]).execute();
    await text(db, "user", ["last_address"]);
    await schema.alterTable("user").addColumn("last_login_at", "bigint").execute();
    await sql`create unique index user_account_nocase on ${sql.table("user")} (${accountInAnyCase(db)})`.execute(db);
    await schema.createIndex("role_company").on("role").column("company_id").execute();
    await schema.createIndex("user_role_role").on("user_role").column("role_id").execute();
    await edits(db, "dict");
    await edits(db, "menu");
    await schema
      .createTable("user_factor")
      .addColumn("user_id", "text", (c) => c.primaryKey().references("user.id").onDelete("cascade"))
      .addColumn("secret", "text", (c) => c.notNull())
      .addColumn("confirmed_at", "bigint")
      .addColumn("last_step", "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
    await schema
      .createTable("recovery_code")
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("hash", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("recovery_code_pk", ["user_id", "hash"])
      .execute();
    await schema
      .createTable("employee_customer")
      .addColumn("employee_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("customer_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("employee_customer_pk", ["employee_id", "customer_id"])
      .execute();
    await schema.createIndex("employee_customer_customer").on("employee_customer").column("customer_id").execute();
    await schema
      .createTable("device_user")
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("state", "integer", (c) => c.notNull())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("device_user_pk", ["device_id", "user_id"])
      .execute();
    await schema.createIndex("device_user_user").on("device_user").column("user_id").execute();
    await sql`create unique index device_user_owner on device_user (device_id) where state = 0`.execute(db);
    await text(db, "operation_log", ["change"]);
    await createRefusal(db, {
      name: "operation_log_no_delete",
      table: "operation_log",
      event: "delete",
      message: "the operation log is not cut",
    });
  },
};
