// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { allRightsOf, definitionOf, rowsOf, tables } from "./everyTable.ts";
import { buttonsOf } from "./screenSite.tsx";
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
