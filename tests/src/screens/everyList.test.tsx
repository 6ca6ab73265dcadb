// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wrongFilters } from "#src/kit/screen/filterFaults.ts";
import { type ListState, readListState } from "#src/kit/screen/listState.ts";
import type { ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";
import { listDefaults } from "#src/kit/screen/tablePage.tsx";
import { serverClock } from "#store/serverClock.ts";
import { intlOf } from "#tests/src/inView.tsx";
import { definitionOf, tables } from "./everyTable.ts";
import { openSite, show } from "./screenSite.tsx";

beforeAll(() => serverClock.assume(Date.now() - Date.parse("2026-11-20T12:00:00Z")));
afterAll(() => serverClock.assume(0));

interface RowsProps {
  definition: ScreenDefinition<unknown>;
  filters: ListState["filters"];
}

/** Reads a screen's rows and shows none of them. */
function Rows({ definition, filters }: RowsProps) {
  definition.rows.useRows({ pageNo: 3, pageSize: 40, sort: { field: "at", order: "desc" }, filters }, false);
  return null;
}

/** What a screen's list asks for; it is refused, so that no answer has to be made up. */
const askedBy = async (props: RowsProps): Promise<object> => {
  const site = openSite(() => ({ error: { code: 500, message: "", data: null } }));
  const { unmount } = show(<Rows {...props} />, { site });
  await waitFor(() => expect(site.sent).toHaveLength(1));
  unmount();
  return Object.fromEntries(site.sent.map(({ path, request }) => [path, request]));
};

/** The items of the menu, whose levels are to be seen together, and the sample list, which has a size of its own. */
const ofOtherSizes = ["menus", "sample.users"];

describe("a screen's list", () => {
  it.each(tables)("%s starts with the order and the page size that the table says", (_id, table) => {
    const { pageSize, sort } = listDefaults(definitionOf(table));
    expect({ pageSize, sort }).toEqual(table.starts);
  });

  it.each(tables.filter(([id]) => !ofOtherSizes.includes(id)))("%s starts at page 1 with 20 rows [S9.007]", (_id, table) => {
    const { pageNo, pageSize } = readListState(new URLSearchParams(), listDefaults(definitionOf(table)));
    expect([pageNo, pageSize]).toEqual([1, 20]);
  });

  it.each(tables)("%s asks for what its filters say, each by its own name", async (_id, table) => {
    const definition = definitionOf(table);
    for (const { filters, sends } of table.asks) expect(await askedBy({ definition, filters })).toEqual(sends);
  });

  it.each(tables)("%s has each filter set in the table, to what its kind takes", (_id, table) => {
    const definition = definitionOf(table);
    const set = new Set(table.asks.flatMap(({ filters }) => Object.keys(filters)));
    expect([...set].sort()).toEqual([...listDefaults(definition).filters].sort());
    expect(table.asks.flatMap(({ filters }) => wrongFilters(definition.filters ?? [], filters))).toEqual([]);
  });

  it.each(tables)("%s gives a file every time as an instant, which carries its offset there", (_id, table) => {
    const intl = intlOf("en");
    const timed = definitionOf(table).columns.filter(({ text }) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text(table.row, intl)));
    expect(timed.filter(({ instant }) => !instant?.(table.row)).map(({ id }) => id)).toEqual([]);
  });
});
