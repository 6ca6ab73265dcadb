import { describe, expect, it } from "vitest";
import { expectExactRollups, openStore } from "./store.ts";

const HOUR = 3_600_000;
const start = Date.UTC(2026, 0, 1);
const clock = () => start + 300 * HOUR;
const day = { step: "day", zone: "UTC" } as const;

describe("readings of a period that are cut out", () => {
  it.each([
    ["hot", 500_000],
    ["folded", 50],
  ])(
    "are gone from rows, buckets and counts while they are %s, also after a restart, and what is around them stays",
    async (_how, foldRows) => {
      const { store, file } = await openStore({ clock, foldRows });
      const series = store.series("d1", 1, "p1");
      const other = store.series("d1", 1, "p2");
      for (let n = 0; n < 12_000; n += 1) {
        store.append(series, start + n * 60_000, n);
        if (n % 100 === 0) store.append(other, start + n * 60_000, n);
      }
      await store.committed();
      const [from, to] = [start + 90 * 60_000, start + 9_000 * 60_000];
      expect(await store.cut(series, from, to)).toBe(8_910);
      const left = async (of: typeof store) => {
        const one = of.find("d1", 1, "p1") ?? -1;
        const whole = { series: one, from: 0, to: start + 1000 * HOUR };
        const rows = await of.raw({ ...whole, limit: 20_000 });
        const buckets = await of.buckets({ ...whole, ...day });
        return {
          ...{ rows: rows.length, within: rows.filter(({ ts }) => ts >= from && ts < to).length, latest: of.latest(one) },
          ...{ counted: await of.count({ ...whole, series: [one] }), bucketed: buckets.reduce((sum, { count }) => sum + count, 0) },
        };
      };
      const expected = { rows: 3_090, within: 0, latest: { ts: start + 11_999 * 60_000, value: 11_999 }, counted: 3_090, bucketed: 3_090 };
      expect(await left(store)).toEqual(expected);
      expect(await store.count({ series: [other], from: 0, to: start + 1000 * HOUR })).toBe(120);
      await store.stop();
      const again = await openStore({ file, clock, foldRows });
      expect(await left(again.store)).toEqual(expected);
      await again.store.stop();
      expectExactRollups(file);
    },
  );

  it("leave the newest of what is left as the latest, or none, at once and after a restart", async () => {
    const { store, file } = await openStore({ clock });
    const series = store.series("d1", 1, "p1");
    for (const hour of [1, 2, 3]) store.append(series, start + hour * HOUR, hour);
    await store.committed();
    await store.cut(series, start + 2 * HOUR, start + 4 * HOUR);
    expect(store.latest(series)).toEqual({ ts: start + HOUR, value: 1 });
    await store.cut(series, 0, start + 2 * HOUR);
    expect(store.latest(series)).toBeUndefined();
    await store.stop();
    const again = await openStore({ file, clock });
    expect(again.store.latest(again.store.find("d1", 1, "p1") ?? -1)).toBeUndefined();
    again.store.append(again.store.series("d1", 1, "p1"), start + 5 * HOUR, 5);
    await again.store.committed();
    expect(await again.store.count({ series: [again.store.series("d1", 1, "p1")], from: 0, to: start + 9 * HOUR })).toBe(1);
  });

  it("of a point stored on change let what repeated them be a change", async () => {
    const { store } = await openStore({ clock });
    const series = store.series("d1", 1, "p1");
    for (const [hour, value] of [
      [1, 3],
      [2, 7],
      [3, 7],
      [4, 7],
    ] as const)
      store.append(series, start + hour * HOUR, value, { onChange: true });
    await store.committed();
    await store.cut(series, start + 2 * HOUR, start + 3 * HOUR);
    const rows = await store.raw({ series, from: 0, to: start + 9 * HOUR, limit: 10 });
    expect(rows).toEqual([
      { ts: start + HOUR, value: 3 },
      { ts: start + 3 * HOUR, value: 7 },
    ]);
    store.append(series, start + 5 * HOUR, 7, { onChange: true });
    await store.committed();
    expect(await store.count({ series: [series], from: 0, to: start + 9 * HOUR })).toBe(2);
  });
});
