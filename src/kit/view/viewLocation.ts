import { createContext, useCallback, useContext } from "react";

export interface ViewLocation {
  readonly path: string;
  readonly search: URLSearchParams;
  /** False while the view is kept alive behind another tab. */
  readonly active: boolean;
}

export interface ViewMoves {
  navigate(to: string, options?: { replace?: boolean }): void;
  /** The query last asked for, which may not be drawn yet. */
  search(): string;
  setSearch(search: string, replace: boolean): void;
}

/** The view that an address such as `/devices/list?state=1` leads to. */
export const viewOf = (address: string): string => address.split("?")[0] ?? address;

export const ViewLocationContext = createContext<ViewLocation | undefined>(undefined);
export const ViewMovesContext = createContext<ViewMoves | undefined>(undefined);

const useMoves = (): ViewMoves => {
  const moves = useContext(ViewMovesContext);
  if (!moves) throw new Error("a view's location outside a view");
  return moves;
};

/** The view's own path and query. They stay its own while another tab is shown; `search` is the same object until the query changes. */
export const useViewLocation = (): ViewLocation => {
  const location = useContext(ViewLocationContext);
  if (!location) throw new Error("a view's location outside a view");
  return location;
};

/** Goes to an absolute address such as `/devices/list?state=1`. The function never changes. */
export const useViewNavigate = (): ViewMoves["navigate"] => useMoves().navigate;

export type SetSearch = (next: URLSearchParams | ((previous: URLSearchParams) => URLSearchParams), options?: { replace?: boolean }) => void;

/**
 * Changes the view's own query, also while it is hidden. Replaces the entry of the browser's history unless told otherwise; calls in one
 * tick build upon each other. The function never changes.
 */
export const useSetSearch = (): SetSearch => {
  const moves = useMoves();
  return useCallback(
    (next, options) => {
      const params = typeof next === "function" ? next(new URLSearchParams(moves.search())) : next;
      const text = params.toString();
      moves.setSearch(text && `?${text}`, options?.replace ?? true);
    },
    [moves],
  );
};
