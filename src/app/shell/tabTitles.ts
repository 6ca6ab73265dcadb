import { useMemo } from "react";
import { useSelector } from "react-redux";
import type { Language } from "#contract/messages.ts";
import type { MenuItem } from "#contract/resources/user.ts";
import { shownText } from "#src/kit/value/shownText.ts";
import { menuName, nameless, tabTitle } from "#src/session/menuTree.ts";
import { useLanguage } from "#src/session/sessionView.ts";
import { useUserMenu } from "#src/session/userMenu.ts";
import type { State } from "#store/store.ts";
import type { Tab, TabsState } from "#store/tabs.ts";

/** The group that an entry stands in. */
const groupOf = (items: readonly MenuItem[], path: string): MenuItem | undefined => {
  for (const item of items) {
    if (item.children.some((child) => child.path === path && child.children.length === 0)) return item;
    const inner = groupOf(item.children, path);
    if (inner) return inner;
  }
  return undefined;
};

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(" · ");

/** Those that share their title with another one get more of what tells them apart. */
const toldApart = (titles: ReadonlyMap<string, string>, more: (path: string) => string | undefined): ReadonlyMap<string, string> => {
  const counts = new Map<string, number>();
  for (const title of titles.values()) counts.set(title, (counts.get(title) ?? 0) + 1);
  const shared = (title: string): boolean => title !== nameless && (counts.get(title) ?? 0) > 1;
  return new Map([...titles].map(([path, title]) => [path, shared(title) ? joined(title, more(path)) : title]));
};

/** By path: the title that the view gave itself in this language, or else the record that is shown before the name of the view; of two called the same their group in the menu, else their address. */
export const tabTitles = (
  {
    tabs,
    subjects,
    titles,
  }: Pick<TabsState, "subjects" | "titles"> & { tabs: readonly Pick<Tab, "path" | "search" | "name" | "nameEn">[] },
  menu: readonly MenuItem[],
  language: Language,
): ReadonlyMap<string, string> => {
  const titleOf = ({ path, search }: Pick<Tab, "path" | "search">): string => {
    const own = titles[path];
    return own?.language === language && own.search === new URLSearchParams(search).toString() ? own.title : "";
  };
  const own = new Map(
    tabs.map((tab) => [tab.path, shownText(titleOf(tab)) || joined(shownText(subjects[tab.path] ?? ""), tabTitle(tab, language))]),
  );
  const grouped = toldApart(own, (path) => {
    const group = groupOf(menu, path);
    return group && menuName(group, language);
  });
  return toldApart(grouped, (path) => path);
};

/** Titles of the open tabs by path. */
export const useTabTitles = (): ReadonlyMap<string, string> => {
  const { language } = useLanguage();
  const { tree } = useUserMenu();
  const tabs = useSelector((state: State) => state.tabs.tabs);
  const subjects = useSelector((state: State) => state.tabs.subjects);
  const titles = useSelector((state: State) => state.tabs.titles);
  return useMemo(() => tabTitles({ tabs, subjects, titles }, tree, language), [tabs, subjects, titles, tree, language]);
};
