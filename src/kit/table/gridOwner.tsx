import { memo, type RefObject, useEffect } from "react";
import { createPortal } from "react-dom";
import { headerRow } from "./gridKeys.ts";
import { cellId, type Interval, isSelected, type TableState, type TableStore, useTable } from "./tableStore.ts";

interface GridOwnerProps<Row> {
  store: TableStore<Row>;
  label: string;
  loading: boolean;
  pane: Element | undefined;
  holder: RefObject<HTMLDivElement | null>;
  onRangeNeeded: ((from: number, to: number) => void) | undefined;
}

/**
 * The grid as assistive technology sees it, and the one tab stop. Blueprint's cells lie flat in up to four panes, so no element of
 * theirs can be a row; the rows stand here instead and own the cells wherever they are drawn. It is put into the pane that scrolls
 * because a pane without a tab stop cannot be scrolled by keyboard.
 */
export function GridOwner<Row>({ store, label, loading, pane, holder, onRangeNeeded }: GridOwnerProps<Row>) {
  const rows = useTable(store, (s) => s.rows);
  const count = useTable(store, (s) => s.count);
  const colCount = useTable(store, (s) => s.views.length);
  const selectable = useTable(store, (s) => s.selection !== undefined);
  const visible = useTable(store, (s) => s.visible);
  const frozen = useTable(store, (s) => s.frozen);
  const active = useTable(store, (s) => s.cursor.active);
  const { from, to } = visible.rows;
  useEffect(() => {
    if (onRangeNeeded && rows.slice(from, to + 1).includes(undefined)) onRangeNeeded(from, Math.min(to + 1, rows.length));
  }, [rows, from, to, onRangeNeeded]);
  const strip = useTable(store, (s) => s.strip);
  const inWindow = drawnCols(visible.cols, frozen);
  const drawn = strip && !inWindow.includes(colCount - 1) ? [...inWindow, colCount - 1] : inWindow;
  const reachable = drawn.includes(active.col) && (active.row === headerRow || (active.row >= from && active.row <= to));
  const aria = {
    role: "grid",
    "aria-label": label,
    "aria-rowcount": loading && rows.length === 0 ? -1 : rows.length + 1,
    "aria-colcount": colCount,
    "aria-multiselectable": selectable || undefined,
    "aria-busy": loading,
    "aria-activedescendant": reachable ? cellId(store, active.row, active.col) : undefined,
    tabIndex: 0,
  };
  const shown = Array.from({ length: Math.max(0, Math.min(to, count - 1) - from + 1) }, (_, i) => from + i);
  const cols = drawn.join(" ");
  if (!pane) return null;
  return createPortal(
    <div {...aria} ref={holder} className="gh-table-grid">
      <OwnedRow store={store} row={headerRow} cols={cols} />
      {shown.map((row) => (
        <OwnedRow key={row} store={store} row={row} cols={cols} />
      ))}
    </div>,
    pane,
  );
}

const OwnedRow = memo(function OwnedRow<Row>({ store, row, cols }: { store: TableStore<Row>; row: number; cols: string }) {
  const selected = useTable(store, (s: TableState<Row>) => (row === headerRow || !s.selection ? undefined : isSelected(s, row)));
  const owned = cols.split(" ").map((col) => cellId(store, row, Number(col)));
  const aria = { role: "row", "aria-rowindex": row + 2, "aria-selected": selected, "aria-owns": owned.join(" ") };
  return <div {...aria} />;
}) as <Row>(props: { store: TableStore<Row>; row: number; cols: string }) => React.JSX.Element;

/** The frozen columns and those Blueprint draws beside them: it leaves out as many at the left of its window as are frozen. */
function drawnCols({ from, to }: Interval, frozen: number): number[] {
  const start = from + frozen;
  return [...Array(frozen).keys(), ...Array.from({ length: Math.max(0, to - start + 1) }, (_, i) => start + i)];
}
