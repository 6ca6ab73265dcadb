import { expect, it } from "vitest";
import { changeOf } from "#server/log/changeOf.ts";

type Change = Record<string, [unknown, unknown]>;
const slaves = (sign: string) => Array.from({ length: 247 }, (_, n) => ({ no: n + 1, name: sign.repeat(40) }));

it("keeps every field of a change as it was and is", () => {
  const change = JSON.parse(
    changeOf({ name: "a", slaves: slaves("a").slice(0, 50) }, { name: "b", slaves: slaves("b").slice(0, 50) }),
  ) as Change;
  expect(change).toEqual({ name: ["a", "b"], slaves: [slaves("a").slice(0, 50), slaves("b").slice(0, 50)] });
});

it("shortens the longest fields of a very long change, and leaves the others whole", () => {
  const change = changeOf(
    { name: "a", remark: "r".repeat(3000), slaves: slaves("a") },
    { name: "b", remark: "s".repeat(3000), slaves: slaves("b") },
  );
  expect(change.length).toBeLessThan(20_000);
  const { name, remark, slaves: shortened } = JSON.parse(change) as Change;
  expect([name, remark]).toEqual([
    ["a", "b"],
    ["r".repeat(3000), "s".repeat(3000)],
  ]);
  const begins = JSON.stringify(slaves("a")).slice(0, 2000);
  expect(shortened?.[0]).toBe(`${begins}…`);
});

it("is bounded whatever fields there are", () => {
  const fields = (sign: string) => Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`f${n}`, sign.repeat(100_000)]));
  expect(changeOf(fields("a"), fields("b")).length).toBeLessThan(21_000);
});
