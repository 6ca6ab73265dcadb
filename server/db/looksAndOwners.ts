import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { lookOf } from "#contract/kit/accountLook.ts";
import type { Database } from "#server/db/schema.ts";

const chunk = 1000;

export const fillLooks = async (db: Kysely<Database>): Promise<void> => {
  let behind = "";
  for (;;) {
    const rows = await db.selectFrom("user").select(["id", "account"]).where("id", ">", behind).orderBy("id").limit(chunk).execute();
    for (const { id, account } of rows)
      await db
        .updateTable("user")
        .set({ look: lookOf(account) })
        .where("id", "=", id)
        .execute();
    const last = rows.at(-1);
    if (!last) return;
    behind = last.id;
  }
};

/** What an account looks like; whose sample users are; a version of each binding. Sample users from before are the platform's. */
export const looksAndOwners: Migration = {
  async up(db: Kysely<Database>) {
    const { schema } = db;
    await schema
      .alterTable("user")
      .addColumn("look", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    await fillLooks(db);
    await schema.createIndex("user_look").on("user").column("look").execute();
    await schema
      .createTable("sample_user_owned")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("sex", "integer", (c) => c.notNull())
      .addColumn("age", "integer", (c) => c.notNull())
      .addColumn("birth", "text", (c) => c.notNull())
      .addColumn("addr", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await sql`insert into sample_user_owned (id, company_id, name, sex, age, birth, addr, created_at, version, updated_at, updated_by)
      select id, (select id from company where parent_id is null order by id limit 1), name, sex, age, birth, addr, created_at, version, updated_at, updated_by
      from sample_user`.execute(db);
    await schema.dropTable("sample_user").execute();
    await schema.alterTable("sample_user_owned").renameTo("sample_user").execute();
    await schema.createIndex("sample_user_company").on("sample_user").columns(["company_id", "created_at"]).execute();
    await schema
      .alterTable("device_user")
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    await schema
      .alterTable("device_user")
      .addColumn("updated_by", "text", (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
