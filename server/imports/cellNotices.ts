import type { MessageId } from "#contract/messages.ts";
import { placeText } from "#server/sheets/place.ts";
import type { Notice, NoticeCode } from "#server/sheets/sheet.ts";
import type { CellFault } from "./sheetKind.ts";

type OfCell = Exclude<NoticeCode, "mergedCells">;

const told: Readonly<Record<OfCell, { message: MessageId; note?: true }>> = {
  roundedNumber: { message: "import.rounded" },
  formula: { message: "import.formula", note: true },
  formulaWithoutValue: { message: "import.formulaWithoutValue" },
  errorValue: { message: "import.errorValue" },
  hiddenRow: { message: "import.hiddenRow", note: true },
};

/** What the reader says of the cells of columns that are read, by the rows of the sheet. */
export const cellNotices = (
  notices: readonly Notice[],
  columns: ReadonlyMap<string, number>,
): ReadonlyMap<number, readonly CellFault[]> => {
  const ids = new Map([...columns].map(([id, column]) => [column, id]));
  const byRow = new Map<number, CellFault[]>();
  for (const { code, row, column } of notices) {
    if (code === "mergedCells") continue;
    const id = column === null ? "" : ids.get(column);
    if (id !== undefined) byRow.set(row, [...(byRow.get(row) ?? []), { column: id, ...told[code] }]);
  }
  return byRow;
};

/** Merged cells below the headings, as `A2:B4`. */
export const mergedPlaces = (notices: readonly Notice[], headingRow: number): string[] =>
  notices.flatMap(({ code, row, column, to }) =>
    code === "mergedCells" && to && column !== null && to.row > headingRow ? [`${placeText({ row, column })}:${placeText(to)}`] : [],
  );
