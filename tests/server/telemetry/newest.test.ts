import { expect, it } from "vitest";
import { isNewer, takenAt } from "#server/telemetry/newest.ts";

it("a reading is taken at its own time, and at its arrival where its clock is ahead", () => {
  expect([takenAt(5, 9), takenAt(9, 9), takenAt(12, 9)]).toEqual([5, 9, 9]);
});

it.each([
  ["as new", { ts: 100, arrived: 200 }, { ts: 100, taken: 100 }, true],
  ["older", { ts: 99, arrived: 200 }, { ts: 100, taken: 100 }, false],
  ["ahead, and later than the newest that is ahead", { ts: 300, arrived: 200 }, { ts: 250, taken: 200 }, true],
  ["ahead, and as late as it", { ts: 250, arrived: 200 }, { ts: 250, taken: 200 }, true],
  ["ahead, and earlier than it", { ts: 240, arrived: 200 }, { ts: 250, taken: 200 }, false],
  ["not ahead, behind the arrival of one that was", { ts: 210, arrived: 220 }, { ts: 250, taken: 200 }, true],
  ["not ahead, at the arrival of one that was", { ts: 200, arrived: 220 }, { ts: 250, taken: 200 }, true],
  ["not ahead, before the arrival of one that was", { ts: 199, arrived: 220 }, { ts: 250, taken: 200 }, false],
  ["of right now, before the time of one that was ahead", { ts: 220, arrived: 220 }, { ts: 250, taken: 200 }, true],
  ["old, and arrives before the newest was taken", { ts: 5, arrived: 150 }, { ts: 160, taken: 160 }, true],
  ["old, and arrives when the newest was taken", { ts: 5, arrived: 160 }, { ts: 160, taken: 160 }, false],
] as const)("one that is %s takes the newest's place: %o, %o, %s", (_what, { ts, arrived }, newest, newer) => {
  expect(isNewer(ts, arrived, newest.ts, newest.taken)).toBe(newer);
});
