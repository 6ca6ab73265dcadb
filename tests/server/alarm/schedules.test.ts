import { expect, test } from "vitest";
import { d1, eachWithFleet, fleet, someday } from "./fleet.ts";

eachWithFleet();
/** A working day in Shanghai, the zone of the organisation. */
const on = (time: string, day = "2023-11-15"): number => Date.parse(`${day}T${time}+08:00`);
const hours = (more: object = {}) =>
  JSON.stringify({ scheduleDays: ["wed", "thu"], scheduleFrom: "08:00", scheduleTo: "18:00", holidays: [], ...more });
const spans = async () => (await fleet.records()).map(({ raised_at, released_at }) => [raised_at, released_at]);
const begin = async (more: object = {}) => {
  const rule = await fleet.rule({ schedule: hours(), ...more });
  fleet.now = on("06:00:00");
  await fleet.start();
  return rule;
};

test("outside its hours a rule raises nothing; what still holds when they begin is raised by the clock", async () => {
  await begin();
  await fleet.send(d1, 15, on("07:00:00"));
  await fleet.send(d1, 16, on("07:30:00"));
  await fleet.engine.tick(on("07:59:59"));
  expect(await spans()).toEqual([]);
  await fleet.cut();
  await fleet.engine.tick(on("08:00:00"));
  expect(await spans()).toEqual([[on("08:00:00"), null]]);
});

test("what stands when the hours end stays open, and is released as ever", async () => {
  await begin();
  await fleet.send(d1, 15, on("17:59:00"));
  await fleet.engine.tick(on("18:00:00"));
  await fleet.send(d1, 16, on("19:00:00"));
  expect(await spans()).toEqual([[on("17:59:00"), null]]);
  await fleet.send(d1, 5, on("20:00:00"));
  await fleet.send(d1, 15, on("20:30:00"));
  await fleet.engine.tick(on("23:00:00"));
  expect(await spans()).toEqual([[on("17:59:00"), on("20:00:00")]]);
});

test("a hold time that is over outside the hours raises when they begin, one that is not waits on", async () => {
  await begin({ hold_seconds: 600 });
  await fleet.send(d1, 15, on("07:55:00"));
  await fleet.engine.tick(on("08:00:00"));
  expect(await spans()).toEqual([]);
  await fleet.engine.tick(on("08:05:00"));
  expect(await spans()).toEqual([[on("08:05:00"), null]]);
});

test("readings that come together are judged by the hours of their own times", async () => {
  await begin();
  await fleet.sendTogether(d1, [
    [on("07:00:00"), 15],
    [on("07:30:00"), 5],
    [on("07:40:00"), 15],
    [on("08:30:00"), 5],
    [on("09:00:00"), 15],
  ]);
  expect(await spans()).toEqual([
    [on("08:00:00"), on("08:30:00")],
    [on("09:00:00"), null],
  ]);
});

test("a change outside the hours is none, one within them is told from the value before", async () => {
  await begin({ condition: "changed", a: null });
  await fleet.send(d1, 1, on("06:30:00"));
  await fleet.send(d1, 2, on("07:00:00"));
  expect(await spans()).toEqual([]);
  await fleet.send(d1, 3, on("09:00:00"));
  expect((await fleet.records()).map(({ content_en }) => content_en)).toEqual(["temp changed from 2 to 3 °C"]);
});

test("silence and absence are raised when the hours begin", async () => {
  await begin({ condition: "noData", a: 5 });
  await fleet.rule({ id: "away", condition: "offline", point_id: null, schedule: hours() });
  await fleet.changed({ rules: ["away"] });
  await fleet.engine.presenceChanged(d1, false, on("07:00:00"));
  await fleet.engine.tick(on("07:59:59"));
  expect(await spans()).toEqual([]);
  await fleet.engine.tick(on("08:00:00"));
  expect(await spans()).toEqual([
    [on("08:00:00"), null],
    [on("08:00:00"), null],
    [on("08:00:00"), null],
  ]);
});

test("an edit of the hours, of the holidays and of the organisation's zone counts at once", async () => {
  const rule = await begin();
  const edit = async (schedule: string) => {
    await fleet.db.updateTable("alarm_trigger").set({ schedule }).where("id", "=", rule).execute();
    await fleet.changed({ rules: [rule] });
  };
  await fleet.send(d1, 15, on("07:00:00"));
  await edit(hours({ holidays: [{ name: "Closed", firstDay: "2023-11-15", lastDay: "2023-11-15" }] }));
  await fleet.engine.tick(on("08:30:00"));
  expect(await spans()).toEqual([]);
  await edit(hours());
  await fleet.db.updateTable("company").set({ zone: "UTC" }).where("id", "=", "north").execute();
  await fleet.changed({ rules: [rule] });
  await fleet.engine.tick(on("15:59:59"));
  expect(await spans()).toEqual([]);
  await fleet.engine.tick(on("16:00:00"));
  expect(await spans()).toEqual([[on("16:00:00"), null]]);
});

test("a device that moves takes its own rule along into the zone of where it is", async () => {
  await fleet.db.updateTable("company").set({ zone: "UTC" }).where("id", "=", "south").execute();
  const rule = await begin({ device_id: "d1" });
  await fleet.db.updateTable("device").set({ company_id: "south" }).where("id", "=", "d1").execute();
  await fleet.db.updateTable("alarm_trigger").set({ company_id: "south" }).where("id", "=", rule).execute();
  await fleet.changed({ devices: ["d1"] });
  await fleet.send(await fleet.registered("d1"), 15, on("09:00:00"));
  expect(await spans()).toEqual([]);
  await fleet.engine.tick(on("16:00:00"));
  expect(await spans()).toEqual([[on("16:00:00"), null]]);
  expect(someday).toBeLessThan(on("16:00:00"));
});
