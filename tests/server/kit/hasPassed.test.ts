import { expect, it } from "vitest";
import { hasPassed } from "#server/kit/hasPassed.ts";

const day = 86_400_000;

it.each<[string, since: number, at: number, milliseconds: number, passed: boolean]>([
  ["the same instant", day, day, 1000, false],
  ["one millisecond less", day, day + 999, 1000, false],
  ["exactly as long", day, day + 1000, 1000, true],
  ["longer", day, day + 5000, 1000, true],
  ["a clock that was set back a millisecond", day, day - 1, 1000, true],
  ["a clock that was set back two days", 3 * day, day, 1000, true],
  ["a clock that was set ahead two days", day, 3 * day, 1000, true],
  ["no time at all", day, day, 0, true],
])("tells of %s whether it is long enough", (_, since, at, milliseconds, passed) => {
  expect(hasPassed(since, at, milliseconds)).toBe(passed);
});
