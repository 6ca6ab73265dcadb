import { describe, expect, test } from "vitest";
import { getDevice } from "#server/devices/deviceRows.ts";
import { newId } from "#server/kit/newId.ts";
import { day, hour, minute, pump } from "./pump.ts";
import { callerOf, morning } from "./world.ts";

type Pump = Awaited<ReturnType<typeof pump>>;
type Point = "level" | "flow" | "door";

const every = (step: number, count: number, from = morning): [number, number][] =>
  Array.from({ length: count }, (_, index) => [from + index * step, index % 7]);

/** The instants of the readings before which curve, table and file say that readings are missing. */
const told = async ({ curves, table, file }: Pump, point: Point, from: number, to: number, more: object = {}) => {
  const curve = (await curves([point], from, to, "raw", more)).curves[0];
  const drawn = curve?.ts.filter((_, place) => curve.value[place - 1] === null) ?? [];
  const { rows } = await table([point], from, to, "raw", { order: "asc", limit: 10_000 });
  const listed = rows.filter(({ gaps }) => gaps?.includes(0)).map(({ ts }) => ts);
  const lines = (await file(undefined, [point], from, to, "raw")).text.trimEnd().split("\r\n").slice(1);
  const written = lines
    .filter((line) => line.endsWith("readings are missing before this"))
    .map((line) => Date.parse(line.split(",")[0] ?? ""));
  return { drawn, listed, written };
};
const same = (...instants: number[]) => ({ drawn: instants, listed: instants, written: instants });

describe("a gap", () => {
  test("of nine minutes of a device that reports every second is one in curve, table and file", async () => {
    const made = await pump();
    const back = morning + 15 * minute;
    await made.fill("level", [...every(1000, 360), ...every(1000, 300, back)]);
    expect(await told(made, "level", morning, morning + hour)).toEqual(same(back));
    // Also where the curve is reduced to columns narrower than it.
    expect((await told(made, "level", morning, morning + hour, { columns: 20 })).drawn).toEqual([back]);
  });

  test("is told by the point's own pace, whatever that is", async () => {
    const made = await pump();
    const back = morning + 20 * minute;
    await made.fill("level", [...every(10_000, 60), ...every(10_000, 60, back)]);
    await made.fill("flow", [...every(4 * hour, 5), ...every(4 * hour, 5, morning + 2 * day)]);
    expect(await told(made, "level", morning, morning + hour)).toEqual(same(back));
    expect(await told(made, "flow", morning, morning + 4 * day)).toEqual(same(morning + 2 * day));
    // One reading that is late is none.
    await made.fill("door", [[morning, 1]]);
    expect((await made.curves(["level"], morning, morning + 9 * minute, "raw")).curves[0]?.longest).toBe(50_000);
  });

  test("stands between two readings far apart of a device that nobody knows more of, and not at a pace that its past shows", async () => {
    const made = await pump();
    await made.fill("level", [
      [morning, 1],
      [morning + 8 * hour, 2],
    ]);
    expect(await told(made, "level", morning, morning + day)).toEqual(same(morning + 8 * hour));
    await made.fill("flow", every(8 * hour, 10, morning - 7 * 8 * hour));
    expect(await told(made, "flow", morning, morning + 12 * hour)).toEqual(same());
    await made.fill("door", [
      [morning, 0],
      [morning + 8 * hour, 1],
    ]);
    expect(await told(made, "door", morning, morning + day)).toEqual(same());
  });

  test("is marked on whichever page its reading stands, in either order", async () => {
    const { fill, table } = await pump();
    const back = morning + 10 * minute;
    await fill("level", [...every(1000, 60), ...every(1000, 60, back)]);
    for (const order of ["asc", "desc"] as const) {
      for (const limit of [7, 60, 59]) {
        const marked: number[] = [];
        let cursor: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof table>> = await table(["level"], morning, morning + hour, "raw", {
            ...{ order, limit },
            ...(cursor === null ? {} : { cursor }),
          });
          marked.push(...page.rows.filter(({ gaps }) => gaps !== undefined).map(({ ts }) => ts));
          cursor = page.cursor;
        } while (cursor !== null);
        expect(marked).toEqual([back]);
      }
    }
  });

  test("between buckets is marked as the curve breaks", async () => {
    const { fill, table, curves } = await pump();
    await fill("level", [...every(minute, 10), ...every(minute, 10, morning + hour)]);
    const { rows } = await table(["level"], morning, morning + 2 * hour, "ten_minutes", { order: "asc" });
    expect(rows.map(({ ts, gaps }) => [ts, gaps])).toEqual([
      [morning, undefined],
      [morning + hour, [0]],
    ]);
    expect(
      (await curves(["level"], morning, morning + 2 * hour, "ten_minutes")).curves[0]?.value.filter((one) => one === null),
    ).toHaveLength(1);
  });
});

