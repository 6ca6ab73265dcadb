import { expect, test } from "vitest";
import { processRecords } from "#server/resources/alarmLog.ts";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
const hours8 = 8 * 3600;
const flap = async (from: number, times: number, everySeconds = 10): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    await fleet.send(d1, 10.1, at(from + time * everySeconds));
    await fleet.send(d1, 9.9, at(from + time * everySeconds + everySeconds / 2));
  }
};
const shown = async () =>
  (await fleet.records()).map(({ raised_at, released_at, repeats, repeated_at }) => ({ raised_at, released_at, repeats, repeated_at }));

test("a value that hovers at a limit without a release limit is one record that counts, not fifty, also over a restart", async () => {
  await fleet.rule();
  await fleet.start();
  await flap(0, 25);
  await fleet.cut();
  await flap(250, 25);
  expect(await shown()).toEqual([{ raised_at: at(0), released_at: at(495), repeats: 49, repeated_at: at(490) }]);
  expect(fleet.events).toHaveLength(100);
  expect(fleet.events.every(({ record }) => record.id === fleet.events[0]?.record.id)).toBe(true);
  expect(await fleet.openAlarms("d1")).toBe(0);
});

test("a device that comes and goes is one record of its absence, which is open while it is away", async () => {
  await fleet.rule({ condition: "offline", point_id: null, a: null });
  await fleet.start();
  for (let time = 0; time < 10; time += 1) {
    await fleet.engine.presenceChanged(d1, false, at(time * 20));
    if (time < 9) await fleet.engine.presenceChanged(d1, true, at(time * 20 + 10));
  }
  expect(await shown()).toEqual([{ raised_at: at(0), released_at: null, repeats: 9, repeated_at: at(180) }]);
  expect(await fleet.openAlarms("d1")).toBe(1);
});

test("what somebody has processed, what rested for ten minutes and what began an hour ago does not count on", async () => {
  await fleet.rule();
  await fleet.start();
  await flap(0, 3);
  const [first] = await fleet.records();
  await processRecords(fleet.db, fleet.caller("north"), { ids: [first?.id ?? ""], state: 1, remark: "seen" }, at(30));
  await flap(40, 2);
  await flap(46 + 9 + 600 + 1, 1);
  expect((await shown()).map(({ repeats }) => repeats)).toEqual([2, 1, 0]);
  await flap(1000, 1);
  expect((await shown()).map(({ repeats }) => repeats)).toEqual([2, 1, 1]);
  await flap(1500, 12, 300);
  expect((await shown()).map(({ repeats }) => repeats)).toEqual([2, 1, 11, 1]);
});

test("with a release limit, and for a rule of change, every alarm is a record of its own", async () => {
  await fleet.rule({ max: 9.95 });
  await fleet.rule({ condition: "changed", a: null });
  await fleet.start();
  await flap(0, 3);
  const records = await shown();
  expect(records).toHaveLength(3 + 5);
  expect(records.every(({ repeats }) => repeats === 0)).toBe(true);
});

test.each([
  ["raised and released", async () => flap(hours8, 1)],
  [
    "raised, and released behind it",
    async () => {
      await fleet.send(d1, 10.1, at(hours8));
      await fleet.send(d1, 9.9, at(1), { arrivedAt: at(1) });
    },
  ],
])(
  "a record that was %s while the server's clock was ahead is not young: what comes after counts on a record of its own",
  async (_, ahead) => {
    await fleet.rule();
    await fleet.start();
    await ahead();
    for (const [second, value] of [
      [2, 6],
      [3, 97],
      [4, 6],
      [5, 98],
      [6, 6],
    ] as const)
      await fleet.send(d1, value, at(second), { arrivedAt: at(second) });
    const [now, future] = await shown();
    expect(now).toEqual({ raised_at: at(3), released_at: at(6), repeats: 1, repeated_at: at(5) });
    expect(future).toMatchObject({ raised_at: at(hours8), repeats: 0, repeated_at: null });
    expect(future?.released_at).toBeGreaterThanOrEqual(at(hours8));
  },
);

test("a record that was released while the server's clock was ahead does not count on either", async () => {
  await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 10.1, at(1));
  await fleet.send(d1, 9.9, at(hours8));
  await fleet.send(d1, 97, at(2), { arrivedAt: at(2) });
  expect((await shown()).map(({ raised_at, released_at }) => [raised_at, released_at])).toEqual([
    [at(1), at(hours8)],
    [at(2), null],
  ]);
});

test("a record that the server's clock raised after a restart, later than the device's own clock says, is neither repeated nor released before it", async () => {
  await fleet.rule({ hold_seconds: 5 });
  await fleet.start();
  await fleet.send(d1, 11, at(0), { arrivedAt: at(3) });
  await fleet.cut();
  await fleet.engine.tick(at(8));
  await fleet.send(d1, 9, at(7), { arrivedAt: at(10) });
  await fleet.send(d1, 11, at(7.1), { arrivedAt: at(10) });
  await fleet.send(d1, 9, at(7.2), { arrivedAt: at(10) });
  expect(await shown()).toEqual([{ raised_at: at(8), released_at: at(8), repeats: 0, repeated_at: null }]);
});

test("a rule that is gone at the start lets go of a record of the future no earlier than it was raised", async () => {
  const id = await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 15, at(hours8));
  await fleet.engine.stop();
  await fleet.db.updateTable("alarm_trigger").set({ enabled: 0 }).where("id", "=", id).execute();
  await fleet.start();
  expect((await shown()).map(({ released_at }) => released_at)).toEqual([at(hours8)]);
});
