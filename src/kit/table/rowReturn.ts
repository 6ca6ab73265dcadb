import { type RefObject, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { isFocusFree } from "#src/kit/view/content.ts";
import { ViewLocationContext } from "#src/kit/view/viewLocation.ts";
import { at } from "./gridKeys.ts";
import { keyAt, type TableStore } from "./tableStore.ts";

/** Keys of the rows from which tables were left, by view and table, for as long as the page lives. */
const leftAt = new Map<string, string>();

interface RowReturn<Row> {
  store: TableStore<Row>;
  label: string;
  root: RefObject<HTMLElement | null>;
  holder: RefObject<HTMLElement | null>;
  rows: readonly (Row | undefined)[];
  pane: Element | undefined;
  reveal(row: number): void;
}

/** Gives the cursor, and the focus where nothing else has it, back to the row from which the view was left. */
export const useRowReturn = <Row>({ store, label, root, holder, rows, pane, reveal }: RowReturn<Row>): void => {
  const path = useContext(ViewLocationContext)?.path ?? "";
  const place = `${path} ${label}`;
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    wanted.current = leftAt.get(place);
    leftAt.delete(place);
    const element = root.current;
    return () => {
      const { cursor } = store.state();
      const key = element?.contains(document.activeElement) ? keyAt(store.state(), cursor.active.row) : undefined;
      if (key !== undefined) leftAt.set(place, key);
    };
  }, [place, root, store]);
  useEffect(() => {
    const key = wanted.current;
    if (key === undefined || !pane || rows.length === 0) return;
    wanted.current = undefined;
    const row = rows.findIndex((_, index) => keyAt(store.state(), index) === key);
    if (row >= 0) {
      store.update({ cursor: at({ row, col: store.state().cursor.active.col }) });
      reveal(row);
    }
    if (isFocusFree()) holder.current?.focus({ preventScroll: true });
  }, [store, rows, pane, holder, reveal]);
};
