import { useSyncExternalStore } from "react";
import { loadScreenIcons } from "#src/app/icons.ts";
import { neededWords } from "#src/app/neededWords.ts";

/** What no page is drawn with, and many a first press needs: overlays, and the icons and words of other screens. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import("#src/kit/popover/popoverPart.tsx"),
  () => import("#src/kit/feedback/confirmDialog.tsx"),
  () => import("#src/kit/feedback/toasts.ts"),
  () => import("#src/kit/screen/dayChip.tsx"),
  () => import("#src/kit/form/finder.tsx"),
  () => import("#src/app/realtime/noticeCentre.tsx"),
  () => import("#src/app/jobs/jobList.tsx"),
  loadScreenIcons,
  neededWords.all,
];

const longestMs = 5_000;

const whenIdle: (work: () => void) => void =
  typeof requestIdleCallback === "function"
    ? (work) => requestIdleCallback(work, { timeout: longestMs })
    : (work) => setTimeout(work, 1_000);

let begun = false;
let idle = false;
const listeners = new Set<() => void>();

const atLeisure = (): void => {
  idle = true;
  for (const listener of listeners) listener();
  void Promise.allSettled(parts.map((load) => load()));
};

/** Loads these once the page has nothing else to do; to be called when its first view has come. One that does not come is asked for again by what needs it. */
export const loadBehind = (): void => {
  if (begun) return;
  begun = true;
  whenIdle(atLeisure);
};

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether the first view has come and the page had nothing to do: from then on it draws what can wait for that. */
export const useLeisure = (): boolean => useSyncExternalStore(watch, () => idle);
