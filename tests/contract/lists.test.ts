import { describe, expect, it } from "vitest";
import { z } from "zod";
import { resources } from "#contract/resources.ts";

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => (schema instanceof z.ZodObject ? schema.shape : {});

/** What answers no list of records, and what else. */
const others: Readonly<Record<string, string>> = {
  "/api/system/query_main": "three texts, each at its place",
  "/api/sys/query": "the platform's settings",
  "/api/user/menu_tree": "a tree",
  "/api/alarm_switch/my": "a switch for each level",
  "/api/alarm_log/countLevel": "a number for each level",
  "/api/device/query_location_count": "cells of a map",
  "/api/device_group_member/query_groups": "groups of two kinds that a device is in",
  "/api/device_data/query": "readings of a period, by cursor",
  "/api/device_data_log/query": "readings of a period, by cursor",
  "/api/device_data_log/query_mutil": "curves",
  "/api/device_location_track/query": "places of a period",
};

const reads = resources.flatMap((resource) => Object.entries(resource.calls)).filter(([, { kind }]) => kind === "read");
const lists = reads
  .filter(([verb, { request, response }]) => {
    const [asked, answered] = [shapeOf(request), shapeOf(response)];
    return /^query/.test(verb) || "pageNo" in asked || "list" in answered || response instanceof z.ZodArray;
  })
  .map(([, call]) => [call.path, call] as const);
const paged = lists.filter(([path]) => others[path] === undefined);

describe("a list", () => {
  it("is whatever answers records, but what is named here", () => {
    expect(Object.keys(others).filter((path) => !lists.some(([listed]) => listed === path))).toEqual([]);
    expect(paged.length).toBeGreaterThan(40);
  });

  it.each(paged)("%s takes a page from 1, its size of 20, a field to sort by and an order [S7.021]", (_path, { request }) => {
    const shape = shapeOf(request);
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(["pageNo", "pageSize", "sortField", "sortOrder"]));
    expect([shape.pageNo?.parse(undefined), shape.pageSize?.parse(undefined)]).toEqual([1, 20]);
    expect([0, 1].map((page) => shape.pageNo?.safeParse(page).success)).toEqual([false, true]);
    for (const order of ["asc", "desc"]) expect(shape.sortOrder?.parse(order)).toBe(order);
  });

  it.each(paged)("%s answers its rows, how many there are, and which page of which size they are [S7.020]", (_path, { response }) => {
    const { list, total, pageNo, pageSize } = shapeOf(response);
    expect(list).toBeInstanceOf(z.ZodArray);
    for (const number of [total, pageNo, pageSize]) expect(number).toBeInstanceOf(z.ZodNumber);
  });
});
