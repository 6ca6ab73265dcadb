import type { Kysely } from "kysely";
import type { Edited, Stamp } from "#server/db/columnTypes.ts";

/** Kinds of column, all with a value in every row. */
interface Kinds {
  text: string;
  integer: number;
  "double precision": number;
}
type Columns = Readonly<Record<string, keyof Kinds>>;

interface RecordTable<Table extends string, Owner extends "user" | "company", C extends Columns> {
  readonly table: Table;
  readonly owner: Owner;
  readonly columns: C;
  up(db: Pick<Kysely<unknown>, "schema">): Promise<void>;
}

const makeTable = async ({ schema }: Pick<Kysely<unknown>, "schema">, table: string, owner: string, columns: Columns): Promise<void> => {
  const start = schema
    .createTable(table)
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn(`${owner}_id`, "text", (c) => c.notNull().references(`${owner}.id`).onDelete("cascade"));
  await Object.entries(columns)
    .reduce((made, [column, kind]) => made.addColumn(column, kind, (c) => c.notNull()), start)
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("updated_by", "text", (c) => c.notNull())
    .execute();
  await schema
    .createIndex(`${table}_${owner}`)
    .on(table)
    .columns([`${owner}_id`, "name"])
    .execute();
};

/** A table of plain records with a column for each of their fields; they go with the user or the organisation whose they are. */
export const recordTable = <const Table extends string, const Owner extends "user" | "company", const C extends Columns>(
  table: Table,
  owner: Owner,
  columns: C,
): RecordTable<Table, Owner, C> => ({
  table,
  owner,
  columns,
  up: (db) => makeTable(db, table, owner, columns),
});

/** Migrations that make a table of plain records each; what comes to such a table later is a migration of its own. */
export const recordTables = {
  "0026_device_groups": recordTable("device_group", "user", { name: "text", remark: "text" }),
};

type Made = (typeof recordTables)[keyof typeof recordTables];

type RowsOf<M> =
  M extends RecordTable<string, infer Owner, infer C>
    ? Edited & { id: string; created_at: Stamp } & { [K in `${Owner}_id`]: string } & { -readonly [K in keyof C]: Kinds[C[K]] }
    : never;

/** The tables that they make. */
export type RecordTables = { [M in Made as M["table"]]: RowsOf<M> };
