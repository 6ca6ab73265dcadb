import { describe, expect, test } from "vitest";
import type { Aggregation } from "#contract/resources/deviceDataLog.ts";
import { cellPages, type HistoryCell, type HistoryOrder, historyRows } from "#server/history/historyCells.ts";
import type { Step } from "#server/telemetry/telemetry.ts";
import type { Reading } from "#tests/server/telemetry/tablesSite.ts";
import { choiceOf, chosen, day, hour, minute, openHistory, second, start } from "./historySite.ts";

const steps: Step[] = ["minute", "ten_minutes", "thirty_minutes", "one_hour", "hour", "day"];
const orders: HistoryOrder[] = ["asc", "desc"];

/** At no bucket's start; dense for an hour, then sparse, with a hole of two days. */
const uneven: Reading[] = [
  ...Array.from({ length: 240 }, (_, at): Reading => [start + 7_321 + at * 17 * second, at]),
  ...Array.from({ length: 30 }, (_, at): Reading => [start + 2 * hour + at * 13 * minute + 11 * second, 1000 + at]),
  ...Array.from({ length: 60 }, (_, at): Reading => [start + 3 * day + at * 41 * minute + 29 * second, -at]),
];

const gathered = async (pages: AsyncGenerator<HistoryCell[]>): Promise<HistoryCell[][]> => {
  const all: HistoryCell[][] = [];
  for await (const page of pages) all.push(page);
  return all;
};

