import { expect, test } from "vitest";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
const edit = (id: string, fields: object) => fleet.db.updateTable("alarm_trigger").set(fields).where("id", "=", id).execute();
const remembered = () => fleet.db.selectFrom("alarm_pending").select("key").orderBy("key").execute();

test("an edit touches the rule's own records and leaves those of other rules and devices alone", async () => {
  await fleet.device("d2", "north", { 1: "boiler" });
  const d2 = await fleet.registered("d2");
  const [first, second] = [await fleet.rule({ name: "First" }), await fleet.rule({ name: "Second" })];
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  await fleet.send(d2, 15, at(1));
  fleet.now = at(2);
  await edit(first, { enabled: 0 });
  await fleet.changed({ rules: [first] });
  const open = (await fleet.records()).filter(({ open_key }) => open_key !== null).map((record) => [record.rule_id, record.device_id]);
  expect(open.sort()).toEqual([
    [second, "d1"],
    [second, "d2"],
  ]);
  expect((await remembered()).map(({ key }) => key).sort()).toEqual([`${second}|d1|1`, `${second}|d2|1`]);
});

test("a rule that is given to one device lets go of the others, and of that one when it is given to another", async () => {
  await fleet.device("d2", "north", { 1: "boiler" });
  const d2 = await fleet.registered("d2");
  const rule = await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  await fleet.send(d2, 15, at(1));
  await edit(rule, { device_id: "d1" });
  await fleet.changed({ rules: [rule] });
  expect([await fleet.openAlarms("d1"), await fleet.openAlarms("d2")]).toEqual([1, 0]);
  await edit(rule, { device_id: "d2" });
  await fleet.changed({ rules: [rule] });
  expect([await fleet.openAlarms("d1"), await fleet.openAlarms("d2")]).toEqual([0, 0]);
  await fleet.send(d1, 16, at(2));
  await fleet.send(d2, 16, at(2));
  expect([await fleet.openAlarms("d1"), await fleet.openAlarms("d2")]).toEqual([0, 1]);
});

test("a hold time that ran for another question is not taken up after a restart, though the edit wrote nothing", async () => {
  const rule = await fleet.rule({ hold_seconds: 60 });
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await edit(rule, { a: 12 });
  await fleet.changed({ rules: [rule] });
  await fleet.cut();
  await fleet.engine.tick(at(100));
  expect(await fleet.records()).toEqual([]);
  await fleet.send(d1, 15, at(101));
  await fleet.engine.tick(at(160));
  expect(await fleet.records()).toEqual([]);
  await fleet.engine.tick(at(161));
  expect(await fleet.records()).toHaveLength(1);
});

test("a hold time that an older version wrote is taken up, and is known for the question from then on", async () => {
  const rule = await fleet.rule({ hold_seconds: 60 });
  const memory = { key: `${rule}|d1|1`, rule_id: rule, device_id: "d1", slave: 1, since: at(0) };
  await fleet.db
    .insertInto("alarm_pending")
    .values({ ...memory, last_value: JSON.stringify({ ts: at(0), value: 15 }) })
    .execute();
  fleet.now = at(10);
  await fleet.start();
  await fleet.engine.tick(at(45));
  const { last_value } = await fleet.db.selectFrom("alarm_pending").select("last_value").executeTakeFirstOrThrow();
  expect(JSON.parse(last_value ?? "")).toEqual({ ts: at(0), value: 15, question: "above|10|||" });
  await fleet.engine.tick(at(60));
  expect((await fleet.records()).map((record) => record.raised_at)).toEqual([at(60)]);
});

test("a device that takes a template while it is away is missed at once, and a device that is gone is forgotten", async () => {
  await fleet.rule({ condition: "offline", point_id: null, a: null });
  await fleet.recipe("pump", "north", []);
  await fleet.device("d2", "north", { 1: "pump" });
  await fleet.start();
  await fleet.engine.presenceChanged(await fleet.registered("d2"), false, at(1));
  expect(await fleet.records()).toEqual([]);
  await fleet.db.updateTable("slave").set({ recipe_id: "boiler" }).where("device_id", "=", "d2").execute();
  await fleet.changed({ devices: ["d2"] });
  expect((await fleet.records()).map((record) => record.device_id)).toEqual(["d2"]);
  await fleet.db.deleteFrom("device").where("id", "=", "d2").execute();
  await fleet.changed({ devices: ["d2"] });
  await fleet.device("d2", "north", { 1: "boiler" });
  await fleet.changed({ devices: ["d2"] });
  expect(await fleet.openAlarms("d2")).toBe(0);
});

test("a device that was moved raises in its new organisation, by readings and by the clock", async () => {
  await fleet.rule({ hold_seconds: 60, company_id: "root" });
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.db.updateTable("device").set({ company_id: "root" }).where("id", "=", "d1").execute();
  await fleet.changed({ devices: ["d1"] });
  await fleet.engine.tick(at(60));
  expect(fleet.events.map((event) => event.device.companyPath)).toEqual(["root/"]);
  expect((await fleet.records()).map((record) => record.company_id)).toEqual(["root"]);
});

test("a rule is one of its organisation's devices: what another one has of the same template raises nothing, and what was open ends", async () => {
  await fleet.device("d2", "south", { 1: "boiler" });
  const d2 = await fleet.registered("d2");
  const [north, root] = [await fleet.rule({ company_id: "north" }), await fleet.rule({ company_id: "root" })];
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  await fleet.send(d2, 15, at(1));
  const open = async () =>
    (await fleet.records()).filter(({ open_key }) => open_key !== null).map((record) => `${record.rule_id} ${record.device_id}`);
  expect((await open()).sort()).toEqual([`${north} d1`, `${root} d1`, `${root} d2`].sort());
  await fleet.db.updateTable("device").set({ company_id: "south" }).where("id", "=", "d1").execute();
  await fleet.changed({ devices: ["d1"] });
  expect((await open()).sort()).toEqual([`${root} d1`, `${root} d2`].sort());
});

test("a device whose alarms were erased has none open, and the next reading raises anew", async () => {
  await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  expect(await fleet.openAlarms("d1")).toBe(1);
  await fleet.db.deleteFrom("alarm_log").execute();
  await fleet.db.updateTable("device").set({ open_alarms: 0 }).execute();
  await fleet.changed({ devices: ["d1"], erased: ["d1"] });
  await fleet.send(d1, 16, at(2));
  expect([await fleet.openAlarms("d1"), (await fleet.records()).map((record) => record.raised_at)]).toEqual([1, [at(2)]]);
});

test("a renamed data point is named by the next alarm", async () => {
  await fleet.rule();
  await fleet.start();
  await fleet.db.updateTable("point").set({ name_en: "hot water" }).where("id", "=", "temp").execute();
  await fleet.changed({ recipes: ["boiler"] });
  await fleet.send(d1, 15, at(1));
  expect((await fleet.records()).map((record) => record.point_name_en)).toEqual(["hot water"]);
});

test("a hold time is forgotten with the rule that is switched off, and begins anew when it is on again", async () => {
  const rule = await fleet.rule({ hold_seconds: 60 });
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  expect(await remembered()).toHaveLength(1);
  await edit(rule, { enabled: 0 });
  await fleet.changed({ rules: [rule] });
  expect(await remembered()).toEqual([]);
  await edit(rule, { enabled: 1 });
  await fleet.changed({ rules: [rule] });
  await fleet.cut();
  await fleet.engine.tick(at(100));
  expect(await fleet.records()).toEqual([]);
});
