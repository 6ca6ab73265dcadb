import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createFollower } from "#server/db/engine.ts";

const counted = ["user", "role", "device"] as const;

/**
 * Columns of an organisation that always say how many users, roles and devices it has itself: whoever adds, moves or removes one need not
 * know of them. What an organisation has with all below it is then one sum over a range of paths in an index.
 */
export const companyCounts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of counted) {
      const column = sql.ref(`${table}_count`);
      await db.schema
        .alterTable("company")
        .addColumn(`${table}_count`, "integer", (c) => c.notNull().defaultTo(0))
        .execute();
      await sql`update company set ${column} = (select count(*) from ${sql.table(table)} c where c.company_id = company.id)`.execute(db);
      const gained = sql`update company set ${column} = ${column} + 1 where id = new.company_id;`;
      const lost = sql`update company set ${column} = ${column} - 1 where id = old.company_id;`;
      const occasions = [
        { when: "added", event: sql`insert`, does: gained },
        { when: "moved", event: sql`update of company_id`, does: sql`${lost} ${gained}` },
        { when: "removed", event: sql`delete`, does: lost },
      ];
      for (const { when, event, does } of occasions) await createFollower(db, { name: `${table}_counted_${when}`, table, event, does });
    }
    await db.schema
      .createIndex("company_counts")
      .on("company")
      .columns(["path", ...counted.map((table) => `${table}_count`)])
      .execute();
  },
};
