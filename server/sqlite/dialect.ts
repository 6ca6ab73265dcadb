import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
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
  type TransactionSettings,
} from "kysely";
import { Savepoints } from "#server/db/savepoint.ts";
import { TurnTaking } from "#server/db/turnTaking.ts";
import { RecentMap } from "#server/kit/recentMap.ts";
import { isBusy, patienceMs } from "#server/sqlite/sqlite.ts";

const KEPT_STATEMENTS = 500;
const PAUSE_MS = 10;

/**
 * Kysely over one connection of Node's own SQLite, which is the driver's from then on. While another process writes, a write waits aside and
 * the thread goes on: who only reads has the connection meanwhile.
 */
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
    this.#database.exec("pragma busy_timeout = 0");
    this.#connection = new SqliteConnection(database, this.#turns);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#turns.give();
  }

  /** Who means to write holds the right to from the beginning: what was read is then still so when it is written, and nothing of it has to wait. */
  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(accessMode === "read only" ? "begin" : "begin immediate"));
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
  readonly #turns: TurnTaking;
  /** Of those that wait for another process the first one alone asks again and again. */
  readonly #waiting = new TurnTaking();

  constructor(database: DatabaseSync, turns: TurnTaking) {
    this.#database = database;
    this.#turns = turns;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return this.#run(query);
    } catch (fault) {
      if (isBusy(fault)) return this.#whenFree(query);
      throw fault;
    }
  }

  /** Outside of a transaction others have the connection in between. */
  async #whenFree<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const until = performance.now() + patienceMs;
    const isShared = !this.#database.isTransaction;
    if (isShared) {
      this.#turns.give();
      await this.#waiting.take();
    }
    try {
      for (;;) {
        if (isShared) await this.#turns.take();
        try {
          return this.#run(query);
        } catch (fault) {
          if (!isBusy(fault) || performance.now() >= until) throw fault;
        }
        if (isShared) this.#turns.give();
        await pause(PAUSE_MS);
      }
    } finally {
      if (isShared) this.#waiting.give();
    }
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
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
