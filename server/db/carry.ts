import { sql } from "kysely";
import { deferReferences, isPostgres } from "#server/db/engine.ts";
import { shapeOf } from "#server/db/halfWay.ts";
import { keepLastNumber, lastNumber } from "#server/db/lastNumber.ts";
import { recordedIn } from "#server/db/migrate.ts";
import type { Db } from "#server/db/open.ts";
import { StartFault } from "#server/startFault.ts";
import { readSetting, writeSetting } from "#server/system/settingTable.ts";

/** Says of which table it was that something failed. */
const inTable = async (table: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (fault) {
    const detail = fault instanceof Error && "detail" in fault && fault.detail ? ` (${fault.detail})` : "";
    throw new StartFault(`Nothing was carried over: ${table}: ${fault instanceof Error ? fault.message : String(fault)}${detail}`, {
      cause: fault,
    });
  }
};

type Row = Readonly<Record<string, unknown>>;

/** Below the number of values that either engine takes in one statement. */
const mostValues = 30_000;
const rowsAtOnce = 1000;

/** All tables but the record of migrations, and what is short-lived, which may stand beside records on PostgreSQL. */
const tablesOf = async (db: Db): Promise<string[]> => {
  if (!isPostgres(db)) return [...(await shapeOf(db)).tables.keys()].sort();
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not in ('kysely_migration', 'short_lived') order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

interface Trigger {
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

const embeddedTriggers = async (db: Db): Promise<Trigger[]> => {
  const { rows } =
    await sql<Trigger>`select name, tbl_name as "table", sql from sqlite_master where type = 'trigger' order by name`.execute(db);
  return rows;
};

interface ReferenceRule {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
}

/**
 * PostgreSQL keeps in memory of every row that its references are still to be looked at, which is too much of ten million rows. It has no
 * rules while rows come, and looks at each table once when it gets them back.
 */
const withoutReferences = async (db: Db, carry: () => Promise<void>): Promise<void> => {
  const { rows: rules } = await sql<ReferenceRule>`select c.conname as name, t.relname as "table", pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace order by 2, 1`.execute(db);
  for (const { name, table } of rules) await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  await carry();
  for (const { name, table, definition } of rules)
    await inTable(table, () =>
      sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db).then(() => undefined),
    );
};

/** What follows a row is carried as well: while rows are carried nothing follows them, and rows that name each other come in any order. */
const carriedAsIs = async (db: Db, tables: readonly string[], carry: () => Promise<void>): Promise<void> => {
  if (isPostgres(db)) {
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    await withoutReferences(db, carry);
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
    return;
  }
  await deferReferences(db);
  const triggers = await embeddedTriggers(db);
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  await carry();
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(db);
};

const isTaken = async (db: Db, tables: readonly string[]): Promise<boolean> => {
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
};

const addRows = async (db: Db, table: string, rows: readonly Row[]): Promise<void> => {
  const names = Object.keys(rows[0] ?? {});
  const atOnce = Math.max(1, Math.floor(mostValues / names.length));
  const columns = sql.join(names.map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = rows.slice(from, from + atOnce).map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(db);
  }
};

const carryTable = async (from: Db, to: Db, table: string): Promise<number> => {
  let count = 0;
  let waiting: Row[] = [];
  const put = async (): Promise<void> => {
    if (waiting.length > 0) await addRows(to, table, waiting);
    count += waiting.length;
    waiting = [];
  };
  await inTable(table, async () => {
    for await (const row of from
      .selectFrom(sql<Row>`${sql.table(table)}`.as("carried"))
      .selectAll()
      .stream(rowsAtOnce)) {
      waiting.push(row);
      if (waiting.length >= rowsAtOnce) await put();
    }
    await put();
  });
  return count;
};

/** Tells, in a database that rows were carried over to, from what: a run that was interrupted behind that goes on. */
const carriedKey = "carried over";

/** The same for the same records alone. */
const contentOf = async (db: Db): Promise<string> => {
  const newest = await db.selectFrom("operation_log").select("hash").orderBy("seq", "desc").limit(1).executeTakeFirst();
  return JSON.stringify([newest?.hash ?? "", await lastNumber(db)]);
};

/** For the end of all that a run does beside it. */
export const forgetCarried = async (db: Db): Promise<void> => {
  await db.deleteFrom("setting").where("key", "=", carriedKey).execute();
};

/**
 * Carries all rows of one database over to another of the same version that has none, whichever engines they are: all of them, as they were
 * at one instant, or nothing. Answers how many there were; 0 where a run before this one has done it and did not come to its end.
 */
export const carryOver = async (from: Db, to: Db): Promise<number> => {
  const [had, has] = [await recordedIn(from), await recordedIn(to)];
  if (had.toSorted().join() !== has.toSorted().join())
    throw new StartFault("Nothing was carried over: the two databases are of different versions");
  const tables = await tablesOf(to);
  let count = 0;
  await from
    .transaction()
    .setAccessMode("read only")
    .execute((reading) =>
      to.transaction().execute(async (writing) => {
        const content = await contentOf(reading);
        if ((await readSetting(writing, carriedKey)) === content) return;
        if (await isTaken(writing, tables))
          throw new StartFault("Nothing was carried over: there are records in the database already: name an empty one");
        await carriedAsIs(writing, tables, async () => {
          for (const table of tables) count += await carryTable(reading, writing, table);
        });
        await keepLastNumber(writing, await lastNumber(reading));
        await writeSetting(writing, carriedKey, content);
      }),
    );
  return count;
};
