import { describe, expect, test, vi } from "vitest";
import type { Sample, Telemetry, Value } from "#server/telemetry/telemetry.ts";
import { change, expectExactRollups, openStore, put, query, rowsOf } from "./store.ts";

vi.setConfig({ testTimeout: 30_000 });

const START = Date.UTC(2026, 0, 15);
const MINUTE = 60_000;
const HOUR = 3_600_000;
const ALL = { from: 0, to: START * 2 };

function minutes(count: number, value: (at: number) => Value = (at) => at): [number, Value][] {
  return Array.from({ length: count }, (_, at) => [START + at * MINUTE, value(at)]);
}

function samples(readings: readonly (readonly [number, Value])[]): Sample[] {
  return readings.map(([ts, value]) => ({ ts, value }));
}

describe("writing", () => {
  test("numbers and texts come back exactly as they were stored, minus zero as zero", async () => {
    const { store } = await openStore();
    const series = store.series("d1", 1, "p1");
    const values: Value[] = [
      0,
      -0,
      0.1,
      -273.15,
      Number.MAX_VALUE,
      Number.MIN_VALUE,
      9007199254740991,
      "",
      "18446744073709551615",
      "007",
      "1e5",
      "温度 °C\0x",
      "🔥",
    ];
    await put(
      store,
      series,
      minutes(values.length, (at) => values[at] ?? ""),
    );
    const read = (await store.raw({ series, ...ALL, limit: 100 })).map(({ value }) => value);
    expect(read).toEqual(values.map((value) => (value === 0 ? 0 : value)));
    expect(Object.is(read[1], 0)).toBe(true);
  });

  test("a number that is not finite and a time that is not whole are refused at once", async () => {
    const { store } = await openStore();
    const series = store.series("d1", 1, "p1");
    expect(() => store.append(series, START, Number.NaN)).toThrow(RangeError);
    expect(() => store.append(series, START, Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => store.append(series, START + 0.5, 1)).toThrow(RangeError);
    expect(() => store.append(99, START, 1)).toThrow("no series has the id 99");
    await store.committed();
    expect(await store.count({ series: [series], ...ALL })).toBe(0);
  });

  test("series keep their ids over a restart, and one without readings is not kept", async () => {
    const first = await openStore();
    const kept = first.store.series("d1", 1, "p1");
    first.store.series("d1", 1, "unused");
    const other = first.store.series("d1", 2, "p1");
    await put(first.store, kept, [[START, 1]]);
    await put(first.store, other, [[START, 2]]);
    await first.store.stop();
    const { store } = await openStore({ file: first.file });
    expect(store.find("d1", 1, "p1")).toBe(kept);
    expect(store.find("d1", 2, "p1")).toBe(other);
    expect(store.find("d1", 1, "unused")).toBeUndefined();
    expect(store.series("d1", 1, "new")).toBeGreaterThan(other);
  });

  test("one promise serves all messages of a batch, and a message over several batches is acknowledged as a whole", async () => {
    const { store } = await openStore();
    const series = store.series("d1", 1, "p1");
    store.append(series, START, 1);
    expect(store.committed()).toBe(store.committed());
    for (let at = 0; at < 12_000; at++) store.append(series, START + at, at);
    await store.committed();
    expect(await store.count({ series: [series], ...ALL })).toBe(12_000);
  });

  test("senders are to slow down while more than two batches wait, and may go on afterwards", async () => {
    const { store } = await openStore();
    const series = store.series("d1", 1, "p1");
    for (let at = 0; at < 10_000; at++) store.append(series, START + at, at);
    expect(store.congested).toBe(false);
    for (let at = 0; at < 10_000; at++) store.append(series, START + at, at);
    expect(store.congested).toBe(true);
    expect((await store.stats()).queued).toBeGreaterThan(0);
    await store.committed();
    expect(store.congested).toBe(false);
  });

  test("what is queued at the stop is written before it", async () => {
    const first = await openStore();
    const series = first.store.series("d1", 1, "p1");
    for (const [ts, value] of minutes(7_000)) first.store.append(series, ts, value);
    await first.store.stop();
    expect(() => first.store.append(series, START, 1)).toThrow("stopped");
    const { store } = await openStore({ file: first.file });
    expect(await store.count({ series: [series], ...ALL })).toBe(7_000);
  });
});

describe("two levels", () => {
  test("the reading written last wins at its instant, wherever the older one stands", async () => {
    let now = 0;
    const { store, file } = await openStore({ clock: () => now });
    const series = store.series("d1", 1, "p1");
    await put(store, series, minutes(5));
    now += 600_000;
    await put(
      store,
      series,
      minutes(3, () => "folded"),
    );
    await vi.waitFor(() => expect(rowsOf(file, "obs")).toBe(5), 10_000);
    await put(
      store,
      series,
      minutes(2, () => "hot"),
    );
    await put(
      store,
      series,
      minutes(1, () => "newest"),
    );
    const values = (await store.raw({ series, ...ALL, limit: 10 })).map(({ value }) => value);
    expect(values).toEqual(["newest", "hot", "folded", 3, 4]);
    expect(await store.count({ series: [series], ...ALL })).toBe(5);
    expect((await store.stats()).readings).toBe(5);
    expect(rowsOf(file, "hot_a") + rowsOf(file, "hot_b")).toBeGreaterThan(0);
  });

  test("folding leaves the same readings, with hours that equal them", async () => {
    const { store, file } = await openStore({ foldRows: 500 });
    const series = ["p1", "p2", "p3"].map((point) => store.series("d1", 1, point));
    for (const id of series)
      await put(
        store,
        id,
        minutes(700, (at) => (at % 50 === 0 ? `text ${at}` : at / 10)),
      );
    await vi.waitFor(() => expect(rowsOf(file, "obs")).toBeGreaterThan(1_500), 10_000);
    for (const id of series) expect(await store.raw({ series: id, ...ALL, limit: 1_000 })).toHaveLength(700);
    expect(await store.count({ series, ...ALL })).toBe(2_100);
    expect((await store.stats()).readings).toBe(2_100);
    expectExactRollups(file);
    const closed = query<{ hours: number }>(file, "select count(*) as hours from roll_h where n is not null");
    expect(closed[0]?.hours).toBeGreaterThan(20);
  });
});

describe("latest", () => {
  test("is the newest by its own time, moves when committed and is not rolled back by a late reading", async () => {
    const { store } = await openStore();
    const series = store.series("d1", 1, "p1");
    expect(store.latest(series)).toBeUndefined();
    store.append(series, START, 1);
    expect(store.latest(series)).toBeUndefined();
    await store.committed();
    await put(store, series, [[START - MINUTE, "late"]]);
    expect(store.latest(series)).toEqual({ ts: START, value: 1 });
    await put(store, series, [[START, 0]]);
    expect(store.latest(series)).toEqual({ ts: START, value: 0 });
  });

  test("is known after a restart, folded or not, but a live value that was only touched is not", async () => {
    let now = 0;
    const first = await openStore({ clock: () => now });
    const [one = 0, two = 0] = ["p1", "p2"].map((point) => first.store.series("d1", 1, point));
    await put(first.store, one, minutes(3));
    now += 600_000;
    await put(first.store, two, [[START, "on"]]);
    await vi.waitFor(() => expect(rowsOf(first.file, "obs")).toBeGreaterThanOrEqual(4), 10_000);
    await put(first.store, one, [[START + 2 * MINUTE, "replaced"]]);
    first.store.touch(two, START + MINUTE, "off");
    expect(first.store.latest(two)).toEqual({ ts: START + MINUTE, value: "off" });
    expect(await first.store.count({ series: [two], ...ALL })).toBe(1);
    await first.store.stop();
    const { store } = await openStore({ file: first.file });
    expect(store.latest(one)).toEqual({ ts: START + 2 * MINUTE, value: "replaced" });
    expect(store.latest(two)).toEqual({ ts: START, value: "on" });
  });
});

describe("stored on change", () => {
  const changes = { onChange: true };
  const send = async (store: Telemetry, series: number, readings: readonly (readonly [ts: number, value: Value])[]): Promise<void> => {
    for (const [ts, value] of readings) store.append(series, ts, value, changes);
    await store.committed();
  };

  test("what is put right among folded rows is right in hours and counts too, and the latest after a restart", async () => {
    let now = START;
    const { store, file } = await openStore({ clock: () => now });
    const series = store.series("d1", 1, "p1");
    await send(
      store,
      series,
      minutes(4, (at) => (at < 2 ? 1 : 2)),
    );
    await put(store, store.series("d1", 1, "p2"), [[START + 2 * HOUR, 0]]);
    now += 600_000;
    await send(store, series, [[START + HOUR, 3]]);
    await vi.waitFor(() => expect(rowsOf(file, "obs")).toBeGreaterThanOrEqual(3), 10_000);
    await send(store, series, [
      [START + 2 * MINUTE, 1],
      [START + HOUR, 2],
    ]);
    const all = { series, ...ALL, limit: 100 };
    expect(await store.raw(all)).toEqual(
      samples([
        [START, 1],
        [START + 3 * MINUTE, 2],
      ]),
    );
    expect(await store.count({ series: [series], ...ALL })).toBe(2);
    const [bucket] = await store.buckets({ series, ...ALL, step: "hour", zone: "UTC" });
    expect(bucket).toMatchObject({ count: 2, first: 1, last: 2 });
    await store.stop();
    const again = await openStore({ file, clock: () => START + 2 * HOUR });
    expect(again.store.latest(series)).toEqual({ ts: START + HOUR, value: 2 });
  });

  test("a file of the version before is taken over with its readings, and stores on change from then on", async () => {
    const { store: first, file } = await openStore();
    const series = first.series("d1", 1, "p1");
    await put(
      first,
      series,
      minutes(3, () => 5),
    );
    await first.stop();
    const unmarked = ["series", "obs", "hot_a", "hot_b"].map((table) => `alter table ${table} drop column given; `).join("");
    const unheld = ["held", "unjudged"].map((column) => `alter table state drop column ${column}; `).join("");
    change(file, `${unmarked}drop table held_a; drop table held_b; ${unheld}pragma user_version = 1`);
    const { store } = await openStore({ file });
    await send(store, series, [
      [START + 3 * MINUTE, 5],
      [START + 4 * MINUTE, 6],
    ]);
    expect((await store.raw({ series, ...ALL, limit: 9 })).map(({ value }) => value)).toEqual([5, 5, 5, 6]);
  });
});

describe("reading", () => {
  test("ranges are half-open and a cursor goes on after the last instant in either direction", async () => {
    const { store } = await openStore({ foldRows: 4 });
    const series = store.series("d1", 1, "p1");
    const readings = minutes(10);
    for (const reading of readings) await put(store, series, [reading]);
    const range = { series, from: START + MINUTE, to: START + 9 * MINUTE };
    const within = samples(readings).slice(1, 9);
    expect(await store.raw({ ...range, limit: 100 })).toEqual(within);
    expect(await store.raw({ ...range, limit: 3, after: START + 2 * MINUTE })).toEqual(within.slice(2, 5));
    expect(await store.raw({ ...range, limit: 2, order: "desc" })).toEqual(within.slice(-2).reverse());
    expect(await store.raw({ ...range, limit: 2, order: "desc", after: START + 4 * MINUTE })).toEqual([within[2], within[1]]);
    await expect(store.raw({ ...range, limit: -1 })).rejects.toThrow("limit");
  });

  test("a reduction keeps first, lowest, highest and last of each column at their own instants, none twice", async () => {
    const { store } = await openStore();
    const series = store.series("d1", 1, "p1");
    const values: Value[] = [5, 1, 9, 5, 4, 4, 4, 4, "off", "on", "off", "on", 7];
    const readings = minutes(values.length, (at) => values[at] ?? 0);
    await put(store, series, readings);
    const reduced = await store.reduced({ series, from: START, to: START + 16 * MINUTE, columns: 4 });
    expect(reduced).toEqual([0, 1, 2, 3, 4, 7, 8, 11, 12].map((at) => ({ ts: START + at * MINUTE, value: values[at] })));
  });
});

describe("deleting", () => {
  test("an erased device loses all its readings, its latest and its hours, and may report anew under its old ids", async () => {
    let now = 0;
    const { store, file } = await openStore({ clock: () => now });
    const gone = store.series("d1", 1, "p1");
    const kept = store.series("d2", 1, "p1");
    await put(store, kept, minutes(200));
    await put(store, gone, minutes(200));
    now += 600_000;
    await put(
      store,
      gone,
      minutes(10, () => "again"),
    );
    store.append(gone, START, "queued before");
    const erased = store.erase(["d1"]);
    expect(store.find("d1", 1, "p1")).toBeUndefined();
    store.append(gone, START + MINUTE, "after");
    await erased;
    await store.committed();
    const anew = store.find("d1", 1, "p1") ?? 0;
    expect(anew).not.toBe(gone);
    expect(await store.raw({ series: anew, ...ALL, limit: 10 })).toEqual([{ ts: START + MINUTE, value: "after" }]);
    expect(store.latest(gone)).toEqual({ ts: START + MINUTE, value: "after" });
    await vi.waitFor(() => expect(rowsOf(file, "doomed")).toBe(0), 10_000);
    expect(await store.count({ series: [gone], ...ALL })).toBe(0);
    expect(await store.count({ series: [kept], ...ALL })).toBe(200);
    expect(query(file, `select * from roll_h where series = ${gone}`)).toEqual([]);
    expect(query(file, `select * from latest where series = ${gone}`)).toEqual([]);
  });

  test("what was erased when the store stopped is unknown after the next start, and its rows go then", async () => {
    const first = await openStore();
    const gone = first.store.series("d1", 1, "p1");
    await put(first.store, gone, minutes(12_000));
    await first.store.stop();
    change(first.file, `insert into doomed values (${gone})`);
    const { store, file } = await openStore({ file: first.file });
    await vi.waitFor(() => expect(rowsOf(file, "doomed")).toBe(0), 10_000);
    expect([store.latest(gone), (await store.stats()).readings, query(file, "select * from latest")]).toEqual([undefined, 0, []]);
  });

  test("expiry deletes what is older than the instant, counts it once, and keeps the latest reading known", async () => {
    let now = 0;
    const first = await openStore({ clock: () => now });
    const { store, file } = first;
    const [long = 0, short = 0] = ["p1", "p2"].map((point) => store.series("d1", 1, point));
    await put(store, long, minutes(12_000));
    now += 600_000;
    await put(
      store,
      long,
      minutes(1, () => "twice"),
    );
    await vi.waitFor(() => expect(rowsOf(file, "obs")).toBeGreaterThanOrEqual(12_000), 10_000);
    await put(
      store,
      long,
      minutes(3, () => "hot"),
    );
    await put(store, short, [[START, "old"]]);
    const before = START + 11_000 * MINUTE + 1;
    expect(await store.expire(before)).toBe(11_002);
    expect(await store.expire(before)).toBe(0);
    expect(await store.count({ series: [long, short], ...ALL })).toBe(999);
    expect(await store.raw({ series: long, ...ALL, limit: 1 })).toEqual([{ ts: START + 11_001 * MINUTE, value: 11_001 }]);
    expectExactRollups(file);
    await store.stop();
    const { store: reopened } = await openStore({ file });
    expect(reopened.latest(short)).toEqual({ ts: START, value: "old" });
    expect(await reopened.stats()).toMatchObject({ series: 2, readings: 999, queued: 0 });
  });
});
