import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { connectPostgres, isPostgresUrl } from "#server/postgres/connect.ts";
import type { ShortLivedTables } from "#server/shortLived/openShortLived.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite, prepareValues } from "#server/sqlite/sqlite.ts";

/** Beside the records on PostgreSQL. A step may stand within a transaction of records: so it waits for none of these. */
export const homeOnPostgres = (url: string, lost: (fault: Error) => void): Kysely<ShortLivedTables> =>
  connectPostgres<ShortLivedTables>(url, { lost, kept: "shortLived" });

/** A log-in waits for no disk, and nothing of this is worth one: what a power failure loses is another captcha. */
const pragmas = ["journal_mode = WAL", "synchronous = NORMAL"];

/** What SQLite says of a file that holds no database, or no whole one: its error codes 11 and 26. */
const damaged = new Set<unknown>([11, 26]);
class Damaged extends Error {}

const opened = (file: string): DatabaseSync => {
  const sqlite = openSqlite(file, { pragmas });
  try {
    // Reads all of it: a file that is no whole database opens all the same.
    const found = prepareValues<[], string>(sqlite, "pragma quick_check(1)").get();
    if (found !== "ok") throw new Damaged(found);
  } catch (fault) {
    sqlite.close();
    throw fault;
  }
  return sqlite;
};

const isDamaged = (fault: unknown): boolean =>
  fault instanceof Damaged || (fault instanceof Error && "errcode" in fault && damaged.has(Number(fault.errcode) & 0xff));

/**
 * A file of its own beside an embedded database. One that is damaged is made anew: all that it held would be over soon. One that cannot be
 * opened for another reason is left as it is, or a full disk would forget whom wrong passwords lock.
 */
export const homeInFile = (file: string, madeAnew: (fault: unknown) => void): Kysely<ShortLivedTables> => {
  let sqlite: DatabaseSync;
  try {
    sqlite = opened(file);
  } catch (fault) {
    if (!isDamaged(fault)) throw fault;
    madeAnew(fault);
    for (const each of ["", "-wal", "-shm"]) rmSync(`${file}${each}`, { force: true });
    sqlite = opened(file);
  }
  return new Kysely<ShortLivedTables>({ dialect: sqliteDialect(sqlite) });
};

/** Beside the records, wherever these are. */
export const homeOf = (
  { database, dataDir }: Pick<Config, "database" | "dataDir">,
  { lost, log }: { lost: (fault: Error) => void; log: Pick<Logger, "warn"> },
): Kysely<ShortLivedTables> =>
  isPostgresUrl(database)
    ? homeOnPostgres(database, lost)
    : homeInFile(join(dataDir, "short-lived.db"), (err) =>
        log.warn({ part: "short-lived state", err }, "what was short-lived could not be read and is made anew"),
      );
