import { useEffect, useRef } from "react";
import { useDispatch, useStore } from "react-redux";
import type { Location } from "react-router-dom";
import type { MenuItem } from "#contract/resources/user.ts";
import type { ScreenEntry } from "#src/app/screens.ts";
import { homePath, monitorPath } from "#src/session/menuTree.ts";
import { useSession } from "#src/session/sessionView.ts";
import { type UserMenu, useUserMenu } from "#src/session/userMenu.ts";
import type { State } from "#store/store.ts";
import { type Tab, tabsSlice } from "#store/tabs.ts";
import { isOwnSearch } from "./viewFrame.tsx";

const home = { name: "首页", nameEn: "Home page" } as const;

const namesOf = (index: UserMenu["index"], path: string): { name: string; nameEn: string } => {
  const item = index.get(path === monitorPath ? homePath : path);
  if (item) return { name: item.name, nameEn: item.nameEn };
  return path === homePath || path === monitorPath ? home : { name: "", nameEn: "" };
};

const tabOf = (index: UserMenu["index"], path: string, search: string): Tab => {
  const item = index.get(path);
  return {
    path,
    search,
    ...namesOf(index, path),
    affix: path === monitorPath || item?.meta.affix === true,
    noCache: item?.noCache === true,
  };
};

const leaves = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((item) => [item, ...leaves(item.children)]);

const fixedPaths = (menu: UserMenu, entries: ReadonlyMap<string, ScreenEntry>): string[] => {
  const paths = leaves(menu.tree)
    .filter((item) => item.meta.affix && entries.has(item.path) && !entries.get(item.path)?.bare)
    .map((item) => item.path);
  return [...new Set(entries.has(monitorPath) ? [...paths, monitorPath] : paths)];
};

/** Keeps the tabs: the fixed ones of this user's menu, and one for each view that is visited. */
export const useTabRecord = (entries: ReadonlyMap<string, ScreenEntry>, path: string, location: Location): void => {
  const dispatch = useDispatch();
  const store = useStore<State>();
  const menu = useUserMenu();
  const owner = useSession().me.id;
  const recorded = useRef<Location>(undefined);
  useEffect(() => {
    const tabs = fixedPaths(menu, entries).map((fixed) => tabOf(menu.index, fixed, ""));
    dispatch(tabsSlice.actions.fixed({ owner, tabs }));
  }, [dispatch, menu, entries, owner]);
  useEffect(() => {
    const before = store.getState().tabs.tabs.find((tab) => tab.path === path);
    const again = recorded.current === location;
    recorded.current = location;
    // The menu came anew: its names are taken over, but a tab that was closed meanwhile is not opened again.
    if ((again && !before) || !entries.has(path)) return;
    const kept = entries.get(path)?.keepAlive === true && menu.index.get(path)?.noCache !== true;
    // What is built anew on each visit returns with the query it was opened with, not with what was typed into it.
    const search = before && !kept && isOwnSearch(location.state) ? before.search : location.search;
    dispatch(tabsSlice.actions.visited(tabOf(menu.index, path, search)));
  }, [dispatch, store, menu, entries, path, location]);
};
