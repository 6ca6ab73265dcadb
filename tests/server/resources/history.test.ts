import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Aggregation } from "#contract/resources/deviceDataLog.ts";
import { historyTable } from "#server/history/historyTable.ts";
import { calls, day, hour, iso, minute, pump } from "./pump.ts";
import { callerOf, morning, notFound, refusal } from "./world.ts";

const north = callerOf("north");
const south = callerOf("south");

test("the table merges the points by instant, in their order, newest or oldest first, over a half-open period [S9.030]", async () => {
  const { fill, table, points } = await pump();
  await fill("level", [
    [morning, 1],
    [morning + 2, 0],
    [morning + 10, 9],
  ]);
  await fill("flow", [
    [morning + 1, -1],
    [morning + 2, 2],
  ]);
  const answer = await table(["flow", "level"], morning, morning + 10, "raw");
  expect(answer.rows).toEqual([
    { ts: morning + 2, values: [2, 0] },
    { ts: morning + 1, values: [-1, null] },
    { ts: morning, values: [null, 1] },
  ]);
  expect({ cut: answer.cut, cursor: answer.cursor }).toEqual({ cut: false, cursor: null });
  expect(answer.points.map((point) => point.pointId)).toEqual([points.flow, points.level]);
  expect(answer.points[1]).toMatchObject({ slave: 1, slaveName: "Slave 1", name: "液位", nameEn: "Level", unit: "m", decimals: 1 });
  const oldest = await table(["flow", "level"], morning, morning + 10, "raw", { order: "asc" });
  expect(oldest.rows).toEqual([...answer.rows].reverse());
});

test("a cursor walks every row once in either order, for readings and for buckets", async () => {
  const { fill, table } = await pump();
  const every = Array.from({ length: 40 }, (_, index) => morning + index * 7 * minute + (index % 3));
  await fill(
    "level",
    every.map((ts) => [ts, ts % 100]),
  );
  await fill(
    "flow",
    every.filter((_, index) => index % 4 === 0).map((ts) => [ts, 1]),
  );
  const [from, to] = [morning + 3 * minute, morning + 5 * hour + 1];
  for (const aggregation of ["raw", "ten_minutes", "hour"] as const) {
    const whole = await table(["level", "flow"], from, to, aggregation, { order: "asc" });
    expect(whole.cut).toBe(false);
    for (const order of ["asc", "desc"]) {
      const walked = [];
      let cursor: string | null | undefined;
      do {
        const page = await table(["level", "flow"], from, to, aggregation, { order, limit: 3, ...(cursor ? { cursor } : {}) });
        expect(page.cut).toBe(page.cursor !== null);
        walked.push(...page.rows);
        cursor = page.cursor;
      } while (cursor);
      expect(order === "asc" ? walked : walked.reverse()).toEqual(whole.rows);
    }
  }
  expect(await refusal(table(["level"], from, to, "raw", { cursor: "?" }))).toMatchObject({ code: 400 });
});

test("a query answers 10,000 rows and says that it was cut there [S9.022]", async () => {
  const { fill, table } = await pump();
  await fill(
    "level",
    Array.from({ length: limits.history.rows + 1 }, (_, index) => [morning + index, index]),
  );
  const answer = await table(["level"], morning, morning + day, "raw", { limit: limits.history.rows, order: "asc" });
  expect({ rows: answer.rows.length, cut: answer.cut }).toEqual({ rows: 10_000, cut: true });
  const rest = await table(["level"], morning, morning + day, "raw", { order: "asc", cursor: answer.cursor });
  expect(rest).toMatchObject({ rows: [{ ts: morning + 10_000, values: [10_000] }], cut: false, cursor: null });
  expect(calls.query.request.safeParse({ limit: limits.history.rows + 1 }).error?.issues.some((issue) => issue.path[0] === "limit")).toBe(
    true,
  );
});

