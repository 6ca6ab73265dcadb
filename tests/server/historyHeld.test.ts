import { expect, test } from "vitest";
import { day, hour, iso, minute, pump } from "./resources/pump.ts";
import { morning } from "./resources/world.ts";

test("a curve of stored changes carries the last reading before its period, other curves carry nothing", async () => {
  const { fill, curves } = await pump();
  await fill("door", [
    [morning - 40 * day, 0],
    [morning - 3 * day, 1],
    [morning + hour, 0],
  ]);
  await fill("level", [[morning - minute, 2]]);
  const answer = await curves(["door", "level"], morning, morning + day, "raw");
  expect(answer.curves[0]).toMatchObject({ before: { ts: morning - 3 * day, value: 1 }, ts: [morning + hour], value: [0] });
  expect(answer.curves[1]).not.toHaveProperty("before");
  expect({ from: answer.from, to: answer.to }).toEqual({ from: iso(morning), to: iso(morning + day) });
  const none = await curves(["door"], morning - 50 * day, morning - 45 * day, "raw");
  expect(none.curves[0]).not.toHaveProperty("before");
});

test("buckets carry nothing on, whatever was stored before", async () => {
  const { fill, curves, table } = await pump();
  await fill("door", [[morning - day, 1]]);
  expect((await curves(["door"], morning, morning + day, "hour")).curves[0]).toMatchObject({ ts: [], value: [] });
  expect((await curves(["door"], morning, morning + day, "hour")).curves[0]).not.toHaveProperty("before");
  expect((await table(["door"], morning, morning + day, "hour")).before).toEqual([null]);
});

test("the table names what was held before and makes no row of it, nor does the file", async () => {
  const { fill, table, file } = await pump();
  await fill("door", [[morning - day, 1]]);
  await fill("level", [[morning + minute, 2]]);
  const answer = await table(["level", "door"], morning, morning + day, "raw");
  expect(answer).toMatchObject({
    rows: [{ ts: morning + minute, values: [2, null] }],
    before: [null, { ts: morning - day, value: 1 }],
    zone: "Asia/Shanghai",
  });
  const { text } = await file(undefined, ["level", "door"], morning, morning + day, "raw");
  expect(text.trimEnd().split("\r\n")).toHaveLength(2);
});
