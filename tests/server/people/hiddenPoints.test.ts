import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { notice } from "#contract/resources/notice.ts";
import { connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { openTenant, type Tenant } from "#tests/server/tenants/tenant.ts";
import { goodPassword } from "./people.ts";

/** What stands in everything that is about the point, and nowhere else. */
const telling = /Boiler|8642\.5/;
const secret = 1;
const notForSubUsers = 2;
const hiddenZh = "报警涉及对您不可见的数据点";
const hiddenEn = "The alarm is about a data point that is not visible to you";

let site: Site;
let tenant: Tenant;
let visiblePoint: string;
const tokens: Record<"admin" | "keeper" | "clerk" | "consumer", string> = { admin: "", keeper: "", clerk: "", consumer: "" };
const db = () => site.gatehouse.services.db;

const setAuth = (auth: number) => db().updateTable("point").set({ auth }).where("id", "=", tenant.ids.point).execute();

beforeAll(async () => {
  site = await openSite();
  tenant = await openTenant(site, "SIGHT");
  const { ids } = tenant;
  tokens.admin = await site.signIn("admin", adminPassword);
  tokens.keeper = tenant.token;
  const stamps = { created_at: 1, updated_at: 1, updated_by: "" };
  await db()
    .insertInto("role")
    .values({ id: "clerk", company_id: ids.company, name: "Clerk", description: "", ...stamps })
    .execute();
  const granted = [...Object.values(alarmTrigger.calls), ...Object.values(alarmLog.calls), deviceEvent.calls.query].map(({ path }) => path);
  await db()
    .insertInto("role_menu")
    .values({ role_id: "clerk", menu_id: "alarms.rules", actions: JSON.stringify(granted) })
    .execute();
  await site.addUser({ account: "clerk", type: 1, companyId: ids.company, roles: ["clerk"] });
  tokens.clerk = await site.signIn("clerk", "secret1");
  await db().insertInto("user_role").values({ user_id: ids.consumer, role_id: "clerk" }).execute();
  tokens.consumer = await site.signIn("SIGHT.consumer", goodPassword);
  const texts = { name: "Boiler point", name_en: "Boiler point", address: "40001" };
  await db().updateTable("point").set(texts).where("id", "=", ids.point).execute();
  await db().updateTable("alarm_trigger").set({ name: "Boiler rule", a: 8642.5 }).where("id", "=", ids.rule).execute();
  await db()
    .updateTable("alarm_log")
    .set({
      content: "Boiler 8642.5",
      content_en: "Boiler hot 8642.5",
      rule_name: "Boiler rule",
      point_name: "Boiler point",
      point_name_en: "Boiler point",
      value: "8642.5",
      raised_at: Date.now() + 1000,
    })
    .where("id", "=", ids.alarm)
    .execute();
  await db().deleteFrom("alarm_log").where("id", "=", ids.pastAlarm).execute();
  visiblePoint = "seen-point";
  const point = await db().selectFrom("point").selectAll().where("id", "=", ids.point).executeTakeFirstOrThrow();
  await db()
    .insertInto("point")
    .values({ ...point, id: visiblePoint, name: "Seen", name_en: "Seen", address: "40002", auth: 0 })
    .execute();
  const event = { device_id: ids.device, company_id: ids.company, user_id: null, account: "SIGHT.keeper" };
  const values = [
    { id: ids.point, name: "Boiler point", nameEn: "Boiler point", value: 8642.5, unit: "" },
    { id: visiblePoint, name: "Seen", nameEn: "Seen", value: 3, unit: "" },
  ];
  const command = (more: object) => JSON.stringify({ slave: 1, values, commandId: "c", code: 0, message: "Boiler set", ...more });
  const rows = [
    ["command", command({}), "ok"],
    ["command", command({ values: values.slice(1), message: "set" }), "ok"],
    ["command", command({ values: [{ name: "Boiler point", value: 8642.5 }] }), "ok"],
    ["fault", JSON.stringify({ code: "json", values: {}, bytes: 9, text: '{"Boiler":8642.5' }), ""],
    ["fault", JSON.stringify({ code: "type", values: { slave: 1, address: "Boiler point" }, bytes: 9, text: '{"Boiler":8642.5' }), ""],
    ["fault", "Boiler 8642.5", ""],
  ] as const;
  for (const [at, [kind, content, result]] of rows.entries())
    await db()
      .insertInto("device_event")
      .values({ ...event, id: `sight-${at}`, kind, at: Date.now() + at, content, result })
      .execute();
});
afterAll(() => site.close());

const cases = [
  ["consumer", 0, true],
  ["consumer", secret, false],
  ["consumer", notForSubUsers, false],
  ["clerk", secret, false],
  ["clerk", notForSubUsers, true],
  ["keeper", secret, true],
  ["admin", notForSubUsers, true],
] as const;

describe.each(cases)("a %s, of a point of auth %d", (who, auth, sees) => {
  beforeEach(() => setAuth(auth));
  const token = () => tokens[who];
  const ask: Site["ask"] = (call, request) => site.ask(call, request, { token: token(), language: "en" });

  it(`is told by alarms ${sees ? "what it is called and its value" : "that there was one, when, where and how grave, and no more"}`, async () => {
    const { ids } = tenant;
    const { data } = await ask(alarmLog.calls.query, { deviceId: ids.device });
    const { data: one } = await ask(alarmLog.calls.get, { id: ids.alarm });
    expect(data.list).toEqual([one]);
    expect(one).toMatchObject({ id: ids.alarm, deviceId: ids.device, slave: 1, state: 0 });
    if (sees) expect(one).toMatchObject({ triggerText: "Boiler hot 8642.5", value: 8642.5, ruleId: ids.rule });
    else {
      const kept = { triggerText: hiddenEn, value: null, valueLabel: "", unit: "", decimals: null };
      expect(one).toMatchObject({ ...kept, ruleId: null, ruleName: "", pointName: "", pointNameEn: "" });
      expect(JSON.stringify(data)).not.toMatch(telling);
      const inChinese = await site.ask(alarmLog.calls.get, { id: ids.alarm }, { token: token() });
      expect(inChinese.data.triggerText).toBe(hiddenZh);
    }
  });

  it("counts the alarm wherever it is listed, and finds it by its texts only where they are seen", async () => {
    const counted = async (filter: object) => [
      (await ask(alarmLog.calls.query, filter)).data.total,
      (await ask(alarmLog.calls.count, filter)).data.total,
      (await ask(alarmLog.calls.countLevel, filter)).data.reduce((sum, { count }) => sum + count, 0),
    ];
    const { device: deviceId } = tenant.ids;
    expect(await counted({ deviceId })).toEqual([1, 1, 1]);
    expect(await counted({ search: "SIGHT device" })).toEqual([1, 1, 1]);
    for (const search of ["Boiler", "8642", "hot"]) expect(await counted({ deviceId, search })).toEqual(sees ? [1, 1, 1] : [0, 0, 0]);
  });

  it("has the notice of it, with the same words", async () => {
    const { list } = (await ask(notice.calls.query, {})).data;
    const told = list.find(({ id }) => id === `alarm ${tenant.ids.alarm}`)?.data.content;
    expect(told).toMatchObject({ deviceName: "SIGHT device", triggerText: sees ? "Boiler hot 8642.5" : hiddenEn });
    expect(telling.test(JSON.stringify(list))).toBe(sees);
  });

  it("sees of commands and faults what is not about it, and that there is more", async () => {
    const asked = { deviceId: tenant.ids.device, kinds: ["command", "fault"], sortOrder: "asc", waiting: false };
    const { list } = (await ask(deviceEvent.calls.query, asked)).data;
    expect(list.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5].map((at) => `sight-${at}`));
    expect(telling.test(JSON.stringify(list))).toBe(sees);
    const read = (place: number) => JSON.parse(list[place]?.content ?? "");
    expect(read(1)).toMatchObject({ values: [{ name: "Seen", value: 3 }], message: "set" });
    if (sees) return expect(read(0).values).toHaveLength(2);
    expect(read(0)).toEqual({ slave: 1, values: [expect.objectContaining({ name: "Seen" })], commandId: "c", code: 0, hidden: true });
    expect(read(3)).toEqual({ code: "json", values: {}, bytes: 9, hidden: true });
    expect(read(4)).toEqual({ code: "type", values: { slave: 1, address: "…" }, bytes: 9, hidden: true });
    expect(read(5)).toEqual({ hidden: true });
  });
});

