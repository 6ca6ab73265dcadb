import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTroubles } from "#server/system/troubles.ts";
import { change, openStore, put, rowsOf } from "./store.ts";

vi.setConfig({ testTimeout: 30_000 });

const START = Date.UTC(2026, 0, 15);
const ALL = { from: 0, to: START * 2 };

/** The threads that are started from now on: writers and readers in turn. */
function startedWorkers(): Worker[] {
  const workers: Worker[] = [];
  const note = (worker: Worker) => {
    workers.push(worker);
  };
  process.on("worker", note);
  onTestFinished(() => {
    process.off("worker", note);
  });
  return workers;
}

test("when the writer dies its batch is rejected, the log names it, and a new writer takes the readings again", async () => {
  const workers = startedWorkers();
  const { store, log } = await openStore();
  const series = store.series("d1", 1, "p1");
  await put(store, series, [[START, "before"]]);
  for (let at = 1; at <= 15_000; at++) store.append(series, START + at, at);
  const all = store.committed();
  workers[0]?.terminate();
  await expect(all).rejects.toThrow("telemetry writer");
  expect(log.lines).toContainEqual({ level: "error", message: "telemetry writer died; starting it again" });
  for (let at = 1; at <= 15_000; at++) store.append(series, START + at, at);
  await store.committed();
  expect(await store.count({ series: [series], ...ALL })).toBe(15_001);
  expect(store.latest(series)).toEqual({ ts: START + 15_000, value: 15_000 });
});

test("when the reader dies its question is rejected and the next one is answered by a new reader", async () => {
  const workers = startedWorkers();
  const { store, log } = await openStore();
  const series = store.series("d1", 1, "p1");
  await put(store, series, [[START, 1]]);
  // Asked of a thread that is ending already: one that is alive may answer before it ends.
  workers[1]?.terminate();
  const question = store.raw({ series, ...ALL, limit: 10 });
  await expect(question).rejects.toThrow("the telemetry reader ended with code 1");
  await vi.waitFor(() => expect(log.lines).toContainEqual({ level: "info", message: "telemetry reader runs again" }), 10_000);
  expect(await store.raw({ series, ...ALL, limit: 10 })).toEqual([{ ts: START, value: 1 }]);
});

test("a batch that cannot be written is rejected with its cause, and is written once the cause is gone", async () => {
  const { store, file, log } = await openStore();
  const series = store.series("d1", 1, "p1");
  await put(store, store.series("d2", 1, "p1"), [[START, 1]]);
  change(file, "create trigger full before insert on hot_a begin select raise(abort, 'disk is full'); end");
  await expect(put(store, series, [[START, 1]])).rejects.toThrow("disk is full");
  expect(store.latest(series)).toBeUndefined();
  expect(log.lines.at(-1)).toEqual({ level: "error", message: "telemetry writer: a batch of readings was not written" });
  change(file, "drop trigger full");
  await put(store, series, [[START, 1]]);
  expect(await store.count({ series: [series], ...ALL })).toBe(1);
});

test("a fault behind a batch that was written is told once, the batch counts as written, and the next ones are", async () => {
  let isBroken = false;
  const clock = (): number => {
    if (isBroken) throw new Error("no clock");
    return START;
  };
  const lines: string[] = [];
  const troubles = openTroubles(
    { info: (_, message) => lines.push(message), error: (_, message) => lines.push(message) },
    () => START,
    () => 0,
  );
  const { store } = await openStore({ clock, troubles });
  const series = store.series("d1", 1, "p1");
  const appended = (from: number): Promise<void> => {
    for (let at = from; at < from + 20_000; at++) store.append(series, START + at, at, { arrivedAt: START });
    return store.committed();
  };
  isBroken = true;
  await appended(0);
  await appended(20_000);
  expect([lines, troubles.total() > 1]).toEqual([["telemetry writer: readings were written, and what follows from them failed"], true]);
  isBroken = false;
  await appended(40_000);
  expect([await store.count({ series: [series], ...ALL }), lines.at(-1)]).toEqual([60_000, "readings: in order again"]);
});

test("a fault while folding is logged and readings are still taken and read", async () => {
  const { store, file, log } = await openStore({ foldRows: 10 });
  const series = store.series("d1", 1, "p1");
  change(file, "create trigger broken before insert on obs begin select raise(abort, 'page is broken'); end");
  await put(
    store,
    series,
    Array.from({ length: 20 }, (_, at) => [START + at, at] as const),
  );
  await vi.waitFor(() => expect(log.lines.some(({ message }) => message.includes("background work failed"))).toBe(true), 10_000);
  await put(store, series, [[START + 100, "still taken"]]);
  expect(await store.count({ series: [series], ...ALL })).toBe(21);
  expect(rowsOf(file, "obs")).toBe(0);
});

test("an erasure that failed is made good by the next one, and the new series can be written in between", async () => {
  const { store, file } = await openStore();
  const old = store.series("d1", 1, "p1");
  await put(store, old, [[START, "old"]]);
  change(file, "create trigger stuck before insert on doomed begin select raise(abort, 'not now'); end");
  await expect(store.erase(["d1"])).rejects.toThrow("not now");
  change(file, "drop trigger stuck");
  await put(store, old, [[START + 1, "new"]]);
  const series = store.find("d1", 1, "p1") ?? 0;
  expect(await store.raw({ series, ...ALL, limit: 10 })).toEqual([{ ts: START + 1, value: "new" }]);
  await store.erase(["d1"]);
  await vi.waitFor(async () => expect((await store.stats()).readings).toBe(0), 10_000);
});

test("a file that cannot be opened is said at the start", async () => {
  await expect(openStore({ file: "/dev/null/telemetry.db" })).rejects.toThrow("telemetry writer");
});
