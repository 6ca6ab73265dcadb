import { expect, it } from "vitest";
import { resources } from "#contract/resources.ts";

/** By each write that changes what rows of another resource show: whose. */
const touched: Readonly<Record<string, readonly string[]>> = {
  "/api/user/add_child_company": ["company"],
  "/api/user/edit_child_role": ["user_role"],
  "/api/user/delete_child": ["company", "user_role"],
  "/api/company/put": ["device", "user"],
  "/api/company/update_my": ["user"],
  "/api/company/enable": ["user", "device"],
  "/api/company/disable": ["user", "device"],
  "/api/role/post": ["user_role"],
  "/api/role/put": ["user_role", "user"],
  "/api/role/delete": ["user_role"],
  "/api/role/authorize": ["user_role", "user"],
  "/api/menu/post": ["user", "role"],
  "/api/menu/put": ["user", "role"],
  "/api/menu/delete": ["user", "role"],
  "/api/sys/put": ["dict", "auth"],
  "/api/dict/post": ["sys", "auth"],
  "/api/dict/put": ["sys", "auth"],
  "/api/device_user_bind/auth": ["user", "terminal_user"],
  "/api/device_user_bind/removeAuth": [
    "user",
    "terminal_user",
    "device",
    "device_data_log",
    "alarm_log",
    "alarm_trigger",
    "device_event",
    "device_state_log",
  ],
  "/api/device_user_bind/ask": ["device", "user", "terminal_user"],
  "/api/terminal_user/delete": ["device_user_bind"],
  "/api/device/post": ["device_slave", "company"],
  "/api/device/put": [
    "alarm_trigger",
    "alarm_log",
    "device_event",
    "device_state_log",
    "device_slave",
    "company",
    "device_user_bind",
    "terminal_user",
  ],
  "/api/device/change_user": [
    "alarm_trigger",
    "alarm_log",
    "device_event",
    "device_state_log",
    "device_slave",
    "company",
    "device_user_bind",
    "terminal_user",
    "device_data_log",
  ],
  "/api/device/update_device_sn": ["device_event"],
  "/api/device/update_ternimal_user": ["device_user_bind", "user", "terminal_user"],
  "/api/device/delete": ["alarm_trigger", "alarm_log", "device_event", "device_state_log", "device_slave", "company"],
  "/api/device/renew_many": ["job"],
  "/api/device/import": ["job"],
  "/api/device/import_sn": ["job"],
  "/api/device/dlexcel": ["job"],
  "/api/device/cmd": ["device_event"],
  "/api/device_data/dlexcel": ["job"],
  "/api/device_data/delete": ["job", "device_data_log"],
  "/api/device_favorites/add": ["device"],
  "/api/device_favorites/cancel": ["device"],
  "/api/device_group_member/add": ["device_group", "device"],
  "/api/device_group_member/remove": ["device_group", "device"],
  "/api/device_company_group/delete": ["device"],
  "/api/device_company_group/add_to_group": ["device", "device_group_member"],
  "/api/device_company_group/remove_from_group": ["device", "device_group_member"],
  "/api/device_type/put": ["device"],
  "/api/device_type_relation/put": ["device_type"],
  "/api/device_model/put": ["device"],
  "/api/device_data_recipe/put": ["device", "alarm_trigger"],
  "/api/device_data_recipe/add_body": ["device"],
  "/api/device_data_recipe/put_body": ["device", "alarm_trigger"],
  "/api/device_data_recipe/delete_body": ["device"],
  "/api/device_recipe_picture/add_body": ["device"],
  "/api/device_recipe_picture/put_body": ["device"],
  "/api/device_recipe_picture/delete_body": ["device"],
  "/api/order/send": ["device_event"],
  "/api/device_event/dlexcel_user_event": ["job"],
  "/api/alarm_log/recover": ["device"],
};

it("every call makes stale what it is said to, besides its own resource, and nothing else", () => {
  const declared = resources.flatMap((resource) => Object.values(resource.calls)).filter(({ touches }) => touches.length > 0);
  expect(Object.fromEntries(declared.map(({ path, touches }) => [path, touches]))).toEqual(touched);
  expect(declared.filter(({ kind }) => kind === "read")).toEqual([]);
});

it("every list of another resource's rows is stale when they are", () => {
  const declared = resources.flatMap((resource) => Object.values(resource.calls)).filter(({ brings }) => brings.length > 0);
  expect(declared.map(({ path, kind, brings }) => [path, kind, brings])).toEqual([
    ["/api/device/list_recipe", "read", ["device_data_recipe", "device_slave"]],
    ["/api/device/list_recipe_slave_sn", "read", ["device_slave"]],
    ["/api/device/query_user_count", "read", ["device_user_bind"]],
    ["/api/device_slave/get_device_slave", "read", ["device"]],
    ["/api/device_favorites/query", "read", ["device"]],
    ["/api/device_type_relation/queryDevice", "read", ["device"]],
    ["/api/device_group_member/query", "read", ["device"]],
    ["/api/device_group_member/query_groups", "read", ["device_group", "device_company_group"]],
    ["/api/device_company_group/query_group_slave", "read", ["device"]],
  ]);
});
