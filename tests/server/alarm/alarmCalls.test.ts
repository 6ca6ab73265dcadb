import type { MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { messageTypes } from "#contract/realtime.ts";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { device } from "#contract/resources/device.ts";
import { notice } from "#contract/resources/notice.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const sn = "KILN-0001";
let site: Site;
let token: string;
let recipeId: string;
let pointId: string;
let kiln: MqttClient;

beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
  const template = await addTemplate(site, token, "Kiln", [{ name: "温度", nameEn: "Temperature", address: "heat" }]);
  recipeId = template.recipeId;
  pointId = template.points.heat ?? "";
  await addDevice(site, token, { sn, recipeId });
  kiln = await connectDevice(site, sn);
});
afterAll(async () => {
  await kiln.endAsync();
  await site.close();
});

const heat = (value: number) => sendTelemetry(kiln, sn, { values: { heat: value } });
const ruleOf = (name: string, more: object = {}) => ({ name, recipeId, pointId, condition: "above" as const, a: 90, max: 80, ...more });
const records = async (search: string) =>
  (await site.ask(alarmLog.calls.query, { search, sortField: "raisedAt", sortOrder: "asc" }, { token })).data.list;
/** The records of a rule once there are so many, all released where that is waited for. */
const recordsOf = (search: string, count: number, released = false) =>
  until(async () => {
    const found = await records(search);
    return found.length === count && (!released || found.every(({ releasedAt }) => releasedAt !== null)) && found;
  }, `${count} records of ${search}`);

it("alarm types are kept; rules and records name them: a renamed type reaches the rule and its next record, the earlier keeps its name [S7.090]", async () => {
  const fields = { name: "过温", nameEn: "Overtemperature", remark: "温度越限", remarkEn: "Too warm" };
  const { id } = (await site.ask(alarmType.calls.post, fields, { token })).data;
  const types = async () => (await site.ask(alarmType.calls.query, { search: "温" }, { token })).data.list;
  expect(await types()).toMatchObject([{ ...fields, id, rules: 0, version: 1 }]);
  const rule = (await site.ask(alarmTrigger.calls.post, ruleOf("Typed", { alarmTypeId: id }), { token })).data.id;
  const ofRule = async () => {
    const { alarmTypeName, alarmTypeNameEn } = (await site.ask(alarmTrigger.calls.get, { id: rule }, { token })).data;
    return [alarmTypeName, alarmTypeNameEn];
  };
  expect(await ofRule()).toEqual(["过温", "Overtemperature"]);

  await heat(95);
  const [first] = await recordsOf("Typed", 1);
  expect(first).toMatchObject({ typeName: "过温", typeNameEn: "Overtemperature" });
  const renamed = { ...fields, name: "过热", nameEn: "Overheating" };
  expect((await site.ask(alarmType.calls.put, { ...renamed, id, version: 1 }, { token })).code).toBe(0);
  expect(await types()).toMatchObject([{ ...renamed, rules: 1, version: 2 }]);
  expect(await ofRule()).toEqual(["过热", "Overheating"]);
  await heat(70);
  await recordsOf("Typed", 1, true);
  await heat(95);
  const named = (await recordsOf("Typed", 2)).map(({ typeName, typeNameEn }) => [typeName, typeNameEn]);
  expect(named).toEqual([
    ["过温", "Overtemperature"],
    ["过热", "Overheating"],
  ]);

  expect((await site.ask(alarmType.calls.delete, { ids: [id] }, { token })).code).toBe(1301);
  expect((await site.ask(alarmTrigger.calls.delete, { ids: [rule] }, { token })).code).toBe(0);
  expect((await site.ask(alarmType.calls.delete, { ids: [id] }, { token })).data).toEqual({ removed: 1 });
  expect(await types()).toEqual([]);
  expect((await records("Typed")).map(({ typeName }) => typeName)).toEqual(["过温", "过热"]);
});

