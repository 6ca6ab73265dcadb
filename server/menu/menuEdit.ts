import type { Selectable } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import type { MenuRow, menu } from "#contract/resources/menu.ts";
import type { Db } from "#server/db/open.ts";
import type { MenuTable } from "#server/db/peopleTables.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { newId } from "#server/kit/newId.ts";
import { pageOfRows, searchText } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { checkHolders } from "#server/people/userRules.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { refuseInUse } from "#server/records/inUse.ts";
import { builtinMenu } from "./builtin.ts";
import type { BuiltinItem } from "./builtinItem.ts";
import { strings } from "./grants.ts";

type Fields = RequestOf<typeof menu.calls.post>;
type Edit = RequestOf<typeof menu.calls.put>;
type Row = Selectable<MenuTable>;

const idsBelow = (items: readonly BuiltinItem[]): string[] => items.flatMap((item) => [item.id, ...idsBelow(item.children ?? [])]);
const builtinIds: ReadonlySet<string> = new Set(idsBelow(builtinMenu));
const administrators = "role-administrator";

const rowOf = (row: Row, depth: number, children: number): MenuRow => ({
  id: row.id,
  parentId: row.parent_id,
  path: row.path,
  name: row.name,
  nameEn: row.name_en,
  icon: row.icon,
  hidden: row.hidden === 1,
  affix: row.affix === 1,
  noCache: row.no_cache === 1,
  sort: row.sort,
  actionList: strings(row.action_list),
  depth,
  children,
  builtin: builtinIds.has(row.id),
  version: row.version,
});

/** All items in the tree's order, each below its parent. */
const treeRows = async (db: Db): Promise<MenuRow[]> => {
  const rows = await db.selectFrom("menu").selectAll().orderBy("sort").orderBy("id").execute();
  const childrenOf = groupedBy(rows, (row) => row.parent_id);
  const below = (parent: string | null, depth: number): MenuRow[] =>
    (childrenOf.get(parent) ?? []).flatMap((row) => [rowOf(row, depth, childrenOf.get(row.id)?.length ?? 0), ...below(row.id, depth + 1)]);
  return below(null, 0);
};

export const listMenu = async (db: Db, { name = "", ...page }: RequestOf<typeof menu.calls.query>): Promise<ListOf<MenuRow>> => {
  const text = searchText(name);
  const all = await treeRows(db);
  const list = text === "" ? all : all.filter((row) => [row.name, row.nameEn, row.path].some((part) => part.toLowerCase().includes(text)));
  return pageOfRows(list, page);
};

export const getMenu = async (db: Db, id: string): Promise<MenuRow> => {
  const row = (await treeRows(db)).find((item) => item.id === id);
  if (!row) throw new Problem("notFound");
  return row;
};

const item = async (db: Db, id: string): Promise<Row> => {
  const row = await db.selectFrom("menu").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

const checkPath = async (db: Db, path: string, except?: string): Promise<void> => {
  const taken = await db.selectFrom("menu").select("id").where("path", "=", path).execute();
  if (taken.some(({ id }) => id !== except)) throw new Problem("nameExists");
};

/** Actions name calls, and only calls that whoever edits the menu holds. */
const checkActions = (caller: Caller, actions: readonly string[], had: readonly string[] = []): void => {
  if (actions.some((action) => !caller.grants.has(action) && !had.includes(action))) throw new Problem("grantNotHeld");
};

const checkParent = async (db: Db, parentId: string | null, moving?: string): Promise<void> => {
  for (let above = parentId; above !== null; above = (await item(db, above)).parent_id) {
    if (above === moving) throw new Problem("treeCycle");
  }
};

const columnsOf = (fields: Fields) => ({
  parent_id: fields.parentId,
  path: fields.path,
  name: fields.name,
  name_en: fields.nameEn,
  icon: fields.icon,
  hidden: fields.hidden ? 1 : 0,
  affix: fields.affix ? 1 : 0,
  no_cache: fields.noCache ? 1 : 0,
  sort: fields.sort,
  action_list: JSON.stringify([...new Set(fields.actionList)]),
});

const logged = ({ parent_id, path, name, name_en, icon, hidden, affix, no_cache, sort, action_list }: ReturnType<typeof columnsOf>) => ({
  parentId: parent_id,
  path,
  name,
  nameEn: name_en,
  icon,
  hidden: hidden === 1,
  affix: affix === 1,
  noCache: no_cache === 1,
  sort,
  actionList: strings(action_list),
});

/** A new item is the administrators' at once, and whose else they make it. */
export const addMenu = (db: Db, caller: Caller, fields: Fields, at: number): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    await checkParent(tx, fields.parentId);
    await checkPath(tx, fields.path);
    checkActions(caller, fields.actionList);
    const id = newId(at);
    const columns = columnsOf(fields);
    await tx
      .insertInto("menu")
      .values({ id, ...columns, updated_at: at, updated_by: authorOf(caller) })
      .execute();
    await tx.insertInto("role_menu").values({ role_id: administrators, menu_id: id, actions: columns.action_list }).execute();
    return { id, change: creationOf(id, logged(columns)) };
  });

