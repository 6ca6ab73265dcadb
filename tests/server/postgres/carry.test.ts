import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { dict } from "#contract/resources/dict.ts";
import { readConfig } from "#server/config.ts";
import { carryOver, forgetCarried } from "#server/db/carry.ts";
import { shapeOf } from "#server/db/halfWay.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { startGatehouse } from "#server/gatehouse.ts";
import { verifyLog } from "#server/log/logHead.ts";
import { homeOnPostgres } from "#server/shortLived/home.ts";
import { openShortLived } from "#server/shortLived/openShortLived.ts";
import { type Kind, lasting } from "#server/shortLived/shortLived.ts";
import { adminCommand, adminCommandWith } from "#tests/server/backup/adminCommand.ts";
import { type OwnDatabase, ownDatabase } from "#tests/server/database.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const point = { name: "N", address: "n", valueType: "float64", storeMode: 1, display: true, sort: 0 };

let spare: string;
let site: Site;
/** An installation with its records embedded, and stopped. */
let installed: string;
beforeAll(async () => {
  spare = mkdtempSync(join(tmpdir(), "carry-"));
  site = await openSite({ variables: { DATABASE_URL: "" } });
  const token = await site.signIn("admin", adminPassword);
  const { recipeId } = await addTemplate(site, token, "Carried", [point]);
  await addDevice(site, token, { sn: "CARRIED-1", recipeId });
  await site.ask(deviceGroup.calls.post, { name: "Gruppe Ü", remark: "水泵\n'quoted' \"twice\" \\ back" }, { token });
  for (const value of ["a", "b", "c"]) await site.ask(dict.calls.post, { name: "colour", value }, { token });
  await site.addUser({ account: "carried.user", companyId: await site.addCompany("Below") });
  await site.gatehouse.stop();
  installed = site.folder;
});
afterAll(async () => {
  rmSync(spare, { recursive: true, force: true });
  rmSync(installed, { recursive: true, force: true });
});

let target: OwnDatabase;
beforeEach(async () => {
  target = await ownDatabase(spare);
});
afterEach(() => target.drop());

const opened = async <T>(place: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const db = await openDatabase(place);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};

const tables = () => opened(join(installed, "app.db"), async (db) => [...(await shapeOf(db)).tables.keys()]);

const rowsOf = async (db: Db): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const table of await tables()) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
    found[table] = rows.map((row) => JSON.stringify(Object.entries(row as object).sort())).sort();
    if (table === "setting") found[table] = found[table].filter((row) => !row.includes("carried over"));
  }
  return found;
};

/** All that a row has to keep to. */
const rulesOf = async (db: Db): Promise<unknown[]> => {
  const { rows } =
    await sql`select conrelid::regclass::text as "table", conname, convalidated, condeferrable, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = current_schema()::regnamespace order by 1, 2`.execute(db);
  return rows;
};

