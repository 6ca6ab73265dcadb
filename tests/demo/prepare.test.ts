import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lookOf } from "#contract/kit/accountLook.ts";
import { accounts, demoPassword } from "#demo/accounts.ts";
import { dayMs, fleetOf, hourMs } from "#demo/fleet.ts";
import { gatewayPassword } from "#demo/gatewayPassword.ts";
import { ownGateways } from "#demo/ownGateways.ts";
import { pastAlarms } from "#demo/pastAlarms.ts";
import { prepareDemo } from "#demo/prepare.ts";
import { startLines } from "#demo/startLines.ts";
import { passwordFits } from "#server/auth/password.ts";
import type { Config } from "#server/config.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { seedSystem } from "#server/system/seed.ts";
import { devicePasswordFits, deviceSecret } from "#server/wire/devicePassword.ts";
import { rowsOf } from "#tests/server/telemetry/store.ts";
import { demoConfig, silent } from "./demoSite.ts";

const now = Date.UTC(2026, 10, 20, 4);
const size = 24;
const days = 2;
const prepare = (config: Config, at = now) => prepareDemo(config, silent, { size, days, now: at, progress: () => undefined });

const readingsOf = ({ dataDir }: Config): number =>
  (["obs", "hot_a", "hot_b"] as const).reduce((sum, table) => sum + rowsOf(join(dataDir, "telemetry.db"), table), 0);
const countOf = async (
  db: Db,
  table: "company" | "user" | "device" | "alarm_log" | "alarm_trigger" | "device_state_log",
): Promise<number> =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

