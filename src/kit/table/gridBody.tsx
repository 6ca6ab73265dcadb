import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { headerRow } from "./gridKeys.ts";
import { GridRow } from "./gridRow.tsx";
import { cellPlaces, columnWindow, headerHeight, rowWindow } from "./gridWindow.ts";
import { cellId, isSelected, type TableCommands, type TableState, type TableStore, useTable } from "./tableStore.ts";

interface GridBodyProps<Row> {
  store: TableStore<Row>;
  commands: TableCommands;
  label: string;
  loading: boolean;
  pane: HTMLElement | undefined;
  holder: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  onRangeNeeded: ((from: number, to: number) => void) | undefined;
}

const whole = <Row,>(state: TableState<Row>) => state;

/**
 * The rows, the grid as assistive technology sees it, and the one tab stop. It stands still over the pane of Blueprint's that scrolls, and moves
 * its rows itself: the browser scrolls ahead of the page, and would show the void before they are drawn. What is seen is of one frame.
 */
export function GridBody<Row>({ store, commands, label, loading, pane, holder, rowHeight, onRangeNeeded }: GridBodyProps<Row>) {
  const state = useTable(store, whole<Row>);
  const { rows, count, views, widths, frozen, strip, visible, cursor, edit, hover, range, selection, cellState } = state;
  const { from, to } = visible.rows;
  const layer = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const follow = useMemo(() => {
    if (!pane) return () => undefined;
    let shifted = 0;
    return () => {
      const [top, left, width, height] = [pane.scrollTop, pane.scrollLeft, pane.clientWidth, pane.clientHeight - headerHeight];
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
      const now = store.state();
      const rows = rowWindow(top, height, rowHeight, now.count);
      const cols = columnWindow(left, width, now.widths, now.frozen);
      const [was, had] = [now.visible.rows, now.visible.cols];
      const sameRows = rows.from === was.from && rows.to === was.to;
      const sameCols = cols.from === had.from && cols.to === had.to;
      // Other columns have every row drawn again, equal ones too.
      if (!sameRows || !sameCols) store.update({ visible: { rows: sameRows ? was : rows, cols: sameCols ? had : cols } });
      const moved = layer.current;
      if (!moved) return;
      // In a layer of its own, which is painted again where rows are new alone.
      moved.style.transform = `translate3d(${-left}px, ${-top}px, 0)`;
      if (left === shifted) return;
      shifted = left;
      moved.classList.toggle("gh-shifted", left > 0);
      moved.style.setProperty("--gh-left", `${left}px`);
    };
  }, [pane, store, rowHeight]);
  useLayoutEffect(() => {
    if (!pane) return;
    const observer = new ResizeObserver(follow);
    observer.observe(pane);
    pane.addEventListener("scroll", follow, { passive: true });
    return () => {
      observer.disconnect();
      pane.removeEventListener("scroll", follow);
    };
  }, [pane, follow]);
  useLayoutEffect(() => {
    if (widths.length >= frozen && count >= 0) follow();
  }, [follow, widths, frozen, count]);
  useEffect(() => {
    if (onRangeNeeded && rows.slice(from, to + 1).includes(undefined)) onRangeNeeded(from, Math.min(to + 1, rows.length));
  }, [rows, from, to, onRangeNeeded]);

  const { cols } = visible;
  const places = useMemo(
    () => cellPlaces({ views, widths, frozen, cols, strip: strip ? room.width : undefined }),
    [views, widths, frozen, cols, strip, room.width],
  );
  if (!pane) return null;
  const drawn = Math.max(0, Math.min(to, count - 1) - from + 1);
  const { active } = cursor;
  const reachable =
    places.some(({ col }) => col === active.col) && (active.row === headerRow || (active.row >= from && active.row < from + drawn));
  const elements = Array.from({ length: drawn }, (_, at) => ({ row: from + at, id: `${store.id}s${(from + at) % drawn}` }));
  const header = `${store.id}h`;
  const aria = {
    role: "grid",
    "aria-label": label,
    "aria-rowcount": loading && rows.length === 0 ? -1 : rows.length + 1,
    "aria-colcount": views.length,
    "aria-multiselectable": selection !== undefined || undefined,
    "aria-busy": loading,
    "aria-activedescendant": reachable ? cellId(store, active.row, active.col) : undefined,
    // The elements stand in the order in which they are given away, which is not that of the rows.
    "aria-owns": [header, ...elements.map(({ id }) => id)].join(" "),
    tabIndex: 0,
  };
  // Blueprint draws headers beyond those of the columns in view.
  const headers = views.map((_, col) => cellId(store, headerRow, col));
  const heading = { role: "row", id: header, "aria-rowindex": 1, "aria-owns": headers.join(" ") };
  const height = Math.max(1, Math.min(room.height, count * rowHeight));
  const wide = Math.max(
    room.width,
    widths.reduce((sum, width) => sum + width, 0),
  );
  const inPlace = [...elements].sort((one, other) => (one.row % drawn) - (other.row % drawn));
  return createPortal(
    <div {...aria} ref={holder} className="gh-table-grid" style={{ height, marginTop: -height }}>
      <div {...heading} />
      <div ref={layer} className="gh-layer" style={{ width: wide, height: count * rowHeight }}>
        {inPlace.map(({ row, id }) => (
          <GridRow
            key={id}
            {...{ store, commands, id, row, places, cellState }}
            top={row * rowHeight}
            value={rows[row]}
            selected={selection ? isSelected(state, row) : undefined}
            hovered={hover === row}
            active={active.row === row ? active.col : -1}
            editing={edit?.row === row ? edit.col : -1}
            rangeLeft={range && row >= range.top && row <= range.bottom ? range.left : -1}
            rangeRight={range && row >= range.top && row <= range.bottom ? range.right : -1}
          />
        ))}
      </div>
    </div>,
    pane,
  );
}
