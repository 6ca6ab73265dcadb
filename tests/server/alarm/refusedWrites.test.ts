import { describe, expect, test } from "vitest";
import { refuseWrites } from "#tests/server/refuseWrites.ts";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
const full = (table = "alarm_log", event: "insert" | "update" = "insert") => refuseWrites(fleet.db, table, event, "disk full");
const shown = async () => (await fleet.records()).map(({ value, raised_at, released_at }) => [value, raised_at, released_at]);

describe("an alarm that could not be written", () => {
  test.each([
    [
      "raised and released by one message",
      async () =>
        fleet.sendTogether(d1, [
          [at(1), 500],
          [at(2), 5],
        ]),
    ],
    [
      "raised by one message and released by the next, which did not wait",
      async () => {
        await Promise.all([fleet.send(d1, 500, at(1)), fleet.send(d1, 5, at(2))]);
      },
    ],
    [
      "raised, released and raised again",
      async () =>
        fleet.sendTogether(d1, [
          [at(1), 500],
          [at(2), 5],
          [at(3), 700],
        ]),
    ],
  ])("%s leaves its rule seeing: the next value above the limit is an alarm, which a normal one releases", async (_, send) => {
    await fleet.rule({ a: 100 });
    await fleet.start();
    const makeRoom = await full("alarm_pending");
    await expect(send()).rejects.toThrow("disk full");
    await makeRoom();
    await fleet.send(d1, 501, at(10));
    expect(await shown()).toEqual([["501", at(10), null]]);
    expect(await fleet.openAlarms("d1")).toBe(1);
    await fleet.send(d1, 5, at(11));
    expect(await shown()).toEqual([["501", at(10), at(11)]]);
    expect(await fleet.openAlarms("d1")).toBe(0);
  });

  test("is raised and released, once, when its message is sent again", async () => {
    await fleet.rule({ max: 9 });
    await fleet.start();
    const message = [
      [at(1), 500],
      [at(2), 5],
    ] as const;
    const makeRoom = await full();
    for (const _ of [1, 2]) await expect(fleet.sendTogether(d1, message)).rejects.toThrow("disk full");
    await makeRoom();
    for (const _ of [1, 2]) await fleet.sendTogether(d1, message);
    expect(await shown()).toEqual([["500", at(1), at(2)]]);
    expect(fleet.said()).toEqual(["raised d1", "released d1"]);
  });

  test("is a change as well: what it changed from is known when its message is sent again", async () => {
    await fleet.rule({ point_id: "state", condition: "changed", a: null });
    await fleet.start();
    await fleet.send(d1, "run", at(0), { point: "state" });
    const message = [
      [at(1), "stop"],
      [at(2), "run"],
      [at(3), "stop"],
    ] as const;
    const makeRoom = await full();
    await expect(fleet.sendTogether(d1, message, "state")).rejects.toThrow("disk full");
    await makeRoom();
    for (const _ of [1, 2]) await fleet.sendTogether(d1, message, "state");
    expect(await shown()).toEqual([
      ['"stop"', at(1), at(1)],
      ['"run"', at(2), at(2)],
      ['"stop"', at(3), at(3)],
    ]);
  });

  test("keeps what came behind it from being acknowledged, so that nothing is known of what has to come again", async () => {
    await fleet.rule({ max: 9 });
    await fleet.start();
    await fleet.send(d1, 1, at(0));
    const makeRoom = await full();
    const messages = [500, 501, 5].map((value, second) => () => fleet.send(d1, value, at(second + 1)));
    const told = await Promise.allSettled(messages.map((send) => send()));
    expect(told.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await makeRoom();
    for (const send of messages) await send();
    expect(await shown()).toEqual([["500", at(1), at(3)]]);
  });

  test("costs no other device its own", async () => {
    await fleet.device("d2", "north", { 1: "boiler" });
    const d2 = await fleet.registered("d2");
    const rule = await fleet.rule();
    await fleet.start();
    await fleet.db.deleteFrom("device").where("id", "=", "d1").execute();
    await Promise.allSettled([fleet.send(d1, 15, at(1)), fleet.send(d1, 5, at(2)), fleet.send(d2, 15, at(1))]);
    await fleet.send(d2, 5, at(3));
    expect((await fleet.records()).map(({ device_id, rule_id, released_at }) => [device_id, rule_id, released_at])).toEqual([
      ["d2", rule, at(3)],
    ]);
  });

  test("is a hold time as well, which begins when its message comes again; what the clock could not raise it raises later, once", async () => {
    await fleet.rule({ hold_seconds: 60 });
    await fleet.start();
    const makeRoom = await full("alarm_pending");
    await expect(fleet.send(d1, 15, at(0))).rejects.toThrow("disk full");
    await makeRoom();
    await fleet.engine.tick(at(61));
    expect(await shown()).toEqual([]);
    await fleet.send(d1, 15, at(0));
    const fill = await full();
    await expect(fleet.engine.tick(at(61))).rejects.toThrow("disk full");
    await fill();
    await fleet.engine.tick(at(62));
    await fleet.engine.tick(at(63));
    expect(await shown()).toEqual([["15", at(62), null]]);
  });
});

describe("what nobody tells again", () => {
  test("presence is told again by the clock: a device that is away, and one that is back", async () => {
    await fleet.rule({ condition: "offline", point_id: null, a: null });
    await fleet.start();
    const makeRoom = await full();
    await expect(fleet.engine.presenceChanged(d1, false, at(1))).rejects.toThrow("disk full");
    await expect(fleet.engine.tick(at(2))).rejects.toThrow("disk full");
    await makeRoom();
    await fleet.engine.tick(at(3));
    expect(await shown()).toEqual([[null, at(1), null]]);
    const makeMore = await full("alarm_log", "update");
    await expect(fleet.engine.presenceChanged(d1, true, at(4))).rejects.toThrow("disk full");
    expect(await fleet.openAlarms("d1")).toBe(1);
    await makeMore();
    await fleet.engine.tick(at(5));
    await fleet.engine.tick(at(6));
    expect(await shown()).toEqual([[null, at(1), at(4)]]);
    expect(fleet.said()).toEqual(["raised d1", "released d1"]);
  });

  test("a rule that was switched off lets go of its open record once it can be written", async () => {
    const rule = await fleet.rule();
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    await fleet.db.updateTable("alarm_trigger").set({ enabled: 0 }).where("id", "=", rule).execute();
    const makeRoom = await full("alarm_log", "update");
    await expect(fleet.engine.changed({ rules: [rule] })).rejects.toThrow("disk full");
    await makeRoom();
    fleet.now = at(9);
    await fleet.engine.tick(at(9));
    expect(await shown()).toEqual([["15", at(1), at(9)]]);
    expect(await fleet.openAlarms("d1")).toBe(0);
  });

  test("the memory of a rule is saved in the next period", async () => {
    await fleet.rule({ condition: "noData", a: 5 });
    await fleet.start();
    await fleet.send(d1, 1, at(0));
    await fleet.send(d1, 2, at(100));
    const makeRoom = await full("alarm_pending");
    await expect(fleet.engine.tick(at(101))).rejects.toThrow("disk full");
    await makeRoom();
    await fleet.engine.tick(at(132));
    const kept = await fleet.db.selectFrom("alarm_pending").select("since").where("slave", "=", 1).execute();
    expect(kept).toEqual([{ since: at(100) }]);
  });
});