describe.each([
  ["consumer", 0, true],
  ["clerk", secret, false],
  ["consumer", notForSubUsers, false],
  ["clerk", notForSubUsers, true],
] as const)("rules on a point, for a %s and auth %d,", (who, auth, sees) => {
  beforeEach(() => setAuth(auth));
  const ask: Site["ask"] = (call, request) => site.ask(call, request, { token: tokens[who] });
  const code = sees ? 0 : 404;

  it(`are ${sees ? "" : "not "}listed and ${sees ? "" : "not "}to be had`, async () => {
    const { list, total } = (await ask(alarmTrigger.calls.query, {})).data;
    expect([list.length, total]).toEqual(sees ? [1, 1] : [0, 0]);
    expect((await ask(alarmTrigger.calls.get, { id: tenant.ids.rule })).code).toBe(code);
  });

  it(`are ${sees ? "" : "not "}made, edited, switched and deleted`, async () => {
    const { ids } = tenant;
    const fields = {
      recipeId: ids.recipe,
      pointId: ids.point,
      deviceId: ids.device,
      condition: "above",
      a: -1000,
      pushContent: "v={value}",
    };
    const made = await ask(alarmTrigger.calls.post, { ...fields, name: `peek ${who} ${auth}` });
    expect(made.code).toBe(code);
    const onSeen = await ask(alarmTrigger.calls.post, { ...fields, pointId: visiblePoint, name: `seen ${who} ${auth}` });
    expect(onSeen.code).toBe(0);
    const { id } = onSeen.data;
    expect((await ask(alarmTrigger.calls.put, { ...fields, id, name: `turned ${who} ${auth}`, version: 1 })).code).toBe(code);
    const of = sees ? made.data.id : ids.rule;
    expect((await ask(alarmTrigger.calls.open_or_close, { id: of, enabled: false })).code).toBe(code);
    expect((await ask(alarmTrigger.calls.open_or_close_mask, { id: of, mask: false })).code).toBe(code);
    expect((await ask(alarmTrigger.calls.delete, { ids: [of] })).code).toBe(code);
    expect((await ask(alarmTrigger.calls.delete, { ids: [id] })).code).toBe(0);
  });
});

