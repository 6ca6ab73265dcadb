import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { alarmTry } from "#contract/resources/alarmTry.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { role } from "#contract/resources/role.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const minute = 60_000;
let site: Site;
let token: string;
let recipeId: string;
let pointId: string;
let deviceId: string;
let start: number;

beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
  const template = await addTemplate(site, token, "Kiln", [{ name: "温度", nameEn: "Temperature", address: "heat", unit: "°C" }]);
  recipeId = template.recipeId;
  pointId = template.points.heat ?? "";
  deviceId = await addDevice(site, token, { sn: "KILN-1", recipeId });
  start = Math.floor(Date.now() / minute) * minute - 1000 * minute;
  await store(
    deviceId,
    Array.from({ length: 600 }, (_, place) => [start + place * minute, place % 2 === 0 ? 95 : 70] as const),
  );
});
afterAll(() => site.close());

const store = async (device: string, readings: readonly (readonly [ts: number, value: number])[], point = pointId) => {
  const { telemetry } = site.gatehouse.services;
  const series = telemetry.series(device, 1, point);
  for (const [ts, value] of readings) telemetry.append(series, ts, value);
  await telemetry.committed();
};
const ruleOf = (more: object = {}) => ({ name: "Hot", recipeId, pointId, condition: "above" as const, a: 90, max: 80, ...more });
const iso = (at: number) => new Date(at).toISOString();
const tried = (more: object = {}, rule: object = {}, by = token) =>
  site.ask(alarmTry.calls.run, { rule: ruleOf(rule), deviceId, from: iso(start), to: iso(start + 600 * minute), ...more }, { token: by });

