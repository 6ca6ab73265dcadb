import { describe, expect, test } from "vitest";
import type { Condition, FurtherCondition } from "#contract/resources/alarmCondition.ts";
import { furtherColumns } from "#server/alarm/furtherColumns.ts";
import type { PointReach } from "#server/catalog/pointAuth.ts";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";
import { readingOf } from "./registeredPoints.ts";

eachWithFleet();

const points = ["in", "out", "note"] as const;
type Point = (typeof points)[number];

const none = { b: null, min: null, max: null, otherPointId: null };
const also = (pointId: Point, condition: FurtherCondition["condition"], more: Partial<FurtherCondition>): FurtherCondition => ({
  ...{ pointId, condition, a: null, ...none },
  ...more,
});

interface Asked {
  readonly condition: Condition;
  readonly a?: number;
  readonly b?: number;
  readonly max?: number;
  readonly hold?: number;
  readonly other?: Point;
  readonly join?: "and" | "or";
  readonly further?: readonly FurtherCondition[];
}

/** A rule of point `in` on device m1, which has one slave of template mill. */
const watchMill = async ({ condition, a, b, max, hold = 0, other, join = "and", further = [] }: Asked) => {
  await fleet.recipe("mill", "north", [
    { id: "in", unit: "°C" },
    { id: "out", unit: "°C" },
    { id: "note", valueType: "text" },
  ]);
  await fleet.device("m1", "north", { 1: "mill" });
  const id = await fleet.rule({
    ...{ recipe_id: "mill", point_id: "in", condition, a: a ?? null, b: b ?? null, max: max ?? null, hold_seconds: hold },
    ...furtherColumns({ condition, otherPointId: other ?? null, join, further: [...further] }),
  });
  await fleet.start();
  return { id, mill: await fleet.registered("m1") };
};

type Readings = Partial<Record<Point, number | string>>;
type Mill = Awaited<ReturnType<typeof watchMill>>["mill"];

/** What a message brings that was taken at one time. */
const send = async (mill: Mill, seconds: number, readings: Readings, reach?: Partial<Record<Point, PointReach>>) => {
  await fleet.engine.evaluate(
    mill,
    Object.entries(readings).map(([point, value]) => {
      const reading = readingOf(mill, 1, point, value, at(seconds));
      const own = reach?.[point as Point];
      return own ? { ...reading, point: { ...reading.point, reach: own } } : reading;
    }),
    at(seconds),
  );
};
const spans = async () =>
  (await fleet.records()).map(({ raised_at, released_at }) => [raised_at, released_at].map((time) => time && (time - at(0)) / 1000));
const texts = async () => (await fleet.records()).map(({ content, content_en }) => [content, content_en]);

