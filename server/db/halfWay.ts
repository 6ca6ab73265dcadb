import { type Kysely, sql } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { StartFault } from "#server/startFault.ts";

export interface Shape {
  /** Columns by table. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  /** Indices and triggers with their SQL. */
  readonly parts: ReadonlyMap<string, { readonly type: string; readonly sql: string }>;
}

export const shapeOf = async (db: Kysely<Database>): Promise<Shape> => {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' and m.name not like 'kysely\\_%' escape '\\' order by m.rowid`.execute(
    db,
  );
  const { rows: parts } = await sql<{ name: string; type: string; sql: string }>`
    select name, type, sql from sqlite_master where type in ('index', 'trigger') and sql is not null order by rowid`.execute(db);
  const tables = new Map<string, string[]>();
  for (const { table, column } of columns) tables.set(table, [...(tables.get(table) ?? []), column]);
  return { tables, parts: new Map(parts.map((part) => [part.name, part])) };
};

const refuseRows = async (db: Kysely<Database>, table: string): Promise<void> => {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
  if (rows.length > 0)
    throw new StartFault(
      `left half-way by an upgrade that was interrupted, with rows in ${table} already: restore a backup from before it`,
    );
};

/**
 * Takes away what a migration left that was killed while migrations were no transactions yet, so that it can begin again: what is not in
 * `before`, the shape after the last recorded migration, and is in `after`, the newest. What an operator added stays. Answers whether there
 * was anything of the kind.
 */
export const undoHalfWay = (db: Kysely<Database>, before: Shape, after: Shape): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const found = await shapeOf(tx);
    const changes: ReturnType<typeof sql>[] = [];
    const kept = new Set<string>();
    for (const [name, part] of found.parts) {
      const known = before.parts.get(name);
      const strange = known ? known.sql !== part.sql && part.sql === after.parts.get(name)?.sql : after.parts.has(name);
      if (strange) changes.push(part.type === "index" ? sql`drop index ${sql.ref(name)}` : sql`drop trigger ${sql.ref(name)}`);
      else kept.add(name);
    }
    const begun = [...found.tables.keys()].filter((table) => !before.tables.has(table) && after.tables.has(table));
    for (const [table, columns] of before.tables) {
      const added = found.tables.get(table)?.filter((name) => !columns.includes(name) && after.tables.get(table)?.includes(name)) ?? [];
      for (const column of added) changes.push(sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`);
    }
    // Made later, dropped earlier: what names another goes first.
    for (const table of begun.reverse()) {
      await refuseRows(tx, table);
      changes.push(sql`drop table ${sql.table(table)}`);
    }
    for (const [name, part] of before.parts) if (!kept.has(name)) changes.push(sql.raw(part.sql));
    for (const change of changes) await change.execute(tx);
    return changes.length > 0;
  });