describe("a rule that is tried", () => {
  it("says when it would have been raised and released on what is stored, with the curve, and keeps nothing", async () => {
    const { code, data } = await tried({ to: iso(start + 5 * minute) });
    expect(code).toBe(0);
    expect(data).toMatchObject({
      slave: 1,
      slaves: [{ no: 1, name: "Main" }],
      readings: 5,
      raised: 3,
      replayedUntil: iso(start + 5 * minute),
    });
    expect(data.spans).toEqual([
      { raisedAt: iso(start), releasedAt: iso(start + minute) },
      { raisedAt: iso(start + 2 * minute), releasedAt: iso(start + 3 * minute) },
      { raisedAt: iso(start + 4 * minute), releasedAt: null },
    ]);
    expect(data.curve?.value).toEqual([95, 70, 95, 70, 95]);
    expect((await site.ask(alarmTrigger.calls.query, {}, { token })).data.total).toBe(0);
    expect(await site.gatehouse.services.db.selectFrom("alarm_log").select("id").execute()).toEqual([]);
  });

  it("counts what stood at the beginning apart, and lists it", async () => {
    const { data } = await tried({ from: iso(start + minute / 2), to: iso(start + 2 * minute) });
    expect(data.raised).toBe(0);
    expect(data.spans).toEqual([{ raisedAt: iso(start), releasedAt: iso(start + minute) }]);
  });

  it("judges the readings of several points together, and a change by those before the span", async () => {
    const kiln = [
      { name: "温度", nameEn: "Temperature", address: "heat" },
      { name: "风量", nameEn: "Air", address: "air" },
    ];
    const template = await addTemplate(site, token, "Kiln with air", kiln);
    const device = await addDevice(site, token, { sn: "KILN-AIR", recipeId: template.recipeId });
    const heat = template.points.heat ?? "";
    const air = template.points.air ?? "";
    const rule = { recipeId: template.recipeId, pointId: heat, name: "Hot", a: 90 };
    const stored = (point: string, readings: readonly (readonly [at: number, value: number])[]) =>
      store(
        device,
        readings.map(([at, value]) => [start + at * minute, value] as const),
        point,
      );
    await stored(heat, [
      [0, 99],
      [3, 95],
      [5, 70],
      [6, 95],
    ]);
    await stored(air, [
      [1, 3],
      [3, 30],
      [4, 3],
      [6, 30],
    ]);
    const spansOf = async (more: object, from = 0) => {
      const asked = { deviceId: device, from: iso(start + from * minute), to: iso(start + 10 * minute) };
      const { data } = await tried(asked, { ...rule, ...more });
      const minuteOf = (at: string | null) => (at === null ? null : (Date.parse(at) - start) / minute);
      return { readings: data.readings, spans: data.spans.map(({ raisedAt, releasedAt }) => [minuteOf(raisedAt), minuteOf(releasedAt)]) };
    };
    const calm = { pointId: air, condition: "below", a: 10 };
    // At 6 both come at once: the heat alone would have raised.
    expect(await spansOf({ max: null, further: [calm], join: "and" })).toEqual({
      readings: 8,
      spans: [
        [1, 3],
        [4, 5],
      ],
    });
    expect(await spansOf({ max: null, otherPointId: air, a: 70 })).toEqual({
      readings: 8,
      spans: [
        [1, 3],
        [4, 5],
      ],
    });
    const falls = { condition: "fallsBy", a: 27, b: 30, max: null };
    expect(await spansOf(falls, 4)).toEqual({ readings: 2, spans: [[5, 6]] });
    expect(await spansOf({ ...falls, b: 1 }, 4)).toEqual({ readings: 2, spans: [] });
  });

  it("bounds the notices by its group's receivers and hourly limit, its reminders and its steps", async () => {
    const contact = (name: string, phone: string) => site.ask(alarmContact.calls.post, { name, phone }, { token });
    const contactIds = [(await contact("Li", "13800000001")).data.id, (await contact("Wu", "13800000002")).data.id];
    const group = { messageTypes: ["sms", "email"], contactIds, tellRelease: true, perHour: 5 };
    const { id } = (await site.ask(alarmGroup.calls.post, { ...group, name: "Night" }, { token })).data;
    const short = { to: iso(start + 5 * minute) };
    expect((await tried(short, { alarmGroupId: id })).data.notices).toEqual({ receivers: 4, reminders: 0, escalations: 0, atMost: 20 });
    expect((await tried({}, { alarmGroupId: id })).data.notices).toMatchObject({ receivers: 4, atMost: 4 * 10 * 6 });
    const repeated = { alarmGroupId: id, method: "repeat", repeatMinutes: 2 };
    expect((await tried(short, repeated)).data.notices).toMatchObject({ reminders: 3, atMost: 24 });
    const steps = { a: 60, max: 50, escalation: [{ minutes: 3, alarmGroupId: id }] };
    expect((await tried(short, steps)).data.notices).toEqual({ receivers: 0, reminders: 0, escalations: 1, atMost: 4 });
  });

  it("goes as far as 100,000 readings and says how far that is", async () => {
    const far = await addDevice(site, token, { sn: "KILN-2", recipeId });
    const begin = start - 20 * 86_400_000;
    await store(
      far,
      Array.from({ length: 100_500 }, (_, place) => [begin + place * 1000, place % 1000 < 500 ? 95 : 70] as const),
    );
    const { data } = await tried({ deviceId: far, from: iso(begin), to: iso(begin + 2 * 86_400_000) });
    expect(data).toMatchObject({ readings: 100_000, raised: 100, replayedUntil: iso(begin + 99_999_000) });
  });

  it("is refused over more than 31 days, on a device without its data template, and where the rule does not fit", async () => {
    const month = await tried({ from: iso(start - 32 * 86_400_000), to: iso(start) });
    expect([month.code, month.fields.map(({ path }) => path)]).toEqual([400, ["to"]]);
    const other = await addTemplate(site, token, "Other", [{ name: "温度", address: "heat" }]);
    const foreign = await addDevice(site, token, { sn: "OTHER-1", recipeId: other.recipeId });
    expect((await tried({ deviceId: foreign })).fields).toMatchObject([{ path: "deviceId" }]);
    expect((await tried({}, { a: null })).fields).toMatchObject([{ path: "rule.a" }]);
    expect((await tried({ deviceId: "nothing" })).status).toBe(404);
  });

  it("is refused to who may not save rules, or may not read history", async () => {
    const asked = async (paths: readonly string[]) => {
      const { id } = (await site.ask(role.calls.post, { name: `r${paths.length}${paths[1]?.length}` }, { token })).data;
      await site.gatehouse.services.db
        .insertInto("role_menu")
        .values({ role_id: id, menu_id: "alarms.rule", actions: JSON.stringify(paths) })
        .execute();
      const account = `p${id.slice(0, 12)}`;
      await site.addUser({ account, type: 0, roles: [id] });
      return (await tried({}, {}, await site.signIn(account, "secret1"))).code;
    };
    const run = alarmTry.calls.run.path;
    expect(await asked([run, deviceDataLog.calls.query_mutil.path])).toBe(403);
    expect(await asked([run, alarmTrigger.calls.post.path])).toBe(403);
    expect(await asked([run, alarmTrigger.calls.post.path, deviceDataLog.calls.query_mutil.path])).toBe(0);
  });
});
