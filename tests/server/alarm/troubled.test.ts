import { afterEach, beforeEach, expect, test } from "vitest";
import type { RegisteredDevice } from "#server/wire/registered.ts";
import { refuseWrites } from "#tests/server/refuseWrites.ts";
import { type Fleet, openFleet, someday } from "./fleet.ts";

let fleet: Fleet;
let d1: RegisteredDevice;

beforeEach(async () => {
  fleet = await openFleet();
  d1 = await fleet.registered("d1");
  await fleet.rule();
  await fleet.start();
});
afterEach(() => fleet.close());

const at = (seconds: number): number => someday + seconds * 1000;
const standing = (): string[] => fleet.troubles.standing().map(({ part }) => part);

test("alarms that cannot be written are one trouble and one line, however often they are tried, until they can be", async () => {
  const makeRoom = await refuseWrites(fleet.db, "alarm_log", "insert", "disk full");
  for (let n = 0; n < 5; n += 1) await expect(fleet.send(d1, 15, at(1))).rejects.toThrow("disk full");
  expect([standing(), fleet.troubles.total()]).toEqual([["alarms"], 5]);
  expect(fleet.lines).toEqual(["alarms could not be written: devices are not acknowledged and send again"]);
  await makeRoom();
  await fleet.send(d1, 15, at(1));
  expect(standing()).toEqual([]);
  expect(await fleet.records()).toHaveLength(1);
});
