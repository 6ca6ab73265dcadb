import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { excused, holds } from "#scripts/guards/excused.ts";
import { findGuards, keyOf } from "#scripts/guards/find.ts";

const guards = findGuards("server");
const proved = Object.entries(JSON.parse(readFileSync("scripts/guards/proved.json", "utf8")) as Record<string, string>);

it("excuses only guards that the server has", () => {
  expect(excused.filter((excuse) => !guards.some((guard) => holds(excuse, guard)))).toEqual([]);
});

it("keeps proofs of guards alone that the server has", () => {
  const keys = new Set(guards.map(keyOf));
  expect(proved.length).toBeGreaterThan(100);
  expect(proved.filter(([key]) => !keys.has(key))).toEqual([]);
});

it("keeps proofs by tests alone that there are", () => {
  expect(proved.filter(([, file]) => !file.endsWith(".test.ts") || !existsSync(file))).toEqual([]);
});
