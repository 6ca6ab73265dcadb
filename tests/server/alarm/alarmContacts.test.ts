import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { alarmTriggerTemplate } from "#contract/resources/alarmTriggerTemplate.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { device } from "#contract/resources/device.ts";
import { lastLogged } from "#tests/server/people/people.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { openTenant, type Tenant } from "#tests/server/tenants/tenant.ts";

let site: Site;
let admin: string;
let north: Tenant;
let south: Tenant;
let town: Tenant;

beforeAll(async () => {
  site = await openSite();
  admin = await site.signIn("admin", "adminpw1");
  north = await openTenant(site, "north");
  south = await openTenant(site, "south");
  town = await openTenant(site, "town", north.ids.company);
});
afterAll(() => site.close());

const typeFields = (name: string) => ({ name, nameEn: "Limit", remark: "超过限值", remarkEn: "Beyond a limit" });
const contactOf = (name: string) => ({
  name,
  gender: "woman" as const,
  phone: "13900000001",
  email: "li@example.com",
  language: "zh" as const,
});
const ruleOf = (tenant: Tenant, name: string) => ({
  ...{ name, recipeId: tenant.ids.recipe, pointId: tenant.ids.point, deviceId: tenant.ids.device, condition: "above" as const, a: 5 },
});
const madeType = async (tenant: Tenant, name: string): Promise<string> =>
  (await site.ask(alarmType.calls.post, typeFields(name), tenant)).data.id;
const madeGroup = async (tenant: Tenant, name: string, contactIds: string[] = []): Promise<string> =>
  (await site.ask(alarmGroup.calls.post, { name, messageTypes: ["sms"], contactIds }, tenant)).data.id;
const madeContact = async (tenant: Tenant, name: string): Promise<string> =>
  (await site.ask(alarmContact.calls.post, contactOf(name), tenant)).data.id;
const ruleRow = async (tenant: Tenant, id: string) => (await site.ask(alarmTrigger.calls.get, { id }, tenant)).data;

describe("alarm types", () => {
  it("are listed, added, edited and deleted with all their texts [S1.017] [S3.055]", async () => {
    const id = await madeType(north, "越限");
    const found = async () => (await site.ask(alarmType.calls.query, { search: "越限" }, north)).data.list;
    const row = { ...typeFields("越限"), id, version: 1, companyName: "north company", changeable: true, rules: 0 };
    expect(await found()).toEqual([row]);
    const edited = { name: "越限", nameEn: "Out of limits", remark: "改", remarkEn: "Changed" };
    expect((await site.ask(alarmType.calls.put, { ...edited, id, version: 1 }, north)).code).toBe(0);
    expect(JSON.parse((await lastLogged(site, alarmType.calls.put.path)).change)).toEqual({
      nameEn: ["Limit", "Out of limits"],
      remark: ["超过限值", "改"],
      remarkEn: ["Beyond a limit", "Changed"],
    });
    expect((await site.ask(alarmType.calls.put, { ...edited, id, version: 1 }, north)).code).toBe(1300);
    expect(await found()).toEqual([{ ...row, ...edited, version: 2 }]);
    expect((await site.ask(alarmType.calls.delete, { ids: [id] }, north)).data).toEqual({ removed: 1 });
    expect(await found()).toEqual([]);
  });

  it("are named by rules, which keep them", async () => {
    const id = await madeType(north, "named");
    const made = (await site.ask(alarmTrigger.calls.post, { ...ruleOf(north, "typed"), alarmTypeId: id }, north)).data.id;
    expect(await ruleRow(north, made)).toMatchObject({ alarmTypeId: id, alarmTypeName: "named", alarmTypeNameEn: "Limit" });
    const byType = (await site.ask(alarmTrigger.calls.query, { alarmTypeId: id }, north)).data;
    expect(byType.list.map((rule) => rule.id)).toEqual([made]);
    expect((await site.ask(alarmType.calls.query, { search: "named" }, north)).data.list[0]?.rules).toBe(1);
    const refused = await site.ask(alarmType.calls.delete, { ids: [id] }, { ...north, language: "en" });
    expect([refused.code, refused.message]).toEqual([1301, "Cannot be deleted: in use by 1 alarm rule. Remove it first"]);
    await site.ask(alarmTrigger.calls.delete, { ids: [made] }, north);
    expect((await site.ask(alarmType.calls.delete, { ids: [id] }, north)).code).toBe(0);
  });

  it("are named by rule templates, which keep them as well", async () => {
    const id = await madeType(north, "of template");
    const { deviceId: _, ...fields } = ruleOf(north, "typed template");
    const made = (await site.ask(alarmTriggerTemplate.calls.post, { ...fields, alarmTypeId: id }, north)).data.id;
    const row = (await site.ask(alarmTriggerTemplate.calls.get, { id: made }, north)).data;
    expect(row).toMatchObject({ alarmTypeId: id, alarmTypeName: "of template", alarmTypeNameEn: "Limit" });
    expect((await site.ask(alarmType.calls.delete, { ids: [id] }, north)).code).toBe(1301);
    const foreign = await site.ask(
      alarmTriggerTemplate.calls.put,
      { ...fields, id: made, version: 1, alarmTypeId: south.ids.alarmType },
      north,
    );
    expect(foreign.fields.map(({ path }) => path)).toEqual(["alarmTypeId"]);
  });

  it("are used below their organisation, and nowhere else", async () => {
    const rule = { ...ruleOf(town, "below"), alarmTypeId: north.ids.alarmType };
    expect((await site.ask(alarmTrigger.calls.post, rule, town)).code).toBe(0);
    const up = await site.ask(alarmTrigger.calls.post, { ...ruleOf(north, "above"), alarmTypeId: town.ids.alarmType }, north);
    expect([up.code, up.fields.map(({ path }) => path)]).toEqual([400, ["alarmTypeId"]]);
  });
});

