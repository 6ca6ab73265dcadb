import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alarmSwitch } from "#contract/resources/alarm.ts";
import { notice } from "#contract/resources/notice.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { ruleValues } from "#tests/server/alarm/fleet.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const minute = 60_000;
const day = 86_400_000;

describe("the notices behind the bell", () => {
  let site: Site;
  const now = Date.now();
  const company: Record<string, string> = {};
  const tokens: Record<string, string> = {};
  const users: Record<string, string> = {};

  const addDevice = async (id: string, companyId: string) => {
    const { db } = site.gatehouse.services;
    await db
      .insertInto("device")
      .values(deviceRow({ id, company_id: companyId, sn: `SN-${id}`, type_id: "type-general" }))
      .execute();
    const { id: recipe } = await db.selectFrom("recipe").select("id").executeTakeFirstOrThrow();
    await db
      .insertInto("slave")
      .values({ id: `${id}-1`, device_id: id, no: 1, name: "Pump 1", recipe_id: recipe })
      .execute();
  };
  type More = { level?: number; masked?: number; released_at?: number; rule_id?: string };
  const addAlarm = (id: string, device_id: string, raised_at: number, more: More = {}) =>
    site.gatehouse.services.db
      .insertInto("alarm_log")
      .values({
        ...{ id, device_id, company_id: rootCompanyId, slave: 1, rule_id: null, rule_name: "hot", point_id: null, point_name: "温度" },
        ...{ point_name_en: "Temperature", unit: "°C", level: 2, state: 0, content: "过热", content_en: "Too hot", value: "90" },
        ...{ open_key: null, raised_at, released_at: null, processed_at: null, processor_id: null, processor: "", remark: "" },
        ...more,
      })
      .execute();
  const addChange = (id: string, device_id: string, at: number, online: number) =>
    site.gatehouse.services.db
      .insertInto("device_state_log")
      .values({ id, device_id, company_id: rootCompanyId, online, at, reason: "connect" })
      .execute();
  const asked = async (who: string, language: "zh" | "en" = "zh") =>
    (await site.ask(notice.calls.query, { pageSize: 1000 }, { token: tokens[who] ?? "", language })).data;
  const listed = async (who: string) => (await asked(who)).list.map(({ id, read }) => (read ? `${id} (read)` : id));
  const mark = (who: string, request: object) => site.ask(notice.calls.mark, request, { token: tokens[who] ?? "" });

  beforeAll(async () => {
    site = await openSite();
    const { db } = site.gatehouse.services;
    await db
      .insertInto("recipe")
      .values({ id: "r", company_id: rootCompanyId, name: "r", description: "", created_at: now, updated_at: now, updated_by: "" })
      .execute();
    company.north = await site.addCompany("North");
    company.yard = await site.addCompany("Yard", company.north);
    company.south = await site.addCompany("South");
    for (const [account, companyId, roles] of [
      ["north", company.north, undefined],
      ["colleague", company.north, undefined],
      ["south", company.south, undefined],
      ["powerless", company.north, []],
    ] as const) {
      users[account] = await site.addUser({ account, companyId, ...(roles ? { roles } : {}) });
      await db
        .updateTable("user")
        .set({ created_at: now - day })
        .where("id", "=", users[account])
        .execute();
      tokens[account] = await site.signIn(account, "secret1");
    }
    tokens.admin = await site.signIn("admin", adminPassword);
    await addDevice("n1", company.north);
    await addDevice("y1", company.yard);
    await addDevice("s1", company.south);
    await addAlarm("a1", "n1", now - 50 * minute);
    await addAlarm("a2", "y1", now - 40 * minute, { level: 1, released_at: now - 30 * minute });
    await addAlarm("a3", "s1", now - 35 * minute);
    await addAlarm("silent", "n1", now - 20 * minute, { masked: 1 });
    await addAlarm("old", "n1", now - 31 * day);
    await addChange("c1", "n1", now - 60 * minute, 1);
    await addChange("c2", "n1", now - 45 * minute, 0);
  });
  afterAll(() => site.close());

  it("are the alarms and the last change of each device that the asker sees, newest first, without those of muted rules and old ones", async () => {
    expect(await listed("north")).toEqual(["alarm a2", "presence c2", "alarm a1"]);
    expect(await listed("south")).toEqual(["alarm a3"]);
    expect(await listed("powerless")).toEqual([]);
    expect((await asked("admin")).list.map(({ id }) => id)).toEqual(["alarm a3", "alarm a2", "presence c2", "alarm a1"]);
  });

  it("say how an alarm stands now, name its slave, and are worded in the language they are read in", async () => {
    const [zh, en] = [await asked("north"), await asked("north", "en")];
    expect(zh.list[0]?.data).toMatchObject({ type: 0, content: { triggerText: "过热", slaveName: "Pump 1", level: 1, released: true } });
    expect(en.list[0]?.data).toMatchObject({ type: 0, content: { triggerText: "Too hot", deviceSn: "SN-y1", released: true } });
    expect(zh.list[1]?.data).toMatchObject({ type: 2, content: { state: 0, deviceId: "n1", count: 1 } });
  });

  it("are marked one by one and all up to an instant, for their reader alone and beyond a restart", async () => {
    expect((await asked("north")).unread).toBe(3);
    await mark("north", { ids: ["presence c2", "alarm a3", "alarm nobody's"] });
    expect(await listed("north")).toEqual(["alarm a2", "presence c2 (read)", "alarm a1"]);
    const { db } = site.gatehouse.services;
    expect(await db.selectFrom("notice_read").selectAll().execute()).toEqual([{ user_id: users.north, notice: "presence c2" }]);
    await mark("north", { upTo: new Date(now - 40 * minute).toISOString() });
    expect(await asked("north")).toMatchObject({ unread: 0 });
    expect((await asked("colleague")).unread).toBe(3);
    await addAlarm("a4", "n1", now - 10 * minute);
    await site.restart();
    expect(await listed("north")).toEqual(["alarm a4", "alarm a2 (read)", "presence c2 (read)", "alarm a1 (read)"]);
    // A mark that is older than the last takes nothing back.
    await mark("north", { upTo: new Date(now - 5 * day).toISOString() });
    expect((await asked("north")).unread).toBe(1);
  });

  it("cannot be marked ahead of their time, nor without saying which", async () => {
    await mark("colleague", { upTo: new Date(now + 9 * day).toISOString() });
    const reader = site.gatehouse.services.db.selectFrom("notice_reader").select("read_to").where("user_id", "=", String(users.colleague));
    expect((await reader.executeTakeFirstOrThrow()).read_to).toBeLessThanOrEqual(Date.now());
    expect((await mark("colleague", {})).code).toBe(400);
  });

  it("follow the device to another organisation, and the reader's own switches, at once", async () => {
    const { db } = site.gatehouse.services;
    await db
      .updateTable("device")
      .set({ company_id: String(company.south) })
      .where("id", "=", "y1")
      .execute();
    expect(await listed("south")).toEqual(["alarm a3", "alarm a2"]);
    expect(await listed("north")).not.toContain("alarm a2 (read)");
    await site.ask(alarmSwitch.calls.open_or_close, { level: 1, notice: false, sound: false }, { token: tokens.south ?? "" });
    expect(await listed("south")).toEqual(["alarm a3"]);
  });

  it("are of an end consumer those of the devices that are bound to it", async () => {
    const { db } = site.gatehouse.services;
    users.consumer = await site.addUser({ account: "consumer", type: 3, companyId: String(company.south) });
    await db
      .updateTable("user")
      .set({ created_at: now - day })
      .where("id", "=", users.consumer)
      .execute();
    tokens.consumer = await site.signIn("consumer", "secret1");
    expect(await listed("consumer")).toEqual([]);
    await db.insertInto("device_user").values({ device_id: "s1", user_id: users.consumer, state: 1, at: now, updated_by: "" }).execute();
    expect(await listed("consumer")).toEqual(["alarm a3"]);
  });

  it("need nobody new to catch up with what was before", async () => {
    users.newcomer = await site.addUser({ account: "newcomer", companyId: String(company.north) });
    tokens.newcomer = await site.signIn("newcomer", "secret1");
    expect(await asked("newcomer")).toMatchObject({ unread: 0 });
  });

  it("are bounded: fifty alarms and the last change of thirty devices, of a large fleet found by walking the time", async () => {
    const { db } = site.gatehouse.services;
    const large = await site.addCompany("Large");
    users.large = await site.addUser({ account: "large", companyId: large });
    await db
      .updateTable("user")
      .set({ created_at: now - day })
      .where("id", "=", users.large)
      .execute();
    tokens.large = await site.signIn("large", "secret1");
    const ids = Array.from({ length: 1100 }, (_, place) => `L${place}`);
    const rows = ids.map((id) => deviceRow({ id, company_id: large, sn: `SN-${id}`, type_id: "type-general" }));
    for (let from = 0; from < rows.length; from += 100)
      await db
        .insertInto("device")
        .values(rows.slice(from, from + 100))
        .execute();
    for (let place = 0; place < 60; place += 1) await addAlarm(`L-a${place}`, `L${place * 10}`, now - 2 * 60 * minute - place * minute);
    for (let place = 0; place < 40; place += 1) {
      await addChange(`L-c${place}`, `L${place}`, now - place * 2 * minute, 1);
      await addChange(`L-b${place}`, `L${place}`, now - 3 * 60 * minute - place * 1000, 0);
    }
    const { list, unread, more } = await asked("large");
    const of = (kind: string) => list.filter(({ id }) => id.startsWith(kind)).map(({ id }) => id);
    expect([of("alarm").length, of("presence").length, unread, more]).toEqual([50, 30, 80, true]);
    expect([of("alarm")[0], of("alarm").at(-1), of("presence").at(-1)]).toEqual(["alarm L-a0", "alarm L-a49", "presence L-c29"]);
  });

  it("tell a site that was lost at once as one notice of each kind, as it was told live, beside what else there is", async () => {
    const { db } = site.gatehouse.services;
    const lost = await site.addCompany("Lost");
    users.lost = await site.addUser({ account: "lost", companyId: lost });
    await db
      .updateTable("user")
      .set({ created_at: now - day })
      .where("id", "=", users.lost)
      .execute();
    tokens.lost = await site.signIn("lost", "secret1");
    for (const [id, condition] of [
      ["gone", "offline"],
      ["hot", "above"],
    ] as const)
      await db
        .insertInto("alarm_trigger")
        .values(ruleValues(id, { company_id: rootCompanyId, recipe_id: "r", point_id: null, condition }))
        .execute();
    const at = now - 90 * minute;
    for (let place = 0; place < 45; place += 1) {
      const device = `X${String(place).padStart(2, "0")}`;
      await addDevice(device, lost);
      await addChange(`${device}-c`, device, at + place, 0);
      await addAlarm(`${device}-a`, device, at + 500 + place, { rule_id: "gone" });
    }
    for (const place of [0, 1, 2, 3]) await addAlarm(`hot-${place}`, "X00", at + 600 + place, { rule_id: "hot" });
    for (const place of [0, 1, 2]) await addAlarm(`later-${place}`, "X01", at + 2 * minute + place, { rule_id: "gone" });
    for (let place = 0; place < 40; place += 1) await addAlarm(`before-${place}`, "X02", at - (place + 1) * minute);
    const told = (await asked("lost")).list;
    const [later, hot, crowd, away] = [told.slice(0, 3), told.slice(3, 7), told[7], told[8]];
    expect(later.map(({ id }) => id)).toEqual(["alarm later-2", "alarm later-1", "alarm later-0"]);
    expect(hot.map(({ id }) => id)).toEqual(["alarm hot-3", "alarm hot-2", "alarm hot-1", "alarm hot-0"]);
    expect(crowd).toMatchObject({ id: "alarm X44-a", data: { content: { id: "X44-a", deviceId: "X44", count: 45, released: false } } });
    expect(away).toMatchObject({ id: "presence X44-c", data: { content: { deviceId: "X44", state: 0, count: 45 } } });
    expect(told.slice(9).map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, place) => `alarm before-${place}`));
    expect(await asked("lost")).toMatchObject({ unread: 49, more: false });

    await mark("lost", { ids: ["alarm X44-a"] });
    expect((await asked("lost")).unread).toBe(48);
    // One of the crowd that still stands is named, and the mark stays with the crowd.
    await db.updateTable("alarm_log").set({ released_at: now }).where("id", "in", ["X44-a", "X43-a"]).execute();
    expect((await asked("lost")).list[7]).toMatchObject({
      ...{ id: "alarm X44-a", read: true },
      data: { content: { id: "X42-a", count: 45, released: false } },
    });
  });
});
