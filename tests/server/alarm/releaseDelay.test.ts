import { expect, test } from "vitest";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
const spans = async () =>
  (await fleet.records()).filter(({ slave }) => slave !== 2).map(({ raised_at, released_at }) => [raised_at, released_at]);
const begin = async (more: object = {}) => {
  const rule = await fleet.rule({ release_seconds: 60, ...more });
  await fleet.start();
  return rule;
};

test("a record is released by the clock when the value has stayed on the safe side for so long, and not before", async () => {
  await begin();
  await fleet.send(d1, 15, at(0));
  await fleet.send(d1, 5, at(10));
  await fleet.engine.tick(at(69));
  expect(await spans()).toEqual([[at(0), null]]);
  await fleet.engine.tick(at(70));
  expect([await spans(), fleet.said()]).toEqual([[[at(0), at(70)]], ["raised d1", "released d1"]]);
});

test("a reading that comes when it is over by then releases it at its own time", async () => {
  await begin();
  await fleet.send(d1, 15, at(0));
  await fleet.send(d1, 5, at(10));
  await fleet.send(d1, 6, at(70));
  expect(await spans()).toEqual([[at(0), at(70)]]);
});

test("a value that leaves the safe side, into the dead band too, begins the delay anew", async () => {
  await begin({ max: 8 });
  await fleet.send(d1, 15, at(0));
  await fleet.send(d1, 5, at(10));
  await fleet.send(d1, 9, at(40));
  await fleet.engine.tick(at(80));
  expect(await spans()).toEqual([[at(0), null]]);
  await fleet.send(d1, 5, at(90));
  await fleet.send(d1, 12, at(120));
  await fleet.send(d1, 5, at(130));
  await fleet.engine.tick(at(189));
  expect(await spans()).toEqual([[at(0), null]]);
  await fleet.engine.tick(at(190));
  expect(await spans()).toEqual([[at(0), at(190)]]);
});

test("readings that come together are judged by their own times: what was over between two is released, and raised anew", async () => {
  await begin({ max: 8 });
  await fleet.sendTogether(d1, [
    [at(0), 15],
    [at(10), 5],
    [at(100), 15],
    [at(110), 5],
  ]);
  expect(await spans()).toEqual([
    [at(0), at(70)],
    [at(100), null],
  ]);
  await fleet.engine.tick(at(170));
  expect(await spans()).toEqual([
    [at(0), at(70)],
    [at(100), at(170)],
  ]);
});

test("what was kept back goes on by its own times, and a late reading changes nothing", async () => {
  await begin();
  await fleet.send(d1, 15, at(0), { arrivedAt: at(200) });
  await fleet.send(d1, 5, at(10), { arrivedAt: at(200) });
  await fleet.send(d1, 15, at(5), { arrivedAt: at(201) });
  await fleet.engine.tick(at(259));
  expect(await spans()).toEqual([[at(0), null]]);
  await fleet.engine.tick(at(260));
  expect(await spans()).toEqual([[at(0), at(70)]]);
});

test("a clock that is set back begins the delay anew", async () => {
  await begin();
  await fleet.send(d1, 15, at(0));
  await fleet.send(d1, 5, at(50));
  await fleet.engine.tick(at(20));
  await fleet.engine.tick(at(79));
  expect(await spans()).toEqual([[at(0), null]]);
  await fleet.engine.tick(at(80));
  expect((await spans())[0]?.[1]).not.toBeNull();
});

test("a restart does not begin a running delay anew, and an edit of the condition ends it", async () => {
  const rule = await begin();
  await fleet.send(d1, 15, at(0));
  await fleet.send(d1, 5, at(10));
  await fleet.cut();
  await fleet.engine.tick(at(69));
  expect(await spans()).toEqual([[at(0), null]]);
  await fleet.engine.tick(at(70));
  expect(await spans()).toEqual([[at(0), at(70)]]);
  await fleet.send(d1, 15, at(700));
  await fleet.send(d1, 5, at(710));
  await fleet.db.updateTable("alarm_trigger").set({ a: 12 }).where("id", "=", rule).execute();
  await fleet.changed({ rules: [rule] });
  await fleet.engine.tick(at(800));
  expect((await spans()).at(-1)).toEqual([at(700), null]);
});

test("a device that comes back and is lost again within the delay stays in alarm", async () => {
  await begin({ condition: "offline", point_id: null });
  await fleet.engine.presenceChanged(d1, false, at(0));
  await fleet.engine.presenceChanged(d1, true, at(10));
  await fleet.engine.presenceChanged(d1, false, at(40));
  await fleet.engine.tick(at(100));
  expect(await spans()).toEqual([[at(0), null]]);
  await fleet.engine.presenceChanged(d1, true, at(110));
  await fleet.engine.tick(at(170));
  expect(await spans()).toEqual([[at(0), at(170)]]);
});

test("a device that is lost again behind the delay was released at its end, also where the clock has not looked since", async () => {
  await begin({ condition: "offline", point_id: null });
  await fleet.engine.presenceChanged(d1, false, at(0));
  await fleet.engine.presenceChanged(d1, true, at(10));
  fleet.now = at(100);
  await fleet.engine.presenceChanged(d1, false, at(100));
  expect(fleet.said()).toEqual(["raised d1", "released d1", "raised d1"]);
  expect(fleet.events[1]?.record.released_at).toBe(at(70));
  expect((await fleet.records()).map(({ repeats, repeated_at, released_at }) => [repeats, repeated_at, released_at])).toEqual([
    [1, at(100), null],
  ]);
});

test("data that comes back and ceases again within the delay ends no silence", async () => {
  await begin({ condition: "noData", a: 1, release_seconds: 120 });
  await fleet.send(d1, 1, at(0));
  await fleet.engine.tick(at(60));
  await fleet.send(d1, 1, at(70));
  await fleet.engine.tick(at(130));
  await fleet.engine.tick(at(200));
  expect(await spans()).toEqual([[at(60), null]]);
  for (const seconds of [210, 260, 310]) await fleet.send(d1, 1, at(seconds));
  await fleet.engine.tick(at(330));
  expect(await spans()).toEqual([[at(60), at(330)]]);
});
