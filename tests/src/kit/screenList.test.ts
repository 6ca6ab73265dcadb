import fc from "fast-check";
import { expect, test } from "vitest";
import { device } from "#contract/resources/device.ts";
import { type ListDefaults, type ListState, listReducer, readListState, writeListState } from "#src/kit/screen/listState.ts";
import { coveredRows, nothingPicked, pick, pickCounts } from "#src/kit/screen/pickedRows.ts";
import { typedFilters } from "#src/kit/screen/rowsSource.ts";
import { parseLayout } from "#src/kit/screen/useSavedLayout.ts";
import { holds } from "#tests/property.ts";

const defaults: ListDefaults = { pageSize: 20, filters: ["search", "presence"], sortable: ["name", "sn"], mostPerPage: 1000 };
const read = (query: string): ListState => readListState(new URLSearchParams(query), defaults);

test("an address without a query is the list by default", () => {
  expect(read("")).toEqual({ pageNo: 1, pageSize: 20, sort: undefined, filters: {} });
});

test("what an address says wrongly is as if it were not said", () => {
  expect(read("page=0&size=5000&sort=password.asc&search=%20%20&other=1")).toEqual(read(""));
  expect(read("page=-3&size=1e3&sort=name.up")).toEqual(read(""));
  expect(read("page=1000000000&size=1001&sort=name.ascending")).toEqual(read(""));
  expect(read("page=1.5&size=&sort=.asc")).toEqual(read(""));
  const sorted: ListDefaults = { ...defaults, sort: { field: "sn", order: "desc" } };
  expect(readListState(new URLSearchParams("sort=none"), sorted).sort).toBeUndefined();
  expect(readListState(new URLSearchParams(""), sorted).sort).toEqual(sorted.sort);
});

test("an address may ask for the last page that there can be, and for as many rows as a page may have", () => {
  expect(read("page=999999999&size=1000&sort=name.asc&search=%20a%20")).toEqual({
    ...{ pageNo: 999_999_999, pageSize: 1000, sort: { field: "name", order: "asc" }, filters: { search: "a" } },
  });
});

test("the list and its address say the same, and what is not the list's stays in the address", () => {
  const text = fc
    .string({ minLength: 1, maxLength: 20 })
    .map((value) => value.trim())
    .filter((value) => value !== "");
  const state = fc.record({
    pageNo: fc.integer({ min: 1, max: 999_999 }),
    pageSize: fc.integer({ min: 1, max: 1000 }),
    sort: fc.option(fc.record({ field: fc.constantFrom("name", "sn"), order: fc.constantFrom("asc" as const, "desc" as const) }), {
      nil: undefined,
    }),
    filters: fc.dictionary(fc.constantFrom("search", "presence"), text, { noNullPrototype: true }),
  });
  const sorted = fc.constantFrom<ListDefaults>(defaults, { ...defaults, sort: { field: "sn", order: "desc" } });
  holds(
    fc.property(state, sorted, (wanted, own) => {
      const search = writeListState(new URLSearchParams("tab=map"), wanted, own);
      expect(search.get("tab")).toBe("map");
      expect(readListState(new URLSearchParams(search.toString()), own)).toEqual(wanted);
    }),
  );
});

test("another filter or order starts at the first page, another page size keeps the first shown row in view", () => {
  const fifth = read("page=5&search=pump");
  expect(listReducer(fifth, { type: "filter", id: "presence", value: "online" })).toEqual(read("search=pump&presence=online"));
  expect(listReducer(fifth, { type: "filter", id: "search", value: " " })).toEqual(read(""));
  expect(listReducer(fifth, { type: "sort", sort: { field: "sn", order: "desc" } })).toEqual(read("search=pump&sort=sn.desc"));
  expect(listReducer(fifth, { type: "clear" })).toEqual(read(""));
  expect(listReducer(fifth, { type: "pageSize", pageSize: 50 })).toEqual(read("search=pump&page=2&size=50"));
  expect(listReducer(fifth, { type: "page", pageNo: 0 }).pageNo).toBe(1);
});

test("filters of an address reach the call as its request types them, and one that does not fit does not", () => {
  expect(typedFilters(device.calls.query.request, { search: "42", presence: "online", alarmed: "true" })).toEqual({
    search: "42",
    presence: "online",
    alarmed: true,
  });
  expect(typedFilters(device.calls.query.request, { presence: "asleep", alarmed: "perhaps" })).toEqual({});
});

test("ticks outlive a change of page, and an action covers those in view unless more was asked for", () => {
  const first = new Map([
    ["a", "A"],
    ["b", "B"],
  ]);
  const second = new Map([
    ["c", "C"],
    ["d", "D"],
  ]);
  const onFirst = pick(nothingPicked, new Set(["a"]), first);
  const onSecond = pick<string>(onFirst, new Set(["a", "c"]), second);
  expect(pickCounts(onSecond, second)).toEqual({ inView: 1, elsewhere: 1 });
  expect(coveredRows(onSecond, second)).toEqual(["C"]);
  expect(coveredRows({ ...onSecond, scope: "ticked" }, second)).toEqual(["A", "C"]);
  expect(pick<string>(onSecond, new Set(["c"]), second).rows).toEqual(new Map([["c", "C"]]));
});

test("a kept layout is taken only when it is one", () => {
  const layout = { order: ["sn", "name"], hidden: ["state"], widths: { sn: 200 }, pinned: 2 };
  expect(parseLayout(JSON.stringify(layout))).toEqual(layout);
  for (const text of ["", "null", "[]", '{"order":[1]}', JSON.stringify({ ...layout, widths: { sn: "wide" } })])
    expect(parseLayout(text)).toBeUndefined();
});
