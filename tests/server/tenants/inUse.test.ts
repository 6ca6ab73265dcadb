import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { deviceType } from "#contract/resources/deviceType.ts";
import { menu } from "#contract/resources/menu.ts";
import { role } from "#contract/resources/role.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { openTenant, type Tenant } from "./tenant.ts";

let site: Site;
let tenant: Tenant;
let admin: string;
/** A menu item that has another below it. */
let item: string;
let typeOfRule: string;

const done = async <C extends Call>(call: C, request: object, token = tenant.token) => {
  const answer = await site.ask(call, request, { token });
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message}`);
  return answer.data;
};

beforeAll(async () => {
  site = await openSite();
  admin = await site.signIn("admin", adminPassword);
  tenant = await openTenant(site, "ZQUSED");
  const { ids } = tenant;
  const fields = { name: "Second", sn: "ZQUSED-9", typeId: ids.category, modelId: ids.model, industry: "water" };
  await done(device.calls.post, { ...fields, slaves: [{ no: 1, name: "One", recipeId: ids.recipe }] });
  const point = await done(deviceDataRecipe.calls.get_body, { id: ids.point });
  await done(deviceDataRecipe.calls.put_body, { ...point, iconGroupId: ids.iconGroup });
  typeOfRule = (await done(deviceType.calls.post, { name: "Ruled", nameEn: "Ruled" })).id;
  const rule = { name: "Typed", recipeId: ids.recipe, pointId: ids.point, condition: "above", a: 1, deviceTypeId: typeOfRule };
  await done(alarmTrigger.calls.post, rule);
  item = (await done(menu.calls.post, { path: "/zq", name: "ZQ" }, admin)).id;
  await done(menu.calls.post, { path: "/zq/below", name: "ZQ below", parentId: item }, admin);
});
afterAll(() => site.close());

/** What is in use, by what, as the refusal says it in each language. */
const cases: readonly [what: string, call: Call, id: () => string, zh: string, en: string][] = [
  ["a device type", deviceType.calls.delete, () => tenant.ids.category, "设备 1", "1 device"],
  ["a device type of a rule", deviceType.calls.delete, () => typeOfRule, "报警规则 1", "1 alarm rule"],
  ["a model", deviceModel.calls.delete, () => tenant.ids.model, "设备 1", "1 device"],
  ["a data template", deviceDataRecipe.calls.delete, () => tenant.ids.recipe, "设备 2", "2 devices"],
  ["a data point", deviceDataRecipe.calls.delete_body, () => tenant.ids.point, "报警规则 2", "2 alarm rules"],
  ["an icon group", deviceRecipePicture.calls.delete, () => tenant.ids.iconGroup, "数据点 1", "1 data point"],
  ["a role", role.calls.delete, () => tenant.ids.role, "用户 1", "1 user"],
  ["an organisation", company.calls.delete, () => tenant.ids.company, "下级组织 2", "2 sub-organisations"],
  ["a menu item", menu.calls.delete, () => item, "下级菜单项 1", "1 menu item below it"],
];

it.each(cases)("%s in use is not deleted, and the answer says by what and how many [S5.078]", async (_what, call, id, zh, en) => {
  const token = call.path.startsWith("/api/menu/") || call.path.startsWith("/api/company/") ? admin : tenant.token;
  const refused = async (language: "zh" | "en") => {
    const { code, message } = await site.ask(call, { ids: [id()] }, { token, language });
    return [code, message];
  };
  expect(await refused("zh")).toEqual([1301, `仍有${zh} 项在使用，请先取消关联后再删除`]);
  const these = en.startsWith("1 ") ? "it" : "these";
  expect(await refused("en")).toEqual([1301, `Cannot be deleted: in use by ${en}. Remove ${these} first`]);
});
