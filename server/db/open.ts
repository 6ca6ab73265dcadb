import { statSync } from "node:fs";
import { basename } from "node:path";
import { Kysely, type LogConfig, sql } from "kysely";
import { type Shape, shapeOf } from "#server/db/halfWay.ts";
import { type Migrations, migrate, pendingOf, recordedIn } from "#server/db/migrate.ts";
import { migrations } from "#server/db/migrations.ts";
import type { Database } from "#server/db/schema.ts";
import { keepCopy, keepFileCopy } from "#server/sqlite/copies.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { StartFault } from "#server/startFault.ts";

export type Db = Kysely<Database>;

interface OpenOptions {
  /** Files that a copy of the database is of no use without: they are copied with it. */
  readonly beside?: readonly string[];
  readonly migrations?: Migrations;
  readonly log?: LogConfig;
}

/** Opens the embedded relational store (WAL, fully synchronous, foreign keys on) and brings it to the newest schema; before that it keeps a copy. */
export const openDatabase = async (file: string, { beside = [], migrations: list = migrations, log }: OpenOptions = {}): Promise<Db> => {
  const db = connect(file, log);
  await orClose(db, file, () =>
    migrate(db, list, {
      shapeAfter: (names) => shapeAfter(list, names),
      async beforeChange(name) {
        for (const each of beside) await keepFileCopy(each, name);
        await keepCopy(file, name, (target) => sql`vacuum into ${target}`.execute(db));
      },
    }),
  );
  return db;
};

/** Opens a database that is there and of this version, and changes nothing of its schema: a server may have it open. */
export const openExisting = async (file: string): Promise<Db> => {
  try {
    statSync(file);
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT")
      throw new StartFault(`There is no ${file}: DATA_DIR names the folder of the server's data`);
    throw fault;
  }
  const db = connect(file);
  await orClose(db, file, async () => {
    if (pendingOf(migrations, await recordedIn(db)).length > 0)
      throw new StartFault("written by an older version of Gatehouse: start the server once, which upgrades it");
  });
  return db;
};

const connect = (file: string, log?: LogConfig): Db => {
  const sqlite = openSqlite(file, { pragmas: ["journal_mode = WAL", "synchronous = FULL", "cache_size = -65536"] });
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  return new Kysely<Database>({ dialect: sqliteDialect(sqlite), ...(log ? { log } : {}) });
};

const orClose = async (db: Db, file: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (fault) {
    await db.destroy();
    throw fault instanceof StartFault ? new StartFault(`${basename(file)} was ${fault.message}`) : fault;
  }
};

/** What a database looks like that had these migrations, in this order. */
const shapeAfter = async (list: Migrations, names: readonly string[]): Promise<Shape> => {
  const db = connect(":memory:");
  try {
    for (const name of names) await list[name]?.up(db);
    return await shapeOf(db);
  } finally {
    await db.destroy();
  }
};
