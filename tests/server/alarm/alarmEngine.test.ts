import { describe, expect, test } from "vitest";
import { refuseWrites } from "#tests/server/refuseWrites.ts";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";
import { readingOf } from "./registeredPoints.ts";

eachWithFleet();

describe("raising and releasing", () => {
  test("writes one record and one notice when a condition comes true, and ends the same record when it is over [S4.050]", async () => {
    const rule = await fleet.rule({ name: "Too hot" });
    await fleet.start();
    await fleet.send(d1, 11.5, at(1));
    await fleet.send(d1, 12, at(2));
    expect(await fleet.openAlarms("d1")).toBe(1);
    await fleet.send(d1, 9, at(3));
    const records = await fleet.records();
    expect(records).toEqual([
      {
        id: expect.any(String),
        ...{ type_name: "", type_name_en: "" },
        company_id: "north",
        device_id: "d1",
        slave: 1,
        rule_id: rule,
        rule_name: "Too hot",
        point_id: "temp",
        point_name: "点temp",
        point_name_en: "temp",
        unit: "°C",
        level: 2,
        ...{ masked: 0, mask_id: null },
        state: 0,
        content: "点temp 11.5 °C 高于 10 °C",
        content_en: "temp 11.5 °C above 10 °C",
        value: "11.5",
        open_key: null,
        raised_at: at(1),
        released_at: at(3),
        processed_at: null,
        processor_id: null,
        processor: "",
        remark: "",
        repeats: 0,
        ...{ reminders: 0, reminded_at: null, reminds_at: null },
        repeated_at: null,
      },
    ]);
    expect(fleet.said()).toEqual(["raised d1", "released d1"]);
    expect(fleet.events.map((event) => event.record.id)).toEqual([records[0]?.id, records[0]?.id]);
    expect(await fleet.openAlarms("d1")).toBe(0);
  });

  test("answers undefined while nothing has to be written", async () => {
    await fleet.rule();
    await fleet.start();
    expect(fleet.engine.evaluate(d1, [readingOf(d1, 1, "temp", 5, at(1))], at(1))).toBeUndefined();
    expect(fleet.engine.evaluate(d1, [readingOf(d1, 1, "state", "x", at(1))], at(1))).toBeUndefined();
  });

  test("keeps one open record per device, slave and rule [S7.084]", async () => {
    await fleet.device("d2", "north", { 1: "boiler" });
    const d2 = await fleet.registered("d2");
    await fleet.rule();
    await fleet.rule({ level: 3, a: 11 });
    await fleet.start();
    for (let second = 1; second <= 5; second += 1) {
      await fleet.send(d1, 20 + second, at(second));
      await fleet.send(d1, 20 + second, at(second), { slave: 2 });
      await fleet.send(d2, 20 + second, at(second));
    }
    expect(await fleet.records()).toHaveLength(6);
    expect(await fleet.openAlarms("d1")).toBe(4);
    expect(await fleet.openAlarms("d2")).toBe(2);
  });

  test("raises exactly one alarm for a value that hovers at the limit of a rule with a dead band [S3.054] [S4.052]", async () => {
    await fleet.rule({ max: 8 });
    await fleet.start();
    for (let second = 1; second <= 40; second += 1) await fleet.send(d1, second % 2 ? 10.1 : 9.9, at(second));
    expect(await fleet.records()).toHaveLength(1);
    expect(fleet.said()).toEqual(["raised d1"]);
    await fleet.send(d1, 8, at(41));
    expect((await fleet.records()).map((record) => record.released_at)).toEqual([at(41)]);
  });

  test("many transitions that are not waited for are written in their order", async () => {
    await fleet.rule({ max: 9 });
    await fleet.start();
    const waiting = Array.from({ length: 501 }, (_, index) => fleet.send(d1, index % 2 ? 5 : 15, at(index * 100)));
    await Promise.all(waiting);
    const records = await fleet.records();
    expect(records).toHaveLength(251);
    expect(records.filter((record) => record.open_key !== null)).toHaveLength(1);
    expect(records.slice(0, -1).every((record) => record.released_at === record.raised_at + 100_000)).toBe(true);
    expect(await fleet.openAlarms("d1")).toBe(1);
  });

  test("a reading that is older than the newest changes nothing", async () => {
    await fleet.rule();
    await fleet.start();
    await fleet.send(d1, 15, at(10));
    await fleet.send(d1, 5, at(9));
    expect(await fleet.openAlarms("d1")).toBe(1);
    await fleet.send(d1, 5, at(11));
    await fleet.send(d1, 15, at(8));
    expect(await fleet.records()).toHaveLength(1);
    expect(await fleet.openAlarms("d1")).toBe(0);
  });

  test("a rule of one device leaves the others alone", async () => {
    await fleet.device("d2", "north", { 1: "boiler" });
    await fleet.rule({ device_id: "d2" });
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    await fleet.send(await fleet.registered("d2"), 15, at(1));
    expect((await fleet.records()).map((record) => record.device_id)).toEqual(["d2"]);
  });

  test("a device that went away during the write costs its own alarm only", async () => {
    await fleet.device("d2", "north", { 1: "boiler" });
    const d2 = await fleet.registered("d2");
    await fleet.rule();
    await fleet.start();
    await fleet.db.deleteFrom("device").where("id", "=", "d2").execute();
    await Promise.all([fleet.send(d2, 15, at(1)), fleet.send(d1, 15, at(1))]);
    expect((await fleet.records()).map((record) => record.device_id)).toEqual(["d1"]);
    expect(fleet.said()).toEqual(["raised d1"]);
  });
});

