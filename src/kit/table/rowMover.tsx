import { type RefObject, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { at } from "./gridKeys.ts";
import { headerHeight } from "./gridWindow.ts";
import type { RowMoves } from "./rowMoves.ts";
import "./moveGrip.css";
import { scroller } from "./tablePane.ts";
import type { TableCommands, TableStore } from "./tableStore.ts";

/** px from the table's edges within which rows are brought into view. */
const edge = 28;
const stepPx = 8;

interface RowMoverProps<Row> {
  store: TableStore<Row>;
  commands: TableCommands;
  moves: RowMoves<Row>;
  root: RefObject<HTMLDivElement | null>;
  holder: RefObject<HTMLDivElement | null>;
  rowHeight: number;
}

/** Gives rows another place: by Alt with the arrow keys, and by dragging their grip. Listens before the grid does, which would mark cells. */
export function RowMover<Row>({ store, commands, moves, root, holder, rowHeight }: RowMoverProps<Row>) {
  const intl = useIntl();
  const [line, setLine] = useState<number>();
  useEffect(() => {
    const table = root.current;
    const pane = table && scroller(table);
    if (!table || !pane) return undefined;
    let drag: { from: number; to: number; y: number; pointer: number; frame: number } | undefined;

    const rowAt = (index: number) => store.state().rows[index];
    const send = (row: Row, place: number) => {
      store.update({ notice: intl.formatMessage({ id: "table.moved" }, { place }) });
      moves.move(row, place);
    };
    /** The row whose place is taken when it is let go at this height of the window. */
    const rowUnder = (y: number): number => {
      const above = y - pane.getBoundingClientRect().top - headerHeight + pane.scrollTop;
      return Math.max(0, Math.min(store.state().rows.length - 1, Math.floor(above / rowHeight)));
    };
    const draw = () => {
      if (!drag) return;
      drag.to = rowUnder(drag.y);
      const below = drag.to > drag.from ? 1 : 0;
      const top = (drag.to + below) * rowHeight - pane.scrollTop;
      setLine(drag.to === drag.from ? undefined : headerHeight + Math.max(0, Math.min(pane.clientHeight - headerHeight, top)) - 1);
    };
    const roll = () => {
      if (!drag) return;
      const { top, bottom } = pane.getBoundingClientRect();
      if (drag.y < top + headerHeight + edge) pane.scrollTop -= stepPx;
      else if (drag.y > bottom - edge) pane.scrollTop += stepPx;
      draw();
      drag.frame = requestAnimationFrame(roll);
    };
    const end = (taken: boolean) => {
      if (!drag) return;
      const { from, to, pointer, frame } = drag;
      cancelAnimationFrame(frame);
      drag = undefined;
      if (table.hasPointerCapture(pointer)) table.releasePointerCapture(pointer);
      setLine(undefined);
      const [moved, target] = [rowAt(from), rowAt(to)];
      if (taken && from !== to && moved !== undefined && target !== undefined) send(moved, moves.place(target));
    };
    const gripped = ({ target }: Event): number | undefined => {
      const cell = target instanceof Element && target.closest(".gh-move-grip") ? target.closest<HTMLElement>("[data-row]") : null;
      return cell ? Number(cell.dataset.row) : undefined;
    };

    const onPointerDown = (event: PointerEvent) => {
      const row = gripped(event);
      if (row === undefined || event.button !== 0) return;
      table.setPointerCapture(event.pointerId);
      drag = { from: row, to: row, y: event.clientY, pointer: event.pointerId, frame: requestAnimationFrame(roll) };
    };
    const onPointerMove = (event: PointerEvent) => {
      if (!drag) return;
      drag.y = event.clientY;
      draw();
    };
    const onMouseDown = (event: MouseEvent) => {
      const row = gripped(event);
      if (row === undefined || event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      commands.focusGrid();
      store.update({ cursor: at({ row, col: store.state().cursor.active.col }) });
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (drag && event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        return end(false);
      }
      const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      if (by === 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target !== holder.current) return;
      const row = rowAt(store.state().cursor.active.row);
      if (row === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const place = moves.place(row) + by;
      if (place >= 1) send(row, place);
    };
    const onPointerUp = () => end(true);
    const onPointerCancel = () => end(false);
    const listeners = {
      ...{ pointerdown: onPointerDown, pointermove: onPointerMove, pointerup: onPointerUp, pointercancel: onPointerCancel },
      ...{ mousedown: onMouseDown, keydown: onKeyDown },
    };
    const each = (act: "addEventListener" | "removeEventListener") => {
      for (const [name, listener] of Object.entries(listeners)) table[act](name, listener as EventListener, true);
    };
    each("addEventListener");
    return () => {
      end(false);
      each("removeEventListener");
    };
  }, [store, commands, moves, root, holder, rowHeight, intl]);
  return line === undefined ? null : <div className="gh-move-line" style={{ top: line }} />;
}
