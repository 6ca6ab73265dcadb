import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Db, openDatabase } from "#server/db/open.ts";
import { builtinMenu } from "#server/menu/builtin.ts";
import type { BuiltinItem } from "#server/menu/builtinItem.ts";
import { builtinRoles, seedMenu } from "#server/menu/seed.ts";
import { seedSystem } from "#server/system/seed.ts";
import { makeVersionBefore } from "./versionBefore.ts";

const at = Date.UTC(2026, 5, 1);

let folder: string;
const opened: Db[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "menu-upgrade-"));
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const start = async (name: string): Promise<Db> => {
  const db = await openDatabase(join(folder, name));
  opened.push(db);
  await seedSystem(db, at, "adminpw1");
  return db;
};
const upgraded = (...changes: readonly string[]): Promise<Db> => {
  makeVersionBefore(join(folder, "app.db"), ...changes);
  return start("app.db");
};

const listOf = (json: string): string[] => (JSON.parse(json) as string[]).sort();
const itemsOf = async (db: Db) =>
  (await db.selectFrom("menu").selectAll().orderBy("id").execute()).map(({ action_list, version: _, updated_at: __, ...row }) => ({
    ...row,
    actions: listOf(action_list),
  }));
const grantsOf = async (db: Db, role?: string) => {
  const rows = await db
    .selectFrom("role_menu")
    .selectAll()
    .$if(role !== undefined, (query) => query.where("role_id", "=", role ?? ""))
    .orderBy("role_id")
    .orderBy("menu_id")
    .execute();
  return Object.fromEntries(rows.map((row) => [`${row.role_id} ${row.menu_id}`, listOf(row.actions)]));
};
const set = (table: string, column: string, paths: readonly string[], where: string): string =>
  `update ${table} set ${column} = '${JSON.stringify(paths.map((path) => `/api/${path}`))}' where ${where}`;

/** The menu with more calls on an item. */
const withCalls = (id: string, ...calls: string[]): BuiltinItem[] => {
  const extended = (items: readonly BuiltinItem[]): BuiltinItem[] =>
    items.map((item) => ({
      ...item,
      ...(item.id === id ? { actions: [...(item.actions ?? []), ...calls] } : {}),
      ...(item.children ? { children: extended(item.children) } : {}),
    }));
  return extended(builtinMenu);
};
const actionsBefore = (id: string): readonly string[] => {
  const found = (items: readonly BuiltinItem[]): BuiltinItem | undefined =>
    items.find((item) => item.id === id) ?? items.map((item) => found(item.children ?? [])).find((item) => item !== undefined);
  return found(builtinMenu)?.actions ?? [];
};
const bring = (db: Db, menu: readonly BuiltinItem[]): Promise<void> => db.transaction().execute((tx) => seedMenu(tx, "root", at, menu));

it("gives an installation of the version before the menu and the roles of a new one", async () => {
  const [old, fresh] = [await upgraded(), await start("fresh.db")];
  expect(await itemsOf(old)).toEqual(await itemsOf(fresh));
  expect(await grantsOf(old)).toEqual(await grantsOf(fresh));
});

it("does so where an earlier version had brought fewer calls of an item, and more to a role", async () => {
  const reads = ["query", "get", "list_body", "get_body"].map((verb) => `device_data_recipe/${verb}`);
  const devices = ["device/query", "device/get", "device/query_mini", "device_slave/query", "device_type/query", "device_model/query"];
  const older = [
    { item: "template.adds", actions: [...reads, "device_data_recipe/add_body"] },
    { item: "template.edits", actions: [...reads, "device_data_recipe/put_body"] },
  ].flatMap(({ item, actions }) => [
    set("menu", "action_list", actions, `id = '${item}'`),
    set("role_menu", "actions", actions, `menu_id = '${item}'`),
  ]);
  const repairman = set("role_menu", "actions", [...devices, ...reads], "menu_id = 'devices.list' and role_id = 'role-repairman'");
  const [old, fresh] = [await upgraded(...older, repairman), await start("fresh.db")];
  expect(await itemsOf(old)).toEqual(await itemsOf(fresh));
  expect(await grantsOf(old)).toEqual(await grantsOf(fresh));
});