it("the state of a record is 0 when it is new, 1 handled and 2 a false alarm, and nothing else is taken [S3.059] [S4.020]", async () => {
  await heat(70);
  const rules = [];
  for (const name of ["State a", "State b", "State c"])
    rules.push((await site.ask(alarmTrigger.calls.post, ruleOf(name), { token })).data.id);
  await heat(95);
  const raised = await recordsOf("State", 3);
  expect(raised.map(({ state, processedAt }) => [state, processedAt])).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
  const [, handled, wrong] = raised.map(({ id }) => id);
  const recover = (id: string | undefined, state: number) =>
    site.ask<Call>(alarmLog.calls.recover, { ids: [id], state, remark: "seen" }, { token });
  for (const state of [0, 3, -1]) expect([state, (await recover(wrong, state)).code]).toEqual([state, 400]);
  expect((await recover(handled, 1)).code).toBe(0);
  expect((await recover(wrong, 2)).code).toBe(0);
  expect((await records("State")).map(({ state }) => state)).toEqual([0, 1, 2]);
  for (const state of [0, 1, 2] as const) {
    const found = (await site.ask(alarmLog.calls.query, { search: "State", state }, { token })).data.list;
    expect(found.map((row) => row.id)).toEqual([raised[state]?.id]);
  }
  await site.ask(alarmTrigger.calls.delete, { ids: rules }, { token });
});

/** What a program sends that knows no other encoding. */
const inJson = async <C extends Call>(call: C, request: object) => {
  expect([call.path, call.encoding]).toEqual([call.path, "json"]);
  const headers = { token, "Content-Type": "application/json" };
  const response = await fetch(site.base + call.path, { method: "POST", headers, body: JSON.stringify(request) });
  const { code, data } = (await response.json()) as { code: number; data: { id: string; removed: number } };
  expect([call.path, code]).toEqual([call.path, 0]);
  return data;
};

it("alarm groups and their people are written in JSON bodies [S7.010]", async () => {
  const person = { name: "Li Na", gender: "woman", phone: "13900000001", email: "li@example.com" };
  const contact = await inJson(alarmContact.calls.post, person);
  await inJson(alarmContact.calls.put, { ...person, name: "Li", id: contact.id, version: 1 });
  const group = await inJson(alarmGroup.calls.post, { name: "Duty", messageTypes: ["sms", "wechat"], contactIds: [contact.id] });
  const groups = async () => (await site.ask(alarmGroup.calls.query, { search: "Duty" }, { token })).data.list;
  expect(await groups()).toMatchObject([{ id: group.id, messageTypes: ["sms", "wechat"], contacts: [{ id: contact.id, name: "Li" }] }]);
  await inJson(alarmGroup.calls.put, { name: "Duty", messageTypes: ["wechat"], contactIds: [], id: group.id, version: 1 });
  expect(await groups()).toMatchObject([{ id: group.id, messageTypes: ["wechat"], contacts: [], version: 2 }]);
  expect(await inJson(alarmContact.calls.delete, { ids: [contact.id] })).toEqual({ removed: 1 });
  expect((await site.ask(alarmContact.calls.query, { search: "Li" }, { token })).data.total).toBe(0);
});

it("alarm rules are written in JSON bodies [S7.011]", async () => {
  const rule = await inJson(alarmTrigger.calls.post, ruleOf("In JSON"));
  await inJson(alarmTrigger.calls.put, { ...ruleOf("In JSON", { a: 99 }), id: rule.id, version: 1 });
  const rules = async () => (await site.ask(alarmTrigger.calls.query, { name: "In JSON" }, { token })).data.list;
  expect(await rules()).toMatchObject([{ id: rule.id, a: 99, max: 80, version: 2 }]);
  expect(await inJson(alarmTrigger.calls.delete, { ids: [rule.id] })).toEqual({ removed: 1 });
  expect(await rules()).toEqual([]);
});

/** What alarms the user was told of, newest first. */
const toldOf = async (): Promise<string[]> =>
  (await site.ask(notice.calls.query, {}, { token })).data.list.flatMap(({ data }) =>
    data.type === messageTypes.alarm ? [data.content.id] : [],
  );

