import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { alarmLog, alarmSwitch, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmMask } from "#contract/resources/alarmMask.ts";
import { appVersion } from "#contract/resources/appVersion.ts";
import { auth } from "#contract/resources/auth.ts";
import { company } from "#contract/resources/company.ts";
import { alarmUserWeixin, companyWeixin, userWeixin } from "#contract/resources/companyWeixin.ts";
import { device } from "#contract/resources/device.ts";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceDataRecipeApp } from "#contract/resources/deviceDataRecipeApp.ts";
import { deviceDataRecipeAppCmd } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { deviceTemplateUiCmd } from "#contract/resources/deviceTemplateUiCmd.ts";
import { deviceTemplateUiCompany } from "#contract/resources/deviceTemplateUiCompany.ts";
import { deviceType, deviceTypeRelation } from "#contract/resources/deviceType.ts";
import { deviceVideo } from "#contract/resources/deviceVideo.ts";
import { dict } from "#contract/resources/dict.ts";
import { menu } from "#contract/resources/menu.ts";
import { order } from "#contract/resources/order.ts";
import { deviceUserBind, employeeBindCustomer, terminalUser } from "#contract/resources/relations.ts";
import { role } from "#contract/resources/role.ts";
import { sample } from "#contract/resources/sample.ts";
import { sys } from "#contract/resources/sys.ts";
import { user } from "#contract/resources/user.ts";
import { resources } from "#contract/resources.ts";
import { goodPassword, lastLogged, lastText } from "#tests/server/people/people.ts";
import { type RecordSample, recordSamples } from "#tests/server/records/recordSamples.ts";
import { adminPassword, openSite, type Site, videoSource } from "#tests/server/site.ts";
import { samples } from "#tests/server/tenants/samples.ts";
import { openTenant, type RecordName, type Tenant } from "#tests/server/tenants/tenant.ts";
import { app, person } from "./requestFields.ts";
import { unchanging } from "./unchanging.ts";

type Fields = Record<string, unknown>;

interface Write {
  call: Call;
  /** The tenants' sample when left out. */
  request?: () => object;
  /** What the log has to hold of it. */
  change: () => Fields;
  /** The tenant's keeper when left out. */
  by?: "admin" | "nobody";
}

const phone = "13900000077";
const secrets = [
  "e".repeat(32),
  "f".repeat(32),
  goodPassword,
  adminPassword,
  "secret1",
  "Osprey45pq",
  "Falcon83ty",
  "device-secret-1",
  "device-secret-2",
];
const marks = { kept: "***", changed: "*** (changed)" };

let site: Site;
let tenant: Tenant;
let admin = "";
let sameName = "";
let totpSecret = "";
/** Ids that creating calls answered, by path. */
const made = new Map<string, string>();

const { calls } = device;
const ids = (): Tenant["ids"] => tenant.ids;
const madeBy = (call: Call): string => made.get(call.path) ?? "";
const named = (kind: keyof Tenant["ids"], name: string) => ({ [ids()[kind]]: [name, null] });

const deviceFields = () => ({
  name: "Pump",
  sn: "PUMP-1",
  typeId: ids().deviceType,
  industry: "water",
  slaves: [{ no: 1, name: "One", recipeId: ids().recipe }],
});
const totpCode = (steps = 0): string => new TOTP({ secret: totpSecret }).generate({ timestamp: Date.now() + steps * 30_000 });

