import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

/** One SN in any case. Devices that shared one before keep theirs, numbered by `sn_twin`, since they sign in with it. */
export const snInAnyCase: Migration = {
  async up(anyDb: Kysely<unknown>) {
    const db = anyDb as Kysely<Database>;
    await db.schema
      .alterTable("device")
      .addColumn("sn_twin", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    const folded = sql<string>`lower(sn)`;
    const shared = await db.selectFrom("device").select(folded.as("folded")).groupBy(folded).having(sql`count(*)`, ">", 1).execute();
    for (const { folded: sn } of shared) {
      const twins = await db.selectFrom("device").select("id").where(folded, "=", sn).orderBy("created_at").orderBy("id").execute();
      for (const [place, { id }] of twins.entries()) await db.updateTable("device").set({ sn_twin: place }).where("id", "=", id).execute();
    }
    await db.schema.createIndex("device_sn_in_any_case").on("device").unique().expression(sql`lower(sn), sn_twin`).execute();
  },
};
