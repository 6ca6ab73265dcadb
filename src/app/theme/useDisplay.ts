import { useCallback, useSyncExternalStore } from "react";
import { useDispatch, useSelector } from "react-redux";
import { type Display, displaySlice } from "#store/display.ts";
import type { State } from "#store/store.ts";
import { modeOf } from "./applyTheme.ts";

export const useDisplay = (): Display => useSelector((state: State) => state.display);

export const useSetDisplay = (): (<K extends keyof Display>(key: K, value: Display[K]) => void) => {
  const dispatch = useDispatch();
  return useCallback((key, value) => void dispatch(displaySlice.actions.set({ key, value })), [dispatch]);
};

const darkQuery = "(prefers-color-scheme: dark)";

const watchSystem = (changed: () => void): (() => void) => {
  const query = matchMedia(darkQuery);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** The mode that is drawn, whether the user or the system chose it. */
export const useMode = (): "light" | "dark" => {
  const systemDark = useSyncExternalStore(watchSystem, () => matchMedia(darkQuery).matches);
  return modeOf(useDisplay(), systemDark);
};
