import { expect, it } from "vitest";
import { fitsPaper, labelSheets, onSheets } from "#src/screens/labels/labelSheets.ts";

it.each(labelSheets)("labels of $id lie on the paper", (sheet) => {
  expect(fitsPaper(sheet)).toBe(true);
  expect(fitsPaper({ ...sheet, rows: sheet.rows + 1 }) && fitsPaper({ ...sheet, columns: sheet.columns + 1 })).toBe(false);
});

it("labels begin behind those that were used, and go on over the sheets", () => {
  const sheet = { id: "x", width: 100, height: 100, columns: 2, rows: 2, left: 0, top: 0, gap: 0 };
  expect(onSheets(["a", "b", "c"], sheet, 2)).toEqual([[undefined, undefined, "a", "b"], ["c"]]);
  expect(onSheets([], sheet, 0)).toEqual([]);
});
