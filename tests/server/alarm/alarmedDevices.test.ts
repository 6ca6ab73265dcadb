import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alarmLog, alarmSwitch, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmMask } from "#contract/resources/alarmMask.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { device } from "#contract/resources/device.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { openTenant, type Tenant } from "#tests/server/tenants/tenant.ts";

let site: Site;
let root: { token: string };
let north: Tenant;
let south: Tenant;
/** Below north. */
let town: Tenant;

const hour = 3_600_000;
const first = Date.parse("2026-11-01T00:00:00Z");
const iso = (at: number): string => new Date(at).toISOString();

interface Given {
  id: string;
  level: number;
  /** Hours after the first. */
  after: number;
  open?: boolean;
  state?: number;
  type_name?: string;
  rule_id?: string | null;
}

/** Records as the engine writes them, with the count of the device that it keeps. */
const put = async (tenant: Tenant, ...given: readonly Given[]): Promise<void> => {
  const { db } = site.gatehouse.services;
  const rows = given.map(({ open = false, after, ...row }) => {
    const at = first + after * hour;
    const owned = { company_id: tenant.ids.company, device_id: tenant.ids.device, rule_id: tenant.ids.rule, point_id: tenant.ids.point };
    return alarmRow({ ...owned, type_name: "", ...row, raised_at: at, ...(open ? { open_key: row.id } : { released_at: at }) });
  });
  await db.insertInto("alarm_log").values(rows).execute();
  const opened = given.filter(({ open }) => open).length;
  await db
    .updateTable("device")
    .set((eb) => ({ open_alarms: eb("open_alarms", "+", opened) }))
    .where("id", "=", tenant.ids.device)
    .execute();
};

beforeAll(async () => {
  site = await openSite();
  root = { token: await site.signIn("admin", "adminpw1") };
  north = await openTenant(site, "north");
  south = await openTenant(site, "south");
  town = await openTenant(site, "town", north.ids.company);
  await site.gatehouse.services.db.deleteFrom("alarm_log").execute();
  await put(
    north,
    { id: "n1", level: 1, after: 5, open: true },
    { id: "n2", level: 1, after: 2, state: 1 },
    { id: "n3", level: 3, after: 1 },
  );
  await put(town, { id: "t1", level: 3, after: 3, open: true }, { id: "t2", level: 1, after: 4, open: true, type_name: "Heat" });
  await put(south, { id: "s1", level: 2, after: 0, state: 2 });
});
afterAll(() => site.close());

const asked = async (filters: object, as: { token: string }) => (await site.ask(alarmLog.calls.queryDevices, filters, as)).data;
const rows = async (filters: object, as: { token: string }) =>
  (await asked(filters, as)).list.map(({ id, count, open, level, raisedAt }) => [id, count, open, level, raisedAt]);
const recordIds = async (filters: object, as: { token: string }): Promise<string[]> =>
  (await site.ask(alarmLog.calls.query, filters, as)).data.list.map(({ id }) => id);

describe("devices by their alarm records", () => {
  it("are told with the count, the open ones, the highest level and the newest time of what the filters let through", async () => {
    const northRow = [north.ids.device, 3, 1, 3, iso(first + 5 * hour)];
    const townRow = [town.ids.device, 2, 2, 3, iso(first + 4 * hour)];
    expect(await rows({}, north)).toEqual([northRow, townRow]);
    expect(await rows({ sortField: "count", sortOrder: "asc" }, north)).toEqual([townRow, northRow]);
    expect(await rows({ sortField: "name", sortOrder: "desc" }, north)).toEqual([townRow, northRow]);
    expect(await rows({ open: true, level: 1 }, north)).toEqual([
      [north.ids.device, 1, 1, 1, iso(first + 5 * hour)],
      [town.ids.device, 1, 1, 1, iso(first + 4 * hour)],
    ]);
    expect(await rows({ to: iso(first + hour) }, root)).toEqual([[south.ids.device, 1, 0, 2, iso(first)]]);
    expect(await rows({ companyId: town.ids.company }, north)).toEqual([townRow]);
    expect(await asked({ pageNo: 9, pageSize: 1 }, north)).toMatchObject({ total: 2, pageNo: 2, list: [{ id: town.ids.device }] });
  });

  it("of another organisation are not told", async () => {
    expect(await rows({}, south)).toEqual([[south.ids.device, 1, 0, 2, iso(first)]]);
    for (const companyId of [north.ids.company, "none"]) expect(await rows({ companyId }, south)).toEqual([]);
    expect(await rows({ deviceId: north.ids.device }, south)).toEqual([]);
  });

  it("come to the numbers that the list of records has", async () => {
    for (const filters of [{}, { open: true }, { level: 1 as const }, { state: 0 as const }]) {
      const { list } = await asked(filters, root);
      const { total, open } = (await site.ask(alarmLog.calls.count, filters, root)).data;
      expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(total);
      expect(list.reduce((sum, row) => sum + row.open, 0)).toBe(open);
    }
  });
});

