import { statSync } from "node:fs";
import { basename } from "node:path";
import { Kysely, type LogConfig, sql } from "kysely";
import { type Shape, shapeOf, undoHalfWay } from "#server/db/halfWay.ts";
import { checkKnown, type Migrations, migrate, pendingOf, recordedIn, type Ways } from "#server/db/migrate.ts";
import { migrations } from "#server/db/migrations.ts";
import type { Database } from "#server/db/schema.ts";
import { checkPostgres, connectPostgres, isPostgresUrl, preparePostgres } from "#server/postgres/connect.ts";
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
  /** Told before records on PostgreSQL are upgraded, of which no copy is kept. */
  readonly upgrading?: (from: string) => void;
  /** Told of connections to PostgreSQL that end while nobody uses them. */
  readonly lost?: (fault: Error) => void;
}

/**
 * Opens the relational store and brings it to the newest schema. A path is an embedded database (WAL, fully synchronous, foreign keys on), of
 * which a copy is kept before it changes; an address is PostgreSQL, whose copies are its operator's.
 */
export const openDatabase = async (place: string, options: OpenOptions = {}): Promise<Db> => {
  const { migrations: list = migrations } = options;
  const db = connect(place, options);
  if (isPostgresUrl(place)) await orClose(db, undefined, () => preparePostgres(db));
  await orClose(db, place, () =>
    migrate(db, list, isPostgresUrl(place) ? postgresWays(db, options) : embeddedWays(db, place, list, options)),
  );
  return db;
};

/** Opens a database that is there and of this version, and changes nothing of its schema: a server may have it open. */
export const openExisting = async (place: string): Promise<Db> => {
  if (!isPostgresUrl(place)) checkThere(place);
  const db = connect(place, {});
  if (isPostgresUrl(place)) await orClose(db, undefined, () => checkPostgres(db));
  await orClose(db, place, async () => {
    const recorded = await recordedIn(db);
    checkKnown(migrations, recorded);
    if (pendingOf(migrations, recorded).length > 0)
      throw new StartFault("written by an older version of Gatehouse: start the server once, which upgrades it");
  });
  return db;
};

const checkThere = (file: string): void => {
  try {
    statSync(file);
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT")
      throw new StartFault(`There is no ${file}: DATA_DIR names the folder of the server's data`);
    throw fault;
  }
};

const connect = (place: string, { log, lost = () => undefined }: OpenOptions): Db => {
  if (isPostgresUrl(place)) return connectPostgres<Database>(place, { lost, log });
  const sqlite = openSqlite(place, { pragmas: ["journal_mode = WAL", "synchronous = FULL", "cache_size = -65536"] });
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  return new Kysely<Database>({ dialect: sqliteDialect(sqlite), ...(log ? { log } : {}) });
};

/** Faults that say what the database was begin with its name. */
const orClose = async (db: Db, place: string | undefined, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (fault) {
    await db.destroy();
    throw place !== undefined && fault instanceof StartFault ? new StartFault(`${nameOf(place)} was ${fault.message}`) : fault;
  }
};

/** Never with the password that an address may hold. */
const nameOf = (place: string): string => (isPostgresUrl(place) ? `the database ${new URL(place).pathname.slice(1)}` : basename(place));

/** On PostgreSQL every migration was whole or did not happen from the first one on. */
const postgresWays = (db: Db, { upgrading = () => undefined }: OpenOptions): Ways => ({
  async beforeChange() {
    const had = (await recordedIn(db)).at(-1);
    if (had !== undefined) upgrading(had);
  },
  undo: () => Promise.resolve(false),
});

const embeddedWays = (db: Db, file: string, list: Migrations, { beside = [] }: OpenOptions): Ways => ({
  async beforeChange(name) {
    if ((await shapeOf(db)).tables.size === 0) return;
    for (const each of beside) await keepFileCopy(each, name);
    await keepCopy(file, name, (target) => sql`vacuum into ${target}`.execute(db));
  },
  undo: async (recorded, after) => undoHalfWay(db, await shapeAfter(list, recorded), await shapeAfter(list, after)),
});

/** What a database looks like that had these migrations, in this order. */
const shapeAfter = async (list: Migrations, names: readonly string[]): Promise<Shape> => {
  const db = connect(":memory:", {});
  try {
    for (const name of names) await list[name]?.up(db);
    return await shapeOf(db);
  } finally {
    await db.destroy();
  }
};
