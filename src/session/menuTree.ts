import type { Language } from "#contract/messages.ts";
import type { MenuItem } from "#contract/resources/user.ts";

export const homePath = "/home_page";
export const monitorPath = "/monitor";

/** The home page has two addresses and one tab, the fixed one. */
export const tabPathOf = (path: string, entries: Pick<ReadonlyMap<string, unknown>, "has">): string =>
  path === homePath && entries.has(monitorPath) ? monitorPath : path;

const neverShown = new Set(["/user_btn"]);
const repairman = 2;
const notForRepairmen = new Set(["/suggest/report", "/suggest/reply/manager"]);

const absolute = (path: string, parent: string): string => (path.startsWith("/") ? path : `${parent.replace(/\/$/, "")}/${path}`);

/** The tree that holds for this kind of user, with absolute paths; hidden items are still in it. */
export const usersMenu = (menu: readonly MenuItem[], userType: number, parent = ""): MenuItem[] =>
  menu
    .map((item) => ({ ...item, path: absolute(item.path, parent) }))
    .filter((item) => userType !== repairman || !notForRepairmen.has(item.path))
    .map((item) => ({ ...item, children: usersMenu(item.children, userType, item.path) }));

/** What the left menu shows: an entry with children is a group, and gone when all of them are. */
export const shownMenu = (menu: readonly MenuItem[]): MenuItem[] =>
  menu
    .filter((item) => !item.hidden && !neverShown.has(item.path) && item.path !== monitorPath)
    .map((item) => (item.leaf || item.children.length === 0 ? { ...item, children: [] } : shownGroup(item)))
    .filter((item) => item !== undefined);

const shownGroup = (group: MenuItem): MenuItem | undefined => {
  const children = shownMenu(group.children);
  return children.length > 0 ? { ...group, children } : undefined;
};

/** Every item by its path. Where a group and its entry share a path, the entry is meant. */
export const menuIndex = (menu: readonly MenuItem[]): ReadonlyMap<string, MenuItem> => {
  const index = new Map<string, MenuItem>();
  const add = (items: readonly MenuItem[]): void => {
    for (const item of items) {
      index.set(item.path, item);
      add(item.children);
    }
  };
  add(menu);
  return index;
};

/** The groups that lead to a path, outermost first. */
export const groupsTo = (menu: readonly MenuItem[], path: string): string[] | undefined => {
  for (const item of menu) {
    if (item.children.length === 0 && item.path === path) return [];
    const inner = groupsTo(item.children, path);
    if (inner) return [item.id, ...inner];
  }
  return undefined;
};

export const menuName = (item: { name: string; nameEn: string }, language: Language): string =>
  language === "zh" ? item.name || item.nameEn : item.nameEn || item.name;

export const nameless = "no-name";

/** A tab's title: Chinese name if zh, else English name, else `no-name`. */
export const tabTitle = (names: { name: string; nameEn: string }, language: Language): string =>
  (language === "zh" && names.name) || names.nameEn || nameless;
