import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { isForeignKeyFault } from "#server/db/engine.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { inTransaction, openSqlite, patienceMs, prepareValues } from "#server/sqlite/sqlite.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";

interface Tables {
  item: { id: number; name: string; parent: number | null };
}

const opened = () => {
  const raw = openSqlite(":memory:");
  raw.exec("create table item (id integer primary key, name text not null, parent integer references item (id))");
  const db = new Kysely<Tables>({ dialect: sqliteDialect(raw) });
  onTestFinished(() => db.destroy());
  const names = () => prepareValues<[], string>(raw, "select name from item order by id").all();
  return { raw, db, names };
};

test("a transaction that fails takes back rows and changes of the schema alike", async () => {
  const { db, names } = opened();
  const failing = db.transaction().execute(async (tx) => {
    await tx.insertInto("item").values({ id: 1, name: "a", parent: null }).execute();
    await tx.schema.alterTable("item").addColumn("more", "text").execute();
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(names()).toEqual([]);
  const columns = await sql<{ name: string }>`select name from pragma_table_info('item')`.execute(db);
  expect(columns.rows.map(({ name }) => name)).toEqual(["id", "name", "parent"]);
});

test("a statement that is kept goes on with a table that has changed since", async () => {
  const { db } = opened();
  await db.insertInto("item").values({ id: 1, name: "a", parent: null }).execute();
  const all = () => db.selectFrom("item").selectAll().execute();
  expect(await all()).toEqual([{ id: 1, name: "a", parent: null }]);
  await db.schema.alterTable("item").addColumn("more", "text").execute();
  expect(await all()).toEqual([{ id: 1, name: "a", parent: null, more: null }]);
});

/** `STATEMENTS=300000` for a long run. */
const statements = Number(process.env.STATEMENTS ?? 3_000);

test("more texts than are kept are answered, and thousands of statements are made and dropped", {
  timeout: 30_000 + statements,
}, async () => {
  const { db } = opened();
  for (let n = 0; n < statements; n++) {
    const { rows } = await sql.raw<{ n: number }>(`select ${n} as n`).execute(db);
    if (rows[0]?.n !== n) expect(rows).toEqual([{ n }]);
  }
  expect((await sql<{ n: number }>`select ${statements} as n`.execute(db)).rows).toEqual([{ n: statements }]);
});

test("who waits for the connection gets it in the order of asking, and nobody reads in the middle of a transaction", async () => {
  const { db } = opened();
  const order: string[] = [];
  const read = async (name: string) => {
    const rows = await db.selectFrom("item").select("id").execute();
    order.push(`${name} ${rows.length}`);
  };
  const transaction = db.transaction().execute(async (tx) => {
    await tx.insertInto("item").values({ id: 1, name: "a", parent: null }).execute();
    await new Promise((resolve) => setImmediate(resolve));
    await tx.insertInto("item").values({ id: 2, name: "b", parent: null }).execute();
    order.push("written");
  });
  await Promise.all([transaction, ...["first", "second", "third"].map(read)]);
  expect(order).toEqual(["written", "first 2", "second 2", "third 2"]);
});

test("affected rows, made ids and returned rows are answered", async () => {
  const { db } = opened();
  const inserted = await db.insertInto("item").values({ id: 7, name: "a", parent: null }).executeTakeFirst();
  expect(inserted.insertId).toBe(7n);
  const returned = await db.updateTable("item").set({ name: "b" }).where("id", "=", 7).returning("name").execute();
  expect(returned).toEqual([{ name: "b" }]);
  const deleted = await db.deleteFrom("item").where("id", "=", 7).executeTakeFirst();
  expect(deleted.numDeletedRows).toBe(1n);
});

test("a stream and a list of the same text do not disturb each other", async () => {
  const { db } = opened();
  for (const id of [1, 2, 3])
    await db
      .insertInto("item")
      .values({ id, name: `n${id}`, parent: null })
      .execute();
  const query = db.selectFrom("item").select("id").orderBy("id");
  await query.execute();
  const seen: number[] = [];
  for await (const { id } of query.stream()) seen.push(id);
  expect(seen).toEqual([1, 2, 3]);
});

test("a savepoint takes back its own part alone", async () => {
  const { db, names } = opened();
  const transaction = await db.startTransaction().execute();
  await transaction.insertInto("item").values({ id: 1, name: "kept", parent: null }).execute();
  const inner = await transaction.savepoint("inner").execute();
  await inner.insertInto("item").values({ id: 2, name: "dropped", parent: null }).execute();
  await inner.rollbackToSavepoint("inner").execute();
  await transaction.commit().execute();
  expect(names()).toEqual(["kept"]);
});

test("a foreign key that leads nowhere is told from every other refusal", async () => {
  const { db } = opened();
  const insert = (id: number, parent: number | null) =>
    db
      .insertInto("item")
      .values({ id, name: "a", parent })
      .execute()
      .then(
        () => "written",
        (fault: unknown) => isForeignKeyFault(fault),
      );
  expect([await insert(1, 99), await insert(1, null), await insert(1, null)]).toEqual([true, "written", false]);
});

/** The same file by two connections, of which the other is somebody else's. */
const shared = () => {
  const file = join(newFolder(), "shared.db");
  const raw = openSqlite(file, { pragmas: ["journal_mode = WAL"] });
  raw.exec("create table item (id integer primary key, name text not null, parent integer)");
  const db = new Kysely<Tables>({ dialect: sqliteDialect(raw) });
  const other = openSqlite(file);
  onTestFinished(async () => {
    other.close();
    await db.destroy();
  });
  const add = (id: number) => db.insertInto("item").values({ id, name: "a", parent: null }).execute();
  const ids = async () => (await db.selectFrom("item").select("id").orderBy("id").execute()).map(({ id }) => id);
  return { db, other, add, ids };
};

test("while another process writes, reads are answered, and what is written waits for it, in its order", async () => {
  const { db, other, add, ids } = shared();
  other.exec("begin immediate");
  other.exec("insert into item values (1, 'other', null)");
  const done: number[] = [];
  const transaction = db.transaction().execute(async (tx) => {
    const { count } = await tx
      .selectFrom("item")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("item")
      .values({ id: 10 + count, name: "b", parent: null })
      .execute();
    done.push(10 + count);
  });
  const alone = [2, 3, 4].map((id) => add(id).then(() => done.push(id)));
  for (let times = 0; times < 3; times += 1) expect(await ids()).toEqual([]);
  expect(done).toEqual([]);
  other.exec("commit");
  await Promise.all([transaction, ...alone]);
  expect([done, await ids()]).toEqual([
    [11, 2, 3, 4],
    [1, 2, 3, 4, 11],
  ]);
});

test("who waits for another process for too long is refused, and the next one is not", { timeout: 30_000 }, async () => {
  const { db, other, add, ids } = shared();
  other.exec("begin immediate");
  const refused = [add(1), db.transaction().execute((tx) => tx.deleteFrom("item").execute())];
  const began = performance.now();
  for (const each of await Promise.allSettled(refused)) expect(each).toMatchObject({ reason: { message: "database is locked" } });
  expect(performance.now() - began).toBeLessThan(2 * patienceMs);
  other.exec("commit");
  await add(2);
  expect(await ids()).toEqual([2]);
});

test("a transaction that only reads waits for nobody", async () => {
  const { db, other } = shared();
  other.exec("begin immediate");
  const read = db
    .transaction()
    .setAccessMode("read only")
    .execute((tx) => tx.selectFrom("item").selectAll().execute());
  expect(await read).toEqual([]);
});

test("a plain transaction that throws leaves nothing, and the next one begins", () => {
  const { raw, names } = opened();
  const failing = () =>
    inTransaction(raw, "immediate", () => {
      raw.exec("insert into item values (1, 'a', null)");
      throw new Error("no");
    });
  expect(failing).toThrow("no");
  inTransaction(raw, "immediate", () => raw.exec("insert into item values (2, 'b', null)"));
  expect(names()).toEqual(["b"]);
});
