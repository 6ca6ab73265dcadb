import type { Call } from "#contract/kit/call.ts";
import { type RecordSample, recordSamples } from "#tests/server/records/recordSamples.ts";
import { videoSource } from "#tests/server/site.ts";
import { picture, type RecordName, type Tenant } from "./tenant.ts";

type Sample = (ids: Tenant["ids"], unique: string) => object;

const version = 1;

/** Of the kinds of record that the kit keeps. */
const ofRecords = Object.fromEntries(
  recordSamples.flatMap(
    ({ kind, as, fields, edited = (typed) => typed, narrowed }: RecordSample & { as: RecordName }): [string, Sample][] => {
      const { get, post, put, delete: remove, query } = kind.resource.calls as Record<string, Call>;
      const naming = JSON.stringify(fields("", { recipe: "named", point: "named" })).includes("named");
      const calls: [Call | undefined, Sample][] = [
        [get, (ids) => ({ id: ids[as] })],
        [put, (ids, unique) => ({ ...edited(fields(unique, ids)), id: ids[as], version })],
        [remove, (ids) => ({ ids: [ids[as]] })],
        [naming ? post : undefined, (ids, unique) => fields(unique, ids)],
        [kind.reach === "own" ? undefined : query, (ids) => ({ companyId: ids.company, ...narrowed?.(ids) })],
      ];
      return calls.flatMap(([call, sample]): [string, Sample][] => (call ? [[call.path, sample]] : []));
    },
  ),
);

const world = { west: -180, east: 180, south: -90, north: 90, zoom: 2 };
const period = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-02T00:00:00.000Z" };
const rule = (ids: Tenant["ids"]) => ({ recipeId: ids.recipe, pointId: ids.point, deviceId: ids.device, condition: "above", a: 5 });
const device = (ids: Tenant["ids"]) => ({
  typeId: ids.deviceType,
  companyId: ids.company,
  industry: "water",
  slaves: [{ no: 1, name: "One", recipeId: ids.recipe }],
});
const child = { userName: "Child", password: "Kestrel72x", type: 1 };
const video = { kind: "hls", url: `${videoSource}/live/gate.m3u8?token=Osprey45pq` };
const history = (ids: Tenant["ids"]) => ({ deviceId: ids.device, points: [{ slave: 1, pointId: ids.point }], ...period });

