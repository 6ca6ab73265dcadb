import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Db, openDatabase, openExisting } from "#server/db/open.ts";
import { nullable } from "#server/postgres/nullable.ts";
import { type OwnDatabase, ownDatabase } from "#tests/server/database.ts";

let folder: string;
let database: OwnDatabase;
let db: Db;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dialect-"));
  database = await ownDatabase(folder);
  db = await openDatabase(database.place);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const stamps = { created_at: 1, updated_at: 1, updated_by: "" };
const addCompany = (id: string, name = id, expires: number | null = null, on: Db = db) =>
  on
    .insertInto("company")
    .values({ id, parent_id: null, path: `${id}/`, name, enabled: 1, expires_at: expires, zone: "UTC", ...stamps })
    .execute();

it("has every migration, and a database of one version is opened as it is", async () => {
  const again = await openExisting(database.place);
  expect(await again.selectFrom("company").selectAll().execute()).toEqual([]);
  await again.destroy();
});

it("lets writes wait for one another: of many that add what only one may, one does", async () => {
  const add = (number: number) =>
    number % 2 === 0
      ? db.transaction().execute(async (tx) => {
          const there = await tx.selectFrom("setting").select("key").where("value", "=", "only").executeTakeFirst();
          if (!there)
            await tx
              .insertInto("setting")
              .values({ key: `only ${number}`, value: "only" })
              .execute();
        })
      : sql`insert into setting (key, value) select ${`only ${number}`}, 'only' where not exists (select 1 from setting where value = 'only')`.execute(
          db,
        );
  await Promise.all(Array.from({ length: 40 }, (_, number) => add(number)));
  expect(await db.selectFrom("setting").select("value").where("value", "=", "only").execute()).toHaveLength(1);
});

it("keeps readers from waiting for who writes, and from seeing what is not committed", async () => {
  await db.transaction().execute(async (tx) => {
    await addCompany("half", "half", null, tx);
    expect(await db.selectFrom("company").select("id").where("id", "=", "half").execute()).toEqual([]);
  });
  expect(await db.selectFrom("company").select("id").where("id", "=", "half").execute()).toEqual([{ id: "half" }]);
});

it("takes a transaction back whose statement failed, though somebody went on behind the failure", async () => {
  const gone = db.transaction().execute(async (tx) => {
    await addCompany("gone", "gone", null, tx);
    await addCompany("gone", "gone", null, tx).catch(() => undefined);
  });
  await expect(gone).rejects.toThrow("a statement in it failed");
  expect(await db.selectFrom("company").select("id").where("id", "=", "gone").execute()).toEqual([]);
});

it("gives numbers for whole numbers of every size, counts and sums, and 1 and 0 for what is true or not", async () => {
  const { rows } =
    await sql`select ${Number.MAX_SAFE_INTEGER}::bigint as wide, count(*) as count, sum(x) as sum, (1 = 1) as yes, (1 = 2) as no
    from (values (1), (2)) as v (x)`.execute(db);
  expect(rows).toEqual([{ wide: Number.MAX_SAFE_INTEGER, count: 2, sum: 3, yes: 1, no: 0 }]);
});

it("folds text of every script, and sorts it by its characters with what has no value first", async () => {
  for (const [id, name, expires] of [
    ["s1", "ÄPFEL ÇAĞ", 2],
    ["s2", "b", null],
    ["s3", "Z", 1],
    ["s4", "水泵", null],
  ] as const)
    await addCompany(id, name, expires);
  const found = await db.selectFrom("company").select("search").where("id", "=", "s1").executeTakeFirst();
  expect(found?.search).toBe("ÄPFEL ÇAĞ".toLowerCase());
  const sorted = async (column: "name" | "expires_at", order: "asc" | "desc") =>
    (await db.selectFrom("company").select("id").where("id", "like", "s%").orderBy(column, order).orderBy("id").execute()).map(
      ({ id }) => id,
    );
  expect([await sorted("name", "asc"), await sorted("name", "desc")]).toEqual([
    ["s3", "s2", "s1", "s4"],
    ["s4", "s1", "s2", "s3"],
  ]);
  expect([await sorted("expires_at", "asc"), await sorted("expires_at", "desc")]).toEqual([
    ["s2", "s4", "s3", "s1"],
    ["s1", "s3", "s2", "s4"],
  ]);
});

it("knows all columns that may be without a value", async () => {
  const { rows } = await sql<{ name: string }>`select distinct a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attnotnull and not a.attisdropped`.execute(
    db,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...nullable].sort());
});

