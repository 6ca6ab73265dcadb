import type { DatabaseSync } from "node:sqlite";
import { openSqlite, prepareRows } from "#server/sqlite/sqlite.ts";

export type Dump = Record<string, Record<string, unknown>[]>;

const ours = (name: string): boolean => !/^(sqlite|kysely)_/.test(name);

const all = (db: DatabaseSync, sql: string): Record<string, unknown>[] => prepareRows<[], Record<string, unknown>>(db, sql).all();

const byText = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/** The whole schema and all rows; records of migrations by name alone, since their times differ. */
export const dumpOf = (file: string): Dump => {
  const db = openSqlite(file, { readOnly: true });
  try {
    const schema = all(db, "select name, type, sql from sqlite_master order by name").filter(({ name }) => ours(String(name)));
    const tables = schema.filter(({ type }) => type === "table").map(({ name }) => String(name));
    const rows = tables.map((table) => [table, all(db, `select * from "${table}"`).sort(byText)]);
    return { schema, migrations: all(db, "select name from kysely_migration order by name"), ...Object.fromEntries(rows) };
  } finally {
    db.close();
  }
};
