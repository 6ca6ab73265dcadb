import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { company } from "#contract/resources/company.ts";
import { employeeBindCustomer, terminalUser } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { openPeople, type People } from "./people.ts";

let people: People;
const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);

const stamps = { updated_at: 0, updated_by: "" };
const userRow = (id: string, companyId: string, index: number) => ({
  id,
  company_id: companyId,
  account: `${String.fromCharCode(97 + ((index * 7) % 26))}${id}`,
  user_name: ["Ö-Müller", "Smith", "王伟"][index % 3] ?? "",
  nick_name: `nick ${index % 4}`,
  phone: `1380000${String(index).padStart(4, "0")}`,
  email: index % 2 === 0 ? `P${index}@Example.com` : "",
  avatar: "",
  type: [1, 2, 3, 4, 5][index % 5] ?? 1,
  password_hash: "",
  enabled: index % 7 === 0 ? 0 : 1,
  second_factor: 0,
  last_login_at: index % 3 === 0 ? null : (index * 37) % 50,
  created_at: (index * 31) % 40,
  ...stamps,
});

const count = 60;

beforeAll(async () => {
  people = await openPeople();
  const { db } = people.site.gatehouse.services;
  const places = [people.north, people.town, people.south];
  const rows = Array.from({ length: count }, (_, index) => userRow(`m${index}`, places[index % 3] ?? "", index));
  await db.insertInto("user").values(rows).execute();
  const employees = rows.filter(({ type }) => type < 3);
  const customers = rows.filter(({ type }) => type > 2);
  const served = employees.map(({ id }, at) => ({ employee_id: id, customer_id: customers[(at * 5) % customers.length]?.id ?? "" }));
  await db.insertInto("employee_customer").values(served).execute();
  for (const [at, { id }] of customers.slice(0, 20).entries()) {
    const device = deviceRow({ id: `d${at}`, company_id: people.north, sn: `LIST-${at}`, type_id: "type-general" });
    await db.insertInto("device").values(device).execute();
    await db
      .insertInto("device_user")
      .values({ device_id: `d${at}`, user_id: id, state: at % 4, at: 0 })
      .execute();
  }
});
afterAll(() => people.site.close());

const everybody = async () => {
  const { db } = people.site.gatehouse.services;
  return db.selectFrom("user").innerJoin("company", "company.id", "user.company_id").selectAll("user").select("company.name").execute();
};
type Row = Awaited<ReturnType<typeof everybody>>[number];

const said = (row: Row): string => [row.account, row.user_name, row.nick_name, row.phone, row.email].join("\n").toLowerCase();
const below = (ids: readonly string[]) => (row: Row) => ids.includes(row.company_id);

/** Ids of all pages, one behind the other. */
const pages = async (asking: (page: { pageNo: number; pageSize: number }) => Promise<{ total: number; list: { id: string }[] }>) => {
  const ids: string[] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const { total, list } = await asking({ pageNo, pageSize: 7 });
    ids.push(...list.map(({ id }) => id));
    if (pageNo * 7 >= total) return { total, ids };
  }
};

const keys: Record<string, (row: Row) => (string | number | null)[]> = {
  account: (row) => [row.account],
  userName: (row) => [row.user_name, row.id],
  companyName: (row) => [row.name, row.company_id, row.account],
  createdAt: (row) => [row.created_at, row.id],
  lastLoginAt: (row) => [row.last_login_at, row.id],
};

/** As the database has it: nothing before something, text by its bytes. */
const compared = (one: string | number | null, other: string | number | null): number => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return typeof one === "string" ? Buffer.compare(Buffer.from(one), Buffer.from(String(other))) : one - Number(other);
};

const sorted = (rows: readonly Row[], field: string, order: "asc" | "desc"): string[] => {
  const keyOf = keys[field] ?? (() => []);
  const ascending = [...rows].sort((one, other) => {
    const [mine, theirs] = [keyOf(one), keyOf(other)];
    return mine.map((part, at) => compared(part, theirs[at] ?? null)).find((difference) => difference !== 0) ?? 0;
  });
  return (order === "asc" ? ascending : ascending.reverse()).map(({ id }) => id);
};

const filters: { name: string; request: object; keep: (row: Row) => boolean }[] = [
  { name: "all", request: {}, keep: () => true },
  { name: "a type", request: { type: 3 }, keep: (row) => row.type === 3 },
  { name: "disabled", request: { enabled: false }, keep: (row) => row.enabled === 0 },
  { name: "a text in any script and case", request: { search: " müLLER" }, keep: (row) => said(row).includes("müller") },
  { name: "an e-mail address", request: { search: "@example" }, keep: (row) => said(row).includes("@example") },
  { name: "signs that mean themselves", request: { search: "%" }, keep: () => false },
];

