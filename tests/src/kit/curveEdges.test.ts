import { describe, expect, test } from "vitest";
import { withEdges } from "#src/kit/chart/curveEdges.ts";
import { brokenAtFolds } from "#src/kit/chart/curveFolds.ts";
import type { Curve } from "#store/handles/deviceDataLog.ts";
import { curve, point } from "#tests/src/curveSamples.ts";

const before = { ts: 5, value: 7 };
const held = (more: Partial<Curve> = {}): Curve => ({ point: point({ storeMode: 2 }), ts: [20, 30], value: [1, 2], before, ...more });

describe("a value that holds until the next", () => {
  test("is drawn from edge to edge, and what only carries it is no reading", () => {
    expect(withEdges(held(), 10, 40)).toEqual({ ts: [10, 20, 30, 40], value: [7, 1, 2, 2], edges: [0, 3], carried: before });
    expect(withEdges(held({ ts: [], value: [] }), 10, 40)).toEqual({ ts: [10, 40], value: [7, 7], edges: [0, 1], carried: before });
  });

  test("begins at its first reading where nothing is known of before, or where that stands at the edge", () => {
    const whole = { ts: [20, 30, 40], value: [1, 2, 2], edges: [2], carried: undefined };
    expect(withEdges(held({ before: undefined }), 10, 40)).toEqual(whole);
    expect(withEdges(held(), 20, 40)).toEqual(whole);
    expect(withEdges(held(), 25, 40)).toEqual(whole);
    expect(withEdges(held(), undefined, 40)).toEqual(whole);
  });

  test("ends at its last reading where no end is known, where that stands at the end or behind it, and where it is a gap", () => {
    const open = { ts: [10, 20, 30], value: [7, 1, 2], edges: [0], carried: before };
    for (const to of [undefined, 30, 29]) expect(withEdges(held(), 10, to)).toEqual(open);
    expect(withEdges(held({ value: [1, null] }), 10, 40)).toEqual({ ...open, value: [7, 1, null] });
  });

  test("is not carried into a period that was not read, nor into one of no length", () => {
    const nothing = { ts: [], value: [], edges: [], carried: undefined };
    for (const to of [9, 10]) expect(withEdges(held({ ts: [], value: [] }), 10, to)).toEqual(nothing);
    expect(withEdges(held({ ts: [], value: [] }), 10, undefined)).toEqual({ ts: [10], value: [7], edges: [0], carried: before });
  });

  test("is none of buckets and of points that are stored at a pace, and the curve itself stays as it is", () => {
    const plain = { ts: [20, 30], value: [1, 2], edges: [], carried: undefined };
    expect(withEdges(held({ point: point({ storeMode: 1 }) }), 10, 40)).toEqual(plain);
    expect(withEdges(held({ min: [1, 2], max: [1, 2], count: [1, 1] }), 10, 40)).toEqual(plain);
    const given = held();
    withEdges(given, 10, 40);
    expect(given).toEqual(held());
  });
});

describe("a curve over clocks that go back", () => {
  const turn = Date.parse("2026-10-25T01:00:00Z");
  const minute = 60_000;

  test("is broken by an empty cell in each of its rows", () => {
    const buckets: Curve = { ...curve([1, 2]), ts: [turn - minute, turn], min: [0, 1], max: [2, 3], count: [4, 5] };
    expect(brokenAtFolds(buckets, "Europe/Berlin")).toEqual({
      ...{ ...buckets, ts: [turn - minute, turn, turn] },
      ...{ value: [1, null, 2], min: [0, null, 1], max: [2, null, 3], count: [4, 0, 5] },
    });
    const readings: Curve = { ...curve([1, 2]), ts: [turn - minute, turn] };
    expect(brokenAtFolds(readings, "Europe/Berlin")).toEqual({ ...readings, ts: [turn - minute, turn, turn], value: [1, null, 2] });
  });

  test("is whole where local time goes on or stands still", () => {
    for (const ts of [
      [turn - 60 * minute, turn],
      [turn, turn + minute],
      [Date.parse("2026-03-29T00:59:00Z"), Date.parse("2026-03-29T01:00:00Z")],
    ]) {
      const whole = { ...curve([1, 2]), ts };
      expect(brokenAtFolds(whole, "Europe/Berlin")).toBe(whole);
    }
  });
});
