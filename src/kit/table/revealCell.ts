import type { GridPosition } from "./gridKeys.ts";
import { headerHeight } from "./gridWindow.ts";
import { scroller } from "./tablePane.ts";
import type { TableState } from "./tableStore.ts";

/** Scrolls the table so that the cell is in view, clear of the columns that stand still. */
export const revealCell = <Row>(state: TableState<Row>, root: Element, rowHeight: number, { row, col }: GridPosition): void => {
  const box = scroller(root);
  if (!box) return;
  const { widths, frozen, strip } = state;
  const sum = (to: number) => widths.slice(0, to).reduce((all, width) => all + width, 0);
  if (row >= 0) {
    const top = row * rowHeight;
    const height = box.clientHeight - headerHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + rowHeight > box.scrollTop + height) box.scrollTop = top + rowHeight - height;
  }
  if (col >= frozen && !(strip && col === widths.length - 1)) {
    const left = sum(col);
    const right = left + (widths[col] ?? 0);
    const still = sum(frozen);
    const room = box.clientWidth - (strip ? (widths.at(-1) ?? 0) : 0);
    if (right > box.scrollLeft + room) box.scrollLeft = right - room;
    if (left < box.scrollLeft + still) box.scrollLeft = left - still;
  }
};
