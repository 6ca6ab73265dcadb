import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceAttr, deviceType, deviceTypeRelation } from "#contract/resources/deviceType.ts";
import { lastLogged, openPeople, type People } from "#tests/server/people/people.ts";
import { grantedUser } from "./grantedUser.ts";

const { query, get, post, put, do_default: chooseDefault, delete: remove } = deviceType.calls;
let people: People;
let recipeId: string;

beforeAll(async () => {
  people = await openPeople();
  recipeId = (await people.site.ask(deviceDataRecipe.calls.post, { name: "Template" }, { token: people.admin })).data.id;
});
afterAll(() => people.site.close());

const attribute = (name: string, more: object = {}) => ({ name, nameEn: "", kind: "text", choices: "", defaultValue: "", ...more });
const pump = {
  ...{ name: "水泵", nameEn: "Pump", description: "with a motor" },
  attributes: [
    attribute("功率", { nameEn: "Power", kind: "number", defaultValue: "7.5" }),
    attribute("介质", { kind: "choice", choices: "水, 油", defaultValue: "水" }),
    attribute("备用", { kind: "boolean" }),
  ],
};
const add = async (fields: object = {}): Promise<string> =>
  (await people.site.ask(post, { ...pump, ...fields }, { token: people.admin })).data.id;
let sns = 0;
const deviceFields = (typeId: string, more: object = {}) => {
  sns += 1;
  return { name: "Pump", sn: `TYPE-${sns}`, typeId, industry: "water", slaves: [{ no: 1, name: "One", recipeId }], ...more };
};
const attributesOf = async (deviceId: string) => {
  const { data } = await people.site.ask(deviceAttr.calls.query, { deviceId }, { token: people.admin });
  return Object.fromEntries(data.list.map(({ name, value }) => [name, value]));
};

