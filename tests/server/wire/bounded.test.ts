import { afterEach, beforeEach, expect, test } from "vitest";
import { openFaultLog } from "#server/wire/faults.ts";
import { openTakeovers } from "#server/wire/mqtt/takeovers.ts";
import { openPresence } from "#server/wire/presence.ts";
import { type Fleet, openFleet, someday } from "#tests/server/alarm/fleet.ts";
import { refuseWrites } from "#tests/server/refuseWrites.ts";

let fleet: Fleet;
beforeEach(async () => {
  fleet = await openFleet();
});
afterEach(() => fleet.close());

const noTroubles = { failed: () => undefined, over: () => undefined };

test("of what devices sent wrong while the database could not be written the newest thousand are kept", async () => {
  const faults = openFaultLog(fleet.db, noTroubles, () => someday);
  const device = await fleet.registered("d1");
  const others = Array.from({ length: 55 }, (_, n) => `other${n}`);
  for (const id of others) await fleet.device(id, "north", {});
  const makeRoom = await refuseWrites(fleet.db, "device_event", "insert", "disk full");
  for (const [n, id] of others.entries())
    for (let fault = 0; fault < 20; fault += 1) faults.note({ ...device, id }, { code: "time", values: { at: `${n}` } }, Buffer.from("x"));
  await faults.idle();
  await makeRoom();
  await faults.idle();
  const kept = await fleet.db.selectFrom("device_event").select("device_id").distinct().execute();
  const { count } = await fleet.db
    .selectFrom("device_event")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1000);
  expect(kept.map(({ device_id }) => device_id).toSorted()).toEqual(others.slice(5).toSorted());
});

test("two devices of one SN are told of again after an hour, with those takeovers that came since", () => {
  let at = 0;
  const takeovers = openTakeovers(() => at);
  const note = () => takeovers.note("GW-1", { remote: "10.0.0.1", clientId: "a" }, { remote: "10.0.0.2", clientId: "b" });
  const told: unknown[] = [];
  for (; at <= 3_900_000; at += 300_000) {
    const takeover = note();
    told.push(typeof takeover === "string" ? takeover : takeover.times);
  }
  expect(told).toEqual(["once", "once", 3, ...Array<string>(11).fill("told")]);
  expect(note()).toMatchObject({ times: 12 });
});

test("a device says by its log whether it connected, was replaced by a connection of its own, or posted", async () => {
  const keeper = await openPresence({
    ...{ db: fleet.db, troubles: noTroubles, now: () => someday },
    kick: () => undefined,
    changed: () => undefined,
  });
  await fleet.device("d2", "north", { 1: "boiler" }, 0);
  const device = await fleet.registered("d2");
  for (const how of ["posted", "connected", "connected", "posted"] as const) keeper.connected(device, how);
  await keeper.stop();
  const rows = await fleet.db.selectFrom("device_state_log").select("reason").orderBy("at").orderBy("id").execute();
  expect(rows.map(({ reason }) => reason)).toEqual(["posted", "connected", "replaced", "posted"]);
});