describe("preparing the demonstration", () => {
  const { config, remove } = demoConfig();
  let db: Db;
  let secret: string;
  beforeAll(async () => {
    secret = (await prepare(config)).secret;
    db = await openDatabase(join(config.dataDir, "app.db"));
  });
  afterAll(async () => {
    await db.destroy();
    remove();
  });

  it("makes the organisations, the accounts, the devices and about two million readings a month for two hundred gateways", async () => {
    const companies = await db.selectFrom("company").select(["path", "zone"]).execute();
    expect(companies.map(({ path }) => path.split("/").length - 1).sort()).toEqual([1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3]);
    expect(new Set(companies.map(({ zone }) => zone))).toEqual(new Set(["Asia/Shanghai", "Asia/Urumqi"]));

    const users = await db
      .selectFrom("user")
      .innerJoin("user_role", "user_role.user_id", "user.id")
      .select(["account", "type", "password_hash"])
      .execute();
    const looks = await db.selectFrom("user").select(["account", "look"]).execute();
    expect(looks).toEqual(looks.map(({ account }) => ({ account, look: lookOf(account) })));
    expect(users.map(({ account }) => account).sort()).toEqual(accounts.map(({ account }) => account).sort());
    expect([...new Set(users.map(({ type }) => type))].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    for (const { account, password_hash } of users.filter(({ account }) => account === "admin" || account === "owner"))
      expect(await passwordFits(password_hash, demoPassword), account).toBe(true);

    const devices = await db.selectFrom("device").select(["sn", "activated_at", "online", "password_hash"]).execute();
    expect(devices.length).toBe(size + 10);
    expect(devices.filter(({ activated_at }) => activated_at === null).length).toBe(6);
    expect(devices.filter(({ activated_at, online }) => activated_at !== null && online === 0).length).toBe(4);
    const [first] = devices;
    expect(first && devicePasswordFits(first.password_hash, gatewayPassword(secret, first.sn), await deviceSecret(db))).toBe(true);
    expect(await countOf(db, "alarm_trigger")).toBe(14);
    const rules = await db.selectFrom("alarm_trigger").selectAll().execute();
    const having = [
      rules.filter(({ method }) => method === "repeat"),
      rules.filter(({ further }) => further !== ""),
      rules.filter(({ schedule }) => schedule !== ""),
      await db.selectFrom("alarm_trigger_step").selectAll().execute(),
    ];
    expect(having.map(({ length }) => length)).toEqual([1, 2, 1, 1]);

    const month = (readingsOf(config) * 200 * 30) / (size * days);
    expect(month).toBeGreaterThan(1_700_000);
    expect(month).toBeLessThan(3_200_000);
  });

  it("speaks for its own gateways, and leaves one alone that somebody added with the same model", async () => {
    const own = await ownGateways(db, "sparkplug-b");
    expect(own).toEqual(["GHWP26002"]);
    const row = await db
      .selectFrom("device")
      .selectAll()
      .where("sn", "=", own[0] ?? "")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("device")
      .values({ ...row, id: "added", sn: "ADDED001" })
      .execute();
    expect(await ownGateways(db, "sparkplug-b")).toEqual(own);
    await db.deleteFrom("device").where("id", "=", "added").execute();
  });

  it("gives devices their cameras once, and has those that are left play from where the streams are at each start", async () => {
    const addresses = async () =>
      (await db.selectFrom("device_video").select("url").distinct().orderBy("url").execute()).map(({ url }) => url);
    const bring = (streams: string) => prepareDemo(config, silent, { size, days, now, streams, progress: () => undefined });
    await bring("http://localhost:8090");
    expect(await addresses()).toEqual(["http://localhost:8090/gate.m3u8", "http://localhost:8090/plant.flv"]);
    await db.deleteFrom("device_video").where("kind", "=", "flv").execute();
    await bring("http://localhost:8095");
    expect(await addresses()).toEqual(["http://localhost:8095/gate.m3u8"]);
  });

  it("keeps past alarms that are released, processed by people, false or still new", () => {
    const records = pastAlarms(fleetOf(120), now - 30 * dayMs, now);
    expect(records.length).toBeGreaterThan(150);
    expect(new Set(records.map(({ state }) => state))).toEqual(new Set([0, 1, 2]));
    for (const { state, processor, processor_id, released_at, raised_at, open_key, content, content_en } of records) {
      expect(state === 0).toBe(processor_id === null);
      expect(processor === "").toBe(state === 0);
      expect(released_at === null).toBe(open_key !== null);
      expect(released_at ?? now).toBeGreaterThan(raised_at);
      expect(content + content_en).not.toMatch(/[{}]/);
    }
  });

  it("changes nothing when it is started again at once, and fills what is missing since the last run", async () => {
    const before = { readings: readingsOf(config), devices: await countOf(db, "device"), users: await countOf(db, "user") };
    await prepare(config);
    expect({ readings: readingsOf(config), devices: await countOf(db, "device"), users: await countOf(db, "user") }).toEqual(before);
    await prepare(config, now + 2 * hourMs);
    const after = readingsOf(config);
    const aDay = before.readings / days;
    expect(after - before.readings).toBeGreaterThan(aDay / 24);
    await prepare(config, now + 40 * dayMs);
    expect(readingsOf(config) - after).toBeLessThan(aDay * 2);
  });

  it("refuses a folder with somebody else's organisations", async () => {
    const own = demoConfig();
    const foreign = await openDatabase(join(own.config.dataDir, "app.db"));
    await seedSystem(foreign, now, "secret1");
    const company = await foreign.selectFrom("company").selectAll().executeTakeFirstOrThrow();
    await foreign
      .insertInto("company")
      .values({ ...company, id: "own", parent_id: company.id, path: `${company.path}own/` })
      .execute();
    await foreign.destroy();
    await expect(prepare(own.config)).rejects.toThrow("DATA_DIR");
    own.remove();
  });

  it("prints the address and one account of each type", () => {
    const text = startLines({ adminPassword: undefined }, "http://localhost:8080", "mqtt://localhost:1883").join("\n");
    expect(text).toContain("http://localhost:8080");
    for (const { account } of accounts.filter(({ shown }) => shown)) expect(text).toMatch(new RegExp(`${account} +${demoPassword} `));
  });
});
