import { expect, test } from "vitest";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { addRule, editRule, getRule, queryRules } from "#server/resources/alarmTrigger.ts";
import { at, d1, eachWithFleet, fleet, someday } from "./fleet.ts";

eachWithFleet();
const retype = (id: string, typeId: string) => fleet.db.updateTable("device").set({ type_id: typeId }).where("id", "=", id).execute();
const edit = (id: string, fields: object) => fleet.db.updateTable("alarm_trigger").set(fields).where("id", "=", id).execute();

test("a rule of a device type judges devices of that type alone; blank judges every one", async () => {
  await fleet.device("d2", "north", { 1: "boiler" });
  await retype("d2", "type-root");
  const d2 = await fleet.registered("d2");
  const of = await fleet.rule({ device_type_id: "type-root" });
  const every = await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  await fleet.send(d2, 15, at(1));
  expect((await fleet.records()).map(({ rule_id, device_id }) => [rule_id === of ? "of" : rule_id === every, device_id]).sort()).toEqual([
    ["of", "d2"],
    [true, "d1"],
    [true, "d2"],
  ]);
});

test("a device whose type changes leaves the rule, which closes what it opened, and comes under that of its new type", async () => {
  const rule = await fleet.rule({ device_type_id: "type-north" });
  const other = await fleet.rule({ device_type_id: "type-root" });
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  fleet.now = at(2);
  await retype("d1", "type-root");
  await fleet.changed({ devices: ["d1"] });
  expect((await fleet.records()).map(({ rule_id, released_at }) => [rule_id, released_at])).toEqual([[rule, at(2)]]);
  expect([fleet.said(), await fleet.openAlarms("d1")]).toEqual([["raised d1", "released d1"], 0]);
  await fleet.send(await fleet.registered("d1"), 15, at(3));
  expect((await fleet.records()).map(({ rule_id, released_at }) => [rule_id, released_at])).toEqual([
    [rule, at(2)],
    [other, null],
  ]);
});

test("a rule that is given another type lets go of the devices of the one before, also while the server was off", async () => {
  const rule = await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  await edit(rule, { device_type_id: "type-root" });
  await fleet.changed({ rules: [rule] });
  expect(await fleet.openAlarms("d1")).toBe(0);
  await edit(rule, { device_type_id: null });
  await fleet.changed({ rules: [rule] });
  await fleet.send(d1, 16, at(2));
  expect(await fleet.openAlarms("d1")).toBe(1);
  await edit(rule, { device_type_id: "type-root" });
  await fleet.cut();
  expect(await fleet.openAlarms("d1")).toBe(0);
});

test("a rule of absence that is given another type begins with the devices of that type that are away already", async () => {
  await fleet.device("d2", "north", { 1: "boiler" }, 0);
  await retype("d2", "type-root");
  const rule = await fleet.rule({ condition: "offline", point_id: null, device_type_id: "type-south" });
  await fleet.start();
  await fleet.engine.tick(at(0));
  await fleet.engine.tick(at(120));
  expect(await fleet.records()).toEqual([]);
  await edit(rule, { device_type_id: "type-root" });
  await fleet.changed({ rules: [rule] });
  expect((await fleet.records()).map(({ device_id }) => device_id)).toEqual(["d2"]);
});

const fields = (deviceTypeId: string | null, more: object = {}) =>
  alarmTrigger.calls.post.request.parse({
    ...{ name: "Hot", recipeId: "boiler", pointId: "temp", condition: "above", a: 90, deviceTypeId, ...more },
  });

test("a rule keeps its device type, tells its names, is found and edited by it", async () => {
  const north = fleet.caller("north");
  const { id } = await addRule(fleet.db, north, fields("type-north"), someday);
  const rule = await getRule(fleet.db, north, id, someday);
  expect(rule).toMatchObject({ deviceTypeId: "type-north", deviceTypeName: "north", deviceTypeNameEn: "north" });
  const found = async (deviceTypeId: string) =>
    (await queryRules(fleet.db, north, alarmTrigger.calls.query.request.parse({ deviceTypeId }), someday)).total;
  expect([await found("type-north"), await found("type-root")]).toEqual([1, 0]);
  await editRule(fleet.db, north, { ...fields("type-root"), id, version: 1 }, someday);
  expect(await getRule(fleet.db, north, id, someday)).toMatchObject({ deviceTypeId: "type-root", deviceTypeName: "root" });
});

test("a type of another branch, and one beside a single device, are refused", async () => {
  const refused = { code: "badRequest", detail: { fields: [{ path: "deviceTypeId", message: "rule.invalid" }] } };
  await expect(addRule(fleet.db, fleet.caller("north"), fields("type-south"), someday)).rejects.toMatchObject(refused);
  await expect(addRule(fleet.db, fleet.caller("root"), fields("type-south"), someday)).rejects.toMatchObject(refused);
  await expect(addRule(fleet.db, fleet.caller("north"), fields("nowhere"), someday)).rejects.toMatchObject(refused);
  expect(() => fields("type-north", { deviceId: "d1" })).toThrow("rule.invalid");
});
