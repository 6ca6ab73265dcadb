import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from "kysely";

/** A database or a transaction, whatever its tables are. */
type AnyDb = QueryExecutorProvider;

export const isPostgres = (db: AnyDb): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** SQLite's extended result code, and PostgreSQL's state, of a row that names one which is not there. */
const foreignKey = { sqlite: 787, postgres: "23503" };

/** Whether a row was not written because another row that it names is not there, or is still named by others. */
export const isForeignKeyFault = (fault: unknown): boolean =>
  fault instanceof Error &&
  (("errcode" in fault && fault.errcode === foreignKey.sqlite) || ("code" in fault && fault.code === foreignKey.postgres));

/** Up to the end of the transaction rows may name others that are not there. */
export const deferReferences = async (db: AnyDb): Promise<void> => {
  await (isPostgres(db) ? sql`set constraints all deferred` : sql`pragma defer_foreign_keys = on`).execute(db);
};

/** The sign between lines that are searched as one text. */
export const lineFeed = (db: AnyDb): RawBuilder<string> => (isPostgres(db) ? sql`chr(10)` : sql`char(10)`);

/** An expression among the columns of an index: only the embedded engine takes it bare, and keeps it as it is written. */
export const inIndex = (db: AnyDb, expression: RawBuilder<unknown>): RawBuilder<unknown> =>
  isPostgres(db) ? sql`(${expression})` : expression;

/** A user's account as it is compared: the embedded engine folds ASCII by its collation, PostgreSQL what `lower` folds. */
export const accountInAnyCase = (db: AnyDb): RawBuilder<string> => (isPostgres(db) ? sql`lower(account)` : sql`account collate nocase`);

/** Whose account it is, in any case. */
export const isAccount = (db: AnyDb, account: string): RawBuilder<SqlBool> =>
  isPostgres(db) ? sql`${accountInAnyCase(db)} = ${account.toLowerCase()}` : sql`${accountInAnyCase(db)} = ${account}`;

/** The pairs of a JSON object in a column, with `key` and `value`. */
export const jsonPairs = (db: AnyDb, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  isPostgres(db) ? sql`json_each_text(${column}::json)` : sql`json_each(${column})`;

/** What a trigger does; `new` and `old` are its rows. */
interface Trigger {
  readonly name: string;
  readonly table: string;
  /** `insert`, `update of …`, `delete` */
  readonly event: RawBuilder<unknown>;
  readonly when?: RawBuilder<unknown>;
  /** Statements, each with its semicolon. */
  readonly does: RawBuilder<unknown>;
}

/** Has the database follow each row that was written. */
export const createFollower = async (db: AnyDb, { name, table, event, when, does }: Trigger): Promise<void> => {
  const condition = when ? sql` when (${when})` : sql``;
  if (!isPostgres(db)) {
    const plain = when ? sql` when ${when}` : sql``;
    await sql`create trigger ${sql.ref(name)} after ${event} on ${sql.table(table)}${plain} begin ${does} end`.execute(db);
    return;
  }
  await sql`create function ${sql.ref(name)}() returns trigger language plpgsql as $body$ begin ${does} return null; end $body$`.execute(
    db,
  );
  await sql`create trigger ${sql.ref(name)} after ${event} on ${sql.table(table)} for each row${condition} execute function ${sql.ref(name)}()`.execute(
    db,
  );
};

/** Has the database refuse what is to happen to a row of the table. */
export const createRefusal = async (
  db: AnyDb,
  { name, table, event, message }: { name: string; table: string; event: "insert" | "update" | "delete"; message: string },
): Promise<void> => {
  if (!isPostgres(db)) {
    await sql`create trigger ${sql.ref(name)} before ${sql.raw(event)} on ${sql.table(table)} begin select raise(abort, ${sql.lit(message)}); end`.execute(
      db,
    );
    return;
  }
  await sql`create function ${sql.ref(name)}() returns trigger language plpgsql as $body$ begin raise exception ${sql.lit(message)}; end $body$`.execute(
    db,
  );
  await sql`create trigger ${sql.ref(name)} before ${sql.raw(event)} on ${sql.table(table)} for each row execute function ${sql.ref(name)}()`.execute(
    db,
  );
};

/** Texts as rows with a `value`, in one parameter however many they are. */
export const listOfTexts = (db: AnyDb, texts: readonly string[]): RawBuilder<unknown> =>
  isPostgres(db) ? sql`json_array_elements_text(${JSON.stringify(texts)}::json) as texts(value)` : sql`json_each(${JSON.stringify(texts)})`;

/** Whole numbers as rows with a `value`, in one parameter however many they are. */
export const listOfNumbers = (db: AnyDb, numbers: readonly number[]): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`(select value::bigint as value from json_array_elements_text(${JSON.stringify(numbers)}::json))`
    : sql`json_each(${JSON.stringify(numbers)})`;