const writes: readonly Write[] = [
  {
    call: deviceVideo.calls.post,
    change: () => ({
      ...{ deviceId: [null, ids().device], name: [null, "unique"], kind: [null, "hls"], source: [null, videoSource] },
      ...{ url: [null, marks.kept], note: [null, ""], sort: [null, 0] },
    }),
  },
  {
    call: deviceVideo.calls.put,
    request: () => ({ ...sampled(deviceVideo.calls.put), name: "Gate" }),
    change: () => ({ name: ["ZQ video", "Gate"], kind: ["flv", "hls"], url: [marks.kept, marks.changed] }),
  },
  { call: deviceVideo.calls.delete, change: () => ({ [ids().video]: ["Gate", null] }) },
  { call: company.calls.post, change: () => ({ parentId: [null, ids().company] }) },
  {
    call: company.calls.put,
    request: () => ({ ...sampled(company.calls.put), name: "Moved" }),
    change: () => ({ name: ["ZQ branch", "Moved"] }),
  },
  { call: company.calls.update_my, request: () => ({ name: "ZQ", version: 1 }), change: () => ({ name: ["ZQ company", "ZQ"] }) },
  {
    call: company.calls.disable,
    request: () => ({ ids: [ids().emptyBranch, sameName] }),
    change: () => ({ [`ZQ empty (${ids().emptyBranch})`]: [true, false], [`ZQ empty (${sameName})`]: [true, false] }),
  },
  {
    call: company.calls.enable,
    request: () => ({ ids: [sameName] }),
    change: () => ({ [`ZQ empty (${sameName})`]: [false, true] }),
  },
  {
    call: calls.renew,
    request: () => ({ ids: [ids().device], to: "2030-01-31" }),
    change: () => ({ [`ZQ device (${ids().device})`]: ["", "2030-01-31"] }),
  },
  { call: calls.addSnAndPsd, request: () => ({ pairs: [{ sn: "AHEAD-1" }] }), change: () => ({ "AHEAD-1": [null, marks.kept] }) },
  {
    call: calls.generate_sn,
    request: () => ({ prefix: "MADE-", start: "09", count: 2 }),
    change: () => ({ "MADE-09": [null, marks.kept], "MADE-10": [null, marks.kept] }),
  },
  { call: calls.delSnAndPsd, change: () => ({ "ZQ-2": [marks.kept, null] }) },
  {
    call: deviceGroupMember.calls.remove,
    change: () => ({ [`ZQ device (${ids().device})`]: [true, false] }),
  },
  { call: deviceGroupMember.calls.add, change: () => ({ [`ZQ device (${ids().device})`]: [false, true] }) },
  {
    call: deviceCompanyGroup.calls.remove_from_group,
    change: () => ({ [`ZQ device (${ids().device})`]: [true, false] }),
  },
  {
    call: deviceCompanyGroup.calls.add_to_group,
    request: () => ({ id: ids().companyGroup, slaveIds: [ids().slave] }),
    change: () => ({ [`ZQ device (${ids().device})`]: [[], ["1 ZQ slave"]] }),
  },
  { call: deviceType.calls.do_default, change: () => ({ defaultType: [null, "ZQ category"] }) },
  {
    call: deviceTypeRelation.calls.put,
    request: () => ({ id: ids().deviceType, version: 1, relatedIds: [ids().category] }),
    change: () => ({ related: [[], ["ZQ category"]] }),
  },
  { call: company.calls.delete, change: () => named("emptyBranch", "ZQ empty") },
  {
    call: companyWeixin.calls.put,
    request: () => ({ ...sampled(companyWeixin.calls.put), appSecret: "e".repeat(32), name: "Notices" }),
    change: () => ({ name: ["ZQ account", "Notices"], appSecret: [null, marks.kept] }),
  },
  { call: userWeixin.calls.delete, change: () => named("userWeixin", "ZQ.staff") },
  { call: alarmUserWeixin.calls.delete, change: () => named("alarmUserWeixin", "ZQ contact") },
  { call: companyWeixin.calls.delete, change: () => named("weixin", "Notices") },
  {
    call: companyWeixin.calls.post,
    request: () => ({ name: "Again", appId: "wx0123456789abcdef", appSecret: "f".repeat(32), token: "callback" }),
    change: () => ({ name: [null, "Again"], appSecret: [null, marks.kept], token: [null, marks.kept] }),
  },
  { call: role.calls.post, change: () => ({ name: [null, "unique"], companyId: [null, ids().branch] }) },
  { call: role.calls.put, change: () => ({ name: ["ZQ role", "unique"] }) },
  {
    call: role.calls.authorize,
    request: () => ({ id: ids().role, version: 2, items: [{ menuId: "devices.list", actions: [] }] }),
    change: () => ({ "devices.list": [null, []] }),
  },
  { call: user.calls.add_child, change: () => ({ account: [null, "unique"], roleIds: [null, [ids().role]] }) },
  {
    call: user.calls.add_child_company,
    request: () => ({ ...sampled(user.calls.add_child_company), account: "second" }),
    change: () => ({ companyId: [null, ids().branch] }),
  },
  { call: user.calls.edit_child, change: () => ({ userName: ["ZQ.staff", "Edited"] }) },
  {
    call: user.calls.edit_child_role,
    request: () => ({ id: ids().staff, roleIds: [], version: 2 }),
    change: () => ({ "ZQ.staff": [["unique"], []] }),
  },
  { call: user.calls.disable, change: () => ({ "ZQ.staff": [true, false] }) },
  { call: user.calls.enable, change: () => ({ "ZQ.staff": [false, true] }) },
  {
    call: user.calls.reset_child_pass,
    request: () => ({ id: ids().staff, password: "Osprey45pq", ownPassword: "secret1" }),
    change: () => ({ password: [marks.kept, marks.changed] }),
  },
  { call: user.calls.update, request: () => ({ userName: "Keeper", version: 1 }), change: () => ({ userName: ["ZQ.keeper", "Keeper"] }) },
  {
    call: user.calls.update_pass,
    request: () => ({ password: "secret1", newPassword: goodPassword, repassword: goodPassword }),
    change: () => ({ password: [marks.kept, marks.changed] }),
  },
  { call: user.calls.totp_confirm, request: () => ({ verifyCode: totpCode() }), change: () => ({ totp: [false, true] }) },
  {
    call: user.calls.totp_end,
    request: () => ({ password: goodPassword, verifyCode: totpCode(1) }),
    change: () => ({ totp: [true, false] }),
  },
  {
    call: auth.calls.reset_pass,
    by: "nobody",
    request: () => ({ phone, verificationCode: resetCode, password: "Falcon83ty", repassword: "Falcon83ty" }),
    change: () => ({ password: [marks.kept, marks.changed] }),
  },
  {
    call: terminalUser.calls.post,
    request: () => ({ account: "consumer", userName: "Consumer", password: goodPassword }),
    change: () => ({ account: [null, "consumer"] }),
  },
  { call: terminalUser.calls.put, change: () => ({ userName: ["ZQ consumer", "Edited"] }) },
  { call: employeeBindCustomer.calls.batchBindCustomer, change: () => ({ "ZQ.staff ZQ.consumer": [true, false] }) },
  { call: deviceUserBind.calls.auth, change: () => ({ "ZQ-1 ZQ.consumer": [0, 1] }) },
  {
    call: calls.update_ternimal_user,
    change: () => ({ [ids().device]: ["ZQ device (ZQ-1) · –", "ZQ device (ZQ-1) · ZQ.consumer"] }),
  },
  {
    call: deviceUserBind.calls.auth,
    request: () => ({ ...sampled(deviceUserBind.calls.auth), version: 3 }),
    change: () => ({ "ZQ-1 ZQ.consumer": [0, 1] }),
  },
  { call: deviceUserBind.calls.removeAuth, change: () => ({ "ZQ-1 ZQ.consumer": [1, null] }) },
  { call: terminalUser.calls.delete, change: () => named("consumer", "ZQ.consumer") },
  { call: user.calls.delete_child, change: () => named("staff", "ZQ.staff") },
  {
    call: role.calls.delete,
    request: () => ({ ids: [madeBy(role.calls.post)] }),
    change: () => ({ [madeBy(role.calls.post)]: ["unique", null] }),
  },
  {
    call: calls.post,
    request: () => ({ ...deviceFields(), password: "device-secret-1" }),
    change: () => ({
      sn: [null, "PUMP-1"],
      companyId: [null, ids().company],
      slaves: [null, deviceFields().slaves],
      password: [null, marks.kept],
    }),
  },
  {
    call: calls.put,
    request: () => ({ ...deviceFields(), id: madeBy(calls.post), name: "Pump two", password: "", version: 1 }),
    change: () => ({ name: ["Pump", "Pump two"] }),
  },
  {
    call: calls.put,
    request: () => ({
      ...deviceFields(),
      id: madeBy(calls.post),
      name: "Pump two",
      companyId: ids().branch,
      slaves: [{ no: 2, name: "Two", recipeId: ids().recipe }],
      password: "device-secret-2",
      version: 2,
    }),
    change: () => ({
      companyId: [ids().company, ids().branch],
      slaves: [deviceFields().slaves, [{ no: 2, name: "Two", recipeId: ids().recipe }]],
      password: [marks.kept, marks.changed],
    }),
  },
  {
    call: calls.update_device_type,
    request: () => ({ ids: [madeBy(calls.post)], typeId: ids().category }),
    change: () => ({ [madeBy(calls.post)]: ["ZQ type", "ZQ category"] }),
  },
  {
    call: calls.change_user,
    request: () => ({ ids: [madeBy(calls.post)], companyId: ids().company }),
    change: () => ({ [madeBy(calls.post)]: ["Pump two (PUMP-1) · Moved", `Pump two (PUMP-1) · ${ids().company}`] }),
  },
  {
    call: calls.update_device_sn,
    request: () => ({ id: madeBy(calls.post), sn: "PUMP-2", password: "device-secret-1", version: 5 }),
    change: () => ({ sn: ["PUMP-1", "PUMP-2"], password: [marks.kept, marks.changed] }),
  },
  {
    call: calls.new_password,
    request: () => ({ id: madeBy(calls.post), version: 6 }),
    change: () => ({ password: [marks.kept, marks.changed] }),
  },
  {
    call: calls.delete,
    request: () => ({ ids: [madeBy(calls.post)] }),
    change: () => ({ [madeBy(calls.post)]: ["PUMP-2 Pump two", null] }),
  },
  {
    call: alarmTrigger.calls.post,
    request: () => ({ ...sampled(alarmTrigger.calls.post), alarmTypeId: null, alarmGroupId: null }),
    change: () => ({ name: [null, "unique"], pointId: [null, ids().point], a: [null, 5] }),
  },
  {
    call: alarmTrigger.calls.put,
    request: () => ({ ...sampled(alarmTrigger.calls.put), name: "Hot", a: 7 }),
    change: () => ({
      ...{ name: ["ZQ rule", "Hot"], a: [5, 7] },
      ...{ alarmTypeId: [null, ids().alarmType], alarmGroupId: [null, ids().alarmGroup] },
    }),
  },
  { call: alarmTrigger.calls.open_or_close, change: () => ({ enabled: [true, false] }) },
  { call: alarmTrigger.calls.open_or_close_mask, change: () => ({ mask: [false, true] }) },
  {
    call: alarmMask.calls.put,
    request: () => ({ deviceId: ids().device, reason: "works" }),
    change: () => ({ deviceId: [null, ids().device], reason: [null, "works"] }),
  },
  {
    call: alarmMask.calls.end,
    request: () => ({ ids: [madeBy(alarmMask.calls.put)] }),
    change: () => ({ ended: [null, [madeBy(alarmMask.calls.put)]] }),
  },
  { call: alarmLog.calls.comment, change: () => ({ comment: [null, "looked at"] }) },
  {
    call: alarmLog.calls.recover,
    change: () => ({ processed: [null, [`ZQ device · ZQ rule (${ids().alarm})`]], state: [0, 1], remark: [null, "looked at"] }),
  },
  { call: alarmLog.calls.delete, change: () => named("pastAlarm", "ZQ device · ZQ rule") },
  { call: alarmTrigger.calls.delete, change: () => named("rule", "Hot") },
  {
    call: alarmSwitch.calls.open_or_close,
    request: () => ({ level: 3, notice: true, sound: false }),
    change: () => ({ sound: [true, false] }),
  },
  { call: deviceDataRecipe.calls.post, request: () => ({ name: "Boiler" }), change: () => ({ name: [null, "Boiler"] }) },
  { call: deviceDataRecipe.calls.put, change: () => ({ name: ["ZQ recipe", "unique"] }) },
  {
    call: deviceDataRecipe.calls.add_body,
    change: () => ({ recipeId: [null, ids().recipe], address: [null, "unique"], writable: [null, false] }),
  },
  {
    call: deviceDataRecipe.calls.put_bodies,
    request: () => ({
      recipeId: ids().recipe,
      changed: [{ id: madeBy(deviceDataRecipe.calls.add_body), version: 1, changes: { unit: "bar" } }],
    }),
    change: () => ({ [madeBy(deviceDataRecipe.calls.add_body)]: [{ unit: "" }, { unit: "bar" }] }),
  },
  { call: deviceDataRecipe.calls.put_body, change: () => ({ name: ["ZQ point", "renamed"] }), request: () => renamedPoint() },
  {
    call: deviceDataRecipe.calls.copy,
    request: () => ({ id: ids().recipe, name: "Copied" }),
    change: () => ({ name: [null, "Copied"] }),
  },
  {
    call: deviceTemplate.calls.copy,
    request: () => ({ id: ids().deviceTemplate, name: "Copied" }),
    change: () => ({ name: [null, "Copied"] }),
  },
  {
    call: deviceDataRecipeApp.calls.post,
    change: () => ({ recipeId: [null, ids().spare], name: [null, "unique"], enabled: [null, false] }),
  },
  {
    call: deviceDataRecipeApp.calls.put,
    change: () => ({
      name: ["ZQ app", "unique"],
      points: ["ZQ shown", ""].map((name) => [{ pointId: ids().point, name, nameEn: "", show: "value" }]),
    }),
  },
  {
    call: deviceDataRecipeAppCmd.calls.post,
    change: () => ({ appId: [null, ids().appRecipe], values: [null, [[ids().point, 2]]], confirm: [null, true] }),
  },
  {
    call: deviceDataRecipeAppCmd.calls.put,
    request: () => ({ ...sampled(deviceDataRecipeAppCmd.calls.put), name: "Start", confirm: false }),
    change: () => ({ name: ["ZQ command", "Start"], values: [1, 2].map((value) => [[ids().point, value]]), confirm: [true, false] }),
  },
  { call: deviceDataRecipeAppCmd.calls.delete, change: () => named("appCommand", "Start") },
  { call: deviceDataRecipeApp.calls.delete, change: () => named("appRecipe", "unique") },
  {
    call: deviceTemplateUi.calls.post,
    change: () => ({ name: [null, "unique"], deviceTemplateId: [null, ids().preset], enabled: [null, true] }),
  },
  {
    call: deviceTemplateUi.calls.put,
    request: () => ({ ...sampled(deviceTemplateUi.calls.put), name: "Renamed" }),
    change: () => ({ name: ["ZQ panel", "Renamed"] }),
  },
  { call: deviceTemplateUiCmd.calls.post, change: () => ({ name: [null, "unique"], uiId: [null, ids().panel], slave: [null, 1] }) },
  {
    call: deviceTemplateUiCmd.calls.put,
    request: () => ({ ...sampled(deviceTemplateUiCmd.calls.put), name: "Renamed" }),
    change: () => ({ name: ["ZQ command", "Renamed"] }),
  },
  {
    call: deviceTemplateUiCmd.calls.delete,
    change: () => ({ [ids().panelCommand]: ["Renamed", null] }),
  },
  { call: deviceTemplateUiCompany.calls.post, change: () => ({ uiId: [null, ids().panel], companyId: [null, ids().branch] }) },
  { call: deviceTemplateUiCompany.calls.delete, change: () => ({ [ids().panelLink]: [expect.stringMatching(/^ZQ linked panel /), null] }) },
  { call: deviceTemplateUi.calls.delete, change: () => ({ [ids().panel]: ["Renamed", null] }) },
  {
    call: deviceDataRecipe.calls.update_body_type,
    request: () => ({ ids: [madeBy(deviceDataRecipe.calls.add_body)], categoryId: ids().pointCategory }),
    change: () => ({ [madeBy(deviceDataRecipe.calls.add_body)]: [null, ids().pointCategory] }),
  },
  {
    call: deviceDataRecipe.calls.top,
    request: () => ({ id: madeBy(deviceDataRecipe.calls.add_body) }),
    change: () => ({ place: [2, 1] }),
  },
  {
    call: deviceDataRecipe.calls.down,
    request: () => ({ id: madeBy(deviceDataRecipe.calls.add_body) }),
    change: () => ({ place: [1, 2] }),
  },
  {
    call: deviceDataRecipe.calls.orderby,
    request: () => ({ id: madeBy(deviceDataRecipe.calls.add_body), place: 1 }),
    change: () => ({ place: [2, 1] }),
  },
  {
    call: deviceDataRecipe.calls.delete_body,
    request: () => ({ ids: [madeBy(deviceDataRecipe.calls.add_body)] }),
    change: () => ({ [madeBy(deviceDataRecipe.calls.add_body)]: ["unique unique", null] }),
  },
  {
    call: deviceDataRecipe.calls.delete,
    request: () => ({ ids: [madeBy(deviceDataRecipe.calls.post)] }),
    change: () => ({ [madeBy(deviceDataRecipe.calls.post)]: ["Boiler", null] }),
  },
  { call: deviceRecipePicture.calls.add_body, change: () => ({ value: [null, "unique"] }) },
  {
    call: deviceRecipePicture.calls.put_body,
    request: () => ({ ...sampled(deviceRecipePicture.calls.put_body), value: "7" }),
    change: () => ({ value: ["ZQ", "7"] }),
  },
  { call: deviceRecipePicture.calls.delete_body, change: () => named("icon", "7 /files/none.png") },
  {
    call: order.calls.post,
    request: () => ({ ...sampled(order.calls.post), name: "First" }),
    change: () => ({ recipeId: [null, ids().recipe], values: [null, [[ids().point, 1]]] }),
  },
  ...recordSamples.flatMap(({ kind: { resource }, as, fields, gone = (name) => name }: RecordSample & { as: RecordName }): Write[] => [
    { call: resource.calls.post, request: () => fields("Added", ids()), change: () => ({ name: [null, "Added"] }) },
    { call: resource.calls.put, change: () => ({ name: [`ZQ ${as}`, "unique"] }) },
    { call: resource.calls.delete, change: () => named(as, gone("unique")) },
  ]),
  { call: menu.calls.post, by: "admin", request: () => ({ path: "/extra", name: "Extra" }), change: () => ({ name: [null, "Extra"] }) },
  {
    call: menu.calls.put,
    by: "admin",
    request: () => ({ id: madeBy(menu.calls.post), path: "/extra", name: "More", version: 1 }),
    change: () => ({ name: ["Extra", "More"] }),
  },
  {
    call: menu.calls.delete,
    by: "admin",
    request: () => ({ ids: [madeBy(menu.calls.post)] }),
    change: () => ({ "/extra": ["More", null] }),
  },
  { call: dict.calls.post, by: "admin", request: () => ({ name: "n", value: "v" }), change: () => ({ value: [null, "v"] }) },
  {
    call: dict.calls.put,
    by: "admin",
    request: () => ({ id: madeBy(dict.calls.post), name: "n", value: "w", version: 1 }),
    change: () => ({ value: ["v", "w"] }),
  },
  {
    call: dict.calls.delete,
    by: "admin",
    request: () => ({ ids: [madeBy(dict.calls.post)] }),
    change: () => ({ "n/w": ["", null] }),
  },
  {
    call: appVersion.calls.post,
    by: "admin",
    request: () => app({}),
    change: () => ({ versionNumber: [null, "1.2.0"] }),
  },
  {
    call: appVersion.calls.put,
    by: "admin",
    request: () => app({ id: madeBy(appVersion.calls.post), versionNumber: "1.3.0", version: 1 }),
    change: () => ({ versionNumber: ["1.2.0", "1.3.0"] }),
  },
  {
    call: appVersion.calls.delete,
    by: "admin",
    request: () => ({ ids: [madeBy(appVersion.calls.post)] }),
    change: () => ({ "Console android 1.3.0": ["https://apps.example.com/console.apk", null] }),
  },
  { call: sample.calls.add, by: "admin", request: () => person({ age: 31 }), change: () => ({ name: [null, "Wang"], age: [null, 31] }) },
  {
    call: sample.calls.edit,
    by: "admin",
    request: () => person({ id: madeBy(sample.calls.add), age: 32 }),
    change: () => ({ age: [31, 32] }),
  },
  {
    call: sample.calls.remove,
    by: "admin",
    request: () => ({ id: madeBy(sample.calls.add) }),
    change: () => ({ [madeBy(sample.calls.add)]: ["Wang", null] }),
  },
  { call: sample.calls.add, by: "admin", request: () => person({ age: 40 }), change: () => ({ age: [null, 40] }) },
  {
    call: sample.calls.batchremove,
    by: "admin",
    request: () => ({ ids: madeBy(sample.calls.add) }),
    change: () => ({ [madeBy(sample.calls.add)]: ["Wang", null] }),
  },
  {
    call: sys.calls.put,
    by: "admin",
    request: () => ({ platform: "Water works", version: settingsVersion }),
    change: () => ({ platform: ["Gatehouse", "Water works"] }),
  },
];