describe("the filters of the history", () => {
  it("find the records of a rule", async () => {
    expect(await recordIds({ ruleId: town.ids.rule }, north)).toEqual(["t2", "t1"]);
    expect(await recordIds({ ruleId: "none" }, north)).toEqual([]);
    expect(await recordIds({ ruleId: north.ids.rule }, south)).toEqual([]);
  });

  it("find the records of rules that have a type now, and those whose type was called so", async () => {
    const typed = async (name: string, as: Tenant): Promise<string> => (await site.ask(alarmType.calls.post, { name }, as)).data.id;
    const heat = await typed("Heat", north);
    expect(await recordIds({ alarmTypeId: heat }, north)).toEqual(["t2"]);
    const { data: rule } = await site.ask(alarmTrigger.calls.get, { id: north.ids.rule }, north);
    expect((await site.ask(alarmTrigger.calls.put, { ...rule, alarmTypeId: heat }, north)).code).toBe(0);
    expect(await recordIds({ alarmTypeId: heat }, north)).toEqual(["n1", "t2", "n2", "n3"]);
    expect(await rows({ alarmTypeId: heat, state: 1 }, north)).toEqual([[north.ids.device, 1, 0, 1, iso(first + 2 * hour)]]);
    expect((await site.ask(alarmLog.calls.count, { alarmTypeId: heat }, north)).data.total).toBe(4);
    // Whoever may not use the type learns nothing by its name.
    const foreign = await typed("Heat", south);
    expect(await recordIds({ alarmTypeId: foreign }, north)).toEqual([]);
  });

  it("tell who may not see a point nothing of the rule and type of its alarms", async () => {
    const { db } = site.gatehouse.services;
    const { id } = await db
      .selectFrom("alarm_type")
      .select("id")
      .where("name", "=", "Heat")
      .where("company_id", "=", north.ids.company)
      .executeTakeFirstOrThrow();
    const stamps = { created_at: 1, updated_at: 1, updated_by: "" };
    await db
      .insertInto("role")
      .values({ id: "clerk", company_id: town.ids.company, name: "Clerk", description: "", ...stamps })
      .execute();
    const actions = JSON.stringify([alarmLog.calls.query.path]);
    await db.insertInto("role_menu").values({ role_id: "clerk", menu_id: "alarms.history", actions }).execute();
    await site.addUser({ account: "clerk", type: 1, companyId: town.ids.company, roles: ["clerk"] });
    const clerk = { token: await site.signIn("clerk", "secret1") };
    expect(await recordIds({ alarmTypeId: id }, clerk)).toEqual(["t2"]);
    await db.updateTable("point").set({ auth: 1 }).where("id", "=", town.ids.point).execute();
    expect(await recordIds({ ruleId: town.ids.rule }, root)).toEqual(["t2", "t1"]);
    expect(await recordIds({}, clerk)).toEqual(["t2", "t1"]);
    expect(await recordIds({ ruleId: town.ids.rule }, clerk)).toEqual([]);
    expect(await recordIds({ alarmTypeId: id }, clerk)).toEqual([]);
    await db.updateTable("point").set({ auth: 0 }).where("id", "=", town.ids.point).execute();
  });
});