it("reads many rows piece by piece, and one that ends early lets go of its connection", async () => {
  const seen: number[] = [];
  for (let round = 0; round < 40; round += 1)
    for await (const { n } of db
      .selectFrom(sql<{ n: number }>`generate_series(1, 5000)`.as<"n">(sql`many (n)`))
      .select(sql<number>`n`.as("n"))
      .stream(100)) {
      seen.push(n);
      if (n === 250) break;
    }
  expect(seen.length).toBe(40 * 250);
});

it("refuses to write a row that names one which is not there, and lets rows that name each other go together", async () => {
  await addCompany("north");
  const child = db.updateTable("company").set({ parent_id: "nowhere" }).where("id", "=", "north").execute();
  await expect(child).rejects.toMatchObject({ code: "23503" });
  await db.transaction().execute(async (tx) => {
    await sql`set constraints all deferred`.execute(tx);
    await tx.updateTable("company").set({ parent_id: "later" }).where("id", "=", "north").execute();
    await addCompany("later", "later", null, tx);
  });
  expect(await db.selectFrom("company").select("parent_id").where("id", "=", "north").executeTakeFirst()).toEqual({ parent_id: "later" });
});

const backends = (which: string) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${sql.raw(which)}`;

it("serves readers while more writers wait than there are connections", async () => {
  const waiting: Promise<unknown>[] = [];
  await db.transaction().execute(async () => {
    for (let n = 0; n < 50; n += 1)
      waiting.push(
        db
          .insertInto("setting")
          .values({ key: `waits ${n}`, value: "" })
          .execute(),
      );
    expect(await db.selectFrom("setting").select("key").where("key", "like", "waits %").execute()).toEqual([]);
  });
  await Promise.all(waiting);
  expect(await db.selectFrom("setting").select("key").where("key", "like", "waits %").execute()).toHaveLength(50);
});

it("goes on after a connection that was cut in the midst of a transaction, of a write and of a stream", async () => {
  const cut = db.transaction().execute(async (tx) => {
    await addCompany("cut", "cut", null, tx);
    await backends("state = 'idle in transaction'").execute(db);
    await tx.selectFrom("company").select("id").execute();
  });
  await expect(cut).rejects.toThrow();
  const slow = sql`insert into setting (key, value) select 'slow', pg_sleep(30)::text`.execute(db);
  slow.catch(() => undefined);
  await expect
    .poll(async () => (await backends("query like '%pg_sleep(30)%' and pid <> pg_backend_pid()").execute(db)).rows.length)
    .toBe(1);
  await expect(slow).rejects.toThrow();
  const read = async () => {
    for await (const _row of db.selectFrom(sql`generate_series(1, 100000)`.as<"n">(sql`many (n)`)).select(sql`n`.as("n")).stream(10))
      await backends("query like '%generate_series%' and pid <> pg_backend_pid()").execute(db);
  };
  await expect(read()).rejects.toThrow();
  await addCompany("after the cut");
  expect(await db.selectFrom("company").select("id").where("id", "in", ["cut", "after the cut"]).execute()).toEqual([
    { id: "after the cut" },
  ]);
});

it("puts no connection back whose turn to write could not be had", async () => {
  const url = new URL(database.place);
  url.searchParams.set("options", "-c lock_timeout=200");
  const impatient = await openDatabase(url.href);
  await db.transaction().execute(async () => {
    for (let n = 0; n < 20; n += 1) await expect(addCompany("impatient", "impatient", null, impatient)).rejects.toThrow("lock timeout");
  });
  await addCompany("impatient", "impatient", null, impatient);
  for (let n = 0; n < 20; n += 1)
    expect(await impatient.selectFrom("company").select("id").where("id", "=", "impatient").execute()).toHaveLength(1);
  await impatient.destroy();
});

it("writes an empty list as what nothing is in, whatever stands beside it", async () => {
  await db.insertInto("setting").values({ key: "listed", value: "x" }).execute();
  const found = (way: "in" | "not in", keys: readonly string[]) =>
    db.selectFrom("setting").select("key").where("key", way, keys).where("value", "=", "x").execute();
  expect([await found("in", []), await found("in", ["listed"])]).toEqual([[], [{ key: "listed" }]]);
  expect([await found("not in", []), await found("not in", ["listed"])]).toEqual([[{ key: "listed" }], []]);
});