let resetCode = "";
let settingsVersion = 1;

const sampled = ({ path }: Call): object => samples[path]?.(tenant.ids, "unique") ?? {};
const renamedPoint = () => ({ ...sampled(deviceDataRecipe.calls.put_body), name: "renamed" });
const token = (by: Write["by"]): string => (by === "nobody" ? "" : by === "admin" ? admin : tenant.token);

beforeAll(async () => {
  site = await openSite();
  admin = await site.signIn("admin", adminPassword);
  tenant = await openTenant(site, "ZQ");
  sameName = await site.addCompany("ZQ empty", tenant.ids.branch);
  await site.addUser({ account: "forgetful", phone });
  await site.ask(auth.calls.send_reset_pass_code, { phone });
  resetCode = /\d{4,}/.exec(await lastText(site, phone))?.[0] ?? "";
  totpSecret = (await site.ask(user.calls.totp_begin, { password: "secret1" }, { token: tenant.token })).data.secret;
  settingsVersion = (await site.ask(sys.calls.query, {}, { token: admin })).data.version;
});
afterAll(() => site.close());

describe("what the operation log keeps of a write", () => {
  it.each(writes)("$call.path: before and after, and no secret", async ({ call, request, change, by }) => {
    const answer = await site.ask(call, request?.() ?? sampled(call), { token: token(by) });
    expect([answer.code, answer.message, answer.fields]).toEqual([0, expect.anything(), []]);
    const row = await lastLogged(site, call.path);
    expect([row.code, row.change]).not.toEqual([0, ""]);
    const kept: Fields = JSON.parse(row.change);
    expect(kept).toMatchObject(change());
    const { id } = { id: undefined, ...(answer.data as object | null) };
    if (id !== undefined) {
      expect(kept).toMatchObject({ id: [null, id] });
      made.set(call.path, String(id));
    }
    for (const secret of secrets) expect([row.change.includes(secret), row.detail.includes(secret)]).toEqual([false, false]);
    expect(row.change).not.toMatch(/hash|\$/);
  });

  it("is tried of every write that is not excused", () => {
    const known = new Set([...writes, ...unchanging].map(({ call }) => call.path));
    const every = resources.flatMap((resource) => Object.values<Call>(resource.calls)).filter(({ kind }) => kind === "write");
    expect(every.filter(({ path }) => !known.has(path)).map(({ path }) => path)).toEqual([]);
  });
});
