import { describe, expect, test } from "vitest";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();

describe("every condition", () => {
  test("bit set, equal and not equal work on text and on 64-bit integers", async () => {
    await fleet.rule({ id: "bit", point_id: "flags", condition: "bitSet", a: 63 });
    await fleet.rule({ id: "ne", point_id: "state", condition: "notEqual", a: 0 });
    await fleet.start();
    await fleet.send(d1, "9223372036854775809", at(1), { point: "flags" });
    await fleet.send(d1, 1, at(2), { point: "flags" });
    await fleet.send(d1, "broken", at(3), { point: "state" });
    await fleet.send(d1, "0", at(4), { point: "state" });
    const records = await fleet.records();
    expect(records.map((record) => [record.rule_id, record.value, record.released_at])).toEqual([
      ["bit", '"9223372036854775809"', at(2)],
      ["ne", '"broken"', at(4)],
    ]);
  });

  test("changed raises and releases on one record; the first value is no change", async () => {
    await fleet.rule({ point_id: "state", condition: "changed", a: null });
    await fleet.start();
    for (const [second, value] of [
      [1, "run"],
      [2, "run"],
      [3, "stop"],
      [4, "stop"],
      [5, "run"],
    ] as const)
      await fleet.send(d1, value, at(second), { point: "state" });
    expect((await fleet.records()).map((record) => [record.content_en, record.raised_at, record.released_at, record.open_key])).toEqual([
      ["state changed from run to stop", at(3), at(3), null],
      ["state changed from stop to run", at(5), at(5), null],
    ]);
    expect(fleet.said()).toEqual(["raised d1", "released d1", "raised d1", "released d1"]);
    expect(await fleet.openAlarms("d1")).toBe(0);
  });

  test("no data raises after the minutes of silence and is released by the next reading", async () => {
    await fleet.rule({ condition: "noData", a: 5, device_id: "d1" });
    await fleet.start();
    await fleet.send(d1, 1, at(0), { slave: 2 });
    await fleet.send(d1, 1, at(4000));
    await fleet.send(d1, 1, at(4000), { slave: 2 });
    await fleet.engine.tick(at(4299));
    expect(await fleet.records()).toEqual([]);
    await fleet.send(d1, 1, at(4299), { slave: 2 });
    await fleet.engine.tick(at(4300));
    await fleet.engine.tick(at(4301));
    expect(await fleet.openAlarms("d1")).toBe(1);
    await fleet.send(d1, 1, at(4400));
    expect((await fleet.records()).map((record) => [record.content_en, record.raised_at, record.released_at])).toEqual([
      ["temp: no data for 5 min", at(4300), at(4400)],
    ]);
    await fleet.send(d1, 1, at(4500), { slave: 2 });
    await fleet.engine.tick(at(4699));
    expect(await fleet.openAlarms("d1")).toBe(0);
    await fleet.engine.tick(at(4700));
    expect(await fleet.openAlarms("d1")).toBe(1);
  });

  test("no data: what never sent, and what was silent before the rule, counts from when there could have been a reading", async () => {
    await fleet.device("d2", "north", { 1: "boiler" });
    fleet.stored.set("d2 1 temp", { ts: at(-7200), taken: at(-7200), value: 20 });
    await fleet.start();
    const rule = await fleet.rule({ condition: "noData", a: 5 });
    fleet.now = at(10);
    await fleet.changed({ rules: [rule] });
    await fleet.engine.tick(at(11));
    expect((await fleet.records()).map((record) => [record.device_id, record.raised_at])).toEqual([["d2", at(11)]]);
    await fleet.engine.tick(at(309));
    expect(await fleet.openAlarms("d1")).toBe(0);
    await fleet.engine.tick(at(310));
    expect(await fleet.openAlarms("d1")).toBe(2);
    fleet.now = at(400);
    await fleet.device("d3", "north", { 1: "boiler" });
    await fleet.changed({ devices: ["d3"] });
    await fleet.engine.tick(at(699));
    expect(await fleet.openAlarms("d3")).toBe(0);
    await fleet.engine.tick(at(700));
    expect(await fleet.openAlarms("d3")).toBe(1);
  });

  test("no data: a rule that was switched off and on again goes by the newest reading, not by the switch", async () => {
    const id = await fleet.rule({ condition: "noData", a: 5, device_id: "d1" });
    await fleet.start();
    for (const slave of [1, 2]) {
      await fleet.send(d1, 1, at(0), { slave });
      fleet.stored.set(`d1 ${slave} temp`, { ts: at(0), taken: at(0), value: 20 });
    }
    for (const enabled of [0, 1]) {
      fleet.now = at(200);
      await fleet.db.updateTable("alarm_trigger").set({ enabled }).where("id", "=", id).execute();
      await fleet.changed({ rules: [id] });
    }
    await fleet.engine.tick(at(299));
    expect(await fleet.openAlarms("d1")).toBe(0);
    await fleet.engine.tick(at(300));
    expect(await fleet.openAlarms("d1")).toBe(2);
  });

  test("no data: a cached value that comes again with its old time ends no silence, nor does one that is itself too old", async () => {
    await fleet.rule({ condition: "noData", a: 5, device_id: "d1" });
    await fleet.start();
    await fleet.send(d1, 1, at(0), { slave: 2 });
    await fleet.send(d1, 1, at(0));
    for (let second = 10; second < 300; second += 10) await fleet.send(d1, 1, at(0), { arrivedAt: at(second) });
    await fleet.send(d1, 1, at(299), { slave: 2 });
    await fleet.engine.tick(at(300));
    expect((await fleet.records()).map((record) => [record.slave, record.raised_at])).toEqual([[1, at(300)]]);
    await fleet.send(d1, 1, at(0), { arrivedAt: at(310) });
    await fleet.send(d1, 1, at(100), { arrivedAt: at(401) });
    expect(await fleet.openAlarms("d1")).toBe(1);
    await fleet.send(d1, 1, at(402));
    expect(await fleet.openAlarms("d1")).toBe(0);
  });

  test("a time that is ahead gives way to the next true one, in rules of values, of no data and in their hold times", async () => {
    await fleet.rule({ id: "hot", device_id: "d1" });
    await fleet.rule({ id: "silent", condition: "noData", a: 5, device_id: "d1" });
    await fleet.rule({ id: "long", a: 100, hold_seconds: 60, device_id: "d1" });
    await fleet.start();
    await fleet.send(d1, 1, at(1), { slave: 2 });
    await fleet.send(d1, 5, at(250), { arrivedAt: at(10) });
    await fleet.send(d1, 500, at(20), { arrivedAt: at(20) });
    await fleet.send(d1, 500, at(79), { slave: 2 });
    expect((await fleet.records()).map((record) => [record.rule_id, record.slave, record.raised_at])).toEqual([
      ["hot", 1, at(20)],
      ["hot", 2, at(79)],
    ]);
    await fleet.engine.tick(at(80));
    expect((await fleet.records()).map((record) => record.rule_id)).toContain("long");
    await fleet.send(d1, 500, at(319), { slave: 2 });
    await fleet.engine.tick(at(320));
    expect((await fleet.records()).find((record) => record.rule_id === "silent")).toMatchObject({ slave: 1, raised_at: at(320) });
  });

  test("an alarm of a batch that was kept back is told as late, one of now is not", async () => {
    await fleet.rule({ max: 9 });
    await fleet.start();
    fleet.now = at(4000);
    for (const [second, value] of [
      [400, 15],
      [401, 5],
      [3900, 15],
    ] as const)
      await fleet.send(d1, value, at(second), { arrivedAt: at(4000) });
    expect(fleet.events.map(({ kind, late }) => [kind, late])).toEqual([
      ["raised", true],
      ["released", true],
      ["raised", false],
    ]);
  });

  test("a server whose clock was ahead for a moment judges what comes after, and counts hold times and silence on", async () => {
    const hours = 8 * 3600;
    await fleet.rule({ id: "hot", device_id: "d1" });
    await fleet.rule({ id: "long", a: 100, hold_seconds: 60, device_id: "d1" });
    await fleet.rule({ id: "away", condition: "offline", point_id: null, a: null, device_id: "d1" });
    await fleet.start();
    await fleet.send(d1, 5, at(hours));
    await fleet.send(d1, 500, at(hours), { slave: 2 });
    await fleet.engine.presenceChanged(d1, true, at(hours));
    await fleet.engine.tick(at(hours));
    await fleet.send(d1, 15, at(1), { arrivedAt: at(1) });
    await fleet.engine.presenceChanged(d1, false, at(2));
    await fleet.engine.tick(at(10));
    await fleet.engine.tick(at(69));
    expect((await fleet.records()).map((record) => record.rule_id).sort()).toEqual(["away", "hot", "hot"]);
    await fleet.engine.tick(at(70));
    expect((await fleet.records()).map((record) => record.rule_id)).toContain("long");
  });

  test("offline raises once for a device, after the hold time, and is released when it is back", async () => {
    await fleet.rule({ condition: "offline", point_id: null, a: null, hold_seconds: 30 });
    await fleet.start();
    await fleet.engine.presenceChanged(d1, false, at(1));
    await fleet.engine.tick(at(20));
    await fleet.engine.presenceChanged(d1, true, at(21));
    await fleet.engine.tick(at(60));
    expect(await fleet.records()).toEqual([]);
    await fleet.engine.presenceChanged(d1, false, at(70));
    await fleet.engine.tick(at(100));
    expect(await fleet.openAlarms("d1")).toBe(1);
    await fleet.engine.presenceChanged(d1, true, at(110));
    expect((await fleet.records()).map((record) => [record.slave, record.content, record.raised_at, record.released_at])).toEqual([
      [0, "设备离线", at(100), at(110)],
    ]);
  });

  test("offline takes a device that was away before the rule was made", async () => {
    await fleet.device("d2", "north", { 1: "boiler" }, 0);
    await fleet.start();
    await fleet.engine.presenceChanged(d1, false, at(1));
    fleet.now = at(2);
    const rule = await fleet.rule({ condition: "offline", point_id: null, a: null });
    await fleet.changed({ rules: [rule] });
    expect((await fleet.records()).map((record) => record.device_id)).toEqual(["d1"]);
    fleet.now = at(61);
    await fleet.engine.tick(at(61));
    expect((await fleet.records()).map((record) => record.device_id)).toEqual(["d1", "d2"]);
  });
});