describe("what is in alarm now", () => {
  const list = async (filters: object, as: { token: string }) =>
    (await site.ask(device.calls.device_alarm_list, filters, as)).data.list.map(({ id, open, level }) => [id, open, level]);
  const numbers = async (filters: object, as: { token: string }) => (await site.ask(device.calls.getDeviceAlarmNum, filters, as)).data;

  it("is listed with the worst device first", async () => {
    expect(await list({}, north)).toEqual([
      [town.ids.device, 2, 3],
      [north.ids.device, 1, 1],
    ]);
    expect(await list({ level: 3 }, north)).toEqual([[town.ids.device, 2, 3]]);
    expect(await list({ level: 1, search: "NORTH dev" }, north)).toEqual([[north.ids.device, 1, 1]]);
    expect(await list({ sortField: "raisedAt", sortOrder: "desc", pageSize: 1 }, root)).toEqual([[north.ids.device, 1, 1]]);
    expect(await list({}, south)).toEqual([]);
    expect(await list({ companyId: north.ids.company }, south)).toEqual([]);
  });

  it("is counted by level as its lists are long", async () => {
    const counts = await numbers({}, north);
    const levels = [0, 2, 0, 1].map((count, level) => ({ level, count }));
    expect(counts).toEqual({ total: counts.total, alarmed: 2, without: counts.total - 2, levels });
    for (const { level, count } of counts.levels) {
      expect(await list({ level }, north)).toHaveLength(count);
      expect((await asked({ level, open: true }, north)).total).toBe(count);
    }
    for (const alarmed of [true, false])
      expect((await site.ask(device.calls.query, { alarmed }, north)).data.total).toBe(alarmed ? counts.alarmed : counts.without);
    expect(await numbers({ companyId: town.ids.company }, north)).toMatchObject({ alarmed: 1 });
    expect(await numbers({ companyId: north.ids.company }, south)).toMatchObject({ total: 0, alarmed: 0, without: 0 });
  });

  it("is told of one device with its newest open alarms and the masks that run", async () => {
    const { data } = await site.ask(device.calls.device_alarm, { deviceId: town.ids.device }, town);
    expect(data).toMatchObject({ deviceId: town.ids.device, open: 2 });
    expect(data.levels.map(({ count }) => count)).toEqual([0, 1, 0, 1]);
    expect(data.newest.map(({ id }) => id)).toEqual(["t2", "t1"]);
    expect(data.masks.map(({ id }) => id)).toEqual([town.ids.mask]);
    await site.ask(alarmMask.calls.end, { ids: [town.ids.mask] }, town);
    expect((await site.ask(device.calls.device_alarm, { deviceId: town.ids.device }, town)).data.masks).toEqual([]);
    expect((await site.ask(device.calls.device_alarm, { deviceId: town.ids.device }, south)).code).toBe(404);
  });
});

describe("deleting records", () => {
  const remove = (ids: readonly string[], as: { token: string }) => site.ask(alarmLog.calls.delete, { ids: [...ids] }, as);

  it("takes those that are handled and not active any more, and all or none of them", async () => {
    expect(await remove(["n2", "n3", "n1"], north)).toMatchObject({
      code: 1415,
      message: "所选报警中有 2 条未处理或未解除，不能删除，未作任何更改",
    });
    await site.ask(alarmLog.calls.recover, { ids: ["n1"], state: 1, remark: "seen" }, north);
    expect((await remove(["n1"], north)).code).toBe(1415);
    expect((await remove(["n2", "s1"], north)).code).toBe(404);
    expect(await recordIds({ deviceId: north.ids.device }, north)).toEqual(["n1", "n2", "n3"]);
    expect((await remove(["n2", "n2"], north)).data).toEqual({ removed: 1 });
    expect(await recordIds({ deviceId: north.ids.device }, north)).toEqual(["n1", "n3"]);
    expect((await remove(["n2"], north)).code).toBe(404);
  });
});

describe("switches of users", () => {
  const { query, get, open_or_close } = alarmSwitch.calls;

  it("are read one level at a time, and of others where that is granted, and stay as their users set them [S7.088]", async () => {
    const set = { level: 2 as const, notice: true, sound: false };
    expect((await site.ask(open_or_close, set, town)).code).toBe(0);
    const kept = { ...set, tone: "double", desktop: false };
    expect((await site.ask(get, { level: 2 }, town)).data).toEqual(kept);
    expect((await site.ask(get, { level: 2 }, north)).data).toEqual({ ...kept, sound: true });
    const seen = async (filters: object, as: { token: string }) => (await site.ask(query, filters, as)).data;
    const { list, total } = await seen({ search: "town.keeper" }, north);
    expect(total).toBe(1);
    expect(list).toMatchObject([{ account: "town.keeper", companyName: "town company" }]);
    expect(list[0]?.switches).toEqual([
      { level: 0, notice: true, sound: false, tone: "chime", desktop: false },
      { level: 1, notice: true, sound: false, tone: "beep", desktop: false },
      kept,
      { level: 3, notice: true, sound: true, tone: "alarm", desktop: false },
    ]);
    expect((await seen({ search: "north.keeper" }, north)).list[0]?.switches[2]).toEqual({ ...kept, sound: true });
    expect((await seen({ search: "keeper", companyId: town.ids.company }, north)).list.map(({ account }) => account)).toEqual([
      "town.keeper",
    ]);
    expect((await seen({ search: "north.keeper" }, town)).total).toBe(0);
    expect((await seen({ companyId: north.ids.company }, south)).total).toBe(0);
    await site.ask(open_or_close, { ...set, notice: false }, north);
    expect((await site.ask(get, { level: 2 }, town)).data).toEqual(kept);
  });
});
