import { expect, test } from "vitest";
import { at, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();

const kept = async () => (await fleet.records()).map(({ point_id, raised_at, released_at }) => [point_id, raised_at, released_at]);

test("a record of another point than the rule now watches is released at the start, and the rule raises one of its own", async () => {
  const d1 = await fleet.registered("d1");
  const id = await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  await fleet.engine.stop();
  await fleet.db.updateTable("alarm_trigger").set({ point_id: "flags" }).where("id", "=", id).execute();
  fleet.now = at(9);
  await fleet.start();
  expect(await kept()).toEqual([["temp", at(1), at(9)]]);
  expect(await fleet.openAlarms("d1")).toBe(0);
  await fleet.send(d1, 5, at(10));
  await fleet.send(d1, 20, at(11), { point: "flags" });
  expect(await kept()).toEqual([
    ["temp", at(1), at(9)],
    ["flags", at(11), null],
  ]);
  expect(await fleet.openAlarms("d1")).toBe(1);
});

test("a record of the same point stays open over the restart", async () => {
  const d1 = await fleet.registered("d1");
  const id = await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 15, at(1));
  await fleet.engine.stop();
  await fleet.db.updateTable("alarm_trigger").set({ a: 12 }).where("id", "=", id).execute();
  fleet.now = at(9);
  await fleet.start();
  expect(await kept()).toEqual([["temp", at(1), null]]);
});
