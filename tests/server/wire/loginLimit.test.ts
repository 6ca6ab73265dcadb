import { expect, it } from "vitest";
import { LoginLimit, loginLimits } from "#server/wire/loginLimit.ts";

const sn = "A1";
const place = (n: number): string => `10.${Math.floor(n / 200)}.0.${n % 200}`;

/** Guesses that are judged at once, and those that have to wait their turn or are refused. */
const judged = async (limit: LoginLimit, from: string, times: number): Promise<number> => {
  let count = 0;
  for (let n = 0; n < times; n += 1) if (await limit.attempt(from, sn)) count += 1;
  return count;
};

it("has ten guesses at one SN, however many other places guess at it", async () => {
  const limit = new LoginLimit({ ...loginLimits, waitMs: 0 }, () => 0);
  const counts: number[] = [];
  for (let n = 0; n < 1000; n += 1) counts.push(await judged(limit, place(n), loginLimits.perPlace + 5));
  expect(new Set(counts)).toEqual(new Set([loginLimits.perPlace]));
  expect(loginLimits.perPlace).toBe(10);
});

it("keeps the device out of none that it comes from, though a thousand places guess at it", async () => {
  const limit = new LoginLimit({ ...loginLimits, waitMs: 0 }, () => 0);
  (await limit.attempt("192.0.2.1", sn))?.right();
  for (let n = 0; n < 1000; n += 1) await judged(limit, place(n), loginLimits.perPlace + 5);
  expect((await limit.attempt("192.0.2.1", sn))?.lane).toBe(`192.0.2.1 ${sn}`);
  expect((await limit.attempt("192.0.2.2", sn))?.lane).toBe("192.0.2.2");
});

it("gives a place its guesses back one after the other, half of one a second", async () => {
  let clock = 0;
  const limit = new LoginLimit({ ...loginLimits, waitMs: 0 }, () => clock);
  expect(await judged(limit, place(1), 20)).toBe(10);
  clock = 1999;
  expect(await judged(limit, place(1), 20)).toBe(0);
  clock = 2000;
  expect(await judged(limit, place(1), 20)).toBe(1);
  clock = 60_000;
  expect(await judged(limit, place(1), 20)).toBe(10);
});
