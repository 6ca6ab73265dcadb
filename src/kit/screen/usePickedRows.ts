import { useCallback, useEffect, useMemo, useState } from "react";
import { useDispatch } from "react-redux";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import type { Dispatch } from "#store/store.ts";
import type { ListState } from "./listState.ts";
import { coveredRows, nothingPicked, type PickedRows, type PickScope, pick, pickCounts } from "./pickedRows.ts";
import type { RowsSource } from "./rowsSource.ts";

/** Ticked rows of a list. They outlive a change of page and go with a change of the filters. */
export const usePickedRows = <Row>(source: RowsSource<Row>, rows: readonly Row[], rowKey: (row: Row) => string, state: ListState) => {
  const dispatch = useDispatch<Dispatch>();
  const toasts = useToasts();
  const [picked, setPicked] = useState<PickedRows<Row>>(nothingPicked);
  const [busy, setBusy] = useState<string>();
  const inView = useMemo(() => new Map(rows.map((row) => [rowKey(row), row])), [rows, rowKey]);
  const filters = JSON.stringify(state.filters);
  const [ofFilters, setOfFilters] = useState(filters);
  if (filters !== ofFilters) {
    setOfFilters(filters);
    setPicked(nothingPicked);
  }
  const { pageNo, pageSize } = state;
  useEffect(() => {
    if (pageNo > 0 && pageSize > 0) setPicked((before) => (before.scope === "ticked" ? { ...before, scope: "page" } : before));
  }, [pageNo, pageSize]);
  const keys = useMemo(
    (): ReadonlySet<string> => new Set(picked.scope === "matching" ? [...picked.rows.keys(), ...inView.keys()] : picked.rows.keys()),
    [picked, inView],
  );
  const onSelection = useCallback((next: ReadonlySet<string>) => setPicked((before) => pick(before, next, inView)), [inView]);
  const clear = useCallback(() => setPicked(nothingPicked), []);

  /**
   * Runs an action on the rows that are covered; they are ticked no more when it says so. Where the whole filter is covered, `all` takes that,
   * or, without one, its rows are fetched.
   */
  const run = async (id: string, action: (covered: readonly Row[]) => Promise<boolean>, all?: () => Promise<boolean>) => {
    setBusy(id);
    try {
      if (picked.scope === "matching" && all) {
        if (await all()) setPicked(nothingPicked);
        return;
      }
      let covered: readonly Row[] = coveredRows(picked, inView);
      if (picked.scope === "matching") {
        const all = await source.collect(dispatch, state);
        if ("error" in all) {
          toasts.refused(asRefusal(all.error));
          return;
        }
        covered = all.rows;
      }
      if (!(await action(covered))) return;
      const gone = new Set(covered.map(rowKey));
      setPicked((before) => ({ rows: new Map([...before.rows].filter(([key]) => !gone.has(key))), scope: "page" }));
    } finally {
      setBusy(undefined);
    }
  };

  return {
    keys,
    counts: pickCounts(picked, inView),
    scope: picked.scope,
    some: picked.rows.size > 0,
    busy,
    onSelection,
    clear,
    setScope: (scope: PickScope) => setPicked((before) => ({ ...before, scope })),
    forget: (row: Row) => setPicked((before) => ({ ...before, rows: new Map([...before.rows].filter(([key]) => key !== rowKey(row))) })),
    run,
  };
};
