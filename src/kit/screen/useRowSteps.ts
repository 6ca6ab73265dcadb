import { useCallback, useEffect, useState } from "react";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";

/** The rows that a table shows, for what is drawn beside it. */
export interface ShownRows<Row> {
  readonly rows: readonly Row[];
  /** The page that they are of; 0 until it is answered. */
  readonly pageNo: number;
  readonly pages: number;
  turn(pageNo: number): void;
}

export interface Steps {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

interface Turning {
  pageNo: number;
  /** Where on that page it goes on. */
  place: 0 | -1;
}

/** Steps from the row that is open to its neighbours, over the edges of pages. */
const useRowSteps = <Row>(
  { rows, pageNo, pages, turn }: ShownRows<Row>,
  openId: string | undefined,
  rowKey: (row: Row) => string,
  open: (row: Row) => void,
): Steps => {
  const [turning, setTurning] = useState<Turning>();
  useEffect(() => {
    const row = turning?.pageNo === pageNo ? rows.at(turning.place) : undefined;
    if (!row) return;
    setTurning(undefined);
    if (openId !== undefined) open(row);
  }, [turning, pageNo, rows, open, openId]);
  const place = rows.findIndex((row) => rowKey(row) === openId);
  const to = (next: Turning) => () => {
    setTurning(next);
    turn(next.pageNo);
  };
  const neighbour = (step: 1 | -1): (() => void) | undefined => {
    if (openId === undefined || place < 0 || turning) return undefined;
    const row = place + step < 0 ? undefined : rows[place + step];
    if (row) return () => open(row);
    const nextPage = pageNo + step;
    return nextPage >= 1 && nextPage <= pages ? to({ pageNo: nextPage, place: step === 1 ? 0 : -1 }) : undefined;
  };
  return { previous: neighbour(-1), next: neighbour(1) };
};

interface Identified {
  id: string;
}

const idOf = ({ id }: Identified): string => id;

/** The row that the view's address names under `key`, its neighbours, and how it is closed. */
export const useAddressedRow = <Row extends Identified>(
  key: string,
  shown: ShownRows<Row>,
): { id: string | undefined; steps: Steps; close(): void } => {
  const { search } = useViewLocation();
  const setSearch = useSetSearch();
  const id = search.get(key) ?? undefined;
  const open = useCallback(
    (row: Row) =>
      setSearch((before) => {
        before.set(key, row.id);
        return before;
      }),
    [setSearch, key],
  );
  const close = useCallback(
    () =>
      setSearch((before) => {
        before.delete(key);
        return before;
      }),
    [setSearch, key],
  );
  return { id, close, steps: useRowSteps(shown, id, idOf, open) };
};
