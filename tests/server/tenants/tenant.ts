import type { Call, ResponseOf } from "#contract/kit/call.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmMask } from "#contract/resources/alarmMask.ts";
import { company } from "#contract/resources/company.ts";
import { device, deviceSlave } from "#contract/resources/device.ts";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceDataRecipeApp } from "#contract/resources/deviceDataRecipeApp.ts";
import { deviceDataRecipeAppCmd } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { deviceFavorites } from "#contract/resources/deviceFavorites.ts";
import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { deviceTemplateUiCmd } from "#contract/resources/deviceTemplateUiCmd.ts";
import { deviceTemplateUiCompany } from "#contract/resources/deviceTemplateUiCompany.ts";
import { deviceVideo } from "#contract/resources/deviceVideo.ts";
import { deviceUserBind, employeeBindCustomer, terminalUser } from "#contract/resources/relations.ts";
import { role } from "#contract/resources/role.ts";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { type Row, tableOf } from "#tests/server/imports/tables.ts";
import { goodPassword } from "#tests/server/people/people.ts";
import { recordSamples } from "#tests/server/records/recordSamples.ts";
import { type Site, videoSource } from "#tests/server/site.ts";

export const kinds = [
  "company",
  "branch",
  "emptyBranch",
  "staff",
  "consumer",
  "role",
  "deviceType",
  "recipe",
  "point",
  "device",
  "rule",
  "mask",
  "alarm",
  "pastAlarm",
  "icon",
  "registered",
  "slave",
  "preset",
  "spare",
  "appRecipe",
  "appCommand",
  "panel",
  "panelCommand",
  "panelLink",
  "command",
  "video",
  "sheet",
  "snSheet",
  "typeSheet",
  "weixin",
  "userWeixin",
  "alarmUserWeixin",
  ...recordSamples.map(({ as }) => as),
] as const;
export type Kind = (typeof kinds)[number];
export type RecordName = (typeof recordSamples)[number]["as"];

export const picture = "/files/none.png";

/** An element that shows the data point. */
export const panelElement = (pointId: string) => ({ kind: "value", x: 0, y: 0, w: 4, h: 2, slave: 1, pointId });

/** An organisation that holds one of everything. Every text of it has `mark` in it, so that it is known wherever it turns up. */
export interface Tenant {
  readonly mark: string;
  readonly ids: Readonly<Record<Kind, string>>;
  /** Who may make every call that an organisation may. */
  readonly token: string;
}

