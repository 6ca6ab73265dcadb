import type { CSSProperties } from "react";
import type { ColumnView } from "./tableColumn.ts";
import type { Interval } from "./tableStore.ts";

export const headerHeight = 32;

/** The rows that are drawn: as many at every place, so that a row that comes into view takes the element of one that leaves it. */
export const rowWindow = (top: number, height: number, rowHeight: number, count: number): Interval => {
  const drawn = Math.max(1, Math.ceil(height / rowHeight) + 1);
  const from = Math.max(0, Math.min(Math.floor(top / rowHeight), count - drawn));
  return { from, to: Math.min(count, from + drawn) - 1 };
};

/** Columns on either side of the view that are drawn as well: what is just beyond it can be found by the browser and read out. */
const beside = 3;

/** The columns that are drawn beside the fixed ones. */
export const columnWindow = (left: number, width: number, widths: readonly number[], frozen: number): Interval => {
  let [from, to, edge] = [frozen, frozen - 1, 0];
  for (const [col, own] of widths.entries()) {
    if (col >= frozen) {
      if (edge + own <= left) from = col + 1;
      if (edge < left + width) to = col;
    }
    edge += own;
  }
  return { from: Math.max(frozen, Math.min(from, to) - beside), to: Math.min(widths.length - 1, to + beside) };
};

/** Where the cells of one column stand in every row. */
export interface CellPlace<Row> {
  key: string;
  col: number;
  view: ColumnView<Row>;
  className: string;
  style: CSSProperties;
}

interface Placing<Row> {
  views: readonly ColumnView<Row>[];
  widths: readonly number[];
  frozen: number;
  /** The actions stand at the right edge of a pane of this width. */
  strip: number | undefined;
  cols: Interval;
}

export const cellPlaces = <Row>({ views, widths, frozen, strip, cols }: Placing<Row>): CellPlace<Row>[] => {
  const last = views.length - 1;
  const skipped = widths.slice(frozen, cols.from).reduce((sum, width) => sum + width, 0);
  return views.flatMap((view, col): CellPlace<Row>[] => {
    const width = widths[col] ?? 0;
    const own = { key: view.kind === "data" ? view.column.id : `:${view.kind}`, col, view };
    const names = ["gh-cell"];
    if (view.kind === "data" && view.column.align === "end") names.push("gh-cell-end");
    if (view.kind === "data" && view.column.mono) names.push("gh-cell-mono");
    if (strip !== undefined && col === last) {
      return [{ ...own, className: `${names.join(" ")} gh-still gh-strip`, style: { width, left: strip - width } }];
    }
    if (col < frozen) {
      names.push(col === frozen - 1 ? "gh-still gh-edge" : "gh-still");
      return [{ ...own, className: names.join(" "), style: { width } }];
    }
    if (col < cols.from || col > cols.to) return [];
    const style = col === cols.from && skipped > 0 ? { width, marginLeft: skipped } : { width };
    return [{ ...own, className: names.join(" "), style }];
  });
};
