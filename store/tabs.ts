import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Language } from "#contract/messages.ts";

export interface Tab {
  /** The path is the tab's key: a view has one tab. */
  path: string;
  /** The query it is shown with when one returns to it. */
  search: string;
  name: string;
  nameEn: string;
  affix: boolean;
  noCache: boolean;
}

export interface TabsState {
  /** Whose tabs these are: another user starts without them. */
  owner: string;
  tabs: Tab[];
  /** Raised to build a tab's view anew. */
  revisions: Record<string, number>;
  /** By path the name of the record that a view shows. */
  subjects: Record<string, string>;
  /** By path the title that a view gave itself. */
  titles: Record<string, ViewTitle>;
}

interface ViewTitle {
  title: string;
  /** That it is in. */
  language: Language;
  /** What the view showed, as a query without its question mark. */
  search: string;
}

const initialState: TabsState = { owner: "", tabs: [], revisions: {}, subjects: {}, titles: {} };

const keepIf = (state: TabsState, keep: (tab: Tab, index: number) => boolean): void => {
  state.tabs = state.tabs.filter((tab, index) => tab.affix || keep(tab, index));
};
const indexOf = (tabs: readonly Tab[], path: string): number => tabs.findIndex((tab) => tab.path === path);

export const tabsSlice = createSlice({
  name: "tabs",
  initialState,
  reducers: {
    /** A view was visited: it gets a tab, or its tab the new query and names. A fixed tab stays fixed. */
    visited(state, { payload }: PayloadAction<Tab>) {
      const at = indexOf(state.tabs, payload.path);
      const before = state.tabs[at];
      if (before) state.tabs[at] = { ...payload, affix: payload.affix || before.affix };
      else state.tabs.push(payload);
    },
    /** A view that is not shown changed its own query. */
    searched(state, { payload }: PayloadAction<{ path: string; search: string }>) {
      const tab = state.tabs[indexOf(state.tabs, payload.path)];
      if (tab) tab.search = payload.search;
    },
    /** Fixed tabs of the user's menu, always present, in front. Each keeps its query. */
    fixed(state, { payload }: PayloadAction<{ owner: string; tabs: Tab[] }>) {
      const kept = state.owner === payload.owner ? state.tabs : [];
      const paths = new Set(payload.tabs.map((tab) => tab.path));
      const front = payload.tabs.map((tab) => ({ ...tab, search: kept[indexOf(kept, tab.path)]?.search ?? tab.search }));
      state.tabs = [...front, ...kept.filter((tab) => !tab.affix && !paths.has(tab.path))];
      if (state.owner !== payload.owner) {
        state.revisions = {};
        state.subjects = {};
        state.titles = {};
      }
      state.owner = payload.owner;
    },
    subject(state, { payload }: PayloadAction<{ path: string; subject: string }>) {
      if (payload.subject === "") delete state.subjects[payload.path];
      else state.subjects[payload.path] = payload.subject;
    },
    titled(state, { payload: { path, ...title } }: PayloadAction<ViewTitle & { path: string }>) {
      state.titles[path] = title;
    },
    refresh(state, { payload }: PayloadAction<string>) {
      state.revisions[payload] = (state.revisions[payload] ?? 0) + 1;
    },
    close: (state, { payload }: PayloadAction<string>) => keepIf(state, (tab) => tab.path !== payload),
    closeOthers: (state, { payload }: PayloadAction<string>) => keepIf(state, (tab) => tab.path === payload),
    closeLeft: (state, { payload }: PayloadAction<string>) => {
      const at = indexOf(state.tabs, payload);
      keepIf(state, (_tab, index) => index >= at);
    },
    closeRight: (state, { payload }: PayloadAction<string>) => {
      const at = indexOf(state.tabs, payload);
      keepIf(state, (_tab, index) => index <= at);
    },
    closeAll: (state) => keepIf(state, () => false),
    cleared: () => initialState,
  },
});

/** Where to go when the active view's tab is gone: the last remaining tab, or `/`. */
export const afterClosing = (tabs: readonly Tab[], active: string): string | undefined => {
  if (tabs.some((tab) => tab.path === active)) return undefined;
  const last = tabs.at(-1);
  return last ? last.path + last.search : "/";
};
