import { expect, test } from "vitest";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
const shown = async () => (await fleet.records()).map(({ content_en, raised_at, released_at }) => [content_en, raised_at, released_at]);

type Sent = readonly (readonly [seconds: number, value: number])[];
/** Ten minutes later, so that the clock had no look at them. */
const late = async (readings: Sent): Promise<void> => {
  fleet.now = at(600);
  await fleet.sendTogether(
    d1,
    readings.map(([seconds, value]) => [at(seconds), value]),
    "temp",
  );
};
const high = "temp 95 °C above 90 °C";

test.each<[string, Sent, unknown[]]>([
  [
    "longer than the hold time",
    [
      [0, 95],
      [9, 20],
    ],
    [[high, at(5), at(9)]],
  ],
  [
    "longer, with another high value within it",
    [
      [0, 95],
      [3, 96],
      [9, 20],
    ],
    [["temp 96 °C above 90 °C", at(5), at(9)]],
  ],
  [
    "longer, with a value behind it that neither raises nor releases",
    [
      [0, 95],
      [9, 85],
    ],
    [[high, at(5), null]],
  ],
  [
    "longer twice",
    [
      [0, 95],
      [9, 20],
      [20, 95],
      [29, 20],
    ],
    [
      [high, at(5), at(9)],
      [high, at(25), at(29)],
    ],
  ],
  [
    "no longer than the hold time",
    [
      [0, 95],
      [5, 20],
    ],
    [],
  ],
  [
    "shorter, again and again",
    [
      [0, 95],
      [4, 85],
      [8, 95],
      [12, 20],
    ],
    [],
  ],
])(
  "an excursion that comes buffered and lasted %s is judged by the device's own times, as if it had come live",
  async (_, readings, records) => {
    await fleet.rule({ a: 90, max: 80, hold_seconds: 5 });
    await fleet.start();
    await late(readings);
    expect(await shown()).toEqual(records);
    expect(await fleet.openAlarms("d1")).toBe(records.filter((record) => Array.isArray(record) && record[2] === null).length);
  },
);

test("what comes in two messages is judged as what comes in one, also over a restart between them", async () => {
  await fleet.rule({ a: 90, hold_seconds: 5 });
  await fleet.start();
  await fleet.send(d1, 95, at(0));
  await fleet.cut();
  await fleet.send(d1, 20, at(9));
  expect(await shown()).toEqual([[high, at(5), at(9)]]);
});

test("it counts on its young record where the rule has no release limit, and is told as late", async () => {
  await fleet.rule({ a: 90, hold_seconds: 5 });
  await fleet.start();
  await late([
    [0, 95],
    [9, 20],
    [20, 95],
    [29, 20],
  ]);
  expect(
    (await fleet.records()).map(({ raised_at, released_at, repeats, repeated_at }) => [raised_at, released_at, repeats, repeated_at]),
  ).toEqual([[at(5), at(29), 1, at(25)]]);
  expect(fleet.events.map(({ kind, late }) => [kind, late])).toEqual([
    ["raised", true],
    ["released", true],
    ["raised", true],
    ["released", true],
  ]);
});
