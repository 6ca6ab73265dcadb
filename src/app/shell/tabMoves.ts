import type { UnknownAction } from "@reduxjs/toolkit";
import { useMemo } from "react";
import { useStore } from "react-redux";
import type { State } from "#store/store.ts";
import { afterClosing, type Tab, tabsSlice } from "#store/tabs.ts";
import { useGo } from "./useGo.ts";
import { useMayLose } from "./useMayLose.ts";

export interface TabAction {
  readonly id: "refresh" | "close" | "closeOthers" | "closeLeft" | "closeRight" | "closeAll";
  run(): void;
}

export interface TabMoves {
  show(tab: Tab): void;
  /** Asks first when something unsaved goes with it; `before` runs when it is sure to close. */
  close(path: string, before?: () => void): void;
  /** Asks as closing does; `after` runs when the view is being built anew. */
  refresh(path: string, after?: () => void): void;
  /** What the context menu of a tab offers. */
  actions(tab: Tab, tabs: readonly Tab[]): TabAction[];
}

const { refresh, close, closeOthers, closeLeft, closeRight, closeAll } = tabsSlice.actions;

/** What can be done with tabs while `active` is shown. When its own tab goes, the last remaining one is shown. */
export const useTabMoves = (active: string): TabMoves => {
  const store = useStore<State>();
  const navigate = useGo();
  const mayLose = useMayLose();
  return useMemo(() => {
    const show = (tab: Tab) => {
      if (tab.path !== active) navigate(tab.path + tab.search);
    };
    const closing = (action: UnknownAction, before?: () => void) => {
      const { tabs } = store.getState();
      const kept = new Set(tabsSlice.reducer(tabs, action).tabs.map((tab) => tab.path));
      const gone = tabs.tabs.filter((tab) => !kept.has(tab.path));
      mayLose(gone, () => {
        before?.();
        store.dispatch(action);
        const next = afterClosing(store.getState().tabs.tabs, active);
        if (next !== undefined) navigate(next);
      });
    };
    const moves: TabMoves = {
      show,
      close: (path, before) => closing(close(path), before),
      refresh(path, after) {
        const rebuilt = store.getState().tabs.tabs.filter((tab) => tab.path === path);
        mayLose(rebuilt, () => {
          store.dispatch(refresh(path));
          after?.();
        });
      },
      actions(tab, tabs) {
        const at = tabs.findIndex((other) => other.path === tab.path);
        const offered: (TabAction | false)[] = [
          { id: "refresh", run: () => moves.refresh(tab.path, () => show(tab)) },
          !tab.affix && { id: "close", run: () => closing(close(tab.path)) },
          { id: "closeOthers", run: () => closing(closeOthers(tab.path)) },
          at > 0 && { id: "closeLeft", run: () => closing(closeLeft(tab.path)) },
          at < tabs.length - 1 && { id: "closeRight", run: () => closing(closeRight(tab.path)) },
          { id: "closeAll", run: () => closing(closeAll()) },
        ];
        return offered.filter((action) => action !== false);
      },
    };
    return moves;
  }, [store, navigate, mayLose, active]);
};
