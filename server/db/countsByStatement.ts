import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#server/db/engine.ts";

/**
 * PostgreSQL keeps every count that an organisation had within a transaction, so that each row that was counted alone made the next one slower:
 * there, what a statement adds or removes is counted together. Rows that move are counted alone still.
 */
export const countsByStatement: Migration = {
  async up(db: Kysely<unknown>) {
    if (!isPostgres(db)) return;
    for (const table of ["user", "role", "device"]) {
      const column = sql.ref(`${table}_count`);
      for (const { when, event, rows, sign } of [
        { when: "added", event: sql`insert`, rows: sql`new`, sign: sql`+` },
        { when: "removed", event: sql`delete`, rows: sql`old`, sign: sql`-` },
      ]) {
        const name = sql.ref(`${table}_counted_${when}`);
        await sql`drop trigger ${name} on ${sql.table(table)}`.execute(db);
        await sql`create or replace function ${name}() returns trigger language plpgsql as $body$ begin
          update company set ${column} = ${column} ${sign} many.n
            from (select company_id, count(*) as n from counted group by company_id) many where company.id = many.company_id;
          return null; end $body$`.execute(db);
        await sql`create trigger ${name} after ${event} on ${sql.table(table)} referencing ${rows} table as counted
          for each statement execute function ${name}()`.execute(db);
      }
    }
  },
};