it("keeps what an administrator changed: a name, a call taken from an item, an item taken from a role, a call given to one", async () => {
  const old = await upgraded(
    "update menu set name = 'Geräte' where id = 'devices.list'",
    set("menu", "action_list", ["alarm_log/query"], "id = 'alarms.history'"),
    set("role_menu", "actions", ["alarm_log/query"], "menu_id = 'alarms.history'"),
    "delete from role_menu where role_id = 'role-staff' and menu_id = 'devices.history'",
    set("role_menu", "actions", ["device/query", "device/delete"], "role_id = 'role-repairman' and menu_id = 'devices.list'"),
  );
  await bring(old, withCalls("devices.list", "device/query_new"));
  const items = new Map((await itemsOf(old)).map((item) => [item.id, item]));
  const grants = await grantsOf(old);
  expect(items.get("devices.list")?.name).toBe("Geräte");
  const ofHistory = [
    ...[
      "alarm_log/comment",
      "alarm_log/comments",
      "alarm_log/delete",
      "alarm_log/notices",
      "alarm_log/query",
      "alarm_log/queryDevices",
      "alarm_trigger/get",
      "alarm_trigger/query",
      "alarm_type/query",
    ],
    ...["company/query_mini", "device/getDeviceAlarmNum", "device/query_mini", "device_data_log/query_mutil"],
  ].map((path) => `/api/${path}`);
  expect(items.get("alarms.history")?.actions).toEqual(ofHistory);
  expect(grants["role-administrator alarms.history"]).toEqual(ofHistory);
  expect(grants["role-staff alarms.history"]).toEqual(ofHistory.filter((path) => path !== "/api/alarm_log/delete"));
  expect(grants["role-user alarms.history"]).toEqual(
    ["alarm_log/query", "alarm_log/queryDevices", "device/getDeviceAlarmNum", "device/query_mini", "device_data_log/query_mutil"].map(
      (path) => `/api/${path}`,
    ),
  );
  expect(grants["role-staff devices.history"]).toBeUndefined();
  expect(grants["role-repairman devices.list"]).toEqual([
    "/api/company/query_mini",
    "/api/device/cmd",
    "/api/device/delete",
    "/api/device/dlexcel",
    "/api/device/query",
    "/api/device/query_location_count",
    "/api/device/query_new",
    "/api/device_attr/query",
    "/api/device_company_group/add_to_group",
    "/api/device_company_group/get",
    "/api/device_company_group/query",
    "/api/device_company_group/remove_from_group",
    "/api/device_favorites/add",
    "/api/device_favorites/cancel",
    "/api/device_group/get",
    "/api/device_group/query",
    "/api/device_group_member/add",
    "/api/device_group_member/remove",
    "/api/device_template/query",
  ]);
});

const ownRoles = (item: string, held: Record<string, readonly string[]>): string[] =>
  Object.entries(held).flatMap(([role, actions]) => [
    `insert into role (id, company_id, name, description, created_at, updated_at, updated_by) values ('${role}', 'root', '${role}', '', 1, 1, '')`,
    `insert into role_menu values ('${role}', '${item}', '${JSON.stringify(actions.map((path) => `/api/${path}`))}')`,
  ]);

it("brings a call that a built-in item gets to the roles that hold the item, and to nobody to whom it is denied", async () => {
  const whole = actionsBefore("system.orders");
  const old = await upgraded(
    ...ownRoles("system.orders", { whole, part: ["order/query"] }),
    ...ownRoles("home", { elsewhere: ["device/query"] }),
  );
  const fresh = await start("fresh.db");
  // An undeclared call counts as one that changes something.
  const menu = withCalls("system.orders", "order/post_new", "alarm_log/query", "order/post");
  for (const db of [old, fresh]) await bring(db, menu);
  for (const { id } of builtinRoles) expect(await grantsOf(old, id)).toEqual(await grantsOf(fresh, id));
  const grants = await grantsOf(old);
  expect(grants["role-administrator system.orders"]).toContain("/api/order/post_new");
  expect(grants["whole system.orders"]).toEqual([...whole, "order/post_new", "alarm_log/query"].map((path) => `/api/${path}`).sort());
  expect(grants["part system.orders"]).toEqual(["/api/alarm_log/query", "/api/company/query_mini", "/api/order/query"]);
  expect(grants["elsewhere home"]).toEqual([
    ...["/api/device/area_new_up", "/api/device/count_for_hdip_top", "/api/device/device_alarm_list", "/api/device/get"],
    ...["/api/device/get_user_count", "/api/device/guild_new_up", "/api/device/my", "/api/device/new_up", "/api/device/query"],
  ]);
});

it("takes a call that an item loses from all who hold it, and brings a new item to the built-in roles alone", async () => {
  const old = await upgraded(...ownRoles("home", { own: ["device/query", "alarm_log/query"] }));
  const shorter = builtinMenu.map((item) => (item.id === "home" ? { ...item, actions: ["alarm_log/query"] } : item));
  await bring(old, [...shorter, { id: "lately", path: "/lately", name: "新", nameEn: "New", actions: ["device/query"] }]);
  const grants = await grantsOf(old);
  expect(grants["own home"]).toEqual(["/api/alarm_log/query"]);
  expect(grants["role-user home"]).toEqual(["/api/alarm_log/query"]);
  expect(Object.keys(grants).filter((key) => key.endsWith(" lately"))).toEqual([
    "role-administrator lately",
    "role-owner lately",
    "role-staff lately",
  ]);
});

it("writes nothing to the menu at a start of the same version", async () => {
  const old = await upgraded();
  const before = await old.selectFrom("menu").selectAll().execute();
  await seedSystem(old, at + 1, undefined);
  expect(await old.selectFrom("menu").selectAll().execute()).toEqual(before);
});
