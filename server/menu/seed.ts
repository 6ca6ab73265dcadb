import { builtinRoleNames } from "#contract/resources/role.ts";
import type { Db } from "#server/db/open.ts";
import { builtinMenu } from "#server/menu/builtin.ts";
import type { BuiltinItem } from "#server/menu/builtinItem.ts";

interface Flat {
  item: BuiltinItem;
  parent: string | null;
  sort: number;
}

const flatten = (items: readonly BuiltinItem[], parent: string | null = null): Flat[] =>
  items.flatMap((item, index) => [{ item, parent, sort: index * 10 }, ...flatten(item.children ?? [], item.id)]);

const pathsOf = (item: BuiltinItem): string[] => [...new Set(item.actions ?? [])].map((action) => `/api/${action}`);

/** Role ids that the product brings, by user type. */
export const builtinRoles = (
  [
    { id: "role-administrator", type: 0 },
    { id: "role-staff", type: 1 },
    { id: "role-repairman", type: 2 },
    { id: "role-user", type: 3 },
    { id: "role-official-account", type: 4 },
    { id: "role-owner", type: 5 },
  ] as const
).map((role) => ({ ...role, name: builtinRoleNames[role.id].zh, description: builtinRoleNames[role.id].en }));

const staffDenied = new Set(["device_event/query_user_event", "device_event/dlexcel_user_event", "device/delete"]);
const repairmanMenus = [
  "home",
  "monitor",
  "newindex",
  "devices.list",
  "devices.detail",
  "devices.history",
  "devices.logs",
  "alarms.history",
  "alarms.sound",
  "system.orders",
];
const viewerMenus = ["home", "monitor", "devices.list", "devices.detail", "devices.history", "alarms.history", "alarms.sound"];
const viewerDenied = new Set(["device/post", "device/put", "device/delete", "device/cmd", "alarm_log/recover"]);
const repairmanDenied = new Set([
  ...["device/post", "device/put", "device/delete"],
  ...["order/post", "order/put", "order/delete", "device_data_recipe/query", "device_data_recipe/list_body"],
]);

const holds = (type: number, item: BuiltinItem): readonly string[] | undefined => {
  const actions = item.actions ?? [];
  if (type === 0) return actions;
  if (item.platform) return undefined;
  if (item.id === "user.profile") return actions;
  if (type !== 5 && (item.id.startsWith("company.") || item.id.startsWith("user.") || item.id === "role.list")) return undefined;
  if (type === 1 || type === 5)
    return item.id === "devices.operations" && type === 1 ? undefined : actions.filter((action) => type === 5 || !staffDenied.has(action));
  if (type === 2) return repairmanMenus.includes(item.id) ? actions.filter((action) => !repairmanDenied.has(action)) : undefined;
  return viewerMenus.includes(item.id) ? actions.filter((action) => !viewerDenied.has(action)) : undefined;
};

/** Adds the items and roles of this version that the database does not have yet; what is there is left as it was edited. */
export const seedMenu = async (db: Db, rootCompany: string, now: number): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const flat = flatten(builtinMenu);
    const present = new Set((await tx.selectFrom("menu").select("id").execute()).map((row) => row.id));
    const roles = new Set((await tx.selectFrom("role").select("id").execute()).map((row) => row.id));
    for (const role of builtinRoles) {
      if (roles.has(role.id)) continue;
      await tx
        .insertInto("role")
        .values({
          id: role.id,
          company_id: rootCompany,
          name: role.name,
          description: role.description,
          created_at: now,
          updated_at: now,
          updated_by: "",
        })
        .execute();
    }
    for (const { item, parent, sort } of flat) {
      const isNew = !present.has(item.id);
      if (isNew) {
        await tx
          .insertInto("menu")
          .values({
            id: item.id,
            parent_id: parent,
            path: item.path,
            name: item.name,
            name_en: item.nameEn,
            icon: item.icon ?? "",
            hidden: item.hidden ? 1 : 0,
            affix: item.affix ? 1 : 0,
            no_cache: item.noCache ? 1 : 0,
            sort,
            action_list: JSON.stringify(pathsOf(item)),
          })
          .execute();
      }
      for (const role of builtinRoles) {
        const actions = item.children ? undefined : holds(role.type, item);
        if (actions === undefined || (!isNew && roles.has(role.id))) continue;
        await tx
          .insertInto("role_menu")
          .values({ role_id: role.id, menu_id: item.id, actions: JSON.stringify([...new Set(actions)].map((action) => `/api/${action}`)) })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    }
  });
};
