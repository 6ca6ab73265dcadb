import type { Selectable } from "kysely";
import { resources } from "#contract/resources.ts";
import type { Db } from "#server/db/open.ts";
import type { MenuTable } from "#server/db/peopleTables.ts";
import { strings } from "#server/menu/grants.ts";
import { readSetting, writeSetting } from "#server/system/settingTable.ts";

const columnNames = ["parent_id", "path", "name", "name_en", "icon", "hidden", "affix", "no_cache", "sort"] as const;

interface Item extends Pick<Selectable<MenuTable>, (typeof columnNames)[number]> {
  actions: string[];
}

/** What a version of the product brings. */
export interface Brought {
  readonly items: Readonly<Record<string, Item>>;
  /** By role and item. */
  readonly grants: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

const settingKey = "menu.builtin";

const reads: ReadonlySet<string> = new Set(
  resources.flatMap(({ calls }) => Object.values(calls)).flatMap(({ kind, path }) => (kind === "read" ? [path] : [])),
);

/** What is there, changed as the product changed from `before` to `now`. */
const kept = (there: readonly string[], before: readonly string[], now: readonly string[]): string[] => [
  ...there.filter((path) => now.includes(path) || !before.includes(path)),
  ...now.filter((path) => !before.includes(path) && !there.includes(path)),
];

interface Change {
  /** The calls that the item offered before and offers now. */
  readonly before: readonly string[];
  readonly now: readonly string[];
}

/** Brings the items up to this version. Answers what each one offers now, where that changed or the item is new. */
const bringItems = async (db: Db, before: Brought, now: Brought, at: number): Promise<ReadonlyMap<string, Change>> => {
  const there = new Map((await db.selectFrom("menu").selectAll().execute()).map((row) => [row.id, row]));
  const changes = new Map<string, Change>();
  for (const [id, { actions, ...columns }] of Object.entries(now.items)) {
    const row = there.get(id);
    if (!row) {
      await db
        .insertInto("menu")
        .values({ id, ...columns, action_list: JSON.stringify(actions) })
        .execute();
      changes.set(id, { before: [], now: actions });
      continue;
    }
    const brought = before.items[id];
    if (!brought) continue;
    const offered = strings(row.action_list);
    const offers = kept(offered, brought.actions, actions);
    const moved = columnNames.filter((name) => row[name] === brought[name] && row[name] !== columns[name]);
    const action_list = JSON.stringify(offers);
    if (moved.length === 0 && action_list === JSON.stringify(offered)) continue;
    const values = Object.fromEntries(moved.map((name) => [name, columns[name]]));
    await db
      .updateTable("menu")
      .set({ ...values, action_list, version: row.version + 1, updated_at: at })
      .where("id", "=", id)
      .execute();
    changes.set(id, { before: offered, now: offers });
  }
  return changes;
};

/** A built-in role gets what it gets in a new installation, unless somebody took the item or the call from it. */
const bringGrants = async (db: Db, before: Brought, now: Brought): Promise<void> => {
  const offers = new Map(
    (await db.selectFrom("menu").select(["id", "action_list"]).execute()).map((row) => [row.id, strings(row.action_list)]),
  );
  for (const [role, grants] of Object.entries(now.grants)) {
    const rows = await db.selectFrom("role_menu").select(["menu_id", "actions"]).where("role_id", "=", role).execute();
    const there = new Map(rows.map((row) => [row.menu_id, strings(row.actions)]));
    const brought = before.grants[role] ?? {};
    for (const id of new Set([...Object.keys(grants), ...Object.keys(brought)])) {
      const held = there.get(id);
      if (!held && brought[id]) continue;
      const left = kept(held ?? [], brought[id] ?? [], grants[id] ?? []).filter((path) => offers.get(id)?.includes(path));
      const emptied = grants[id] === undefined && left.length === 0;
      if (held && emptied) await db.deleteFrom("role_menu").where("role_id", "=", role).where("menu_id", "=", id).execute();
      else if (!emptied && JSON.stringify(held) !== JSON.stringify(left)) await grant(db, role, id, left);
    }
  }
};

const grant = async (db: Db, role_id: string, menu_id: string, paths: readonly string[]): Promise<void> => {
  const actions = JSON.stringify(paths);
  await db
    .insertInto("role_menu")
    .values({ role_id, menu_id, actions })
    .onConflict((conflict) => conflict.columns(["role_id", "menu_id"]).doUpdateSet({ actions }))
    .execute();
};

/** Any other role that holds an item gets what is read by it; what changes something it gets where nothing of the item was denied to it. */
const extendRoles = async (db: Db, changes: ReadonlyMap<string, Change>, builtin: readonly string[]): Promise<void> => {
  for (const [menuId, { before, now }] of changes) {
    const added = now.filter((path) => !before.includes(path));
    const rows = await db
      .selectFrom("role_menu")
      .select(["role_id", "actions"])
      .where("menu_id", "=", menuId)
      .where("role_id", "not in", builtin)
      .execute();
    for (const { role_id, actions } of rows) {
      const held = strings(actions);
      const whole = before.every((path) => held.includes(path));
      const left = [
        ...held.filter((path) => now.includes(path)),
        ...added.filter((path) => !held.includes(path) && (whole || reads.has(path))),
      ];
      if (JSON.stringify(left) !== JSON.stringify(held)) await grant(db, role_id, menuId, left);
    }
  }
};

/** Brings the menu and what roles hold of it from what an earlier version brought to what this one brings. */
export const bringMenu = async (db: Db, now: Brought, at: number): Promise<void> => {
  const wanted = JSON.stringify(now);
  const noted = await readSetting(db, settingKey);
  if (noted === wanted) return;
  const before: Brought = noted === undefined ? { items: {}, grants: {} } : JSON.parse(noted);
  const changes = await bringItems(db, before, now, at);
  await bringGrants(db, before, now);
  await extendRoles(db, changes, Object.keys(now.grants));
  await writeSetting(db, settingKey, wanted);
};
