import { type Display, defaultDisplay, displaySlice } from "#store/display.ts";
import type { Store } from "#store/store.ts";
import { applyTheme } from "./applyTheme.ts";

const storageKey = "display";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const choices: Partial<Record<keyof Display, readonly unknown[]>> = {
  mode: ["light", "dark", "system"],
  density: ["dense", "comfortable"],
};

const fits = (key: keyof Display, value: unknown): boolean =>
  typeof value === typeof defaultDisplay[key] && (choices[key]?.includes(value) ?? true);

/** The stored settings: keys that exist, with values of their kind. What else lies there is ignored. */
export const readDisplay = (storage: Storage): Partial<Display> => {
  const stored = parsed(storage.getItem(storageKey) ?? "");
  if (!isRecord(stored)) return {};
  const keys = Object.keys(defaultDisplay) as (keyof Display)[];
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(stored, key) && fits(key, stored[key])).map((key) => [key, stored[key]]));
};

/**
 * Restores the display settings, applies them now and at each change of theirs or of the system's mode, and keeps them. Call once, before the
 * first render; the answer ends it.
 */
export const startDisplay = (store: Store, storage: Storage = localStorage): (() => void) => {
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  store.dispatch(displaySlice.actions.restore(readDisplay(storage)));
  let applied = store.getState().display;
  const apply = () => applyTheme(applied, systemDark.matches);
  const changed = () => {
    const display = store.getState().display;
    if (display === applied) return;
    applied = display;
    apply();
    storage.setItem(storageKey, JSON.stringify(display));
  };
  apply();
  const unsubscribe = store.subscribe(changed);
  systemDark.addEventListener("change", apply);
  return () => {
    unsubscribe();
    systemDark.removeEventListener("change", apply);
  };
};