describe("lists of users", () => {
  it.each(Object.keys(keys))("sorted by %s are the whole, page by page, for every filter and reach", async (sortField) => {
    const all = await everybody();
    const reaches = [
      { token: people.admin, self: "user-admin", reached: () => true },
      {
        token: people.northOwner,
        self: all.find(({ account }) => account === "north.owner")?.id,
        reached: below([people.north, people.town]),
      },
    ];
    for (const { token, self, reached } of reaches) {
      for (const { name, request, keep } of filters) {
        for (const sortOrder of ["asc", "desc"] as const) {
          const expected = all.filter((row) => row.id !== self && reached(row) && keep(row));
          const answer = await pages(
            async (page) => (await ask(user.calls.get_child, { ...request, ...page, sortField, sortOrder }, { token })).data,
          );
          expect({ name, ...answer }).toEqual({ name, total: expected.length, ids: sorted(expected, sortField, sortOrder) });
        }
      }
    }
  });

  it("are found by a text that more than a thousand have, in every order", async () => {
    const { db } = people.site.gatehouse.services;
    const crowd = Array.from({ length: 1100 }, (_, index) => ({ ...userRow(`c${index}`, people.town, index), user_name: "Crowd" }));
    await db.insertInto("user").values(crowd).execute();
    const all = (await everybody()).filter(({ user_name }) => user_name === "Crowd");
    for (const sortField of Object.keys(keys)) {
      const request = { search: "crowd", sortField, sortOrder: "desc", pageSize: 1000 } as const;
      const { data } = await ask(user.calls.get_child, request, { token: people.admin });
      const list = data.list.map(({ id }) => id);
      expect({ total: data.total, list }).toEqual({ total: 1100, list: sorted(all, sortField, "desc").slice(0, 1000) });
    }
    await db.deleteFrom("user").where("user_name", "=", "Crowd").execute();
  });

  it("of end consumers and of holders of devices are the whole, too", async () => {
    const all = await everybody();
    const north = below([people.north, people.town]);
    const { db } = people.site.gatehouse.services;
    const held = (await db.selectFrom("device_user").select("user_id").where("state", "in", [0, 1]).execute()).map((row) => row.user_id);
    for (const [token, reached] of [[people.admin, () => true] as const, [people.northOwner, north] as const]) {
      for (const search of ["", "smith"]) {
        const found = all.filter((row) => reached(row) && said(row).includes(search));
        const consumers = await pages(async (page) => (await ask(terminalUser.calls.query, { search, ...page }, { token })).data);
        const expected = found.filter((row) => row.type === 3 || row.type === 4);
        expect(consumers).toEqual({ total: expected.length, ids: sorted(expected, "account", "asc") });
        const holders = await pages(async (page) => (await ask(user.calls.query_device_user, { search, ...page }, { token })).data);
        const holding = found.filter(({ id }) => held.includes(id));
        expect(holders).toEqual({ total: holding.length, ids: sorted(holding, "account", "asc") });
      }
    }
    const one = await ask(user.calls.query_device_user, { deviceId: "d0" }, { token: people.admin });
    expect(one.data).toMatchObject({ total: 1, list: [{ devices: 1 }] });
  });

  it("of employees find who matches or serves who does, and a page past the end is the last", async () => {
    const all = await everybody();
    const { db } = people.site.gatehouse.services;
    const served = await db.selectFrom("employee_customer").selectAll().execute();
    const north = below([people.north, people.town]);
    const { query } = employeeBindCustomer.calls;
    for (const [token, reached] of [[people.admin, () => true] as const, [people.northOwner, north] as const]) {
      const matches = all.filter((row) => reached(row) && said(row).includes("smith")).map(({ id }) => id);
      const expected = all.filter(
        (row) =>
          row.type < 3 &&
          row.type > 0 &&
          reached(row) &&
          (matches.includes(row.id) || served.some((each) => each.employee_id === row.id && matches.includes(each.customer_id))),
      );
      const ids = sorted(expected, "account", "asc");
      expect(await pages(async (page) => (await ask(query, { search: "Smith", ...page }, { token })).data)).toEqual({
        total: ids.length,
        ids,
      });
      const past = await ask(query, { search: "Smith", pageNo: 99, pageSize: 7 }, { token });
      expect(past.data).toMatchObject({ total: ids.length, pageNo: Math.ceil(ids.length / 7) });
      expect(past.data.list.map(({ id }) => id)).toEqual(ids.slice(-(ids.length % 7 || 7)));
    }
  });
});

describe("what is searched through", () => {
  it("follows every change of a name", async () => {
    const found = async (search: string) => (await ask(user.calls.get_child, { search }, { token: people.admin })).data.total;
    const { data } = await ask(
      user.calls.add_child_company,
      { account: "renamed", userName: "Früher", type: 1, password: "Kestrel72x", companyId: people.north },
      { token: people.admin },
    );
    expect([await found("FRÜHER"), await found("später")]).toEqual([1, 0]);
    await ask(user.calls.edit_child, { id: data.id, userName: "Später", type: 1, version: 1 }, { token: people.admin });
    expect([await found("FRÜHER"), await found("später")]).toEqual([0, 1]);
    const companies = async (name: string) => (await ask(company.calls.query, { name }, { token: people.admin })).data.total;
    const { id, parentId, version } = (await ask(company.calls.get, { id: people.south }, { token: people.admin })).data;
    await ask(company.calls.put, { id, parentId: parentId ?? "", name: "Süden", version }, { token: people.admin });
    expect([await companies("south"), await companies("SÜDEN")]).toEqual([0, 1]);
  });

  it("knows the names that were there before it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "names-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "app.db");
    const sqlite = openSqlite(file);
    const old = new Kysely<Database>({ dialect: sqliteDialect(sqlite) });
    const migrator = new Migrator({ db: old, provider: { getMigrations: async () => ({ ...migrations }) } });
    expect((await migrator.migrateTo("0003_people")).error).toBeUndefined();
    const place = {
      id: "north",
      parent_id: null,
      path: "north/",
      name: "Nördlich",
      enabled: 1,
      expires_at: null,
      zone: "UTC",
      created_at: 0,
    };
    await old
      .insertInto("company")
      .values({ ...place, ...stamps })
      .execute();
    await old
      .insertInto("user")
      .values(userRow("m0", "north", 0))
      .execute();
    await old.destroy();
    const db = await openDatabase(file);
    onTestFinished(() => db.destroy());
    expect(await db.selectFrom("company").select("search").execute()).toEqual([{ search: "nördlich" }]);
    expect(await db.selectFrom("user").select("search").execute()).toEqual([
      { search: "am0\nö-müller\nnick 0\n13800000000\np0@example.com" },
    ]);
  });
});
