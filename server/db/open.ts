import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "#server/db/migrations.ts";
import type { Database } from "#server/db/schema.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";

export type Db = Kysely<Database>;

/** Opens the embedded relational store (WAL, fully synchronous, foreign keys on) and brings it to the newest schema. */
export const openDatabase = async (file: string): Promise<Db> => {
  const sqlite = openSqlite(file, { pragmas: ["journal_mode = WAL", "synchronous = FULL", "cache_size = -65536"] });
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  const db = new Kysely<Database>({ dialect: sqliteDialect(sqlite) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return db;
};
