import type { Db } from "#server/db/open.ts";

/** The strings of a JSON list. */
export const strings = (json: string): string[] => {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((part) => typeof part === "string") : [];
};

/** The union of what the user's roles grant, as call paths. */
export const grantsOf = async (db: Db, userId: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom("user_role")
    .innerJoin("role_menu", "role_menu.role_id", "user_role.role_id")
    .select("role_menu.actions")
    .where("user_role.user_id", "=", userId)
    .execute();
  return new Set(rows.flatMap((row) => strings(row.actions)));
};

/** What each of the roles grants, as call paths; nothing for one that is not in the answer. */
export const grantsOfRoles = async (db: Db, roleIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  if (roleIds.length === 0) return new Map();
  const rows = await db.selectFrom("role_menu").select(["role_id", "actions"]).where("role_id", "in", roleIds).execute();
  // Roles hold the same menu items over and over.
  const parsed = new Map<string, readonly string[]>();
  const grants = new Map<string, Set<string>>();
  for (const { role_id, actions } of rows) {
    const paths = parsed.get(actions) ?? strings(actions);
    parsed.set(actions, paths);
    const held = grants.get(role_id) ?? new Set<string>();
    for (const path of paths) held.add(path);
    grants.set(role_id, held);
  }
  return grants;
};

/** Per menu item that the user's roles hold, the actions that they grant on it. */
export const menuActionsOf = async (db: Db, userId: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const rows = await db
    .selectFrom("user_role")
    .innerJoin("role_menu", "role_menu.role_id", "user_role.role_id")
    .select(["role_menu.menu_id", "role_menu.actions"])
    .where("user_role.user_id", "=", userId)
    .execute();
  const held = new Map<string, Set<string>>();
  for (const row of rows) {
    const actions = held.get(row.menu_id) ?? new Set<string>();
    for (const action of strings(row.actions)) actions.add(action);
    held.set(row.menu_id, actions);
  }
  return held;
};