it("what a device sends that cannot be read is told with its bytes to who sees all its points, as it is with none that is kept back", async () => {
  await setAuth(secret);
  const row = (await site.ask(device.calls.get, { id: tenant.ids.device }, { token: tokens.keeper })).data;
  const slaves = row.slaves.map(({ id, no, name, recipeId }) => ({ id, no, name, recipeId }));
  const edit = { id: row.id, name: row.name, sn: row.sn, typeId: row.typeId, industry: row.industry, slaves, version: row.version };
  expect((await site.ask(device.calls.put, { ...edit, password: "devicepw" }, { token: tokens.keeper })).code).toBe(0);
  const client = await connectDevice(site, row.sn);
  await sendTelemetry(client, row.sn, '{"values":{"40001":8642.5,"Boiler":1}}');
  await client.endAsync();
  const newest = async (token: string) =>
    (await site.ask(deviceEvent.calls.query, { deviceId: row.id, kinds: ["fault"], pageSize: 500 }, { token })).data.list
      .map(({ content }) => content)
      .find((content) => content.includes("unknownPoint"));
  const whole = await until(() => newest(tokens.keeper), "the fault");
  expect(JSON.parse(whole)).toMatchObject({ values: { address: "Boiler" }, text: '{"values":{"40001":8642.5,"Boiler":1}}' });
  expect(await newest(tokens.consumer)).not.toMatch(telling);
  await setAuth(0);
  expect(await newest(tokens.consumer)).toBe(whole);
});

it("an alarm about a point that is gone is whole for who sees every point, and for nobody else", async () => {
  await db().updateTable("alarm_log").set({ point_id: "gone" }).where("id", "=", tenant.ids.alarm).execute();
  const text = async (token: string) => (await site.ask(alarmLog.calls.get, { id: tenant.ids.alarm }, { token })).data.triggerText;
  expect([await text(tokens.keeper), await text(tokens.clerk), await text(tokens.consumer)]).toEqual(["Boiler 8642.5", hiddenZh, hiddenZh]);
  await db().updateTable("alarm_log").set({ point_id: null }).where("id", "=", tenant.ids.alarm).execute();
  expect(await text(tokens.consumer)).toBe("Boiler 8642.5");
});
