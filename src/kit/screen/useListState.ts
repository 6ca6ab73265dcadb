import { useCallback, useMemo } from "react";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { type ListDefaults, type ListState, type ListStep, listReducer, readListState, writeListState } from "./listState.ts";

/** The list that the view's address asks for. `defaults` has to keep its identity. */
export const useListState = (defaults: ListDefaults): [ListState, (step: ListStep) => void] => {
  const { search } = useViewLocation();
  const setSearch = useSetSearch();
  const state = useMemo(() => readListState(search, defaults), [search, defaults]);
  const step = useCallback(
    (next: ListStep) => setSearch((before) => writeListState(before, listReducer(readListState(before, defaults), next), defaults)),
    [setSearch, defaults],
  );
  return [state, step];
};
