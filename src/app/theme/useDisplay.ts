import type { Intent } from "@blueprintjs/core";
import { useCallback, useSyncExternalStore } from "react";
import { useDispatch, useSelector } from "react-redux";
import { type ButtonType, type Display, displaySlice } from "#store/display.ts";
import type { State } from "#store/store.ts";
import { modeOf } from "./applyTheme.ts";
import { buttonTypeOf } from "./palette.ts";

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

const intents: Record<ButtonType, Intent> = {
  primary: "primary",
  success: "success",
  info: "primary",
  warning: "warning",
  danger: "danger",
};

/**
 * The intent of a screen's first action. The chosen button type colours every button of intent "primary" through the tokens, so that "info",
 * which Blueprint lacks, has a look of its own; the other types are Blueprint's.
 */
export const useButtonIntent = (): Intent => intents[buttonTypeOf(useDisplay().buttonColor)];
