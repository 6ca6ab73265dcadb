import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { grantsBefore, itemsBefore } from "#server/db/builtinMenuBefore.ts";
import type { Database } from "#server/db/schema.ts";

type Grants = Record<string, Record<string, string[]>>;

const pathsOf = (calls: string): string[] =>
  calls
    .split(" ")
    .filter((call) => call !== "")
    .map((call) => `/api/${call}`);

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

interface Item {
  [column: string]: string | number | string[] | null | undefined;
  actions: string[];
}

const itemOf = (line: string): [string, Item] => {
  const [id = "", parent = "", path, name, name_en, icon, hidden, affix, noCache, sort, calls = ""] = line.split("|");
  const columns = { parent_id: parent || null, path, name, name_en, icon, hidden: Number(hidden), affix: Number(affix) };
  return [id, { ...columns, no_cache: Number(noCache), sort: Number(sort), actions: pathsOf(calls) }];
};

const grantsOf = (items: Readonly<Record<string, { actions: string[] }>>): Grants => {
  const grants: Grants = {};
  let role: Record<string, string[]> = {};
  for (const line of linesOf(grantsBefore)) {
    if (!line.startsWith(" ")) {
      role = {};
      grants[line] = role;
      continue;
    }
    const [id = "", ...denied] = line.trim().split(" -");
    role[id] = items[id]?.actions.filter((path) => !denied.includes(path.slice("/api/".length))) ?? [];
  }
  return grants;
};

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((path) => other.includes(path));

/** Calls that an item had, or a role held, in some installations and not in others: what is there tells which, unless somebody edited it. */
const wavering = [
  { menuId: "template.adds", calls: pathsOf("device_unit_type/query device_recipe_picture/query"), roles: undefined },
  { menuId: "template.edits", calls: pathsOf("device_unit_type/query device_recipe_picture/query"), roles: undefined },
  { menuId: "devices.list", calls: pathsOf("device_data_recipe/query device_data_recipe/list_body"), roles: ["role-repairman"] },
];

/** What was brought: with those calls or without them, as the list that is there says. */
const broughtOf = (menuId: string, role: string | undefined, usual: string[], there: readonly string[]): string[] => {
  const found = wavering.find((each) => each.menuId === menuId && (each.roles === undefined || (role && each.roles.includes(role))));
  if (!found) return usual;
  const without = usual.filter((path) => !found.calls.includes(path));
  return [without, [...without, ...found.calls]].find((list) => same(list, there)) ?? usual;
};

/** Notes what earlier versions brought, so that what is added to it later reaches installations that have it, and their own changes stay. */
export const builtinMenuNoted: Migration = {
  async up(db: Kysely<Database>) {
    const rows = await db.selectFrom("menu").select(["id", "action_list"]).execute();
    if (rows.length === 0) return;
    const items = Object.fromEntries(linesOf(itemsBefore).map(itemOf));
    const grants = grantsOf(items);
    for (const { role_id, menu_id, actions } of await db.selectFrom("role_menu").selectAll().execute()) {
      const brought = grants[role_id]?.[menu_id];
      if (grants[role_id] && brought) grants[role_id][menu_id] = broughtOf(menu_id, role_id, brought, JSON.parse(actions));
    }
    for (const { id, action_list } of rows) {
      const item = items[id];
      if (item) item.actions = broughtOf(id, undefined, item.actions, JSON.parse(action_list));
    }
    // An item that this installation never had is to come yet.
    const had = new Set(rows.map(({ id }) => id));
    for (const id of Object.keys(items)) if (!had.has(id)) delete items[id];
    await db
      .insertInto("setting")
      .values({ key: "menu.builtin", value: JSON.stringify({ items, grants }) })
      .execute();
  },
};
