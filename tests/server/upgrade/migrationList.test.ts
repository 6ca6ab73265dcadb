import { createHash } from "node:crypto";
import { Kysely } from "kysely";
import { expect, it } from "vitest";
import { migrations } from "#server/db/migrations.ts";
import type { Database } from "#server/db/schema.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { shippedMigrations } from "./shippedMigrations.ts";

/** Each migration with a digest of the statements that it runs, quotes and blanks aside. */
const written = async (): Promise<[string, string][]> => {
  const statements: string[] = [];
  const db = new Kysely<Database>({
    dialect: sqliteDialect(openSqlite(":memory:")),
    log: ({ query }) => {
      statements.push(query.sql.replace(/["\s]+/g, " ").trim());
    },
  });
  const list: [string, string][] = [];
  for (const [name, migration] of Object.entries(migrations)) {
    await migration.up(db);
    list.push([name, createHash("sha256").update(statements.splice(0).join(";")).digest("hex").slice(0, 12)]);
  }
  await db.destroy();
  return list;
};

it("has every migration that shipped, unchanged and in its place, and new ones behind them only", async () => {
  const list = await written();
  expect(list.slice(0, shippedMigrations.length), "a migration that shipped was changed, moved or taken away").toEqual(shippedMigrations);
  expect(list.slice(shippedMigrations.length), "new migrations: add these lines at the end of shippedMigrations.ts").toEqual([]);
});