test("a reading that could not be read is marked in curve, table and file at the instant when it came", async () => {
  const { db, deviceId, fill, curves, table, file } = await pump();
  const fault = (at: number, code: string, address: string, slave = 1) =>
    db
      .insertInto("device_event")
      .values({
        ...{ id: newId(at), device_id: deviceId, company_id: "north", kind: "fault", at, user_id: null, account: "", result: "" },
        content: JSON.stringify({ code, values: { slave, address }, bytes: 3, text: "NaN" }),
      })
      .execute();
  await fill("level", every(1000, 5));
  await fault(morning + 2000, "notFinite", "1");
  await fault(morning + 2500, "type", "1");
  await fault(morning + 2600, "unknownPoint", "1");
  await fault(morning + 2700, "type", "1", 2);
  await fault(morning + 60_000, "overflow", "2");
  const curve = await curves(["level", "flow"], morning, morning + hour, "raw");
  expect(curve.curves.map(({ invalid }) => invalid)).toEqual([
    [
      { ts: morning + 2000, code: "notFinite" },
      { ts: morning + 2500, code: "type" },
    ],
    [{ ts: morning + 60_000, code: "overflow" }],
  ]);
  const marked = async (order: "asc" | "desc") => {
    const all = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof table>> = await table(["level", "flow"], morning, morning + hour, "raw", {
        ...{ order, limit: 2 },
        ...(cursor === null ? {} : { cursor }),
      });
      all.push(...page.rows.filter(({ invalid }) => invalid).map(({ ts, values, invalid }) => [ts - morning, values, invalid?.[0]]));
      cursor = page.cursor;
    } while (cursor !== null);
    return all;
  };
  const expected = [
    [2000, [2, null], { place: 0, code: "notFinite" }],
    [2500, [null, null], { place: 0, code: "type" }],
    [60_000, [null, null], { place: 1, code: "overflow" }],
  ];
  expect(await marked("asc")).toEqual(expected);
  expect(await marked("desc")).toEqual(expected.toReversed());
  const lines = (await file(undefined, ["level", "flow"], morning, morning + hour, "raw")).text.trimEnd().split("\r\n");
  expect(lines.filter((line) => !line.endsWith(",")).slice(1)).toEqual([
    '2026-11-20T08:00:02+08:00,SN-0001,2,,"Level: Slave 1, point address 1: value or formula result is not a finite number"',
    '2026-11-20T08:00:02.500+08:00,SN-0001,,,"Level: Slave 1, point address 1: value of the wrong data type"',
    '2026-11-20T08:01:00+08:00,SN-0001,,,"=流量: Slave 1, point address 2: value out of range for its data type"'.replace('"=', `"'=`),
  ]);
});

test("a counter through a formula that rounds says so with its history and its value, one through a whole formula does not", async () => {
  const { db, deviceId, points, curves, telemetry } = await pump();
  const flagged = async (formula: string) => {
    await db.updateTable("point").set({ receive_formula: formula }).where("id", "=", points.counter).execute();
    const [curve] = (await curves(["counter"], morning, morning + hour, "raw")).curves;
    const whole = await getDevice(db, callerOf("north"), deviceId, { presence: { communicatedAt: () => undefined }, telemetry, at: 0 });
    const now = whole.slaves[0]?.points.find(({ id }) => id === points.counter);
    return [curve?.point.approximate, now?.approximate];
  };
  expect(await flagged("x*0.1")).toEqual([true, true]);
  expect(await flagged("x*10-x")).toEqual([undefined, undefined]);
  expect(await flagged("")).toEqual([undefined, undefined]);
});
