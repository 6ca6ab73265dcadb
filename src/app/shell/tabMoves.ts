import type { UnknownAction } from "@reduxjs/toolkit";
import { useMemo } from "react";
import { useStore } from "react-redux";
import { useNavigate } from "react-router-dom";
import type { State } from "#store/store.ts";
import { afterClosing, type Tab, tabsSlice } from "#store/tabs.ts";

export interface TabAction {
  readonly id: "refresh" | "close" | "closeOthers" | "closeLeft" | "closeRight" | "closeAll";
  run(): void;
}

export interface TabMoves {
  show(tab: Tab): void;
  close(path: string): void;
  refresh(path: string): void;
  /** What the context menu of a tab offers. */
  actions(tab: Tab, tabs: readonly Tab[]): TabAction[];
}

const { refresh, close, closeOthers, closeLeft, closeRight, closeAll } = tabsSlice.actions;

/** What can be done with tabs while `active` is shown. When its own tab goes, the last remaining one is shown. */
export const useTabMoves = (active: string): TabMoves => {
  const store = useStore<State>();
  const navigate = useNavigate();
  return useMemo(() => {
    const show = (tab: Tab) => {
      if (tab.path !== active) void navigate(tab.path + tab.search);
    };
    const closing = (action: UnknownAction) => {
      store.dispatch(action);
      const next = afterClosing(store.getState().tabs.tabs, active);
      if (next !== undefined) void navigate(next);
    };
    const moves: TabMoves = {
      show,
      close: (path) => closing(close(path)),
      refresh: (path) => void store.dispatch(refresh(path)),
      actions(tab, tabs) {
        const at = tabs.findIndex((other) => other.path === tab.path);
        const offered: (TabAction | false)[] = [
          {
            id: "refresh",
            run() {
              moves.refresh(tab.path);
              show(tab);
            },
          },
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
  }, [store, navigate, active]);
};
