// @vitest-environment jsdom
import { fireEvent, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import { intlOf } from "#tests/src/inView.tsx";
import { allRightsOf, definitionOf, readingOf, rowsOf, tables } from "./everyTable.ts";
import { buttonsOf, type Drawn, openSite, show } from "./screenSite.tsx";
import type { ScreenTable } from "./screenTable.ts";

/** Buttons that a screen shows in some of its rows alone. */
const choosyOf = (table: ScreenTable<unknown>): string[] => {
  const { rowActions = [], form, remove } = definitionOf(table);
  return [
    ...rowActions.flatMap(({ id, shown }) => (shown ? [`row ${id}`] : [])),
    ...(form?.editable ? ["row edit"] : []),
    ...(remove?.removable ? ["row remove"] : []),
  ];
};

describe("a row", () => {
  it.each(tables)("of %s shows its own buttons to who may do everything", (_id, table) => {
    const shown = rowsOf(table).map(({ row }) =>
      buttonsOf(definitionOf(table), [row], allRightsOf(table)).filter((button) => button.startsWith("row ")),
    );
    expect(shown).toEqual(rowsOf(table).map(({ shows }) => shows));
  });

  it.each(tables)("of %s is in the table with and without each button that not every row has", (_id, table) => {
    const rows = rowsOf(table);
    const always = choosyOf(table).filter((button) => rows.every(({ shows }) => shows.includes(button)));
    const never = choosyOf(table).filter((button) => !rows.some(({ shows }) => shows.includes(button)));
    expect({ always, never }).toEqual({ always: table.together ?? [], never: [] });
  });
});

interface Control {
  column: string;
  name: string;
  element: HTMLElement;
}

/** The controls that the cells of a row draw. */
const controlsOf = (table: ScreenTable<unknown>, row: unknown, { language = "en", ...around }: Drawn): Control[] =>
  definitionOf(table).columns.flatMap(({ id, render }) => {
    if (!render) return [];
    const { container } = show(render(row, intlOf(language)), { language, route: table.definition.route, ...around });
    const elements = [...container.querySelectorAll<HTMLElement>("button, input, select, textarea, [role=switch], [role=checkbox]")];
    return elements.map((element) => ({ column: id, name: element.getAttribute("aria-label") ?? element.textContent, element }));
  });

const clicks = tables.flatMap(([id, table]) =>
  Object.entries(table.controls ?? {}).map(([column, { sends }]) => [`${id}: ${column}`, table, column, sends] as const),
);

describe("a control in a cell", () => {
  it.each(tables)("of %s is called what the table says, in both languages", (_id, table) => {
    for (const language of languages) {
      const named = controlsOf(table, table.row, { language }).map(({ column, name }) => [column, name]);
      expect(named).toEqual(Object.entries(table.controls ?? {}).map(([column, names]) => [column, names[language]]));
    }
  });

  it.each(tables)("of %s is named after its row's record", (_id, table) => {
    for (const { row } of rowsOf(table)) {
      const record = definitionOf(table).rowName(row, intlOf("en"));
      const nameless = controlsOf(table, row, {}).filter(({ name }) => !name.includes(record));
      expect(nameless.map(({ column }) => column)).toEqual([]);
    }
  });

  it.each(clicks)("of %s sends the opposite of what the row says", async (_what, table, clicked, sends) => {
    const sent: object[] = [];
    for (const [nth, { row }] of rowsOf(table).entries()) {
      const site = openSite();
      const control = controlsOf(table, row, { site, ...allRightsOf(table) }).find(({ column }) => column === clicked);
      if (control) fireEvent.click(control.element);
      await waitFor(() => expect(site.sent).toHaveLength(Object.keys(sends[nth] ?? {}).length));
      sent.push(Object.fromEntries(site.sent.map(({ path, request }) => [path, request])));
    }
    expect(sent).toEqual(sends);
  });

  it.each(tables)("of %s is for those alone who may make its call", (_id, table) => {
    const reading = { ...allRightsOf(table), paths: [readingOf(table)] };
    const open = controlsOf(table, table.row, reading).filter(({ element }) => !element.matches(":disabled"));
    expect(open.map(({ column }) => column)).toEqual([]);
  });
});