/** Made through the calls themselves, as far as there are calls. */
export const openTenant = async (site: Site, mark: string, parent?: string): Promise<Tenant> => {
  const { db } = site.gatehouse.services;
  const companyId = await site.addCompany(`${mark} company`, parent);
  await site.addUser({ account: `${mark}.keeper`, companyId });
  const token = await site.signIn(`${mark}.keeper`, "secret1");
  const done = async <C extends Call>(call: C, request: object): Promise<ResponseOf<C>> => {
    const answer = await site.ask(call, request, { token });
    if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message}`);
    return answer.data;
  };
  const branch = (await done(company.calls.post, { parentId: companyId, name: `${mark} branch` })).id;
  const emptyBranch = (await done(company.calls.post, { parentId: companyId, name: `${mark} empty` })).id;
  const roleId = (await done(role.calls.post, { name: `${mark} role` })).id;
  const staff = await site.addUser({ account: `${mark}.staff`, companyId, type: 1, roles: [roleId] });
  const consumerFields = { account: `${mark}.consumer`, userName: `${mark} consumer`, password: goodPassword };
  const consumer = (await done(terminalUser.calls.post, consumerFields)).id;
  const deviceType = `type-${mark}`;
  const attribute = { id: "a", name: `${mark} attribute`, nameEn: "", kind: "text", choices: "", defaultValue: mark };
  const attributes = JSON.stringify([attribute]);
  await db
    .insertInto("device_type")
    .values({ id: deviceType, company_id: companyId, name: `${mark} type`, name_en: `${mark} type`, description: "", attributes })
    .execute();
  const recipe = (await done(deviceDataRecipe.calls.post, { name: `${mark} recipe` })).id;
  const pointFields = { recipeId: recipe, name: `${mark} point`, address: "40001", writable: true };
  const point = (await done(deviceDataRecipe.calls.add_body, pointFields)).id;
  const deviceFields = { name: `${mark} device`, sn: `${mark}-1`, typeId: deviceType, industry: `${mark} industry` };
  const made = await done(device.calls.post, { ...deviceFields, slaves: [{ no: 1, name: `${mark} slave`, recipeId: recipe }] });
  await done(deviceFavorites.calls.add, { ids: [made.id] });
  const ruleFields = { name: `${mark} rule`, recipeId: recipe, pointId: point, deviceId: made.id, condition: "above", a: 5 };
  const rule = (await done(alarmTrigger.calls.post, ruleFields)).id;
  const maskEnd = new Date(site.gatehouse.services.now() + 3_600_000).toISOString();
  const mask = (await done(alarmMask.calls.put, { ruleId: rule, deviceId: made.id, endsAt: maskEnd, reason: `${mark} works` })).id;
  await done(employeeBindCustomer.calls.batchBindCustomer, { employeeId: staff, customerIds: [consumer] });
  await done(deviceUserBind.calls.auth, { deviceId: made.id, userId: consumer, state: 0 });
  const records: Partial<Record<RecordName, string>> = {};
  for (const { kind, as, fields } of recordSamples)
    records[as] = ((await done<Call>(kind.resource.calls.post, fields(`${mark} ${as}`, { recipe, point }))) as { id: string }).id;
  const kept = records as Record<RecordName, string>;
  const presetFields = { name: `${mark} preset`, slaves: [{ no: 1, name: `${mark} slave`, recipeId: recipe }] };
  const preset = (await done(deviceTemplate.calls.post, presetFields)).id;
  const spare = (await done(deviceDataRecipe.calls.post, { name: `${mark} spare` })).id;
  const appFields = { recipeId: recipe, name: `${mark} app`, enabled: false, points: [{ pointId: point, name: `${mark} shown` }] };
  const appRecipe = (await done(deviceDataRecipeApp.calls.post, appFields)).id;
  const appCommandFields = { appId: appRecipe, name: `${mark} command`, values: [{ pointId: point, value: 1 }] };
  const appCommand = (await done(deviceDataRecipeAppCmd.calls.post, appCommandFields)).id;
  const panelFields = { name: `${mark} panel`, deviceTemplateId: preset, elements: [panelElement(point)] };
  const panel = (await done(deviceTemplateUi.calls.post, panelFields)).id;
  const panelCommandFields = { uiId: panel, name: `${mark} command`, slave: 1, values: [{ pointId: point, value: 1 }] };
  const panelCommand = (await done(deviceTemplateUiCmd.calls.post, panelCommandFields)).id;
  const linked = (await done(deviceTemplateUi.calls.post, { name: `${mark} linked panel`, deviceTemplateId: preset })).id;
  const panelLink = (await done(deviceTemplateUiCompany.calls.post, { uiId: linked, companyId: branch })).id;
  await db.updateTable("device").set({ template_id: preset }).where("id", "=", made.id).execute();
  await done(deviceGroupMember.calls.add, { id: kept.device_group, deviceIds: [made.id] });
  await done(deviceCompanyGroup.calls.add_to_group, { id: kept.companyGroup, deviceIds: [made.id] });
  const slave = (await done(deviceSlave.calls.query, { deviceId: made.id })).list[0]?.id ?? "";
  const icon = (await done(deviceRecipePicture.calls.add_body, { groupId: kept.iconGroup, value: mark, picture })).id;
  const alarm = `alarm-${mark}`;
  const pastAlarm = `past-alarm-${mark}`;
  const texts = { rule_name: `${mark} rule`, point_name: `${mark} point`, content: mark, content_en: mark };
  const raised = { ...texts, company_id: companyId, device_id: made.id, rule_id: rule, point_id: point, value: "6" };
  await db
    .insertInto("alarm_log")
    .values([
      alarmRow({ ...raised, id: alarm, open_key: alarm }),
      alarmRow({ ...raised, id: pastAlarm, raised_at: 0, released_at: 1, state: 1 }),
    ])
    .execute();
  await db.updateTable("device").set({ open_alarms: 1 }).where("id", "=", made.id).execute();
  const videoFields = { deviceId: made.id, name: `${mark} video`, kind: "flv", url: `${videoSource}/${mark}.flv?token=Falcon83ty` };
  const video = (await done(deviceVideo.calls.post, videoFields)).id;
  await done(device.calls.addSnAndPsd, { pairs: [{ sn: `${mark}-2` }] });
  const registered = (await done(device.calls.querysnpsw, { search: `${mark}-2` })).list[0]?.id ?? "";
  const uploaded = async (kind: "devices" | "sns" | "alarmTypes", row: Row): Promise<string> =>
    (await done(sheetImport.calls.upload, { kind, file: new File([new Uint8Array(await tableOf(kind, [row]))], `${mark}.xlsx`) })).id;
  const sheet = await uploaded("devices", {
    ...{ sn: `${mark}-1`, name: `${mark} device`, type: `${mark} type`, industry: `${mark} industry` },
    ...{ slaveNo: 1, slaveName: `${mark} slave`, recipe: `${mark} recipe` },
  });
  const snSheet = await uploaded("sns", { sn: `${mark}-2` });
  const typeSheet = await uploaded("alarmTypes", { name: `${mark} type` });
  const state = {
    id: `state-${mark}`,
    device_id: made.id,
    company_id: companyId,
    online: 1,
    at: Date.parse("2026-11-01T01:00:00Z"),
    reason: "connected",
  };
  await db.insertInto("device_state_log").values(state).execute();
  await db.insertInto("device_place").values({ device_id: made.id, at: state.at, lng: 108.9, lat: 34.2 }).execute();
  await db
    .insertInto("device_event")
    .values({
      id: `event-${mark}`,
      device_id: made.id,
      company_id: companyId,
      kind: "event",
      at: Date.now(),
      content: JSON.stringify({ content: mark }),
      user_id: null,
      account: "",
      result: "",
    })
    .execute();
  const command = `command-${mark}`;
  const planned = { device_id: made.id, at: state.at };
  await db
    .insertInto("device_event")
    .values({
      ...planned,
      id: command,
      company_id: companyId,
      kind: "command",
      content: "{}",
      user_id: null,
      account: "",
      result: "commandPlanned",
    })
    .execute();
  const due = Date.now() + 86_400_000;
  await db
    .insertInto("later_command")
    .values({
      ...{ id: command, device_id: made.id, user_id: staff, slave: 1, asked: "{}", state: "planned" },
      ...{ due_at: due, until: due, next_at: due },
    })
    .execute();
  const weixin = { weixin: `weixin-${mark}`, userWeixin: `user-weixin-${mark}`, alarmUserWeixin: `alarm-user-weixin-${mark}` };
  const stamps = { created_at: Date.now(), updated_at: Date.now(), updated_by: mark };
  await db
    .insertInto("company_weixin")
    .values({
      ...{ id: weixin.weixin, company_id: companyId, name: `${mark} account`, app_id: "wx0123456789abcdef", app_secret: "f".repeat(32) },
      ...{ token: "callback", original_id: "", template_id: "", keyword_device: "thing1", keyword_text: "thing2" },
      ...{ keyword_level: "", keyword_when: "", keyword_company: "", keyword_sn: "", ...stamps },
    })
    .execute();
  const bound = { weixin_id: weixin.weixin, openid: `o-${mark}`, following: 1, created_at: Date.now() };
  await db
    .insertInto("user_weixin")
    .values({ ...bound, id: weixin.userWeixin, user_id: staff })
    .execute();
  await db
    .insertInto("alarm_user_weixin")
    .values({ ...bound, id: weixin.alarmUserWeixin, contact_id: kept.contact })
    .execute();
  const ids = {
    command,
    company: companyId,
    branch,
    emptyBranch,
    staff,
    consumer,
    role: roleId,
    deviceType,
    recipe,
    point,
    device: made.id,
    rule,
    mask,
    alarm,
    pastAlarm,
    icon,
    registered,
    slave,
    preset,
    spare,
    appRecipe,
    appCommand,
    panel,
    panelCommand,
    panelLink,
    video,
    sheet,
    snSheet,
    typeSheet,
    ...weixin,
    ...kept,
  };
  return { mark, ids, token };
};
