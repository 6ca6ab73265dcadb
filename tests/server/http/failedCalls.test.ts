import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dict } from "#contract/resources/dict.ts";
import { openFailedCalls } from "#server/http/failedCalls.ts";
import { adminPassword, openSite } from "#tests/server/site.ts";

let lines: { message: string; call?: string; reference?: string; more?: number }[];
const log = { error: (fields: object, message: string) => void lines.push({ ...fields, message }) };
beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const timedOut = (): Error => new Error("timeout exceeded when trying to connect");

it("tells the first of many calls that fail alike at once, the others within the minute as one line, and all of them the same number", () => {
  const failed = openFailedCalls(log);
  const references = Array.from({ length: 50 }, (_, n) => failed.note(timedOut(), `/api/${n}`));
  const [reference] = references;
  expect(references).toEqual(references.map(() => reference));
  expect(lines).toEqual([expect.objectContaining({ message: "call failed", call: "/api/0", reference })]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(1)).toEqual([{ message: "more calls failed alike", reference, more: 49, call: "/api/49" }]);
  expect(failed.note(timedOut(), "/api/50")).not.toBe(reference);
  vi.advanceTimersByTime(60_000);
  expect(lines.map(({ message }) => message)).toEqual(["call failed", "more calls failed alike", "call failed"]);
});

it("tells apart what says something else or comes from elsewhere, a hundred at once", () => {
  const failed = openFailedCalls(log);
  failed.note(timedOut(), "/api/a");
  failed.note(new Error("timeout exceeded when trying to connect"), "/api/a");
  expect(lines).toHaveLength(2);
  for (let n = 0; n < 500; n += 1) failed.note(new Error(`row ${n}`), "/api/a");
  expect(lines).toHaveLength(101);
  failed.flush();
  expect(lines.slice(101)).toEqual([expect.objectContaining({ message: "more calls failed alike", more: 401 })]);
});

it("holds for the calls of the server: each answers 500 with the number of the line that tells of its fault", async () => {
  vi.useRealTimers();
  const site = await openSite();
  try {
    const token = await site.signIn("admin", adminPassword);
    const { log: said, db } = site.gatehouse.services;
    const told = vi.spyOn(said, "error");
    await db.schema.alterTable("dict").renameTo("dict_away").execute();
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.ask(dict.calls.query, {}, { token })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 500));
    const failed = told.mock.calls.filter(([, message]) => message === "call failed");
    expect(failed).toEqual([[expect.objectContaining({ call: dict.calls.query.path, ...answers[0]?.data }), "call failed"]]);
    expect(answers.map(({ data }) => data)).toEqual(answers.map(() => ({ reference: expect.any(String) })));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  } finally {
    await site.close();
  }
});
