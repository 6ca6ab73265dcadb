import { expect, test } from "vitest";
import { refuseWrites } from "#tests/server/refuseWrites.ts";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
const sinceKept = async () => (await fleet.db.selectFrom("alarm_pending").select("since").execute()).map(({ since }) => since);

test("what a rule of silence heard before an alarm that could not be written is kept at the stop", async () => {
  await fleet.rule({ condition: "noData", a: 1, device_id: "d1" });
  await fleet.device("d2", "north", {});
  await fleet.start();
  await fleet.send(d1, 1, at(0));
  await fleet.send(d1, 1, at(20));
  const makeRoom = await refuseWrites(fleet.db, "alarm_log", "insert", "disk full");
  await expect(fleet.engine.tick(at(81))).rejects.toThrow("disk full");
  await fleet.engine.stop();
  await makeRoom();
  expect(await sinceKept()).toContain(at(20));
});

test("what is being written is not kept before it is known to be", async () => {
  await fleet.rule({ condition: "noData", a: 1 });
  await fleet.start();
  await fleet.send(d1, 1, at(0));
  await fleet.engine.tick(at(61));
  const before = await sinceKept();
  const makeRoom = await refuseWrites(fleet.db, "alarm_log", "update", "disk full");
  const told = [fleet.send(d1, 1, at(100)), fleet.send(d1, 1, at(101)), fleet.engine.tick(at(140))];
  const ended = await Promise.allSettled(told);
  expect(ended.slice(0, 2).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await sinceKept()).toEqual(before);
  await makeRoom();
});

test("a device that is back before its absence could be written raises nothing when the clock tells again", async () => {
  await fleet.rule({ condition: "offline", point_id: null, a: null });
  await fleet.start();
  const makeRoom = await refuseWrites(fleet.db, "alarm_log", "insert", "disk full");
  await expect(fleet.engine.presenceChanged(d1, false, at(1))).rejects.toThrow("disk full");
  await fleet.engine.presenceChanged(d1, true, at(2));
  await makeRoom();
  await fleet.engine.tick(at(3));
  expect(await fleet.records()).toEqual([]);
});