const configOf = (dataDir: string, more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: dataDir, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", ...more }, join(spare, "none"));
const copyOf = (name: string): string => {
  const copy = join(spare, name);
  cpSync(installed, copy, { recursive: true });
  return copy;
};
const silent = pino({ level: "silent" });

it("leaves alone what is short-lived, on either side", async () => {
  const home = homeOnPostgres(target.place, () => undefined);
  const troubles = { failed: () => undefined, over: () => undefined };
  const shortLived = await openShortLived(home, { now: Date.now, uptime: () => performance.now(), troubles });
  const counts: Kind<number> = { name: "count" };
  await shortLived.step(counts, ["a"], (held) => held.put("a", 1, lasting));
  try {
    await opened(join(installed, "app.db"), (from) => opened(target.place, (to) => carryOver(from, to)));
    expect(await shortLived.read(counts, "a")).toBe(1);
    const back = join(spare, "without-short-lived.db");
    await opened(target.place, (from) => opened(back, (to) => carryOver(from, to)));
    expect(await opened(back, async (db) => (await shapeOf(db)).tables.has("short_lived"))).toBe(false);
  } finally {
    await home.destroy();
  }
});

it("carries every row of every table over as it is, to PostgreSQL and back, and the log goes on behind its last number", async () => {
  await opened(join(installed, "app.db"), async (from) => {
    const before = await rowsOf(from);
    expect([before.company?.length, before.device?.length, before.device_group?.length]).toEqual([2, 1, 1]);
    await opened(target.place, async (to) => {
      const rules = await rulesOf(to);
      expect(rules.length).toBeGreaterThan(30);
      expect(await carryOver(from, to)).toBe(Object.values(before).reduce((sum, rows) => sum + rows.length, 0));
      expect(await rowsOf(to)).toEqual(before);
      expect(await rulesOf(to)).toEqual(rules);
      expect(await verifyLog(to, configOf(installed).logHead)).toBe(before.operation_log?.length);
      await opened(join(spare, "back.db"), async (back) => {
        await carryOver(to, back);
        expect(await rowsOf(back)).toEqual(before);
        const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger' order by 1`.execute(back);
        expect(rows).toEqual((await sql`select name from sqlite_master where type = 'trigger' order by 1`.execute(from)).rows);
      });
      const row = { at: 1, account: "", user_name: "", address: "", call: "", detail: "", change: "", code: 0, milliseconds: 0 };
      const added = await to
        .insertInto("operation_log")
        .values({ ...row, user_id: null, company_id: null, previous: "", hash: "" } as never)
        .returning("seq")
        .executeTakeFirst();
      expect(Number(added?.seq)).toBe((before.operation_log?.length ?? 0) + 1);
      const counted = () =>
        to
          .selectFrom("company")
          .select("user_count" as never)
          .where("id", "=", "root")
          .executeTakeFirst();
      const had = await counted();
      await to.deleteFrom("user").where("account", "=", "admin").execute();
      expect(await counted()).not.toEqual(had);
    });
  });
});

it("carries nothing over where one row cannot be kept, or where records are already", async () => {
  const copy = join(spare, "copy.db");
  await opened(join(installed, "app.db"), (db) => sql`vacuum into ${copy}`.execute(db));
  await opened(copy, async (from) => {
    await sql`update device_group set version = 'none'`.execute(from);
    await opened(target.place, async (to) => {
      await expect(carryOver(from, to)).rejects.toThrow("Nothing was carried over: device_group: ");
      expect(Object.values(await rowsOf(to)).flat()).toEqual([]);
      await sql`pragma foreign_keys = off`.execute(from);
      await sql`update device_group set version = 1, user_id = 'nobody'`.execute(from);
      await expect(carryOver(from, to)).rejects.toThrow(/^Nothing was carried over: device_group: .*\(Key \(user_id\)=\(nobody\)/);
      expect(Object.values(await rowsOf(to)).flat()).toEqual([]);
      await sql`update device_group set user_id = (select id from user where account = 'admin')`.execute(from);
      await from.updateTable("device").set({ signal: -71.5 }).execute();
      await from.updateTable("device_group").set({ version: 1, remark: "a\u0000b\u{F0000}c" }).execute();
      await carryOver(from, to);
      expect(await to.selectFrom("device_group").select("remark").execute()).toEqual([{ remark: "a\u0000b\u{F0000}c" }]);
      expect(await to.selectFrom("device").select("signal").execute()).toEqual([{ signal: -71.5 }]);
      expect(await carryOver(from, to), "done already, by a run that was interrupted behind it").toBe(0);
      await forgetCarried(to);
      await expect(carryOver(from, to)).rejects.toThrow("there are records in the database already: name an empty one");
    });
  });
});

it("is done by the operator's command, and no server begins on half of it", async () => {
  const moving = copyOf("moving");
  const refused = startGatehouse(configOf(moving, { DATABASE_URL: target.place }), silent);
  await expect(refused).rejects.toThrow(`${moving} holds records of its own (app.db)`);
  await expect(adminCommand(moving, "migrate", "mysql://x")).rejects.toThrow("name the database, in DATABASE_URL or here: postgres://");
  expect(await adminCommandWith({ DATABASE_URL: target.place })(moving, "migrate")).toMatch(
    /^\d+ rows were carried over: set DATABASE_URL/,
  );
  expect(readdirSync(moving).filter((name) => name.startsWith("app.db"))).toEqual(["app.db.carried-over"]);
  await expect(startGatehouse(configOf(moving), silent)).rejects.toThrow(
    /^The records of \S+ are on PostgreSQL \(127\.0\.0\.1:\d+\/test_\w+\): set/,
  );
  const config = configOf(moving, { DATABASE_URL: target.place });
  const gatehouse = await startGatehouse(config, silent);
  const second = startGatehouse(configOf(join(spare, "other"), { DATABASE_URL: target.place }), silent);
  await expect(second).rejects.toThrow(`the database is in use by gatehouse, process ${process.pid} on `);
  const { db } = gatehouse.services;
  expect(await db.selectFrom("device").select("sn").execute()).toEqual([{ sn: "CARRIED-1" }]);
  expect((await db.selectFrom("operation_log").select("call").orderBy("seq", "desc").executeTakeFirst())?.call).toBe("admin migrate");
  expect(await verifyLog(db, config.logHead)).toBeGreaterThan(5);
  await gatehouse.stop();
  const empty = await ownDatabase(spare);
  await expect(startGatehouse(configOf(moving, { DATABASE_URL: empty.place }), silent)).rejects.toThrow(
    /^The records of \S+ were on PostgreSQL at 127\.0\.0\.1:\d+\/test_\w+, and 127\.0\.0\.1:\d+\/test_\w+ has none: set DATABASE_URL/,
  );
  await empty.drop();
}, 120_000);

it("is backed up beside a running server and restored, onto PostgreSQL and into a folder", async () => {
  const backed = copyOf("backed");
  await adminCommand(backed, "migrate", target.place);
  const variables = { DATABASE_URL: target.place };
  const gatehouse = await startGatehouse(configOf(backed, variables), silent);
  const kept = join(spare, "kept");
  expect(await adminCommandWith(variables)(backed, "backup", kept)).toContain("holds a backup of");
  await gatehouse.stop();
  const embedded = join(spare, "embedded");
  await adminCommand(embedded, "restore", kept);
  const other = await ownDatabase(spare);
  const moved = join(spare, "moved");
  await adminCommandWith({ DATABASE_URL: other.place })(moved, "restore", kept);
  expect([existsSync(join(embedded, "app.db")), existsSync(join(moved, "app.db"))]).toEqual([true, false]);
  for (const config of [configOf(embedded), configOf(moved, { DATABASE_URL: other.place })]) {
    const again = await startGatehouse(config, silent);
    const { db } = again.services;
    expect(await db.selectFrom("device").select("sn").execute()).toEqual([{ sn: "CARRIED-1" }]);
    expect((await db.selectFrom("operation_log").select("call").orderBy("seq", "desc").executeTakeFirst())?.call).toBe("admin restore");
    await verifyLog(db, config.logHead);
    await again.stop();
  }
  await other.drop();
}, 120_000);