describe("how far a value moves", () => {
  test("raises when it has risen far enough within the minutes, and releases when it has not any more", async () => {
    const { mill } = await watchMill({ condition: "risesBy", a: 0.2, b: 10 });
    for (const [second, value] of [
      [0, 21.1],
      [300, 21.2],
      [600, 21.3],
      [601, 21.3],
      [900, 21.4],
      [1600, 21.4],
    ] as const)
      await send(mill, second, { in: value });
    expect(await spans()).toEqual([[600, 1600]]);
    expect((await fleet.records()).map(({ repeats }) => repeats)).toEqual([1]);
    expect((await texts())[0]).toEqual(["点in 10 分钟内上升 0.2 °C（当前值 21.4 °C）", "in rose by 0.2 °C within 10 min (value 21.4 °C)"]);
  });

  test.each([
    ["fallsBy", [30, 20], "in fell by 10 °C within 1 min (value 20 °C)"],
    ["changesBy", [20, 30], "in changed by 10 °C within 1 min (value 30 °C)"],
    ["changesBy", [30, 20], "in changed by 10 °C within 1 min (value 20 °C)"],
  ] as const)("knows the direction of %s over %o", async (condition, [first, second], text) => {
    const { mill } = await watchMill({ condition, a: 10, b: 1 });
    await send(mill, 1, { in: first });
    await send(mill, 2, { in: second });
    expect((await texts()).map(([, en]) => en)).toEqual([text]);
  });

  test("takes no part of a reading that is late, nor of a text", async () => {
    const { mill } = await watchMill({ condition: "risesBy", a: 5, b: 10 });
    await send(mill, 100, { in: 20 });
    await fleet.engine.evaluate(mill, [readingOf(mill, 1, "in", 1, at(50))], at(101));
    await send(mill, 102, { in: 24 });
    expect(await spans()).toEqual([]);
    await send(mill, 103, { in: 25 });
    expect(await spans()).toEqual([[103, null]]);
  });

  test("remembers the minutes over a restart", async () => {
    const { mill } = await watchMill({ condition: "risesBy", a: 5, b: 10 });
    await send(mill, 1, { in: 20 });
    fleet.now = at(40);
    await fleet.engine.tick(at(40));
    await fleet.cut();
    await send(mill, 60, { in: 25 });
    expect(await spans()).toEqual([[60, null]]);
    await fleet.cut();
    await send(mill, 61, { in: 26 });
    expect(await spans()).toEqual([[60, null]]);
    await send(mill, 700, { in: 26 });
    expect(await spans()).toEqual([[60, 700]]);
  });

  test("begins anew when something else is asked", async () => {
    const { id, mill } = await watchMill({ condition: "risesBy", a: 5, b: 10 });
    await send(mill, 1, { in: 20 });
    await fleet.db.updateTable("alarm_trigger").set({ a: 6 }).where("id", "=", id).execute();
    await fleet.changed({ rules: [id] });
    await send(mill, 2, { in: 26 });
    expect(await spans()).toEqual([]);
    await send(mill, 3, { in: 33 });
    expect(await spans()).toEqual([[3, null]]);
  });
});

describe("two points", () => {
  test("are compared when either comes, with what is added to the other, to its dead band", async () => {
    const { mill } = await watchMill({ condition: "above", a: 5, max: 2, other: "out" });
    await send(mill, 1, { in: 90 });
    expect(await spans()).toEqual([]);
    await send(mill, 2, { out: 84.9 });
    expect(await texts()).toEqual([["点in 90 °C 高于点out 84.9 °C + 5 °C", "in 90 °C above out 84.9 °C + 5 °C"]]);
    await send(mill, 3, { out: 87 });
    expect(await spans()).toEqual([[2, null]]);
    await send(mill, 4, { out: 88 });
    expect(await spans()).toEqual([[2, 4]]);
  });

  test("that come together are judged together", async () => {
    const { mill } = await watchMill({ condition: "above", other: "out" });
    await send(mill, 1, { in: 10, out: 15 });
    await send(mill, 2, { in: 20, out: 25 });
    await send(mill, 3, { in: 30, out: 25 });
    expect(await spans()).toEqual([[3, null]]);
  });

  test("of one message are judged by time, whatever order they stand in", async () => {
    const { mill } = await watchMill({ condition: "above", other: "out" });
    const reading = (point: Point, value: number, seconds: number) => readingOf(mill, 1, point, value, at(seconds));
    await fleet.engine.evaluate(mill, [reading("in", 10, 1), reading("in", 20, 2), reading("out", 15, 1), reading("out", 25, 2)], at(3));
    expect(await spans()).toEqual([]);
  });

  test("know each other over a restart, from the store where it has the newer reading", async () => {
    const { mill } = await watchMill({ condition: "below", other: "out" });
    await send(mill, 1, { out: 10 });
    fleet.now = at(40);
    await fleet.engine.tick(at(40));
    await fleet.cut();
    await send(mill, 41, { in: 9 });
    expect(await spans()).toEqual([[41, null]]);
    fleet.stored.set("m1 1 out", { ts: at(50), taken: at(50), value: 5 });
    await fleet.cut();
    await send(mill, 51, { in: 9 });
    expect(await spans()).toEqual([[41, 51]]);
  });

  test("judge nothing while one of them is a text", async () => {
    const { mill } = await watchMill({ condition: "notEqual", other: "note" });
    await send(mill, 1, { in: 1, note: "2" });
    expect(await spans()).toEqual([]);
  });
});