test("exactly as many rows as were asked for are all there are: nothing is cut and no cursor leads to an empty page", async () => {
  const { fill, table } = await pump();
  await fill(
    "level",
    Array.from({ length: 6 }, (_, index) => [morning + index * hour + 7 * minute, index]),
  );
  for (const aggregation of ["raw", "hour", "ten_minutes"] as const)
    for (const order of ["asc", "desc"] as const) {
      const page = async (limit: number, cursor?: string | null) => {
        const answer = await table(["level"], morning, morning + day, aggregation, { order, limit, ...(cursor ? { cursor } : {}) });
        return { rows: answer.rows.length, cut: answer.cut, cursor: answer.cursor };
      };
      expect(await page(6)).toEqual({ rows: 6, cut: false, cursor: null });
      expect(await page(7)).toEqual({ rows: 6, cut: false, cursor: null });
      const first = await page(5);
      expect(first).toMatchObject({ rows: 5, cut: true });
      expect(await page(1, first.cursor)).toEqual({ rows: 1, cut: false, cursor: null });
      expect(await page(3, (await page(3)).cursor)).toEqual({ rows: 3, cut: false, cursor: null });
    }
});

test("ten points are accepted and an eleventh is refused [S5.068]", async () => {
  const { asked, table } = await pump();
  expect((await table(Array(10).fill("level"), morning, morning + 1, "raw")).points.length).toBe(10);
  const parsed = calls.query.request.safeParse(asked(Array(11).fill("level"), morning, morning + 1, "raw"));
  expect(parsed.error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([["points", "rule.history.points"]]);
});

test("a query without a device or without a point is refused [S5.069] [S5.070]", async () => {
  const { asked } = await pump();
  const faults = (fields: object) =>
    calls.query.request
      .safeParse({ ...asked(["level"], morning, morning + 1, "raw"), ...fields })
      .error?.issues.map((issue) => issue.message);
  expect(faults({ deviceId: "" })).toEqual(["rule.history.device"]);
  expect(faults({ deviceId: undefined })).toEqual(["rule.history.device"]);
  expect(faults({ points: [] })).toEqual(["rule.history.point"]);
  expect(faults({ to: iso(morning) })).toEqual(["rule.period"]);
  expect(faults({})).toBe(undefined);
});

test("one hour is the mean of each hour, hour the reading at each full hour; both keep min, max and count [S9.024]", async () => {
  const { fill, curves } = await pump();
  await fill("level", [
    [morning + 5, 1],
    [morning + 10, 2.25],
    [morning + hour - 1, -3],
    [morning + hour, 7],
  ]);
  const answer = await curves(["level"], morning, morning + day, "one_hour");
  const rest = { ts: [morning, morning + hour], min: [-3, 7], max: [2.25, 7], count: [3, 1] };
  expect(answer.curves[0]).toMatchObject({ ...rest, value: [0.1, 7] });
  expect((await curves(["level"], morning, morning + day, "hour")).curves[0]).toMatchObject({ ...rest, value: [1, 7] });
});

test("days start at local midnight of the organisation's zone, also where they have 23 or 25 hours [S2.201] [S9.030]", async () => {
  const { fill, table } = await pump("Europe/Berlin");
  const spring = Date.parse("2026-03-28T23:00:00Z");
  const after = Date.parse("2026-03-29T22:00:00Z");
  await fill("level", [
    [spring - 1, 100],
    [spring, 1],
    [after - 1, 3],
    [after, 5],
  ]);
  const answer = await table(["level"], spring, after, "day", { order: "asc" });
  expect(answer.rows).toEqual([{ ts: spring, values: [2], counts: [2] }]);
  const autumn = Date.parse("2026-10-24T22:00:00Z");
  const winter = Date.parse("2026-10-25T23:00:00Z");
  await fill("level", [
    [autumn, 1],
    [winter - 1, 2],
    [winter, 9],
  ]);
  expect((await table(["level"], autumn, winter + 1, "day", { order: "asc" })).rows).toEqual([
    { ts: autumn, values: [1.5], counts: [2] },
    { ts: winter, values: [9], counts: [1] },
  ]);
  const shanghai = await pump();
  await shanghai.fill("level", [
    [Date.parse("2026-11-20T15:59:59Z"), 1],
    [Date.parse("2026-11-20T16:00:00Z"), 2],
  ]);
  const days = await shanghai.table(["level"], morning, morning + 2 * day, "day", { order: "asc" });
  expect(days.rows.map(({ ts }) => iso(ts))).toEqual(["2026-11-19T16:00:00.000Z", "2026-11-20T16:00:00.000Z"]);
});

test("text and counters too wide for a number show their last value, with every digit", async () => {
  const { fill, table } = await pump();
  await fill("counter", [
    [morning, "18446744073709551614"],
    [morning + 1, "18446744073709551615"],
  ]);
  await fill("state", [
    [morning, "off"],
    [morning + 2, "on"],
  ]);
  const at = async (aggregation: Aggregation) => (await table(["counter", "state"], morning, morning + hour, aggregation)).rows;
  expect(await at("minute")).toEqual([{ ts: morning, values: ["18446744073709551615", "on"], counts: [2, 2] }]);
  expect(await at("hour")).toEqual([{ ts: morning, values: ["18446744073709551614", "off"], counts: [2, 2] }]);
});

test("limits and peaks of counters too wide for a number count, those of a text point that looks like one do not", async () => {
  const { fill, table, curves } = await pump();
  const values = [9007199254740990, "18446744073709551615", "9007199254740993", 9007199254740990];
  for (const name of ["counter", "state"] as const)
    await fill(
      name,
      values.map((value, at) => [morning + at, name === "state" ? String(value) : value]),
    );
  const period = [["counter", "state"] as const, morning, morning + hour] as const;
  const [counter, state] = (await curves(...period, "hour")).curves;
  expect([counter?.min, counter?.max]).toEqual([[9007199254740990], ["18446744073709551615"]]);
  expect([state?.min, state?.max]).toEqual([[null], [null]]);
  const [peaks, ends] = (await curves(...period, "raw", { columns: 1 })).curves;
  expect(peaks?.value).toEqual([9007199254740990, "18446744073709551615", 9007199254740990]);
  expect(ends?.value).toEqual(["9007199254740990", "9007199254740990"]);
  const rows = (await table(["counter", "state"], morning, morning + hour, "day")).rows;
  expect(rows.map((row) => row.values)).toEqual([[expect.closeTo(4.6e18, -17), "9007199254740990"]]);
});

describe("curves", () => {
  test("break where readings are missing, and only there [S9.031] [S2.200]", async () => {
    const { fill, curves } = await pump();
    await fill("level", [
      [morning, 0],
      [morning + minute, 1],
      [morning + 2 * minute, 0],
      [morning + 13 * minute, 3],
      [morning + 14 * minute, 4],
    ]);
    const raw = (await curves(["level", "flow"], morning, morning + hour, "raw")).curves;
    expect(raw[0]?.value).toEqual([0, 1, 0, null, 3, 4]);
    expect(raw[0]?.ts[3]).toBe(morning + 7.5 * minute);
    expect(raw[1]).toMatchObject({ ts: [], value: [] });
    const minutes = (await curves(["level"], morning, morning + hour, "minute")).curves[0];
    expect(minutes?.value).toEqual([0, 1, 0, null, 3, 4]);
    expect(minutes?.count).toEqual([1, 1, 1, 0, 1, 1]);
    const tens = (await curves(["level"], morning, morning + hour, "ten_minutes")).curves[0];
    expect(tens?.value).toEqual([0.3, 3.5]);
  });

  test("of slow points do not break at their own pace", async () => {
    const { fill, curves } = await pump();
    await fill(
      "level",
      [0, 1, 2, 3, 9, 10].map((index) => [morning + index * hour, index]),
    );
    expect((await curves(["level"], morning, morning + day, "raw")).curves[0]?.value).toEqual([0, 1, 2, 3, null, 9, 10]);
  });

  test("are reduced to the columns asked for, keep the extremes and break at a real gap only", async () => {
    const { fill, curves } = await pump();
    const readings: [number, number][] = [];
    for (let second = 0; second < 20_000; second += 1)
      if (second < 8000 || second >= 12_000)
        readings.push([morning + second * 1000, second === 5000 ? 99 : second === 15_000 ? -99 : second % 10]);
    await fill("level", readings);
    const answer = await curves(["level"], morning, morning + 20_000_000, "raw", { columns: 50 });
    const value = answer.curves[0]?.value ?? [];
    expect(answer.reduced).toBe(true);
    expect(value.length).toBeLessThanOrEqual(4 * 50 + 1);
    expect(value).toContain(99);
    expect(value).toContain(-99);
    expect(value.filter((one) => one === null).length).toBe(1);
    expect((await curves(["level"], morning, morning + 100_000, "raw", { columns: 1000 })).reduced).toBe(false);
  });

  test("of more than 10,000 buckets are refused [S8.038]", async () => {
    const { fill, curves } = await pump();
    await fill(
      "level",
      Array.from({ length: limits.history.rows + 1 }, (_, index) => [morning + index * minute, 1]),
    );
    expect(await refusal(curves(["level"], morning, morning + 30 * day, "minute"))).toMatchObject({ code: 1315 });
    const { curves: drawn } = await curves(["level"], morning, morning + limits.history.rows * minute, "minute");
    expect(drawn[0]?.value.length).toBe(limits.history.rows);
  });
});

test("buckets read window by window are the same as read at once, whatever the density", async () => {
  const { fill, table, telemetry, deviceId, points } = await pump("America/New_York");
  const reading = fc.tuple(fc.integer({ min: 0, max: 400 * 24 }), fc.integer({ min: -50, max: 50 }));
  const [readings = []] = fc.sample(fc.uniqueArray(reading, { selector: ([at]) => at, minLength: 200, maxLength: 400 }), {
    numRuns: 1,
    seed: 3,
  });
  await fill(
    "flow",
    readings.map(([at, value]) => [morning + at * hour, value]),
  );
  const series = telemetry.find(deviceId, 1, points.flow) ?? -1;
  for (const step of ["minute", "one_hour", "day"] as const) {
    const to = morning + 400 * day;
    const buckets = await telemetry.buckets({ series, from: morning, to, step, zone: "America/New_York" });
    for (const order of ["asc", "desc"] as const) {
      const walked = [];
      let cursor: string | null | undefined;
      do {
        const page = await table(["flow"], morning, to, step, { order, limit: 37, ...(cursor ? { cursor } : {}) });
        walked.push(...page.rows.map(({ ts, counts }) => ({ ts, count: counts?.[0] })));
        cursor = page.cursor;
      } while (cursor);
      expect(order === "asc" ? walked : walked.reverse()).toEqual(buckets.map(({ ts, count }) => ({ ts, count })));
    }
  }
});

test("history of foreign devices, missing ones, other templates' points, hidden and secret points is not found", async () => {
  const { db, telemetry, asked, fill } = await pump();
  await fill("hidden", [[morning, 1]]);
  await fill("secret", [[morning, 1]]);
  const ask = (caller: typeof north, fields: object) =>
    refusal(
      historyTable(db, telemetry, caller, calls.query.request.parse({ ...asked(["level"], morning, morning + hour, "raw"), ...fields })),
    );
  expect(await ask(north, {})).toBe(undefined);
  expect(await ask(south, {})).toEqual(notFound);
  expect(await ask(south, { deviceId: "missing" })).toEqual(notFound);
  expect(await ask(north, { points: [{ slave: 1, pointId: "missing" }] })).toEqual(notFound);
  expect(await ask(north, { points: asked(["level"], 0, 1, "raw").points.map((point) => ({ ...point, slave: 2 })) })).toEqual(notFound);
  expect(await ask(north, { points: asked(["hidden"], 0, 1, "raw").points })).toEqual(notFound);
  expect(await ask(north, { points: asked(["secret"], 0, 1, "raw").points })).toBe(undefined);
  expect(await ask(callerOf("north", { grants: new Set() }), { points: asked(["secret"], 0, 1, "raw").points })).toEqual(notFound);
});
