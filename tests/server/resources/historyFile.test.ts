import fc from "fast-check";
import { expect, test } from "vitest";
import { xlsxCells } from "#tests/server/xlsxCells.ts";
import { day, hour, minute, pump } from "./pump.ts";
import { morning, refusal } from "./world.ts";

const rowsOf = (text: string): string[] => text.replace("\ufeff", "").trimEnd().split("\r\n");

test("curve, table and file show the same numbers, and files an offset with every local time [S9.032] [S1.038] [S2.200]", async () => {
  const { fill, table, curves, file } = await pump("Asia/Kolkata");
  const reading = fc.tuple(fc.integer({ min: 0, max: 3 * 24 * 60 }), fc.integer({ min: -9999, max: 9999 }));
  const [readings = []] = fc.sample(fc.uniqueArray(reading, { selector: ([at]) => at, minLength: 150, maxLength: 300 }), {
    numRuns: 1,
    seed: 7,
  });
  await fill(
    "flow",
    readings.map(([at, value]) => [morning + at * minute, value / 100]),
  );
  for (const aggregation of ["raw", "minute", "ten_minutes", "thirty_minutes", "one_hour", "hour", "day"] as const) {
    const period = [["flow"], morning + hour + 1, morning + 2 * day + 7 * minute, aggregation] as const;
    const { rows } = await table(...period, { order: "asc", limit: 10_000 });
    const curve = (await curves(...period)).curves[0];
    const drawn = curve?.ts.map((ts, at) => ({ ts, value: curve.value[at] ?? null })).filter(({ value }) => value !== null);
    expect(drawn).toEqual(rows.map(({ ts, values }) => ({ ts, value: values[0] })));
    const lines = rowsOf((await file(undefined, ...period)).text).slice(1);
    const written = lines.map((line) => line.split(","));
    expect(written.map(([time = "", , value]) => [Date.parse(time), Number(value)])).toEqual(rows.map(({ ts, values }) => [ts, values[0]]));
    expect(written.every(([time = ""]) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30$/.test(time))).toBe(true);
    expect(rows.length).toBeGreaterThan(1);
  }
});

test("a cell's kind follows its point: text stays text, numbers are numbers, no formula, every digit [S9.034]", async () => {
  const { fill, file, db } = await pump("Asia/Shanghai", { name: "泵/站: 1", sn: "00012345678901234567" });
  await fill("level", [[morning, -1.5]]);
  await fill("flow", [[morning, 0]]);
  await fill("counter", [
    [morning, "18446744073709551615"],
    [morning + 1, 7],
  ]);
  await fill("state", [
    [morning, '=HYPERLINK("x"),1'],
    [morning + 1, "-007"],
    [morning + 2, "1E5"],
    [morning + 3, "00012345"],
  ]);
  const answer = await file(undefined, ["level", "flow", "counter", "state"], morning, morning + hour, "raw");
  expect(answer.fileName).toBe("泵_站_ 1 20261120-0800_20261120-0900.csv");
  expect(answer.contentType).toBe("text/csv; charset=utf-8");
  expect(answer.text.startsWith("\ufeff")).toBe(true);
  expect(rowsOf(answer.text)).toEqual([
    "Time,SN,Slave 1 / Level (m),Slave 1 / =流量,Slave 1 / Counter,Slave 1 / State,Note",
    '2026-11-20T08:00:00+08:00,00012345678901234567,-1.5,0,18446744073709551615,"\'=HYPERLINK(""x""),1",',
    "2026-11-20T08:00:00.001+08:00,00012345678901234567,,,7,-007,",
    "2026-11-20T08:00:00.002+08:00,00012345678901234567,,,,1E5,",
    "2026-11-20T08:00:00.003+08:00,00012345678901234567,,,,00012345,",
  ]);
  const sheet = await file(undefined, ["level", "flow", "counter", "state"], morning, morning + hour, "raw", { format: "xlsx" });
  expect(sheet.fileName).toBe("泵_站_ 1 20261120-0800_20261120-0900.xlsx");
  expect(xlsxCells(sheet.bytes)).toEqual([
    ["Time", "SN", "Slave 1 / Level (m)", "Slave 1 / =流量", "Slave 1 / Counter", "Slave 1 / State", "Note"],
    ["2026-11-20T08:00:00+08:00", "00012345678901234567", -1.5, 0, "18446744073709551615", '=HYPERLINK("x"),1'],
    ["2026-11-20T08:00:00.001+08:00", "00012345678901234567", null, null, 7, "-007"],
    ["2026-11-20T08:00:00.002+08:00", "00012345678901234567", null, null, null, "1E5"],
    ["2026-11-20T08:00:00.003+08:00", "00012345678901234567", null, null, null, "00012345"],
  ]);
  await db.updateTable("slave").set({ name: "=1+1" }).execute();
  const chinese = await file(undefined, ["level"], morning, morning + hour, "raw", { language: "zh" });
  expect(rowsOf(chinese.text)[0]).toBe("时间,序列号,'=1+1 / 液位 (m),备注");
});

test("a file is complete, or says in its last line where it was cut [S9.033]", async () => {
  const { fill, file } = await pump();
  await fill(
    "level",
    Array.from({ length: 5001 }, (_, index) => [morning + index, index]),
  );
  const lines = async (most?: number) => rowsOf((await file(most, ["level"], morning, morning + day, "raw")).text).slice(1);
  const whole = await lines();
  expect(whole.length).toBe(5001);
  expect(whole.at(-1)).toMatch(/,5000,$/);
  expect(await lines(5001)).toEqual(whole);
  const cut = await lines(2500);
  expect(cut.slice(0, -1)).toEqual(whole.slice(0, 2500));
  expect(cut.at(-1)).toBe("Export limit reached: only the first 2500 rows are included");
});

test("a period without readings is told, and no file of a heading alone is made", async () => {
  const { fill, file } = await pump();
  await fill("level", [[morning, 1]]);
  for (const format of ["csv", "xlsx"])
    expect(await refusal(file(undefined, ["level"], morning + hour, morning + day, "raw", { format }))).toMatchObject({
      code: 1350,
      message: "No data matches the conditions; no file was created",
    });
});