it("a rule on a device's point is kept, raises a record and a notice while it is on, none while it is off, and a record alone while it is masked [S7.080]", async () => {
  await heat(70);
  const { list } = (await site.ask(device.calls.query, { search: sn }, { token })).data;
  const fields = ruleOf("Switched", { deviceId: list[0]?.id, level: 3 });
  const { id } = (await site.ask(alarmTrigger.calls.post, fields, { token })).data;
  expect((await site.ask(alarmTrigger.calls.get, { id }, { token })).data).toMatchObject({ ...fields, enabled: true, mask: false });
  // It says that the reading was judged, whatever the other does.
  const beside = (await site.ask(alarmTrigger.calls.post, ruleOf("Beside"), { token })).data.id;
  const excursion = async (nth: number, of: number) => {
    await heat(95);
    await recordsOf("Beside", nth);
    await heat(70);
    await recordsOf("Beside", nth, true);
    return recordsOf("Switched", of, true);
  };
  const [first] = await excursion(1, 1);
  expect([first?.silent, (await toldOf()).includes(first?.id ?? "")]).toEqual([false, true]);

  expect((await site.ask(alarmTrigger.calls.open_or_close, { id, enabled: false }, { token })).code).toBe(0);
  expect(await excursion(2, 1)).toHaveLength(1);

  expect((await site.ask(alarmTrigger.calls.open_or_close, { id, enabled: true }, { token })).code).toBe(0);
  expect((await site.ask(alarmTrigger.calls.open_or_close_mask, { id, mask: true }, { token })).code).toBe(0);
  const masked = (await excursion(3, 2)).at(-1);
  expect([masked?.silent, masked?.maskedBy?.endsAt, (await toldOf()).includes(masked?.id ?? "")]).toEqual([true, null, false]);

  expect((await site.ask(alarmTrigger.calls.delete, { ids: [id, beside] }, { token })).data).toEqual({ removed: 2 });
  expect((await site.ask(alarmTrigger.calls.query, { name: "Switched" }, { token })).data.list).toEqual([]);
});

it("a record is shown from raise to release to processing, in either order, with counts by level [S7.082]", async () => {
  await heat(70);
  const rules = [];
  for (const [name, level] of [
    ["Course a", 1],
    ["Course b", 3],
  ] as const)
    rules.push((await site.ask(alarmTrigger.calls.post, ruleOf(name, { level }), { token })).data.id);
  await heat(95);
  const [early, late] = await recordsOf("Course", 2);
  const counts = async (filters: object) =>
    (await site.ask(alarmLog.calls.countLevel, { search: "Course", ...filters }, { token })).data.map(({ count }) => count);
  const sums = async () => (await site.ask(alarmLog.calls.count, { search: "Course" }, { token })).data;
  const process = (id: string | undefined) =>
    site.ask<Call>(alarmLog.calls.recover, { ids: [id], state: 1, remark: "valve opened" }, { token });
  const shown = async (id: string | undefined) => (await site.ask<typeof alarmLog.calls.get>(alarmLog.calls.get, { id }, { token })).data;
  expect([await counts({}), await counts({ open: true }), await sums()]).toEqual([
    [0, 1, 0, 1],
    [0, 1, 0, 1],
    { total: 2, unprocessed: 2, open: 2 },
  ]);
  expect((await process(early?.id)).code).toBe(0);
  expect(await shown(early?.id)).toMatchObject({ state: 1, remark: "valve opened", processor: "Administrator", releasedAt: null });
  await heat(70);
  await recordsOf("Course", 2, true);
  expect((await process(late?.id)).code).toBe(0);
  for (const id of [early?.id, late?.id]) {
    const { raisedAt, releasedAt, processedAt, state } = await shown(id);
    expect([state, [releasedAt, processedAt].every((at) => at !== null && at >= raisedAt)]).toEqual([1, true]);
  }
  expect((await process(late?.id)).code).toBe(1307);
  expect([await counts({ state: 1 }), await counts({ state: 0 }), await counts({ open: true }), await sums()]).toEqual([
    [0, 1, 0, 1],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    { total: 2, unprocessed: 0, open: 0 },
  ]);
  await site.ask(alarmTrigger.calls.delete, { ids: rules }, { token });
});
