import { beforeEach, expect, it } from "vitest";
import { openTroubles, type Troubles } from "#server/system/troubles.ts";

const day = Date.UTC(2026, 0, 5, 8);
const minute = 60_000;
let lines: (readonly [level: string, fields: object, message: string])[];
let now: number;
let ran: number;
let troubles: Troubles;
const full = new Error("ENOSPC");
const since = "2026-01-05T08:00:00.000Z";

beforeEach(() => {
  lines = [];
  now = day;
  ran = 0;
  troubles = openTroubles(
    {
      info: (fields, message) => lines.push(["info", fields, message]),
      error: (fields, message) => lines.push(["error", fields, message]),
    },
    () => now,
    () => ran,
  );
});

const fail = (): void => troubles.failed("operation log head", full, "the head could not be written");
const told = (more: object = {}) => ["error", { part: "operation log head", err: full, ...more }, "the head could not be written"] as const;

it("tells the first failure at once, and the further ones once a minute with how many there were", () => {
  fail();
  expect(lines).toEqual([told()]);
  for (ran = 1; ran < minute; ran += 1000) fail();
  expect(lines).toEqual([told()]);
  ran = minute;
  fail();
  expect(lines).toEqual([told(), told({ more: 60 })]);
  ran = 2 * minute;
  fail();
  expect(lines).toEqual([told(), told({ more: 60 }), told()]);
  expect(troubles.total()).toBe(63);
});

it("stands from its first failure on until it goes well, and says then that it is in order again, once", () => {
  fail();
  now += 3 * minute;
  ran += 3 * minute;
  fail();
  expect(troubles.standing()).toEqual([{ part: "operation log head", since: day }]);
  troubles.over("operation log head");
  troubles.over("operation log head");
  expect(lines.slice(2)).toEqual([["info", { part: "operation log head", since }, "operation log head: in order again"]]);
  expect(troubles.standing()).toEqual([]);
});

it("tells a new failure at once that comes right behind the end of another", () => {
  fail();
  troubles.over("operation log head");
  fail();
  expect(lines.map(([level]) => level)).toEqual(["error", "info", "error"]);
  expect(troubles.total()).toBe(2);
});

it("keeps parts apart, and a clock of the day that is set back from holding a line up", () => {
  fail();
  troubles.failed("disk", "5 MB free", "the disk of the data folder is full");
  expect(troubles.standing().map(({ part }) => part)).toEqual(["operation log head", "disk"]);
  troubles.over("disk");
  expect(troubles.standing().map(({ part }) => part)).toEqual(["operation log head"]);
  now -= 48 * 60 * minute;
  ran = minute;
  fail();
  expect(lines.at(-1)).toEqual(told());
});

it("says nothing of what was never in trouble", () => {
  troubles.over("disk");
  expect([lines, troubles.standing(), troubles.total()]).toEqual([[], [], 0]);
});
