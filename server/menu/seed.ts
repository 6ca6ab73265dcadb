import type { Call } from "#contract/kit/call.ts";
import { alarmLog, alarmSwitch, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceVideo } from "#contract/resources/deviceVideo.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { order } from "#contract/resources/order.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { builtinRoleNames } from "#contract/resources/role.ts";
import type { Db } from "#server/db/open.ts";
import { type Brought, bringMenu } from "#server/menu/bringMenu.ts";
import { builtinMenu } from "#server/menu/builtin.ts";
import { type BuiltinItem, nameOf, pickCompany } from "#server/menu/builtinItem.ts";

interface Flat {
  item: BuiltinItem;
  parent: string | null;
  sort: number;
}

const flatten = (items: readonly BuiltinItem[], parent: string | null = null): Flat[] =>
  items.flatMap((item, index) => [{ item, parent, sort: index * 10 }, ...flatten(item.children ?? [], item.id)]);

const pathsOf = (actions: readonly string[]): string[] => [...new Set(actions)].map((action) => `/api/${action}`);

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

const namesOf = (calls: readonly Call[]): ReadonlySet<string> => new Set(calls.map(nameOf));
/** Devices are bound to end users alone. */
const asks = [device.calls.send_auth_code, deviceUserBind.calls.ask];
/** Devices are looked at, and kept by others. */
const keepsVideos = [deviceVideo.calls.post, deviceVideo.calls.put, deviceVideo.calls.delete];
/** What is gone of the history nobody can judge, and who is told what is for who answers for the users. */
const keepsAlarms = [alarmLog.calls.delete, alarmSwitch.calls.query];
/** Rules and types of alarms are for who keeps them. */
const readsRules = [alarmType.calls.query, alarmTrigger.calls.query, alarmTrigger.calls.get];
const staffDenied = namesOf([
  ...asks,
  deviceEvent.calls.query_user_event,
  deviceEvent.calls.dlexcel_user_event,
  device.calls.delete,
  ...keepsAlarms,
]);
const repairmanMenus = [
  "home",
  "monitor",
  "newindex",
  "devices.list",
  "devices.follow",
  "devices.detail",
  "devices.panel",
  "devices.history",
  "devices.gateway",
  "devices.track",
  "devices.videos",
  "devices.cameras",
  "devices.logs",
  "alarms.history",
  "alarms.board",
  "alarms.sound",
  "system.orders",
];
const viewerMenus = [
  "home",
  "monitor",
  "devices.list",
  "devices.follow",
  "devices.detail",
  "devices.panel",
  "devices.history",
  "devices.track",
  "devices.videos",
  "devices.cameras",
  "alarms.history",
  "alarms.sound",
];
const viewerDenied = namesOf([
  pickCompany,
  device.calls.post,
  device.calls.put,
  device.calls.delete,
  device.calls.import,
  device.calls.renew,
  device.calls.cmd,
  deviceEvent.calls.call_off,
  device.calls.update_device_sn,
  device.calls.reset_device,
  device.calls.update_device_type,
  device.calls.change_user,
  alarmLog.calls.recover,
  alarmLog.calls.notices,
  alarmLog.calls.comments,
  alarmLog.calls.comment,
  ...keepsAlarms,
  ...readsRules,
  ...keepsVideos,
]);
const repairmanDenied = namesOf([
  ...asks,
  device.calls.post,
  device.calls.put,
  device.calls.delete,
  device.calls.update_device_type,
  device.calls.change_user,
  device.calls.import,
  device.calls.renew,
  device.calls.reset_device,
  ...keepsAlarms,
  ...readsRules,
  ...keepsVideos,
  order.calls.post,
  order.calls.put,
  order.calls.delete,
  deviceDataRecipe.calls.query,
  deviceDataRecipe.calls.list_body,
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

/** The items and what the built-in roles hold of them, as this version brings them. */
const broughtNow = (menu: readonly BuiltinItem[]): Brought => {
  const flat = flatten(menu);
  const items = flat.map(({ item, parent, sort }) => {
    const flags = { hidden: item.hidden ? 1 : 0, affix: item.affix ? 1 : 0, no_cache: item.noCache ? 1 : 0 };
    const columns = { parent_id: parent, path: item.path, name: item.name, name_en: item.nameEn, icon: item.icon ?? "", ...flags, sort };
    return [item.id, { ...columns, actions: pathsOf(item.actions ?? []) }] as const;
  });
  const grants = builtinRoles.map(({ id, type }) => {
    const held = flat.flatMap(({ item }) => {
      const actions = item.children ? undefined : holds(type, item);
      return actions === undefined ? [] : [[item.id, pathsOf(actions)] as const];
    });
    return [id, Object.fromEntries(held)] as const;
  });
  return { items: Object.fromEntries(items), grants: Object.fromEntries(grants) };
};

/** Brings the items and roles of this version, in one transaction of the caller's. What was edited stays as it was edited. */
export const seedMenu = async (db: Db, rootCompany: string, now: number, menu: readonly BuiltinItem[] = builtinMenu): Promise<void> => {
  const roles = new Set((await db.selectFrom("role").select("id").execute()).map((row) => row.id));
  for (const { id, name, description } of builtinRoles) {
    if (roles.has(id)) continue;
    const stamps = { created_at: now, updated_at: now, updated_by: "" };
    await db
      .insertInto("role")
      .values({ id, company_id: rootCompany, name, description, ...stamps })
      .execute();
  }
  await bringMenu(db, broughtNow(menu), now);
};
