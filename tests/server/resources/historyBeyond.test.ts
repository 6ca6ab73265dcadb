import { describe, expect, test } from "vitest";
import { compilePoint } from "#contract/point/decode.ts";
import { hour, minute, pump } from "./pump.ts";
import { morning } from "./world.ts";

const lines = (text: string): string[] => text.trimEnd().split("\r\n").slice(1);
const notes = (text: string): string[] => lines(text).map((line) => line.split(",").at(-1) ?? "");

const limited = async () => {
  const made = await pump();
  const { db, points } = made;
  await db.updateTable("point").set({ min: 0, max: 30 }).where("id", "in", [points.level, points.counter, points.state]).execute();
  return made;
};

describe("a reading beyond its point's limits", () => {
  test("is kept and marked in table and file, in either language, and the limits themselves are not beyond [S3.080]", async () => {
    const { fill, table, curves, file } = await limited();
    const values = [31, 35, 30, 0, -0.1];
    await fill(
      "level",
      values.map((value, place) => [morning + place * minute, value]),
    );
    const period = [["flow", "level"] as const, morning, morning + hour, "raw"] as const;
    const page = await table(...period, { order: "asc" });
    expect(page.points.map(({ min, max }) => [min, max])).toEqual([
      [null, null],
      [0, 30],
    ]);
    expect(page.rows.map(({ values, beyond }) => [values[1], beyond])).toEqual([
      [31, [{ place: 1, bound: "max" }]],
      [35, [{ place: 1, bound: "max" }]],
      [30, undefined],
      [0, undefined],
      [-0.1, [{ place: 1, bound: "min" }]],
    ]);
    expect((await curves(...period)).curves[1]?.point).toMatchObject({ min: 0, max: 30 });
    const above = "Level: above the high limit of 30 m";
    expect(notes((await file(undefined, ...period)).text)).toEqual([above, above, "", "", "Level: below the low limit of 0 m"]);
    const chinese = await file(undefined, ...period, { language: "zh" });
    expect(notes(chinese.text)).toEqual(["液位: 高于上限 30 m", "液位: 高于上限 30 m", "", "", "液位: 低于下限 0 m"]);
  });

  test("marks the bucket that it is in, where its mean is within", async () => {
    const { fill, table, file } = await limited();
    await fill("level", [
      [morning, 31],
      [morning + 1000, 1],
      [morning + 2000, -1],
      [morning + minute, 12],
    ]);
    const period = [["level"] as const, morning, morning + hour, "minute"] as const;
    expect((await table(...period, { order: "asc" })).rows.map(({ beyond }) => beyond)).toEqual([
      [
        { place: 0, bound: "min" },
        { place: 0, bound: "max" },
      ],
      undefined,
    ]);
    expect(notes((await file(undefined, ...period)).text)).toEqual([
      "Level: readings below the low limit of 0 m; Level: readings above the high limit of 30 m",
      "",
    ]);
  });

  test("may be a counter that no number holds, and is never a text", async () => {
    const { fill, table } = await limited();
    await fill("counter", [[morning, "18446744073709551615"]]);
    await fill("state", [[morning, "31"]]);
    const { rows } = await table(["counter", "state"], morning, morning + hour, "raw");
    expect(rows.map(({ beyond }) => beyond)).toEqual([[{ place: 0, bound: "max" }]]);
  });
});

test("a value that is approximate on the screen is named so in the file, and a short one of the same point is not", async () => {
  const { db, points, fill, file } = await pump();
  await db.updateTable("point").set({ value_type: "int64", receive_formula: "x*1.5" }).where("id", "=", points.counter).execute();
  const { decode } = compilePoint({
    ...{ id: "", address: "3", name: "", nameEn: "", valueType: "int64", receiveFormula: "x*1.5", sendFormula: "", enumeration: [] },
    ...{ startBit: null, endBit: null, integerDigits: null, decimals: null, min: null, max: null, storeMode: 1, writable: false },
  });
  const stored = ["9007199254740993", "3"].map((raw) => decode(raw));
  await fill(
    "counter",
    stored.flatMap((read, place) => (read.ok ? [[morning + place * minute, read.value] as const] : [])),
  );
  const period = [["counter"] as const, morning, morning + hour, "raw"] as const;
  expect(lines((await file(undefined, ...period)).text)).toEqual([
    '2026-11-20T08:00:00+08:00,SN-0001,13510798882111490,"Counter: ≈ approximate, the last digits may differ"',
    "2026-11-20T08:01:00+08:00,SN-0001,4.5,",
  ]);
  expect(notes((await file(undefined, ...period, { language: "zh" })).text)).toEqual(["Counter: ≈ 近似值，末尾几位可能不准确", ""]);
});