describe("alarm groups and contacts", () => {
  it("are listed, added, edited and deleted with all their fields [S1.019] [S3.056]", async () => {
    const [li, wang] = [await madeContact(north, "Li"), await madeContact(north, "Wang")];
    const duty = await madeGroup(north, "Duty", [wang, li]);
    const groups = async () => (await site.ask(alarmGroup.calls.query, { search: "duty" }, north)).data.list;
    const usual = { tellRelease: false, webhookUrl: "", perHour: 10, quietFrom: "", quietTo: "" };
    const group = {
      id: duty,
      name: "Duty",
      companyName: "north company",
      companyId: north.ids.company,
      changeable: true,
      rules: 0,
      ...usual,
    };
    const both = [
      { id: wang, name: "Wang" },
      { id: li, name: "Li" },
    ];
    expect(await groups()).toEqual([{ ...group, version: 1, messageTypes: ["sms"], contacts: both }]);
    const contacts = async (search: string) => (await site.ask(alarmContact.calls.query, { search }, north)).data.list;
    const contact = { id: li, companyName: "north company", companyId: north.ids.company, changeable: true };
    expect(await contacts("li@")).toEqual([
      { ...contact, ...contactOf("Li"), version: 1, groups: [{ id: duty, name: "Duty" }] },
      expect.objectContaining({ id: wang }),
    ]);
    const told = { tellRelease: true, webhookUrl: "https://hooks.example.com/a", perHour: 3, quietFrom: "22:00", quietTo: "07:00" };
    const fields = { name: "Duty", messageTypes: ["webhook", "wechat", "wechat"] as const, contactIds: [li], ...told };
    expect(
      (await site.ask(alarmGroup.calls.put, { ...fields, messageTypes: [...fields.messageTypes], id: duty, version: 1 }, north)).code,
    ).toBe(0);
    expect(await groups()).toEqual([
      { ...group, ...told, version: 2, messageTypes: ["wechat", "webhook"], contacts: [{ id: li, name: "Li" }] },
    ]);
    const changed = { name: "Li Na", gender: "unknown" as const, phone: "13900000002", email: "", language: "en" as const };
    expect((await site.ask(alarmContact.calls.put, { ...changed, id: li, version: 1 }, north)).code).toBe(0);
    expect(await contacts("13900000002")).toEqual([{ ...contact, ...changed, version: 2, groups: [{ id: duty, name: "Duty" }] }]);
    const used = await site.ask(alarmContact.calls.delete, { ids: [li] }, { ...north, language: "en" });
    expect([used.code, used.message]).toEqual([1301, "Cannot be deleted: in use by 1 alarm group. Remove it first"]);
    expect((await site.ask(alarmGroup.calls.delete, { ids: [duty] }, north)).data).toEqual({ removed: 1 });
    expect((await site.ask(alarmContact.calls.delete, { ids: [li, wang] }, north)).data).toEqual({ removed: 2 });
    expect([await groups(), await contacts("13900000002")]).toEqual([[], []]);
  });

  it("take a name of 1 to 20 characters and a right phone alone [S5.038] [S5.039]", async () => {
    const wrong = async (more: object) =>
      (await site.ask(alarmContact.calls.post, { ...contactOf("Li"), ...more }, { ...north, language: "en" })).fields;
    expect(await wrong({ name: " " })).toEqual([{ path: "name", message: expect.any(String) }]);
    expect(await wrong({ name: "字".repeat(21) })).toEqual([{ path: "name", message: expect.any(String) }]);
    for (const phone of ["1390000000", "139000000012", "23900000001", "phone"])
      expect(await wrong({ phone })).toEqual([{ path: "phone", message: "Enter a valid phone number" }]);
    expect(await wrong({ name: "字".repeat(20) })).toEqual([]);
    expect(await wrong({ name: "字" })).toEqual([]);
    expect((await site.ask(alarmContact.calls.post, contactOf("字"), north)).code).toBe(1203);
    expect((await site.ask(alarmContact.calls.post, { ...contactOf("字"), phone: "13900000009" }, north)).code).toBe(0);
  });

  it("are seen by their organisation and those above alone; a group has contacts of its own organisation and of those below it", async () => {
    const below = await madeContact(town, "Below");
    const mixed = await madeGroup(north, "Mixed", [below]);
    const seen = async (tenant: Tenant) => (await site.ask(alarmGroup.calls.query, { search: "Mixed" }, tenant)).data.total;
    expect([await seen(north), await seen(town), await seen(south)]).toEqual([1, 0, 0]);
    expect((await site.ask(alarmContact.calls.query, { search: "Below" }, town)).data.list[0]?.groups).toEqual([]);
    const up = await site.ask(alarmGroup.calls.post, { name: "Up", messageTypes: ["sms"], contactIds: [north.ids.contact] }, town);
    expect([up.code, up.fields.map(({ path }) => path)]).toEqual([400, ["contactIds"]]);
    const aside = { name: "Mixed", messageTypes: ["sms" as const], contactIds: [below, south.ids.contact], id: mixed, version: 1 };
    expect((await site.ask(alarmGroup.calls.put, aside, { token: admin })).fields.map(({ path }) => path)).toEqual(["contactIds"]);
  });

  it("are named by rules of the organisation, which keep them", async () => {
    const id = await madeGroup(north, "Named");
    const made = (await site.ask(alarmTrigger.calls.post, { ...ruleOf(north, "grouped"), alarmGroupId: id }, north)).data.id;
    const kept = await ruleRow(north, made);
    expect(kept).toMatchObject({ alarmGroupId: id, alarmGroupName: "Named" });
    expect((await site.ask(alarmGroup.calls.delete, { ids: [id] }, north)).code).toBe(1301);
    for (const alarmGroupId of [south.ids.alarmGroup, town.ids.alarmGroup, "missing"]) {
      const refused = await site.ask(alarmTrigger.calls.put, { ...ruleOf(north, "grouped"), alarmGroupId, id: made, version: 1 }, north);
      expect([refused.code, refused.fields.map(({ path }) => path)]).toEqual([400, ["alarmGroupId"]]);
    }
    const hidden = await site.ask(alarmTrigger.calls.post, { ...ruleOf(town, "hidden"), alarmGroupId: north.ids.alarmGroup }, town);
    expect(hidden.fields.map(({ path }) => path)).toEqual(["alarmGroupId"]);
    const given = { ...ruleOf(town, "given"), alarmGroupId: north.ids.alarmGroup };
    const fromAbove = (await site.ask(alarmTrigger.calls.post, given, { token: admin })).data.id;
    const stays = await site.ask(alarmTrigger.calls.put, { ...given, name: "given still", id: fromAbove, version: 1 }, town);
    expect([stays.code, (await ruleRow(town, fromAbove)).alarmGroupId]).toEqual([0, north.ids.alarmGroup]);
  });

  it("answer nothing to who may not query them, and neither do types", async () => {
    await site.addUser({ account: "nobody", companyId: north.ids.company, type: 1, roles: [] });
    const token = await site.signIn("nobody", "secret1");
    for (const call of [alarmGroup.calls.query, alarmContact.calls.query, alarmType.calls.query]) {
      const answer = await site.ask<Call>(call, {}, { token });
      expect([call.path, answer.code, answer.data]).toEqual([call.path, 403, null]);
    }
  });
});

it("a rule leaves the type and the group of an organisation that its device is transferred from", async () => {
  const tenant = await openTenant(site, "moving");
  const { alarmType: alarmTypeId, alarmGroup: alarmGroupId } = tenant.ids;
  const shared = (await site.ask(alarmType.calls.post, typeFields("everybody's"), { token: admin })).data.id;
  const own = (await site.ask(alarmTrigger.calls.post, { ...ruleOf(tenant, "moved"), alarmTypeId, alarmGroupId }, tenant)).data.id;
  const other = (await site.ask(alarmTrigger.calls.post, { ...ruleOf(tenant, "stays"), alarmTypeId: shared }, tenant)).data.id;
  const moved = await site.ask(device.calls.change_user, { ids: [tenant.ids.device], companyId: south.ids.company }, { token: admin });
  expect(moved.code).toBe(0);
  expect(await ruleRow(south, own)).toMatchObject({ alarmTypeId: null, alarmTypeName: "", alarmGroupId: null, alarmGroupName: "" });
  expect(await ruleRow(south, other)).toMatchObject({ alarmTypeId: shared, alarmGroupId: null });
  expect((await site.ask(alarmType.calls.delete, { ids: [alarmTypeId] }, tenant)).code).toBe(0);
});