/** What an item no longer offers, no role grants on it any more. */
const dropActions = async (db: Db, menuId: string, kept: readonly string[]): Promise<void> => {
  for (const { role_id, actions } of await db
    .selectFrom("role_menu")
    .select(["role_id", "actions"])
    .where("menu_id", "=", menuId)
    .execute()) {
    const left = strings(actions).filter((action) => kept.includes(action));
    await db
      .updateTable("role_menu")
      .set({ actions: JSON.stringify(left) })
      .where("role_id", "=", role_id)
      .where("menu_id", "=", menuId)
      .execute();
  }
};

const below = { zh: "下级菜单项", en: "menu item below it", many: "menu items below it" };

/** Refuses to take actions off an item, all but those kept, from who may do more than the caller. Who has them by another item keeps them. */
const checkDropped = async (db: Db, caller: Caller, menuId: string, kept: readonly string[] = []): Promise<void> => {
  const holding = db.selectFrom("role_menu").select("role_id").where("menu_id", "=", menuId);
  const rows = await db.selectFrom("role_menu").selectAll().where("role_id", "in", holding).execute();
  const losing = [...groupedBy(rows, (row) => row.role_id)].filter(([, items]) => {
    const left = new Set([...kept, ...items.filter((row) => row.menu_id !== menuId).flatMap((row) => strings(row.actions))]);
    return items.some((row) => row.menu_id === menuId && strings(row.actions).some((action) => !left.has(action)));
  });
  await checkHolders(
    db,
    caller,
    losing.map(([role]) => role),
  );
};

export const editMenu = (db: Db, caller: Caller, request: Edit, at: number): Promise<{ change: string }> =>
  db.transaction().execute(async (tx) => {
    const row = await item(tx, request.id);
    checkVersion(row, request.version);
    await checkParent(tx, request.parentId, row.id);
    await checkPath(tx, request.path, row.id);
    checkActions(caller, request.actionList, strings(row.action_list));
    await checkDropped(tx, caller, row.id, request.actionList);
    const columns = columnsOf(request);
    await tx
      .updateTable("menu")
      .set({ ...columns, ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    await dropActions(tx, row.id, request.actionList);
    return { change: changeOf(logged(row), logged(columns)) };
  });

export const removeMenus = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const ids = [...new Set(asked)];
    const rows = [];
    for (const id of ids) {
      const row = await item(tx, id);
      if (builtinIds.has(id)) throw new Problem("builtin", { values: { name: row.name } });
      await checkDropped(tx, caller, id);
      rows.push(row);
    }
    const { count } = await tx
      .selectFrom("menu")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("parent_id", "in", ids)
      .where("id", "not in", ids)
      .executeTakeFirstOrThrow();
    refuseInUse(count, below);
    await tx.deleteFrom("menu").where("id", "in", ids).execute();
    return { removed: ids.length, change: changeOf(Object.fromEntries(rows.map((row) => [row.path, row.name])), {}) };
  });
