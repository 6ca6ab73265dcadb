import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { type Shape, shapeOf, undoHalfWay } from "#server/db/halfWay.ts";
import type { Database } from "#server/db/schema.ts";
import { StartFault } from "#server/startFault.ts";

export type Migrations = Readonly<Record<string, Migration>>;

/** The name under which Kysely's own migrator kept its records. */
const recordTable = "kysely_migration";

type Recorded = Record<typeof recordTable, { name: string; timestamp: string }>;

/** The migrations that the database has had, in the order in which they came. */
export const recordedIn = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows: tables } = await sql`select 1 from sqlite_master where type = 'table' and name = ${recordTable}`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(recordTable)} order by rowid`.execute(db);
  return rows.map(({ name }) => name);
};

/** Those that it has not had, in the order of the list. One may stand before others that it has had. */
export const pendingOf = (migrations: Migrations, recorded: readonly string[]): string[] =>
  Object.keys(migrations).filter((name) => !recorded.includes(name));

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

interface Ways {
  /** Runs before the first change of a database that has something in it. */
  beforeChange(firstPending: string): Promise<void>;
  /** What a database looks like that had these migrations and no others. */
  shapeAfter(names: readonly string[]): Promise<Shape>;
}

/** Brings the database to the newest schema. Killed in between, it goes on where it was with the next start. */
export const migrate = async (db: Kysely<Database>, migrations: Migrations, { beforeChange, shapeAfter }: Ways): Promise<void> => {
  const recorded = await recordedIn(db);
  const unknown = recorded.find((name) => migrations[name] === undefined);
  if (unknown !== undefined)
    throw new StartFault(`written by a newer version of Gatehouse (it has ${unknown}): start that one, or restore a backup from before it`);
  const pending = pendingOf(migrations, recorded);
  const [first] = pending;
  if (first === undefined) return;
  if ((await shapeOf(db)).tables.size > 0) await beforeChange(first);
  for (const name of pending) {
    try {
      await apply(db, migrations, name);
    } catch (fault) {
      const before = await shapeAfter(recorded);
      const undone = await undoHalfWay(db, before, await shapeAfter([...recorded, ...pendingOf(migrations, recorded)]));
      if (!undone) throw fault;
      await apply(db, migrations, name);
    }
    recorded.push(name);
  }
};
