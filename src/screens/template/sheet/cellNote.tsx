import { type Sheet, useSheetArea } from "#src/kit/sheet/useSheet.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import type { ShownPoint } from "./shownPoints.ts";

interface CellNoteProps {
  sheet: Pick<Sheet, "area">;
  rows: readonly ShownPoint[];
  noteOf(point: ShownPoint, column: string): string | undefined;
  /** What is said of a cell with nothing to be said of it. */
  keys: string;
}

/** What is wrong with the cell under the cursor. */
export function CellNote({ sheet, rows, noteOf, keys }: CellNoteProps) {
  const area = useSheetArea(sheet);
  const active = area && rows[area.top];
  const note = active && area.columns[0] ? noteOf(active, area.columns[0]) : undefined;
  return (
    <span role="status" className={note === undefined ? undefined : "gh-sheet-note"}>
      <ForeignText text={note ?? keys} />
    </span>
  );
}
