import { expect, test } from "vitest";
import { processRecords } from "#server/resources/alarmLog.ts";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
/** So many values one second apart, each another than the one before. */
const change = (from: number, count: number): Promise<void> => {
  fleet.now = at(from + count);
  return fleet.sendTogether(
    d1,
    Array.from({ length: count }, (_, n) => [at(from + n), from + n]),
  );
};
const shown = async () =>
  (await fleet.records()).map(({ raised_at, released_at, repeated_at, repeats, value }) => ({
    raised_at,
    released_at,
    repeated_at,
    repeats,
    value,
  }));

const changes = async (): Promise<void> => {
  await fleet.rule({ condition: "changed", a: null });
  await fleet.start();
};

test("sixty changes within an hour are records of their own, and what comes faster counts on the newest, with its last value", async () => {
  await changes();
  await change(0, 101);
  const records = await shown();
  expect(records.map(({ repeats }) => repeats)).toEqual([...Array<number>(59).fill(0), 40]);
  expect(records.at(-1)).toEqual({ raised_at: at(60), released_at: at(100), repeated_at: at(100), repeats: 40, value: "100" });
  expect(await fleet.openAlarms("d1")).toBe(0);
  expect(fleet.events.filter(({ kind }) => kind === "raised")).toHaveLength(100);
});

test("a change behind ten quiet minutes, one of the next hour, and one behind a record that was dealt with are records of their own", async () => {
  await changes();
  await change(0, 71);
  await change(700, 1);
  expect((await shown()).map(({ repeats }) => repeats)).toEqual([...Array<number>(59).fill(0), 10, 0]);
  const [newest] = (await fleet.records()).slice(-1);
  await processRecords(fleet.db, fleet.caller("north"), { ids: [newest?.id ?? ""], state: 1, remark: "seen" }, at(701));
  await change(702, 2);
  expect((await shown()).slice(-2).map(({ repeats }) => repeats)).toEqual([0, 1]);
  await change(3700, 2);
  expect((await shown()).slice(-2).map(({ repeats, raised_at }) => [repeats, raised_at])).toEqual([
    [0, at(3700)],
    [0, at(3701)],
  ]);
});

test("a rule with a release limit makes sixty records of one device within an hour, and counts the rest", async () => {
  await fleet.rule({ a: 10, max: 8 });
  await fleet.start();
  fleet.now = at(200);
  await fleet.sendTogether(
    d1,
    Array.from({ length: 140 }, (_, n) => [at(n), n % 2 === 0 ? 15 : 5]),
  );
  expect((await shown()).map(({ repeats }) => repeats)).toEqual([...Array<number>(59).fill(0), 10]);
  expect((await shown()).at(-1)).toMatchObject({ raised_at: at(118), released_at: at(139), repeated_at: at(138) });
  expect(await fleet.openAlarms("d1")).toBe(0);
});
