import { describe, expect, test } from "vitest";
import { localTime } from "#contract/kit/localTime.ts";
import { beyondLimits } from "#server/history/beyondLimits.ts";
import { gapsOf } from "#server/history/gaps.ts";
import { heldBefore } from "#server/history/heldBefore.ts";
import { openMarks } from "#server/history/marks.ts";
import type { Reading } from "#tests/server/telemetry/tablesSite.ts";
import { choiceOf, chosen, day, hour, minute, openHistory, second, start } from "./historySite.ts";

const paced = (count: number, pace: number, from = start): Reading[] =>
  Array.from({ length: count }, (_, at): Reading => [from + at * pace, at]);

describe("a gap between two readings", () => {
  const longestOf = async (readings: readonly Reading[], from = start, to = start + 30 * day, storeMode = 1) => {
    const { telemetry } = await openHistory({ 1: readings });
    return gapsOf(telemetry, choiceOf([], "raw", from, to), chosen(1, { storeMode }));
  };

  test("is longer than five times the point's own pace, and stands in the middle", async () => {
    const { longest, between } = await longestOf(paced(40, 20 * second));
    expect(longest).toBe(100 * second);
    expect(between(start, start + 100 * second)).toBeUndefined();
    expect(between(start, start + 100 * second + 1)).toBe(start + 50 * second);
  });

  test("is at least three seconds, however quick the point is, and ten minutes where nobody knows its pace", async () => {
    expect((await longestOf(paced(40, 100))).longest).toBe(3 * second);
    expect((await longestOf(paced(2, 100))).longest).toBe(10 * minute);
    expect((await longestOf([])).longest).toBe(10 * minute);
    expect((await longestOf(paced(3, 10 * second))).longest).toBe(50 * second);
  });

  test("is judged by readings before the period where few are in it", async () => {
    const readings = [...paced(40, minute, start - hour), [start + 10, 1], [start + 20, 1]] satisfies Reading[];
    expect((await longestOf(readings)).longest).toBe(5 * minute);
  });

  test("is judged by the newest readings where few are in the period, whatever the pace was before them", async () => {
    const pause = 5 * minute;
    const [slow, quick] = [paced(40, hour), paced(10, second, start + 41 * hour)];
    const later = paced(10, second, start + 41 * hour + 9 * second + pause);
    const quickened = await longestOf([...slow, ...quick, ...later], start + 40 * hour);
    expect(quickened.longest).toBe(5 * second);
    const end = start + 41 * hour + 9 * second;
    expect(quickened.between(end, end + pause)).toBe(end + pause / 2);
    const slowed = await longestOf([...paced(40, second), ...paced(20, hour, start + hour)], start + minute);
    expect(slowed.longest).toBe(5 * hour);
  });

  test("is judged by the median pace of samples from all over the period", async () => {
    const [slow, quick] = [paced(2600, 10 * minute), paced(2000, second, start + 20 * day)];
    const two = await longestOf([...slow, ...quick], start, start + 21 * day);
    expect(two.longest).toBe(50 * minute);
    const mostly = await longestOf(
      [...paced(33, 10 * minute), ...paced(5000, 10 * second, start + 2 * day)],
      start,
      start + 2 * day + 50_000 * second,
    );
    expect(mostly.longest).toBe(50 * second);
  });

  test("is judged by what most distances are, wherever in the period the long ones stand", async () => {
    const places = Array.from({ length: 40 }, (_, at) => at + Math.max(0, Math.min(8, at - 12)) * 99);
    const readings = places.map((place): Reading => [start + place * second, place]);
    expect((await longestOf(readings)).longest).toBe(5 * second);
    expect((await longestOf(readings.slice(6, 26))).longest).toBe(5 * second);
  });

  test("is none for a point that stores changes only, nor for one that never sent", async () => {
    const changes = await longestOf(paced(40, second), start, start + day, 2);
    expect([changes.longest, changes.between(start, start + day)]).toEqual([undefined, undefined]);
    const { telemetry } = await openHistory({});
    const none = await gapsOf(telemetry, choiceOf([], "raw", start, start + day), chosen(undefined));
    expect([none.longest, none.between(start, start + day)]).toEqual([undefined, undefined]);
  });

  test("is a bucket that has nothing, between two that have", async () => {
    const { telemetry } = await openHistory({});
    const { longest, between } = await gapsOf(telemetry, choiceOf([], "one_hour", start, start + day, "UTC"), chosen(1));
    expect(longest).toBeUndefined();
    expect(between(start, start + hour)).toBeUndefined();
    expect(between(start, start + 2 * hour)).toBe(start + hour);
    expect(between(start + hour, start + 5 * hour)).toBe(start + 4 * hour);
  });
});