describe("a database that cannot be written", () => {
  test("is told to the sender, and the alarm is raised when the reading comes again", async () => {
    await fleet.rule();
    await fleet.start();
    const takeNew = await refuseWrites(fleet.db, "alarm_log", "insert", "disk full");
    await expect(fleet.send(d1, 15, at(1))).rejects.toThrow("disk full");
    await takeNew();
    expect(fleet.said()).toEqual([]);
    await fleet.send(d1, 15, at(1));
    expect(fleet.said()).toEqual(["raised d1"]);
    const takeChanges = await refuseWrites(fleet.db, "alarm_log", "update", "disk full");
    await expect(fleet.send(d1, 5, at(2))).rejects.toThrow("disk full");
    expect(await fleet.openAlarms("d1")).toBe(1);
    await takeChanges();
    await fleet.send(d1, 5, at(2));
    expect(fleet.said()).toEqual(["raised d1", "released d1"]);
    expect(await fleet.openAlarms("d1")).toBe(0);
  });
});

describe("the hold time", () => {
  test("a condition that is true for less raises nothing [S3.053]", async () => {
    await fleet.rule({ hold_seconds: 60 });
    await fleet.start();
    await fleet.send(d1, 15, at(0));
    await fleet.send(d1, 16, at(59));
    await fleet.send(d1, 9, at(60));
    await fleet.send(d1, 15, at(61));
    await fleet.engine.tick(at(120));
    expect(await fleet.records()).toEqual([]);
    await fleet.send(d1, 15, at(121));
    expect((await fleet.records()).map((record) => record.raised_at)).toEqual([at(121)]);
  });

  test("runs out by the clock when the last reading said true", async () => {
    await fleet.rule({ hold_seconds: 60 });
    await fleet.start();
    await fleet.send(d1, 15, at(0));
    await fleet.engine.tick(at(59));
    expect(await fleet.records()).toEqual([]);
    await fleet.engine.tick(at(60));
    await fleet.engine.tick(at(61));
    expect((await fleet.records()).map((record) => [record.value, record.raised_at])).toEqual([["15", at(60)]]);
  });
});

describe("changes of rules", () => {
  test("a disabled rule raises nothing and lets go of its open record; enabled again it raises [S4.058]", async () => {
    const rule = await fleet.rule({ max: 9 });
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    fleet.now = at(2);
    await fleet.db.updateTable("alarm_trigger").set({ enabled: 0 }).where("id", "=", rule).execute();
    await fleet.changed({ rules: [rule] });
    expect(fleet.said()).toEqual(["raised d1", "released d1"]);
    expect((await fleet.records()).map((record) => record.released_at)).toEqual([at(2)]);
    await fleet.send(d1, 15, at(3));
    expect(await fleet.records()).toHaveLength(1);
    expect(await fleet.openAlarms("d1")).toBe(0);
    await fleet.db.updateTable("alarm_trigger").set({ enabled: 1 }).where("id", "=", rule).execute();
    await fleet.changed({ rules: [rule] });
    await fleet.send(d1, 15, at(4));
    expect(await fleet.records()).toHaveLength(2);
  });

  test("a deleted rule lets go of its open record, which keeps the rule's name", async () => {
    const rule = await fleet.rule({ name: "Gone" });
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    await fleet.db.deleteFrom("alarm_trigger").where("id", "=", rule).execute();
    await fleet.changed({ rules: [rule] });
    expect((await fleet.records()).map((record) => [record.rule_id, record.rule_name, record.open_key])).toEqual([[null, "Gone", null]]);
    expect(await fleet.openAlarms("d1")).toBe(0);
  });

  test("a rule with other limits is judged at the next reading", async () => {
    const rule = await fleet.rule();
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    await fleet.db.updateTable("alarm_trigger").set({ a: 20 }).where("id", "=", rule).execute();
    await fleet.changed({ rules: [rule] });
    expect(await fleet.openAlarms("d1")).toBe(1);
    await fleet.send(d1, 15, at(2));
    expect(await fleet.openAlarms("d1")).toBe(0);
  });

  test("of a device whose notices are off each alarm has its record, and nobody is told", async () => {
    await fleet.rule();
    await fleet.rule({ condition: "offline", point_id: null });
    await fleet.db.updateTable("device").set({ alarm_notice: 0 }).where("id", "=", "d1").execute();
    await fleet.start();
    const silent = await fleet.registered("d1");
    await fleet.send(silent, 15, at(1));
    await fleet.engine.presenceChanged(silent, false, at(2));
    expect((await fleet.records()).map(({ masked }) => masked)).toEqual([1, 1]);
    expect(fleet.said()).toEqual(["raised masked d1", "raised masked d1"]);
  });

  test("a slave that takes another template leaves no open alarm behind", async () => {
    await fleet.rule();
    await fleet.recipe("pump", "north", []);
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    await fleet.db.updateTable("slave").set({ recipe_id: "pump" }).where("device_id", "=", "d1").where("no", "=", 1).execute();
    await fleet.changed({ devices: ["d1"] });
    expect(await fleet.openAlarms("d1")).toBe(0);
  });

  test("texts of the rule's own are filled in both languages; a rule that does not save data leaves the value out", async () => {
    await fleet.rule({
      push_content: "{device}：{point}={value}，限值{limit}",
      release_content_en: "{point} is fine again: {value}",
      save_data: 0,
    });
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    await fleet.send(d1, 5, at(2));
    expect((await fleet.records()).map((record) => [record.content, record.content_en, record.value])).toEqual([
      ["Device d1：点temp=15，限值10", "temp 15 °C above 10 °C", null],
    ]);
    expect(fleet.events.map((event) => event.record.content_en)).toEqual(["temp 15 °C above 10 °C", "temp is fine again: 5"]);
  });
});
