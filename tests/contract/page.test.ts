import { expect, it } from "vitest";
import { z } from "zod";
import {
  companyFilter,
  id,
  idRequest,
  ids,
  instant,
  level,
  list,
  nothing,
  pageFields,
  sortedPage,
  sortFields,
  version,
} from "#contract/kit/page.ts";

const fault = (schema: z.ZodType, value: unknown): string | undefined => schema.safeParse(value).error?.issues[0]?.message;
const takes = (schema: z.ZodType, ...values: unknown[]): boolean[] => values.map((value) => schema.safeParse(value).success);

it("a list is asked for by page and order, and by none that it has not", () => {
  const sorted = z.object(sortedPage(["name", "sn"]));
  expect(sorted.parse({})).toEqual({ pageNo: 1, pageSize: 20 });
  const whole = { pageNo: 2, pageSize: 1000, sortField: "sn", sortOrder: "desc" };
  expect(sorted.parse(whole)).toEqual(whole);
  expect(sorted.parse({ sortField: "" })).toMatchObject({ sortField: "" });
  expect(takes(sorted, { pageNo: 0 }, { pageNo: 1.5 }, { pageSize: 0 }, { pageSize: 1.5 }, { pageSize: 1001 })).toEqual(
    Array(5).fill(false),
  );
  expect(fault(sorted, { sortField: "password" })).toBe("rule.invalid");
  expect(takes(sorted, { sortOrder: "asc" }, { sortOrder: "up" }, { sortOrder: "" })).toEqual([true, false, false]);
  expect(takes(z.object(pageFields), { sortField: "" }, { sortField: "name" })).toEqual([true, false]);
  expect(z.object(sortFields(["a"])).parse({ sortField: "a", pageNo: 1 })).toEqual({ sortField: "a" });
});

it("a list answers its rows and how many there are", () => {
  const answer = { list: ["a"], total: 1, pageNo: 1, pageSize: 20 };
  expect(list(z.string()).parse(answer)).toEqual(answer);
  expect(takes(list(z.string()), ...["list", "total", "pageNo", "pageSize"].map((name) => ({ ...answer, [name]: 1.5 })))).toEqual(
    Array(4).fill(false),
  );
});

it("ids are there, not long, and so many at once", () => {
  expect([fault(id, ""), fault(ids, [])]).toEqual(["rule.required", "rule.chooseOne"]);
  expect(takes(id, "x".repeat(64), "x".repeat(65))).toEqual([true, false]);
  expect(takes(ids, Array(10_000).fill("x"), Array(10_001).fill("x"))).toEqual([true, false]);
  expect(takes(idRequest, { id: "x" }, {})).toEqual([true, false]);
  expect(takes(z.object(companyFilter), {}, { companyId: "x".repeat(64) }, { companyId: "x".repeat(65) })).toEqual([true, true, false]);
});

it("an instant has a zone or an offset, and is kept in UTC", () => {
  expect(instant.parse("2026-11-27T08:00:00.5+08:00")).toBe("2026-11-27T00:00:00.500Z");
  expect(takes(instant, "2026-11-27T00:00:00Z", "2026-11-27T00:00:00", "2026-13-27T00:00:00Z", "soon")).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it("an answer of nothing may be null, a level is one of four, a version is whole", () => {
  expect(takes(nothing, null, {}, "x")).toEqual([true, true, false]);
  expect(takes(level, 0, 1, 2, 3, 4, -1, "1")).toEqual([true, true, true, true, false, false, false]);
  expect(takes(version, 1, 1.5)).toEqual([true, false]);
});
