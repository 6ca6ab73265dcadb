import { Activity, type ComponentType, useLayoutEffect, useMemo, useRef } from "react";
import { useDispatch } from "react-redux";
import type { ScreenEntry } from "#src/app/screens.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { type ViewLocation, ViewLocationContext, type ViewMoves, ViewMovesContext } from "#src/kit/view/viewLocation.ts";
import { tabsSlice } from "#store/tabs.ts";
import { loadBehind } from "./loadBehind.ts";
import { useGo } from "./useGo.ts";
import { ViewSkeleton } from "./viewSkeleton.tsx";

/** Marks a navigation by which a view changed its own query; going to a view through a link is not one. */
export interface OwnSearch {
  ownSearch: true;
}

export const isOwnSearch = (state: unknown): state is OwnSearch => typeof state === "object" && state !== null && "ownSearch" in state;

const loaded = new WeakMap<ScreenEntry, ComponentType>();

const screenOf = (entry: ScreenEntry): ComponentType => {
  const before = loaded.get(entry);
  if (before) return before;
  const come = async () => {
    const screen = await entry.load();
    loadBehind();
    return screen;
  };
  const screen = lazyPart(come, { waiting: <ViewSkeleton /> });
  loaded.set(entry, screen);
  return screen;
};

interface ViewFrameProps {
  entry: ScreenEntry;
  search: string;
  active: boolean;
  /** The tab that this view is the panel of. */
  labelledBy?: string;
}

/** One screen with its own location, its skeleton while it loads, and its own fate when it fails. */
export function ViewFrame({ entry, search, active, labelledBy }: ViewFrameProps) {
  const { path } = entry;
  const navigate = useGo();
  const dispatch = useDispatch();
  const now = useRef({ search, active });
  useLayoutEffect(() => {
    now.current = { search, active };
  }, [search, active]);
  const location = useMemo<ViewLocation>(() => ({ path, search: new URLSearchParams(search), active }), [path, search, active]);
  const moves = useMemo<ViewMoves>(
    () => ({
      navigate: (to, options) => navigate(to, options),
      search: () => now.current.search,
      setSearch(next, replace) {
        now.current.search = next;
        const own: OwnSearch = { ownSearch: true };
        if (now.current.active) navigate({ pathname: path, search: next }, { replace, state: own });
        else dispatch(tabsSlice.actions.searched({ path, search: next }));
      },
    }),
    [navigate, dispatch, path],
  );
  const panel = labelledBy ? { role: "tabpanel", "aria-labelledby": labelledBy } : {};
  return (
    <ViewMovesContext value={moves}>
      <ViewLocationContext value={location}>
        <Activity mode={active ? "visible" : "hidden"}>
          <div className="gh-view" {...panel}>
            <Screen entry={entry} />
          </div>
        </Activity>
      </ViewLocationContext>
    </ViewMovesContext>
  );
}

function Screen({ entry }: { entry: ScreenEntry }) {
  const Loaded = screenOf(entry);
  return <Loaded />;
}
