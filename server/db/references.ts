import { sql } from "kysely";
import { isPostgres } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";

export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly to: string;
  /** What becomes of the row when the one that it names goes. */
  readonly onDelete: string;
}

const embeddedReferences = (
  table: string,
) => sql<Reference>`select m.name as "table", f."from" as "column", f."to" as "to", f.on_delete as "onDelete"
  from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table' and f."table" = ${table} order by 1, 2`;

/** Every reference of the schema is one column to one column. */
const postgresReferences = (
  table: string,
) => sql<Reference>`select named.relname as "table", own.attname as "column", other.attname as "to",
    case c.confdeltype when 'c' then 'CASCADE' when 'n' then 'SET NULL' else 'NO ACTION' end as "onDelete"
  from pg_constraint c
  join pg_class named on named.oid = c.conrelid
  join pg_attribute own on own.attrelid = c.conrelid and own.attnum = c.conkey[1]
  join pg_attribute other on other.attrelid = c.confrelid and other.attnum = c.confkey[1]
  where c.contype = 'f' and c.confrelid = to_regclass(quote_ident(${table})) order by 1, 2`;

/** The columns that name rows of the table, as the schema has them. */
export const referencesTo = async (db: Db, table: string): Promise<Reference[]> => {
  const references = isPostgres(db) ? postgresReferences(table) : embeddedReferences(table);
  return (await references.execute(db)).rows;
};
