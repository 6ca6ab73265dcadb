import { describe, expect, it } from "vitest";
import { z } from "zod";
import { resources } from "#contract/resources.ts";

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => (schema instanceof z.ZodObject ? schema.shape : {});

const lists = resources
  .flatMap((resource) => Object.values(resource.calls))
  .filter(({ request, response }) => "pageNo" in shapeOf(request) || ("list" in shapeOf(response) && "total" in shapeOf(response)))
  // The tree of menu items is answered whole.
  .filter(({ path }) => path !== "/api/menu/query")
  .map((call) => [call.path, call] as const);

describe("a list", () => {
  it.each(lists)("%s takes a page from 1, its size of 20, a field to sort by and an order", (_path, { request }) => {
    const shape = shapeOf(request);
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(["pageNo", "pageSize", "sortField", "sortOrder"]));
    expect([shape.pageNo?.parse(undefined), shape.pageSize?.parse(undefined)]).toEqual([1, 20]);
    expect([0, 1].map((page) => shape.pageNo?.safeParse(page).success)).toEqual([false, true]);
    for (const order of ["asc", "desc"]) expect(shape.sortOrder?.parse(order)).toBe(order);
  });

  it.each(lists)("%s answers its rows, how many there are, and which page of which size they are", (_path, { response }) => {
    expect(Object.keys(shapeOf(response))).toEqual(expect.arrayContaining(["list", "total", "pageNo", "pageSize"]));
  });
});
