import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "#server/db/open.ts";
import { recordFacts } from "#server/records/recordFacts.ts";

/** Tables that are no resource's own, and what becomes of their rows when what they name is deleted. */
const decided: Readonly<Record<string, string>> = {
  "job company_id": "goes with its user, without whom the organisation is not deleted",
  "company parent_id": "an organisation that has others below it stays",
};

it("knows of every column that names an organisation what becomes of its rows when the organisation is deleted", async () => {
  const db = await openDatabase(":memory:");
  const { rows } = await sql<{ reference: string }>`select m.name || ' ' || f."from" as reference
    from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table' and f."table" = 'company' order by 1`.execute(db);
  await db.destroy();
  const facts = recordFacts.filter(({ owner }) => owner === "company_id").map(({ table, owner }) => `${table} ${owner}`);
  expect(rows.map(({ reference }) => reference)).toEqual([...new Set([...facts, ...Object.keys(decided)])].sort());
});
