import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#server/db/engine.ts";
import type { Database } from "#server/db/schema.ts";
import { StartFault } from "#server/startFault.ts";

export type Migrations = Readonly<Record<string, Migration>>;

/** The name under which Kysely's own migrator kept its records. */
const recordTable = "kysely_migration";

type Recorded = Record<typeof recordTable, { name: string; timestamp: string }>;

/** The migrations that the database has had, in the order in which they came. */
export const recordedIn = async (db: Kysely<Database>): Promise<string[]> => {
  const there = isPostgres(db)
    ? sql`select 1 where to_regclass(${recordTable}) is not null`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${recordTable}`;
  if ((await there.execute(db)).rows.length === 0) return [];
  const order = isPostgres(db) ? sql`timestamp, name` : sql`rowid`;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(recordTable)} order by ${order}`.execute(db);
  return rows.map(({ name }) => name);
};

/** Those that it has not had, in the order of the list. One may stand before others that it has had. */
export const pendingOf = (migrations: Migrations, recorded: readonly string[]): string[] =>
  Object.keys(migrations).filter((name) => !recorded.includes(name));

/** Refuses a database that had migrations which this version does not know. */
export const checkKnown = (migrations: Migrations, recorded: readonly string[]): void => {
  const unknown = recorded.find((name) => migrations[name] === undefined);
  if (unknown !== undefined)
    throw new StartFault(`written by a newer version of Gatehouse (it has ${unknown}): start that one, or restore a backup from before it`);
};

/** The migration and its record stay together, or neither does. */
const apply = (db: Kysely<Database>, migrations: Migrations, name: string): Promise<void> =>
  db
    .$extendTables<Recorded>()
    .transaction()
    .execute(async (tx) => {
      await tx.schema
        .createTable(recordTable)
        .ifNotExists()
        .addColumn("name", "varchar(255)", (column) => column.notNull().primaryKey())
        .addColumn("timestamp", "varchar(255)", (column) => column.notNull())
        .execute();
      await migrations[name]?.up(tx);
      await tx.insertInto(recordTable).values({ name, timestamp: new Date().toISOString() }).execute();
    });

export interface Ways {
  /** Runs before the first change. */
  beforeChange(firstPending: string): Promise<void>;
  /** Takes away what a migration left that was no transaction yet when it was killed; answers whether there was anything of the kind. */
  undo(recorded: readonly string[], after: readonly string[]): Promise<boolean>;
}

/** Brings the database to the newest schema. Killed in between, it goes on where it was with the next start. */
export const migrate = async (db: Kysely<Database>, migrations: Migrations, { beforeChange, undo }: Ways): Promise<void> => {
  const recorded = await recordedIn(db);
  checkKnown(migrations, recorded);
  const pending = pendingOf(migrations, recorded);
  const [first] = pending;
  if (first === undefined) return;
  await beforeChange(first);
  for (const name of pending) {
    try {
      await apply(db, migrations, name);
    } catch (fault) {
      if (!(await undo(recorded, [...recorded, ...pendingOf(migrations, recorded)]))) throw fault;
      await apply(db, migrations, name);
    }
    recorded.push(name);
  }
};