describe("several conditions", () => {
  const hot = { condition: "above", a: 80, max: 75 } as const;

  test("of which all have to hold wait for what is not known, and are over when one is", async () => {
    const { mill } = await watchMill({ ...hot, further: [also("out", "below", { a: 20 })] });
    await send(mill, 1, { in: 90 });
    expect(await spans()).toEqual([]);
    await send(mill, 2, { out: 10 });
    expect(await texts()).toEqual([["点in 90 °C 高于 80 °C，且点out 10 °C 低于 20 °C", "in 90 °C above 80 °C and out 10 °C below 20 °C"]]);
    await send(mill, 3, { in: 76 });
    expect(await spans()).toEqual([[2, null]]);
    await send(mill, 4, { out: 20 });
    expect(await spans()).toEqual([[2, 4]]);
  });

  test("of which one has to hold leave out what is not known, and tell of those that held", async () => {
    const { mill } = await watchMill({ ...hot, join: "or", further: [also("out", "below", { a: 20 }), also("note", "equal", { a: 7 })] });
    await send(mill, 1, { in: 70 });
    expect(await spans()).toEqual([]);
    await send(mill, 2, { out: 10 });
    await send(mill, 3, { in: 90 });
    await send(mill, 4, { out: 30 });
    expect(await spans()).toEqual([[2, null]]);
    expect(await texts()).toEqual([["点out 10 °C 低于 20 °C", "out 10 °C below 20 °C"]]);
    await send(mill, 5, { in: 75 });
    expect(await spans()).toEqual([[2, 5]]);
    await send(mill, 6, { note: "7" });
    expect((await fleet.records()).map(({ repeats }) => repeats)).toEqual([1]);
  });

  test("share the rule's hold time", async () => {
    const { mill } = await watchMill({ ...hot, hold: 30, further: [also("out", "risesBy", { a: 3, b: 1 })] });
    await send(mill, 1, { in: 90, out: 1 });
    await send(mill, 10, { out: 4 });
    fleet.now = at(39);
    await fleet.engine.tick(at(39));
    expect(await spans()).toEqual([]);
    fleet.now = at(40);
    await fleet.engine.tick(at(40));
    expect(await spans()).toEqual([[40, null]]);
  });

  test("tell nobody of a point that is kept from some who see the first", async () => {
    const { mill } = await watchMill({ ...hot, further: [also("out", "below", { a: 20 })] });
    await send(mill, 1, { in: 90, out: 10 }, { out: { auth: 1, keptFromApp: false } });
    expect(await texts()).toEqual([
      ["点in 90 °C 高于 80 °C，且另一数据点满足条件", "in 90 °C above 80 °C and another data point meets its condition"],
    ]);
  });

  test("are judged of each slave by itself", async () => {
    const { id } = await watchMill(hot);
    await fleet.device("m2", "north", { 1: "mill", 2: "mill" });
    await fleet.db
      .updateTable("alarm_trigger")
      .set(furtherColumns({ condition: "above", otherPointId: null, join: "and", further: [also("out", "below", { a: 20 })] }))
      .where("id", "=", id)
      .execute();
    await fleet.changed({ rules: [id], devices: ["m2"] });
    const two = await fleet.registered("m2");
    await fleet.send(two, 90, at(1), { slave: 1, point: "in" });
    await fleet.send(two, 10, at(2), { slave: 2, point: "out" });
    expect(await spans()).toEqual([]);
    await fleet.send(two, 10, at(3), { slave: 1, point: "out" });
    expect(await spans()).toEqual([[3, null]]);
  });
});

test("a rule that asks for one condition looks at no other point", async () => {
  await fleet.rule();
  await fleet.start();
  await fleet.send(d1, 15, at(1), { point: "flags" });
  expect(await spans()).toEqual([]);
});
