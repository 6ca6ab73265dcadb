import { expect, it } from "vitest";
import { referencesTo } from "#server/db/references.ts";
import { recordFacts } from "#server/records/recordFacts.ts";
import { openWorld } from "#tests/server/resources/world.ts";

/** Tables that are no resource's own, and what becomes of their rows when what they name is deleted. */
const decided: Readonly<Record<string, string>> = {
  "default_device_type company_id": "goes with its organisation",
  "sn_registry company_id": "goes with its organisation",
  "sheet_upload company_id": "goes with its organisation",
  "device_template_ui_company company_id": "goes with its organisation, its panel stays",
  "job company_id": "goes with its user, without whom the organisation is not deleted",
  "company parent_id": "an organisation that has others below it stays",
};

it("knows of every column that names an organisation what becomes of its rows when the organisation is deleted", async () => {
  const { db } = await openWorld();
  const found = await referencesTo(db, "company");
  const facts = recordFacts.filter(({ owner }) => owner === "company_id").map(({ table, owner }) => `${table} ${owner}`);
  expect(found.map(({ table, column }) => `${table} ${column}`).sort()).toEqual([...new Set([...facts, ...Object.keys(decided)])].sort());
});