describe("what was held before a period", () => {
  test("is the last reading before it of a raw point that stores changes only, and of no other", async () => {
    const { telemetry } = await openHistory({
      1: [
        [start - day, 1],
        [start - 1, 2],
        [start, 3],
      ],
    });
    const held = (aggregation: "raw" | "hour", storeMode: number, series: number | undefined = 1) =>
      heldBefore(telemetry, { from: start, aggregation }, chosen(series, { storeMode }));
    expect(await held("raw", 2)).toEqual({ ts: start - 1, value: 2 });
    expect(await held("raw", 2, 9)).toBeUndefined();
    expect(await heldBefore(telemetry, { from: start, aggregation: "raw" }, chosen(undefined, { storeMode: 2 }))).toBeUndefined();
    expect(await held("raw", 1)).toBeUndefined();
    expect(await held("hour", 2)).toBeUndefined();
  });
});

describe("marks of rows", () => {
  const cell = (value: number | string, min: number | string | null = null, max: number | string | null = null) => ({
    ts: start,
    value,
    min,
    max,
    count: 1,
  });

  test("say at which place readings are missing, over batches too, and what came between that could not be read", async () => {
    const { telemetry } = await openHistory({ 1: paced(40, 20 * second), 2: paced(40, 20 * second) });
    const points = [chosen(1), chosen(2)];
    const choice = choiceOf(points, "raw", start, start + day);
    const mark = await openMarks(telemetry, choice, start + 10 * minute);
    const row = (at: number, ...values: (number | undefined)[]) => ({
      ts: start + at,
      cells: values.map((value) => (value === undefined ? undefined : cell(value))),
    });
    const first = mark([row(14 * minute, 1, undefined), row(20 * minute, 2, 2)], [
      { ts: start + 15 * minute, place: 1, code: "notNumber" },
      { ts: start + 20 * minute, place: 0, code: "notNumber" },
    ] as unknown as Parameters<typeof mark>[1]);
    expect(first.map(({ ts, gaps, invalid }) => [(ts - start) / minute, gaps, invalid])).toEqual([
      [14, [0], []],
      [15, [], [{ place: 1, code: "notNumber" }]],
      [20, [0, 1], [{ place: 0, code: "notNumber" }]],
    ]);
    expect(first[1]?.cells).toEqual([undefined, undefined]);
    expect(mark([row(21 * minute, 3, 3), row(30 * minute, undefined, 3)], []).map(({ gaps }) => gaps)).toEqual([[], [1]]);
  });

  test("know of the first batch what stands before it in the period, and nothing of what was before the period", async () => {
    const { telemetry } = await openHistory({ 1: paced(40, 20 * second) });
    const row = [{ ts: start + hour, cells: [cell(1)] }];
    const inside = await openMarks(telemetry, choiceOf([chosen(1)], "raw", start, start + day), start + hour);
    expect(inside(row, [])[0]?.gaps).toEqual([0]);
    const outside = await openMarks(telemetry, choiceOf([chosen(1)], "raw", start + hour, start + day), start + hour);
    expect(outside(row, [])[0]?.gaps).toEqual([]);
  });

  test("name the limit that a value, or one behind a bucket, passes; the limit itself is within", () => {
    const points = [chosen(1, { min: -1, max: 10 }), chosen(2, { max: 5 }), chosen(3, { max: 5, valueType: "text" }), chosen(4)];
    const beyond = (...cells: (ReturnType<typeof cell> | undefined)[]) =>
      beyondLimits(points, cells).map(({ place, bound }) => `${place} ${bound}`);
    expect(beyond(cell(-1), cell(5))).toEqual([]);
    expect(beyond(cell(10), undefined)).toEqual([]);
    expect(beyond(cell(-1.001), cell(5.1))).toEqual(["0 min", "1 max"]);
    expect(beyond(cell(3, -2, 11))).toEqual(["0 min", "0 max"]);
    expect(beyond(cell("18446744073709551615"), cell("warm"), cell("99"), cell(1e9))).toEqual(["0 max"]);
    expect(beyond(cell("-18446744073709551615"))).toEqual(["0 min"]);
  });
});

describe("local time with its offset", () => {
  test.each([
    ["Asia/Shanghai", "2026-03-27T16:00:00Z", "2026-03-28T00:00:00+08:00"],
    ["America/New_York", "2026-03-27T16:00:00.250Z", "2026-03-27T12:00:00.250-04:00"],
    ["Asia/Kathmandu", "2026-03-27T18:15:01Z", "2026-03-28T00:00:01+05:45"],
    ["UTC", "2026-03-27T16:00:00Z", "2026-03-27T16:00:00+00:00"],
  ])("in %s %s is %s", (zone, instant, local) => {
    expect(localTime(zone)(Date.parse(instant))).toBe(local);
  });

  test("changes with the clocks, at the quarter of an hour", () => {
    const text = localTime("Europe/Berlin");
    const change = Date.UTC(2026, 2, 29, 1);
    expect([change - 1, change, change - 900_000].map(text)).toEqual([
      "2026-03-29T01:59:59.999+01:00",
      "2026-03-29T03:00:00+02:00",
      "2026-03-29T01:45:00+01:00",
    ]);
  });
});
