import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { expectExactRollups, openStore, rowsOf, temporaryFile } from "./store.ts";

const APPENDER = fileURLToPath(new URL("./appender.ts", import.meta.url));

/** Runs the appender until it has acknowledged the number of messages, kills it and returns all acknowledged ones. */
async function appendAndKill(file: string, start: number, messages: number): Promise<number[]> {
  const child = spawn(process.execPath, [APPENDER, file, String(start)], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === messages) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return acknowledged;
}

test("four kills lose no acknowledged reading, store none twice and leave hours that equal their readings", async () => {
  const file = temporaryFile();
  const acknowledged: number[] = [];
  for (const messages of [150, 900, 420, 1_300]) {
    acknowledged.push(...(await appendAndKill(file, (acknowledged.at(-1) ?? -1) + 1, messages)));
  }
  expect(acknowledged.every(Number.isInteger)).toBe(true);
  expect(acknowledged.length).toBeGreaterThanOrEqual(2_770);
  const { store } = await openStore({ file });
  for (const point of ["p0", "p1", "p2"]) {
    const series = store.find("d1", 1, point) ?? 0;
    const stored = await store.raw({ series, from: 0, to: 1e12, limit: 1_000_000 });
    expect(stored.every(({ ts, value }) => ts === Number(value) * 30_000)).toBe(true);
    const values = new Set(stored.map(({ value }) => value));
    expect(values.size).toBe(stored.length);
    expect(acknowledged.filter((message) => !values.has(message))).toEqual([]);
    expect(await store.count({ series: [series], from: 0, to: 1e12 })).toBe(stored.length);
    const hours = await store.buckets({ series, from: 0, to: 1e12, step: "hour", zone: "UTC" });
    expect(hours.reduce((sum, { count }) => sum + count, 0)).toBe(stored.length);
  }
  expect(rowsOf(file, "obs")).toBeGreaterThan(0);
  expectExactRollups(file);
}, 60_000);
