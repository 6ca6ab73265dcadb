import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { connectPostgres } from "#server/postgres/connect.ts";
import type { ShortLivedTables } from "#server/shortLived/openShortLived.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";

/** Beside the records on PostgreSQL. A step may stand within a transaction of records: so it waits for none of these. */
export const homeOnPostgres = (url: string, lost: (fault: Error) => void): Kysely<ShortLivedTables> =>
  connectPostgres<ShortLivedTables>(url, { lost, kept: "shortLived" });

/** A log-in waits for no disk, and nothing of this is worth one: what a power failure loses is another captcha. */
const pragmas = ["journal_mode = WAL", "synchronous = NORMAL"];

const opened = (file: string): DatabaseSync => {
  const sqlite = openSqlite(file, { pragmas });
  try {
    // Reads it: a file that is no database opens all the same.
    sqlite.prepare("select name from sqlite_schema").all();
  } catch (fault) {
    sqlite.close();
    throw fault;
  }
  return sqlite;
};

/** A file of its own beside an embedded database. One that cannot be read is made anew: all that it held would be over soon. */
export const homeInFile = (file: string, madeAnew: (fault: unknown) => void): Kysely<ShortLivedTables> => {
  let sqlite: DatabaseSync;
  try {
    sqlite = opened(file);
  } catch (fault) {
    madeAnew(fault);
    for (const each of ["", "-wal", "-shm"]) rmSync(`${file}${each}`, { force: true });
    sqlite = opened(file);
  }
  return new Kysely<ShortLivedTables>({ dialect: sqliteDialect(sqlite) });
};