describe("cells of a point, page by page", () => {
  test.each(steps)(
    "by %s are the buckets of the whole period, each once and whole, in either order, whatever a page holds",
    async (step) => {
      const { tables, telemetry } = await openHistory({ 1: uneven });
      const [from, to] = [start + 40 * second, start + 5 * day - 7 * second];
      const choice = choiceOf([], step, from, to);
      const whole = tables.queries
        .buckets({ series: 1, from, to, step, zone: choice.zone })
        .map(({ ts, count, mean, min, max, first }) => ({
          ts,
          value: step === "hour" ? first : mean,
          min,
          max,
          count,
        }));
      for (const order of orders) {
        const expected = order === "desc" ? whole.toReversed() : whole;
        for (const size of [1, 2, 3, 10, 1000]) {
          const pages = await gathered(cellPages(telemetry, choice, chosen(1), { order, size }));
          expect(pages.flat()).toEqual(expected);
          expect(pages.every((page) => page.length > 0)).toBe(true);
        }
        for (const at of [0, 1, 5, expected.length - 1].filter((place) => place < expected.length)) {
          const after = expected[at]?.ts ?? 0;
          const rest = await gathered(cellPages(telemetry, choice, chosen(1), { order, size: 4, after }));
          expect(rest.flat()).toEqual(expected.slice(at + 1));
        }
      }
    },
  );

  test("spend no window on a stretch without readings, and no page reads the whole of a long period", async () => {
    const { telemetry, asked } = await openHistory({
      1: [
        [start, 1],
        [start + 300 * day, 2],
      ],
    });
    const pages = cellPages(telemetry, choiceOf([], "minute", start, start + 301 * day), chosen(1), { order: "asc", size: 2 });
    expect((await gathered(pages)).flat().map(({ value }) => value)).toEqual([1, 2]);
    expect([asked.buckets, asked.raw]).toEqual([2, 3]);
    expect(asked.widest).toBeLessThanOrEqual(16 * minute);
  });

  test("grow their windows eightfold at most where little is in them", async () => {
    const sparse = Array.from({ length: 40 }, (_, at): Reading => [start + at * 11 * hour + 1, at]);
    const { telemetry, asked } = await openHistory({ 1: sparse });
    await gathered(cellPages(telemetry, choiceOf([], "one_hour", start, start + 20 * day), chosen(1), { order: "asc", size: 10 }));
    expect(asked.widest).toBeLessThanOrEqual(10 * hour * 8);
    expect(asked.widest).toBeGreaterThan(10 * hour * 4);
  });

  test("of readings are as stored, with a full last page not followed by an empty one", async () => {
    const { telemetry, asked } = await openHistory({ 1: uneven.slice(0, 9) });
    const period = choiceOf([], "raw", start, start + day);
    for (const [size, lengths] of [
      [3, [3, 3, 3]],
      [4, [4, 4, 1]],
      [9, [9]],
    ] as const) {
      const pages = await gathered(cellPages(telemetry, period, chosen(1), { order: "asc", size }));
      expect(pages.map(({ length }) => length)).toEqual(lengths);
      expect(pages.flat()).toEqual(uneven.slice(0, 9).map(([ts, value]) => ({ ts, value, min: null, max: null, count: 1 })));
    }
    expect(asked.buckets).toBe(0);
    const behind = await gathered(cellPages(telemetry, period, chosen(1), { order: "desc", size: 2, after: uneven[3]?.[0] }));
    expect(behind.flat().map(({ value }) => value)).toEqual([2, 1, 0]);
  });

  test("there are none of a point that never sent", async () => {
    const { telemetry } = await openHistory({});
    for (const aggregation of ["raw", "hour"] as const)
      expect(
        await gathered(cellPages(telemetry, choiceOf([], aggregation, start, start + day), chosen(undefined), { order: "asc", size: 5 })),
      ).toEqual([]);
  });

  test("are rounded to the point's decimals; a text, and a counter too wide for a number, is the last one", async () => {
    const { telemetry } = await openHistory({
      1: [
        [start, 1],
        [start + 1, 2],
        [start + 2, 2],
      ],
      2: [
        [start, "on"],
        [start + 1, 3],
      ],
      3: [
        [start, 3],
        [start + 1, "18446744073709551615"],
      ],
      4: [
        [start, "a"],
        [start + 1, "b"],
      ],
    });
    const value = async (series: number, decimals: number | null, aggregation: Aggregation = "day") =>
      (
        await gathered(
          cellPages(telemetry, choiceOf([], aggregation, start, start + day), chosen(series, { decimals }), { order: "asc", size: 5 }),
        )
      ).flat()[0]?.value;
    expect(await value(1, 2)).toBe(1.67);
    expect(await value(1, 0)).toBe(2);
    expect(await value(1, null)).toBe(5 / 3);
    expect(await value(1, 2, "hour")).toBe(1);
    expect(await value(2, 0)).toBe(3);
    expect(await value(2, 0, "hour")).toBe("on");
    expect(await value(3, 0)).toBe("18446744073709551615");
    expect(await value(4, 0)).toBe("b");
  });
});

describe("rows of several points", () => {
  test("stand once for each instant that one of them has, in order, in batches of the size asked for", async () => {
    const { telemetry } = await openHistory({
      1: [1, 2, 4, 7, 8].map((at): Reading => [start + at, at]),
      2: [2, 3, 7].map((at): Reading => [start + at, -at]),
    });
    const expected = [
      [1, 1, undefined],
      [2, 2, -2],
      [3, undefined, -3],
      [4, 4, undefined],
      [7, 7, -7],
      [8, 8, undefined],
    ];
    for (const order of orders)
      for (const size of [1, 2, 3, 4, 100]) {
        const batches: unknown[][] = [];
        const choice = choiceOf([chosen(1), chosen(2)], "raw", start, start + 100);
        for await (const batch of historyRows(telemetry, choice, { order, size }))
          batches.push(batch.map(({ ts, cells }) => [ts - start, ...cells.map((cell) => cell?.value)]));
        expect(batches.flat()).toEqual(order === "asc" ? expected : expected.toReversed());
        expect(batches.slice(0, -1).every(({ length }) => length === size)).toBe(true);
        expect(batches.at(-1)?.length).toBeGreaterThan(0);
      }
  });
});
