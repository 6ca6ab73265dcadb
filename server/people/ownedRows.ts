import { sql } from "kysely";
import { deferReferences } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";
import { type Reference, referencesTo } from "#server/db/references.ts";
import { refuseInUse } from "#server/records/inUse.ts";

const within = (ids: readonly string[]) => sql`(${sql.join(ids)})`;

/** What is told of a device stays with the device, wherever it went. */
const handOver = async (db: Db, owned: readonly Reference[], ids: readonly string[]): Promise<void> => {
  for (const told of await referencesTo(db, "device")) {
    const owner = owned.find(({ table }) => table === told.table);
    if (!owner) continue;
    const [table, company, device] = [sql.table(owner.table), sql.ref(owner.column), sql.ref(told.column)];
    await sql`update ${table} set ${company} = (select company_id from device where id = ${device})
      where ${company} in ${within(ids)} and ${device} is not null`.execute(db);
  }
};

const foreign = { zh: "其他组织的记录", en: "record of another organisation", many: "records of other organisations" };

/** Refuses where a row of somebody else's names one that would go. */
const checkUnnamed = async (db: Db, owned: readonly Reference[], ids: readonly string[]): Promise<void> => {
  for (const { table, column } of owned) {
    const going = (to: string) => sql`select ${sql.ref(to)} from ${sql.table(table)} where ${sql.ref(column)} in ${within(ids)}`;
    for (const naming of await referencesTo(db, table)) {
      if (naming.onDelete !== "NO ACTION" && naming.onDelete !== "RESTRICT") continue;
      const owner = owned.find((each) => each.table === naming.table);
      const others = owner ? sql`and ${sql.ref(owner.column)} not in ${within(ids)}` : sql``;
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(naming.table)}
        where ${sql.ref(naming.column)} in (${going(naming.to)}) ${others}`.execute(db);
      const count = rows[0]?.count ?? 0;
      refuseInUse(count, foreign);
    }
  }
};

/** Removes all that these organisations own, in every table whose rows name an organisation. */
export const removeOwned = async (db: Db, ids: readonly string[]): Promise<void> => {
  const owned = (await referencesTo(db, "company")).filter(({ table }) => table !== "company");
  await handOver(db, owned, ids);
  await checkUnnamed(db, owned, ids);
  // Some of these tables name each other.
  await deferReferences(db);
  for (const { table, column } of owned) await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in ${within(ids)}`.execute(db);
};
