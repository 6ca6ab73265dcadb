import { expect, it } from "vitest";
import { excused, holds } from "#scripts/guards/excused.ts";
import { findGuards } from "#scripts/guards/find.ts";

it("excuses only guards that the server has", () => {
  const guards = findGuards("server");
  expect(excused.filter((excuse) => !guards.some((guard) => holds(excuse, guard)))).toEqual([]);
});
