import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const sites: Site[] = [];
const open = async (first: boolean): Promise<Site> => {
  const site = await openSite({ first });
  sites.push(site);
  return site;
};
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** What differs from start to start: times, and what is drawn by chance. */
const drawn: Readonly<Record<string, readonly string[]>> = {
  kysely_migration: ["timestamp"],
  sample_user: ["id", "age", "birth"],
  setting: ["value"],
  short_lived: ["value"],
  user: ["password_hash"],
};
const beginning = Date.UTC(2020, 0, 1);
const isTime = (value: unknown): boolean => typeof value === "number" && value > beginning;
const lasting = (table: string, row: object): string =>
  JSON.stringify(Object.entries(row).map(([name, value]) => [name, drawn[table]?.includes(name) || isTime(value) ? "" : value]));

const recordsOf = async ({ gatehouse: { services } }: Site): Promise<Map<string, string[]>> => {
  const { db } = services;
  const records = new Map<string, string[]>();
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
    records.set(name, rows.map((row) => lasting(name, row)).sort());
  }
  return records;
};

it("begins on a database without anything with the records that the databases of tests begin with", async () => {
  const [first, later] = [await open(true), await open(false)];
  const [made, copied] = [await recordsOf(first), await recordsOf(later)];
  expect([...made.keys()].sort()).toEqual([...copied.keys()].sort());
  for (const [name, rows] of made) expect([name, rows]).toEqual([name, copied.get(name)]);
  expect(made.get("user")).toHaveLength(1);
  expect(await first.signIn("admin", adminPassword)).not.toBe("");
});