describe("device types", () => {
  it("are listed, added, edited and deleted with name, English name, description and attributes [S1.009] [S3.034]", async () => {
    const { site, admin: token } = people;
    const id = await add({ name: "Pump A" });
    const { data: row } = await site.ask(get, { id }, { token });
    expect(row).toMatchObject({ ...pump, name: "Pump A", devices: 0, related: 0, isDefault: false, changeable: true, version: 1 });
    expect(row.attributes.map((one) => one.id.length > 0)).toEqual([true, true, true]);
    const edited = { id, version: 1, name: "Pump B", nameEn: "B", description: "", attributes: row.attributes.slice(1) };
    expect((await site.ask(put, edited, { token })).code).toBe(0);
    expect(JSON.parse((await lastLogged(site, put.path)).change)).toMatchObject({
      name: ["Pump A", "Pump B"],
      description: ["with a motor", ""],
    });
    expect((await site.ask(put, edited, { token })).code).toBe(1300);
    await site.restart();
    people = { ...people, admin: await site.signIn("admin", "adminpw1") };
    const listed = await site.ask(query, { search: "pump b" }, { token: people.admin });
    expect(listed.data.list).toMatchObject([{ id, name: "Pump B", nameEn: "B", description: "", attributes: row.attributes.slice(1) }]);
    expect((await site.ask(remove, { ids: [id] }, { token: people.admin })).data).toEqual({ removed: 1 });
    expect((await site.ask(get, { id }, { token: people.admin })).code).toBe(404);
  });

  it("are changed by nobody who may not, who is told so [S6.010]", async () => {
    const { site, admin } = people;
    const id = await add({ name: "Kept" });
    const token = await grantedUser(people, "types.reader", [query, get], people.root);
    const row = async () => (await site.ask(get, { id }, { token })).data;
    const before = await row();
    const edited = { ...pump, id, version: before.version, name: "Changed" };
    const refused = await site.ask(put, edited, { token, language: "en" });
    expect([refused.code, refused.status, refused.message]).toEqual([403, 403, "You do not have permission. Ask your administrator"]);
    expect(await row()).toEqual(before);
    expect((await site.ask(put, edited, { token: admin })).code).toBe(0);
  });

  it("take 20 attributes and refuse a 21st [S5.054]", async () => {
    const { site, admin: token } = people;
    const many = (count: number) => Array.from({ length: count }, (_, place) => attribute(`a${place}`));
    expect((await site.ask(post, { ...pump, name: "Twenty", attributes: many(20) }, { token })).code).toBe(0);
    const refused = await site.ask(post, { ...pump, name: "More", attributes: many(21) }, { token });
    expect(refused.code).toBe(400);
    expect(refused.fields).toMatchObject([{ path: "attributes" }]);
  });

  it.each([
    ["a name twice", [attribute("A"), attribute("a")], "attributes.1.name"],
    ["a choice of nothing", [attribute("A", { kind: "choice", choices: " ,，" })], "attributes.0.choices"],
    ["a choice twice", [attribute("A", { kind: "choice", choices: "x、x" })], "attributes.0.choices"],
    ["a default that is no choice", [attribute("A", { kind: "choice", choices: "x", defaultValue: "y" })], "attributes.0.defaultValue"],
    ["a default that is no number", [attribute("A", { kind: "number", defaultValue: "1,5" })], "attributes.0.defaultValue"],
    ["a default that is no day", [attribute("A", { kind: "date", defaultValue: "2026-02-30" })], "attributes.0.defaultValue"],
    ["a default that is neither yes nor no", [attribute("A", { kind: "boolean", defaultValue: "yes" })], "attributes.0.defaultValue"],
  ])("refuse %s", async (_, attributes, path) => {
    const refused = await people.site.ask(post, { ...pump, name: "Wrong", attributes }, { token: people.admin });
    expect(refused.fields.map((fault) => fault.path)).toEqual([path]);
  });

  it("give a new device their defaults, which it keeps when they change [S3.035]", async () => {
    const { site, admin: token } = people;
    const typeId = await add({ name: "Defaults" });
    const made = (await site.ask(device.calls.post, deviceFields(typeId), { token })).data.id;
    expect(await attributesOf(made)).toEqual({ 功率: "7.5", 介质: "水", 备用: "" });
    const { data: row } = await site.ask(get, { id: typeId }, { token });
    const [power, medium] = row.attributes;
    const changed = [
      { ...power, name: "额定功率", defaultValue: "11" },
      { ...medium, defaultValue: "油" },
      attribute("颜色", { defaultValue: "蓝" }),
    ];
    expect((await site.ask(put, { ...pump, name: "Defaults", id: typeId, version: 1, attributes: changed }, { token })).code).toBe(0);
    expect(await attributesOf(made)).toEqual({ 额定功率: "7.5", 介质: "水", 颜色: "" });
    const next = (await site.ask(device.calls.post, deviceFields(typeId, { attributes: { [medium?.id ?? ""]: "水" } }), { token })).data.id;
    expect(await attributesOf(next)).toEqual({ 额定功率: "11", 介质: "水", 颜色: "蓝" });
  });

  it("judge the values of devices, at their field", async () => {
    const { site, admin: token } = people;
    const typeId = await add({ name: "Judged" });
    const { data: row } = await site.ask(get, { id: typeId }, { token });
    const wrong = { [row.attributes[0]?.id ?? ""]: "fast", strange: "1" };
    const refused = await site.ask(device.calls.post, deviceFields(typeId, { attributes: wrong }), { token });
    expect(refused.fields.map(({ path }) => path).sort()).toEqual(["attributes.strange", `attributes.${row.attributes[0]?.id}`].sort());
  });

  it("are not deleted while a device is of one, which says how many", async () => {
    const { site, admin: token } = people;
    const typeId = await add({ name: "Used" });
    await site.ask(device.calls.post, deviceFields(typeId), { token });
    const refused = await site.ask(remove, { ids: [typeId] }, { token });
    expect(refused.code).toBe(1301);
    expect(refused.message).toContain("1");
    expect((await site.ask(query, { search: "Used" }, { token })).data.list).toMatchObject([{ devices: 1 }]);
  });

  it("have one default for each organisation, which can be taken away", async () => {
    const { site, admin, northOwner } = people;
    const [one, other] = [await add({ name: "First" }), await add({ name: "Second" })];
    const defaults = async (token: string) =>
      (await site.ask(query, { pageSize: 100 }, { token })).data.list.filter(({ isDefault }) => isDefault).map(({ name }) => name);
    await site.ask(chooseDefault, { id: one }, { token: admin });
    await site.ask(chooseDefault, { id: other }, { token: admin });
    await site.ask(chooseDefault, { id: one }, { token: northOwner });
    expect([await defaults(admin), await defaults(northOwner)]).toEqual([["Second"], ["First"]]);
    await site.ask(chooseDefault, { id: one, on: false }, { token: admin });
    expect(await defaults(admin)).toEqual(["Second"]);
    await site.ask(chooseDefault, { id: other, on: false }, { token: admin });
    expect([await defaults(admin), await defaults(northOwner)]).toEqual([[], ["First"]]);
  });

  it("are related to one another, and list their devices with those of the related [S7.059]", async () => {
    const { site, admin: token } = people;
    const [main, meter, lone] = [await add({ name: "Main" }), await add({ name: "Meter" }), await add({ name: "Lone" })];
    const made = [main, meter, lone].map((typeId) => deviceFields(typeId, { name: typeId }));
    for (const fields of made) await site.ask(device.calls.post, fields, { token });
    const { data: before } = await site.ask(deviceTypeRelation.calls.get, { id: main }, { token });
    expect(before).toMatchObject({ id: main, version: 1, related: [] });
    const related = { id: main, version: 1, relatedIds: [meter] };
    expect((await site.ask(deviceTypeRelation.calls.put, related, { token })).code).toBe(0);
    expect((await site.ask(deviceTypeRelation.calls.put, related, { token })).code).toBe(1300);
    expect((await site.ask(deviceTypeRelation.calls.get, { id: meter }, { token })).data.related).toMatchObject([{ id: main }]);
    const devices = async (more: object) =>
      (await site.ask(deviceTypeRelation.calls.queryDevice, { id: main, sortField: "sn", ...more }, { token })).data.list.map(
        ({ sn }) => sn,
      );
    expect(await devices({})).toEqual([made[0]?.sn]);
    expect((await devices({ related: true })).sort()).toEqual([made[0]?.sn, made[1]?.sn].sort());
    expect((await site.ask(deviceTypeRelation.calls.put, { id: main, version: 2, relatedIds: [main] }, { token })).code).toBe(400);
    expect((await site.ask(deviceTypeRelation.calls.put, { id: main, version: 2, relatedIds: [] }, { token })).code).toBe(0);
    expect((await site.ask(deviceTypeRelation.calls.get, { id: meter }, { token })).data.related).toEqual([]);
  });
});