/** A request for every call that names records of an organisation, made of the records of one; `version` stands for the newest. */
export const samples: Readonly<Record<string, Sample>> = {
  ...ofRecords,
  "/api/user/get_child": (ids) => ({ companyId: ids.branch }),
  "/api/user/add_child": (ids, unique) => ({ ...child, account: unique, roleIds: [ids.role] }),
  "/api/user/add_child_company": (ids, unique) => ({ ...child, account: unique, companyId: ids.branch, roleIds: [ids.role] }),
  "/api/user/edit_child": (ids) => ({ id: ids.staff, userName: "Edited", type: 1, version }),
  "/api/user/edit_child_role": (ids) => ({ id: ids.staff, roleIds: [ids.role], version }),
  "/api/user/enable": (ids) => ({ ids: [ids.staff] }),
  "/api/user/disable": (ids) => ({ ids: [ids.staff] }),
  "/api/user/delete_child": (ids) => ({ ids: [ids.staff] }),
  "/api/user/reset_child_pass": (ids) => ({ id: ids.staff, ownPassword: "secret1" }),
  "/api/user/query_device_user": (ids) => ({ deviceId: ids.device }),
  "/api/company/get": (ids) => ({ id: ids.branch }),
  "/api/company/query_tree": (ids) => ({ parentId: ids.company }),
  "/api/company/post": (ids, unique) => ({ parentId: ids.company, name: unique }),
  "/api/company/put": (ids, unique) => ({ id: ids.branch, parentId: ids.company, name: unique, version }),
  "/api/company/enable": (ids) => ({ ids: [ids.branch] }),
  "/api/company/disable": (ids) => ({ ids: [ids.branch] }),
  "/api/company/delete": (ids) => ({ ids: [ids.emptyBranch] }),
  "/api/role/post": (ids, unique) => ({ name: unique, companyId: ids.branch }),
  "/api/role/put": (ids, unique) => ({ id: ids.role, name: unique, version }),
  "/api/role/delete": (ids) => ({ ids: [ids.role] }),
  "/api/role/permission": (ids) => ({ id: ids.role }),
  "/api/role/authorize": (ids) => ({ id: ids.role, version, items: [{ menuId: "devices", actions: [] }] }),
  "/api/user_role/query_child_user": (ids) => ({ companyId: ids.branch }),
  "/api/employee_bind_customer/query": (ids) => ({ employeeId: ids.staff }),
  "/api/employee_bind_customer/batchBindCustomer": (ids) => ({ employeeId: ids.staff, customerIds: [ids.consumer], bound: false }),
  "/api/device_user_bind/queryUser": (ids) => ({ deviceId: ids.device }),
  "/api/device_user_bind/queryDevices": (ids) => ({ userId: ids.consumer }),
  "/api/device_user_bind/auth": (ids) => ({ deviceId: ids.device, userId: ids.consumer, state: 1, version }),
  "/api/device_user_bind/removeAuth": (ids) => ({ deviceId: ids.device, userId: ids.consumer }),
  "/api/terminal_user/get": (ids) => ({ id: ids.consumer }),
  "/api/terminal_user/put": (ids) => ({ id: ids.consumer, userName: "Edited", version }),
  "/api/terminal_user/delete": (ids) => ({ ids: [ids.consumer] }),
  "/api/device/query": (ids) => ({
    ...{ typeId: ids.deviceType, companyId: ids.company, groupId: ids.device_group, companyGroupId: ids.companyGroup },
  }),
  "/api/device/get": (ids) => ({ id: ids.device }),
  "/api/device/get_user_count": (ids) => ({ companyId: ids.company }),
  "/api/device/query_user_count": (ids) => ({ companyId: ids.company, userId: ids.consumer }),
  "/api/device/post": (ids, unique) => ({ ...device(ids), name: unique, sn: unique }),
  "/api/device/put": (ids, unique) => ({ ...device(ids), id: ids.device, name: unique, sn: unique, version }),
  "/api/device/delete": (ids) => ({ ids: [ids.device] }),
  "/api/device/renew": (ids) => ({ ids: [ids.device], months: 12 }),
  "/api/device_change/post": (ids) => ({ ids: [ids.device], action: { kind: "alarmNotice", on: false } }),
  "/api/device/cmd": (ids) => ({ id: ids.device, slave: 1, values: { [ids.point]: 1 } }),
  "/api/device/query_location_count": (ids) => ({ ...world, whole: true, companyId: ids.company, typeId: ids.deviceType }),
  "/api/device_location_track/query": (ids) => ({ deviceId: ids.device, ...period }),
  "/api/device_video/query": (ids) => ({ deviceId: ids.device, companyId: ids.company, id: ids.video }),
  "/api/device_video/post": (ids, unique) => ({ ...video, name: unique, deviceId: ids.device }),
  "/api/device_video/put": (ids, unique) => ({ ...video, name: unique, id: ids.video, version }),
  "/api/device_video/delete": (ids) => ({ ids: [ids.video] }),
  "/api/device_favorites/add": (ids) => ({ ids: [ids.device] }),
  "/api/device_favorites/cancel": (ids) => ({ ids: [ids.device] }),
  "/api/device_favorites/top": (ids) => ({ id: ids.device }),
  "/api/device_favorites/bottom": (ids) => ({ id: ids.device }),
  "/api/device_favorites/sort": (ids) => ({ id: ids.device, place: 1 }),
  "/api/device_group_member/query": (ids) => ({ id: ids.device_group }),
  "/api/device_group_member/add": (ids) => ({ id: ids.device_group, deviceIds: [ids.device] }),
  "/api/device_group_member/remove": (ids) => ({ id: ids.device_group, deviceIds: [ids.device] }),
  "/api/device_group_member/query_groups": (ids) => ({ id: ids.device }),
  "/api/device_company_group/query_group_slave": (ids) => ({ id: ids.companyGroup }),
  "/api/device_company_group/add_to_group": (ids) => ({ id: ids.companyGroup, deviceIds: [ids.device], slaveIds: [ids.slave] }),
  "/api/device_company_group/remove_from_group": (ids) => ({ id: ids.companyGroup, deviceIds: [ids.device], slaveIds: [ids.slave] }),
  "/api/device_type/do_default": (ids) => ({ id: ids.category }),
  "/api/device_type_relation/get": (ids) => ({ id: ids.category }),
  "/api/device_type_relation/put": (ids) => ({ id: ids.category, relatedIds: [ids.deviceType], version }),
  "/api/device_type_relation/queryDevice": (ids) => ({ id: ids.deviceType }),
  "/api/device_attr/query": (ids) => ({ deviceId: ids.device }),
  "/api/device/addSnAndPsd": (ids, unique) => ({ companyId: ids.company, pairs: [{ sn: unique }] }),
  "/api/sheet_import/get": (ids) => ({ id: ids.sheet }),
  "/api/sheet_import/query": (ids) => ({ id: ids.sheet }),
  "/api/device/import": (ids) => ({ id: ids.sheet }),
  "/api/device/import_sn": (ids) => ({ id: ids.snSheet }),
  "/api/device/generate_sn": (ids, unique) => ({ companyId: ids.company, prefix: `${unique}-`, start: "1", count: 1 }),
  "/api/device/dlexcel": (ids) => ({ companyId: ids.company }),
  "/api/device/querysnpsw": (ids) => ({ companyId: ids.company }),
  "/api/device/delSnAndPsd": (ids) => ({ ids: [ids.registered] }),
  "/api/device/check_transfer": (ids) => ({ companyId: ids.branch, ids: [ids.device] }),
  "/api/device/change_user": (ids) => ({ companyId: ids.branch, ids: [ids.device] }),
  "/api/device/update_device_sn": (ids, unique) => ({ id: ids.device, sn: unique, version }),
  "/api/device/update_device_type": (ids) => ({ ids: [ids.device], typeId: ids.category }),
  "/api/device/update_ternimal_user": (ids) => ({ ids: [ids.device], userId: ids.consumer }),
  "/api/device_message/query": (ids) => ({ deviceId: ids.device }),
  "/api/device_message/daily_count": (ids) => ({ deviceId: ids.device }),
  "/api/device/list_recipe": (ids) => ({ deviceId: ids.device, companyId: ids.company }),
  "/api/device/list_recipe_slave_sn": (ids) => ({ recipeId: ids.recipe }),
  "/api/device_slave/get_device_slave": (ids) => ({ id: ids.slave }),
  "/api/device_slave/query": (ids) => ({ deviceId: ids.device }),
  "/api/device_data_recipe/get": (ids) => ({ id: ids.recipe }),
  "/api/device_data_recipe/put": (ids, unique) => ({ id: ids.recipe, name: unique, version }),
  "/api/device_data_recipe/delete": (ids) => ({ ids: [ids.recipe] }),
  "/api/device_data_recipe/list_body": (ids) => ({ recipeId: ids.recipe }),
  "/api/device_data_recipe/get_body": (ids) => ({ id: ids.point }),
  "/api/device_data_recipe/add_body": (ids, unique) => ({ recipeId: ids.recipe, name: unique, address: unique }),
  "/api/device_data_recipe/put_body": (ids, unique) => ({
    id: ids.point,
    recipeId: ids.recipe,
    name: unique,
    address: "40001",
    writable: true,
    version,
  }),
  "/api/device_data_recipe/delete_body": (ids) => ({ ids: [ids.point] }),
  "/api/device_data_log/query": history,
  "/api/device_data_log/query_mutil": history,
  "/api/device_data_log/dlexcel": history,
  "/api/alarm_trigger/query": (ids) => ({ recipeId: ids.recipe }),
  "/api/alarm_trigger/get": (ids) => ({ id: ids.rule }),
  "/api/alarm_trigger/post": (ids, unique) => ({ ...rule(ids), name: unique }),
  "/api/alarm_trigger/put": (ids, unique) => ({ ...rule(ids), id: ids.rule, name: unique, version }),
  "/api/alarm_trigger/open_or_close": (ids) => ({ id: ids.rule, enabled: false }),
  "/api/alarm_trigger/open_or_close_mask": (ids) => ({ id: ids.rule, mask: true }),
  "/api/alarm_trigger/delete": (ids) => ({ ids: [ids.rule] }),
  "/api/alarm_log/query": (ids) => ({ deviceId: ids.device }),
  "/api/alarm_log/count": (ids) => ({ deviceId: ids.device }),
  "/api/alarm_log/countLevel": (ids) => ({ deviceId: ids.device }),
  "/api/alarm_log/get": (ids) => ({ id: ids.alarm }),
  "/api/alarm_log/recover": (ids) => ({ ids: [ids.alarm], state: 1, remark: "looked at" }),
  "/api/order/query": (ids) => ({ recipeId: ids.recipe }),
  "/api/order/send": (ids) => ({ id: ids.order, deviceIds: [ids.device] }),
  "/api/device_recipe_picture/query_body": (ids) => ({ groupId: ids.iconGroup }),
  "/api/device_recipe_picture/get_body": (ids) => ({ id: ids.icon }),
  "/api/device_recipe_picture/add_body": (ids, unique) => ({ groupId: ids.iconGroup, value: unique, picture }),
  "/api/device_recipe_picture/put_body": (ids, unique) => ({ id: ids.icon, groupId: ids.iconGroup, value: unique, picture, version }),
  "/api/device_recipe_picture/delete_body": (ids) => ({ ids: [ids.icon] }),
  "/api/device/query_mini": (ids) => ({ recipeId: ids.recipe }),
  "/api/company/query": (ids) => ({ companyId: ids.company }),
  "/api/company/query_mini": (ids) => ({ id: ids.company }),
  "/api/user_role/query_user": (ids) => ({ companyId: ids.company }),
  "/api/terminal_user/query": (ids) => ({ companyId: ids.company }),
  "/api/device_data_recipe/query": (ids) => ({ companyId: ids.company }),
  "/api/device_event/dlexcel_user_event": (ids) => ({ companyId: ids.company }),
  "/api/device_state_log/query": (ids) => ({ deviceId: ids.device, companyId: ids.company }),
  "/api/device_state_log/daily_count": (ids) => ({ deviceId: ids.device, companyId: ids.company, ...period }),
  "/api/device_state_log/dlexcel": (ids) => ({ deviceId: ids.device, companyId: ids.company, ...period }),
  "/api/device_event/query": (ids) => ({ deviceId: ids.device }),
};

/** Calls whose ids are of no organisation: the platform's own, or of who asks. */
export const withoutTenant: readonly string[] = [
  "menu",
  "dict",
  "app_version",
  "sys",
  "license",
  "sample",
  "user_temp_data",
  "image_file",
  "alarm_switch",
  "notice",
  "job",
];
