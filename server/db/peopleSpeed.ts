import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createFollower, lineFeed } from "#server/db/engine.ts";
import type { Database } from "#server/db/schema.ts";

const person = ["account", "user_name", "nick_name", "phone", "email"] as const;

/** A column that always says in normal form, a line each, what the others say: whoever writes them need not know of it. */
const addSearch = async (db: Kysely<Database>, table: "user" | "company", columns: readonly string[]): Promise<void> => {
  const said = sql`lower(${sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || ${lineFeed(db)} || `,
  )})`;
  const name = sql.table(table);
  await db.schema
    .alterTable(table)
    .addColumn("search", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await sql`update ${name} set search = ${said}`.execute(db);
  const occasions = [
    { when: "added", event: sql`insert` },
    { when: "renamed", event: sql`update of ${sql.join(columns.map((column) => sql.ref(column)))}` },
  ];
  for (const { when, event } of occasions)
    await createFollower(db, {
      name: `${table}_search_${when}`,
      table,
      event,
      does: sql`update ${name} set search = ${said} where id = new.id;`,
    });
};

/**
 * What lists of people and organisations search through and are sorted by, in indices that hold all that filters ask: a list is found
 * without touching a row, and only the rows of the page are read.
 */
export const peopleSpeed: Migration = {
  async up(anyDb: Kysely<unknown>) {
    const db = anyDb as Kysely<Database>;
    const { schema } = db;
    const index = (name: string, table: string, columns: readonly string[]) =>
      schema
        .createIndex(name)
        .on(table)
        .columns([...columns])
        .execute();
    await addSearch(db, "user", person);
    await addSearch(db, "company", ["name"]);
    const filtered = ["id", "company_id", "type", "enabled"];
    await index("user_account", "user", ["account", ...filtered, "search"]);
    await index("user_name", "user", ["user_name", ...filtered]);
    await index("user_created_at", "user", ["created_at", ...filtered]);
    await index("user_last_login_at", "user", ["last_login_at", ...filtered]);
    await schema.dropIndex("user_company").execute();
    await index("user_company", "user", [
      "company_id",
      "account",
      "id",
      "type",
      "enabled",
      "search",
      "user_name",
      "created_at",
      "last_login_at",
    ]);
    await index("company_name", "company", ["name", "id", "path", "enabled", "expires_at", "search"]);
    await schema.dropIndex("device_user_user").execute();
    await index("device_user_user", "device_user", ["user_id", "state", "device_id"]);
    await schema.dropIndex("employee_customer_customer").execute();
    await index("employee_customer_customer", "employee_customer", ["customer_id", "employee_id"]);
  },
};
