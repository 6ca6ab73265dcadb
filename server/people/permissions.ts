import type { RequestOf } from "#contract/kit/call.ts";
import { type PermissionItem, role } from "#contract/resources/role.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { Problem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { grantsOf, menuActionsOf, strings } from "#server/menu/grants.ts";
import { checkVersion, restamped } from "#server/records/edits.ts";
import { isModifiableRole, roles } from "./roles.ts";
import { holdersWithin } from "./userRules.ts";

type Authorize = RequestOf<typeof role.calls.authorize>;
type Held = ReadonlyMap<string, ReadonlySet<string>>;

const authorizeGrant = role.calls.authorize.path;

const heldByRole = async (db: Db, roleId: string): Promise<Held> => {
  const rows = await db.selectFrom("role_menu").select(["menu_id", "actions"]).where("role_id", "=", roleId).execute();
  return new Map(rows.map((row) => [row.menu_id, new Set(strings(row.actions))]));
};

/** The whole tree of what the caller or the role holds; what neither holds is nobody's business here. */
export const permissionOf = async (db: Db, caller: Caller, roleId: string) => {
  const row = await roles.toSee(db, caller, roleId);
  const role = await heldByRole(db, roleId);
  const own = await menuActionsOf(db, caller.userId);
  const menus = await db.selectFrom("menu").selectAll().orderBy("sort").orderBy("id").execute();
  const childrenOf = groupedBy(menus, (menu) => menu.parent_id);
  const build = (parent: string | null): PermissionItem[] =>
    (childrenOf.get(parent) ?? []).flatMap((menu) => {
      const children = build(menu.id);
      const [held, grantable] = [role.get(menu.id), own.get(menu.id)];
      if (!held && !grantable && children.length === 0) return [];
      const actions = strings(menu.action_list)
        .map((path) => ({ path, held: held?.has(path) ?? false, grantable: grantable !== undefined && caller.grants.has(path) }))
        .filter((action) => action.held || action.grantable);
      const item = { id: menu.id, path: menu.path, name: menu.name, nameEn: menu.name_en, actions, children };
      return [{ ...item, held: held !== undefined, grantable: grantable !== undefined }];
    });
  const modifiable = isModifiableRole(roleId) && (await holdersWithin(db, caller, [roleId]));
  return { id: row.id, name: row.name, modifiable, version: row.version, items: build(null) };
};

const listed = (held: Held): Record<string, string[]> =>
  Object.fromEntries([...held].sort(([one], [other]) => (one < other ? -1 : 1)).map(([menu, actions]) => [menu, [...actions].sort()]));

/**
 * What the role holds afterwards: of each item what was asked for within the caller's own rights, and what lies beyond them as it was.
 * Asking for more than the caller holds is refused, and so is an action that the item does not have.
 */
const heldAfter = async (db: Db, caller: Caller, before: Held, asked: Authorize["items"]): Promise<Held> => {
  const own = await menuActionsOf(db, caller.userId);
  const wanted = new Map(asked.map(({ menuId, actions }) => [menuId, new Set(actions)]));
  const after = new Map<string, ReadonlySet<string>>();
  for (const { id, action_list } of await db.selectFrom("menu").select(["id", "action_list"]).execute()) {
    const [was, want] = [before.get(id), wanted.get(id)];
    wanted.delete(id);
    const mine = own.has(id);
    const beyond = [...(was ?? [])].filter((path) => !(mine && caller.grants.has(path)));
    if (!want) {
      if (was && (!mine || beyond.length > 0)) after.set(id, new Set(beyond));
      continue;
    }
    if (!mine && !was) throw new Problem("grantNotHeld");
    const known = new Set(strings(action_list));
    for (const path of want) {
      if (!known.has(path)) throw new Problem("notFound");
      if (!was?.has(path) && !(mine && caller.grants.has(path))) throw new Problem("grantNotHeld");
    }
    after.set(id, new Set([...want, ...beyond]));
  }
  if (wanted.size > 0) throw new Problem("notFound");
  return after;
};

/** Answers what changed and who holds the role: their pages and sockets have to learn of it. */
export const authorizeRole = (db: Db, caller: Caller, request: Authorize, at: number): Promise<{ change: string; userIds: string[] }> =>
  db.transaction().execute(async (tx) => {
    const row = await roles.toChange(tx, caller, request.id);
    checkVersion(row, request.version);
    const before = await heldByRole(tx, row.id);
    const after = await heldAfter(tx, caller, before, request.items);
    await tx.deleteFrom("role_menu").where("role_id", "=", row.id).execute();
    for (const [menu_id, actions] of after) {
      await tx
        .insertInto("role_menu")
        .values({ role_id: row.id, menu_id, actions: JSON.stringify([...actions]) })
        .execute();
    }
    if (!(await grantsOf(tx, caller.userId)).has(authorizeGrant)) throw new Problem("lockOut");
    await tx
      .updateTable("role")
      .set(restamped(row, caller, at))
      .where("id", "=", row.id)
      .execute();
    const users = await tx.selectFrom("user_role").select("user_id").where("role_id", "=", row.id).execute();
    return { change: changeOf(listed(before), listed(after)), userIds: users.map(({ user_id }) => user_id) };
  });
