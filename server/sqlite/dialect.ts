import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { Savepoints } from "#server/db/savepoint.ts";
import { TurnTaking } from "#server/db/turnTaking.ts";
import { RecentMap } from "#server/kit/recentMap.ts";

const KEPT_STATEMENTS = 500;

/** Kysely over one connection of Node's own SQLite. */
export const sqliteDialect = (database: DatabaseSync): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => new SqliteDriver(database),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

class TransactionalAdapter extends SqliteAdapter {
  /** There is one connection, and the driver hands it on in order: Kysely's own lock wakes all who wait, whenever it is let go. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** SQLite takes back changes of the schema with the transaction that made them. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDriver extends Savepoints implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #turns = new TurnTaking();

  constructor(database: DatabaseSync) {
    super();
    this.#database = database;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#turns.give();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk has already rolled it back.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async destroy(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }
}

interface Prepared {
  readonly statement: StatementSync;
  readonly answers: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  /** In the order of their last use. */
  readonly #kept = new RecentMap<string, Prepared>(KEPT_STATEMENTS);

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, answers } = this.#prepared(sql);
    const bound = parameters as SQLInputValue[];
    if (answers) return { rows: statement.all(...bound) as R[] };
    const { changes, lastInsertRowid } = statement.run(...bound);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A statement of its own: a kept one would begin anew with its next use.
    for (const row of this.#database.prepare(sql).iterate(...(parameters as SQLInputValue[]))) yield { rows: [row as R] };
  }

  #prepared(sql: string): Prepared {
    let prepared = this.#kept.get(sql);
    if (!prepared) {
      const statement = this.#database.prepare(sql);
      prepared = { statement, answers: statement.columns().length > 0 };
    }
    this.#kept.put(sql, prepared);
    return prepared;
  }
}
