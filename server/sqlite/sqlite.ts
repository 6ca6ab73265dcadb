import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

export type Params = SQLInputValue[];

export interface SqliteOptions {
  readOnly?: boolean;
  /** How long to wait for another process that writes. */
  waitMs?: number;
  /** `name = value`, in this order. */
  pragmas?: readonly string[];
}

const BUSY = 5;
const BUSY_SNAPSHOT = 517;

/** Whether another process holds what was to be written or read, and may let go of it. */
export const isBusy = (fault: unknown): boolean =>
  fault instanceof Error &&
  "errcode" in fault &&
  typeof fault.errcode === "number" &&
  (fault.errcode & 0xff) === BUSY &&
  fault.errcode !== BUSY_SNAPSHOT;

/** How long a statement waits for another process that writes. */
export const patienceMs = 5000;

/** Opens the file, foreign keys enforced. Throws when it is no database or cannot be opened. */
export const openSqlite = (file: string, { readOnly = false, waitMs = patienceMs, pragmas = [] }: SqliteOptions = {}): DatabaseSync => {
  const db = new DatabaseSync(file, { readOnly, timeout: waitMs, enableForeignKeyConstraints: true });
  try {
    for (const pragma of pragmas) db.exec(`pragma ${pragma}`);
  } catch (fault) {
    db.close();
    throw fault;
  }
  return db;
};

/** A prepared statement with the types of its parameters and of what it answers. */
export interface Query<P extends Params, R> {
  get(...params: P): R | undefined;
  all(...params: P): R[];
}

export interface Write<P extends Params> {
  run(...params: P): void;
}

export const prepareWrite = <P extends Params>(db: DatabaseSync, sql: string): Write<P> => typed(db.prepare(sql));

/** Rows as objects. */
export const prepareRows = <P extends Params, R>(db: DatabaseSync, sql: string): Query<P, R> => typed(db.prepare(sql));

/** Rows as arrays of their columns. */
export const prepareTuples = <P extends Params, R extends readonly unknown[]>(db: DatabaseSync, sql: string): Query<P, R> =>
  typed(arrays(db, sql));

/** The first column alone. */
export const prepareValues = <P extends Params, V>(db: DatabaseSync, sql: string): Query<P, V> => {
  const statement: Query<P, [V]> = typed(arrays(db, sql));
  return {
    get: (...params) => statement.get(...params)?.[0],
    all: (...params) => statement.all(...params).map(([value]) => value),
  };
};

/** What a statement takes and answers stands in its SQL alone. */
const typed = <S>(statement: StatementSync): S => statement as unknown as S;

const arrays = (db: DatabaseSync, sql: string): StatementSync => {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
};

/** Runs the change as one transaction: all of it stays, or nothing does when it throws. */
export const inTransaction = <T>(db: DatabaseSync, kind: "deferred" | "immediate", change: () => T): T => {
  db.exec(`begin ${kind}`);
  try {
    const result = change();
    db.exec("commit");
    return result;
  } catch (fault) {
    // A full disk has already rolled it back.
    if (db.isTransaction) db.exec("rollback");
    throw fault;
  }
};
