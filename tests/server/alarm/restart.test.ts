import { expect, test } from "vitest";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();

test("a restart neither loses an open alarm nor raises it twice [S7.086]", async () => {
  await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  await fleet.cut();
  expect(await fleet.openAlarms("d1")).toBe(1);
  await fleet.send(d1, 16, at(2));
  await fleet.cut();
  await fleet.send(d1, 17, at(3));
  expect(await fleet.records()).toHaveLength(1);
  await fleet.cut();
  await fleet.send(d1, 5, at(4));
  expect((await fleet.records()).map((record) => [record.raised_at, record.released_at])).toEqual([[at(1), at(4)]]);
  expect(fleet.said()).toEqual(["raised d1", "released d1"]);
});

test("a rule has one open record at most per device, slave and point; restarts neither lose nor repeat one [S4.054]", async () => {
  await fleet.device("d2", "north", { 1: "boiler" });
  const d2 = await fleet.registered("d2");
  await fleet.rule({ id: "hot" });
  await fleet.rule({ id: "flagged", point_id: "flags", condition: "notEqual", a: 0 });
  await fleet.start();
  const places = [
    ["flagged", "d1", 1],
    ["hot", "d1", 1],
    ["hot", "d1", 2],
    ["hot", "d2", 1],
  ] as const;
  const send = (temperature: number, flags: number, seconds: number) =>
    Promise.all(
      [
        [d1, temperature, { slave: 1 }],
        [d1, temperature, { slave: 2 }],
        [d2, temperature, { slave: 1 }],
        [d1, flags, { slave: 1, point: "flags" }],
      ].map(([device, value, where]) => fleet.send(device as typeof d1, value as number, at(seconds), where as object)),
    );
  const kept = async () =>
    (await fleet.records())
      .map(({ rule_id, device_id, slave, raised_at, released_at }) => [rule_id, device_id, slave, raised_at, released_at])
      .sort(
        (one, other) =>
          places.findIndex((place) => `${place}` === `${one.slice(0, 3)}`) -
          places.findIndex((place) => `${place}` === `${other.slice(0, 3)}`),
      );
  for (const seconds of [1, 2, 3]) {
    await send(15 + seconds, seconds, seconds);
    await fleet.cut();
    expect(await kept()).toEqual(places.map((place) => [...place, at(1), null]));
    expect([await fleet.openAlarms("d1"), await fleet.openAlarms("d2")]).toEqual([3, 1]);
  }
  await send(5, 0, 4);
  await fleet.cut();
  expect(await kept()).toEqual(places.map((place) => [...place, at(1), at(4)]));
  expect(fleet.said().sort()).toEqual([
    "raised d1",
    "raised d1",
    "raised d1",
    "raised d2",
    "released d1",
    "released d1",
    "released d1",
    "released d2",
  ]);
});

test("a restart does not begin a running hold time anew", async () => {
  await fleet.rule({ hold_seconds: 60 });
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  fleet.now = at(30);
  await fleet.cut();
  await fleet.engine.tick(at(59));
  expect(await fleet.records()).toEqual([]);
  await fleet.engine.tick(at(60));
  expect((await fleet.records()).map((record) => [record.content_en, record.raised_at])).toEqual([["temp 15 °C above 10 °C", at(60)]]);
});

test("messages that are sent again after a restart raise nothing a second time", async () => {
  await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  await fleet.send(d1, 5, at(2));
  await fleet.cut();
  await fleet.send(d1, 15, at(1));
  await fleet.send(d1, 5, at(2));
  expect(await fleet.records()).toHaveLength(1);
});

test("the last value of a rule of change outlives a restart", async () => {
  await fleet.rule({ point_id: "state", condition: "changed", a: null });
  await fleet.start();
  await fleet.send(d1, "run", at(1), { point: "state" });
  await fleet.cut();
  await fleet.send(d1, "run", at(2), { point: "state" });
  await fleet.send(d1, "stop", at(3), { point: "state" });
  expect((await fleet.records()).map((record) => record.content_en)).toEqual(["state changed from run to stop"]);
});

test("silence is counted on over a restart, but devices get a minute to come back", async () => {
  await fleet.rule({ condition: "noData", a: 5 });
  await fleet.start();
  await fleet.send(d1, 1, at(0));
  await fleet.send(d1, 1, at(0), { slave: 2 });
  fleet.stored.set("d1 2 temp", { ts: at(0), taken: at(0), value: 20 });
  fleet.now = at(290);
  await fleet.cut();
  await fleet.engine.tick(at(349));
  expect(await fleet.records()).toEqual([]);
  await fleet.send(d1, 1, at(349));
  await fleet.engine.tick(at(350));
  expect((await fleet.records()).map((record) => record.slave)).toEqual([2]);
});

test("the time of the last reading is kept within half a minute", async () => {
  await fleet.rule({ condition: "noData", a: 5 });
  await fleet.start();
  await fleet.send(d1, 1, at(0));
  await fleet.send(d1, 1, at(100));
  await fleet.send(d1, 1, at(102), { slave: 2 });
  await fleet.engine.tick(at(101));
  fleet.now = at(102);
  await fleet.cut();
  await fleet.engine.tick(at(399));
  expect(await fleet.records()).toEqual([]);
  await fleet.engine.tick(at(400));
  expect(await fleet.records()).toHaveLength(1);
});

test("the time of the last reading is kept within a period of a clock that was set back two days, not when it has caught up", async () => {
  await fleet.rule({ condition: "noData", a: 5 });
  await fleet.start();
  await fleet.send(d1, 1, at(0));
  await fleet.send(d1, 1, at(10));
  const kept = async () => (await fleet.db.selectFrom("alarm_pending").select("since").where("slave", "=", 1).execute())[0]?.since;
  fleet.now = at(29);
  await fleet.engine.tick(at(29));
  expect(await kept()).toBeUndefined();
  fleet.now = at(-172_800);
  await fleet.engine.tick(at(-172_800));
  expect(await kept()).toBe(at(-172_800));
});

test("a device that is back before the minute is over is not offline; one that stays away is", async () => {
  await fleet.device("d2", "north", { 1: "boiler" });
  const d2 = await fleet.registered("d2");
  await fleet.rule({ condition: "offline", point_id: null, a: null, hold_seconds: 10 });
  await fleet.start();
  await fleet.engine.presenceChanged(d1, false, at(1));
  await fleet.engine.presenceChanged(d2, false, at(1));
  fleet.now = at(5);
  await fleet.cut();
  await fleet.engine.tick(at(20));
  await fleet.engine.presenceChanged(d1, true, at(25));
  await fleet.engine.tick(at(65));
  expect((await fleet.records()).map((record) => record.device_id)).toEqual(["d2"]);
});

test("records whose rule was disabled or deleted meanwhile are released at the start, and counts are put right", async () => {
  const rule = await fleet.rule();
  const other = await fleet.rule({ a: 11 });
  await fleet.rule({ a: 12 });
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  await fleet.engine.stop();
  await fleet.db.updateTable("alarm_trigger").set({ enabled: 0 }).where("id", "=", rule).execute();
  await fleet.db.deleteFrom("alarm_trigger").where("id", "=", other).execute();
  await fleet.db.updateTable("device").set({ open_alarms: 9 }).execute();
  fleet.now = at(5);
  await fleet.start();
  expect((await fleet.records()).map((record) => record.released_at).sort()).toEqual([null, at(5), at(5)].sort());
  expect(await fleet.openAlarms("d1")).toBe(1);
});
