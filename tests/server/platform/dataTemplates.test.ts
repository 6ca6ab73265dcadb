import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { device, deviceSlave } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceDataRecipeBodyType } from "#contract/resources/deviceDataRecipeBodyType.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { lastLogged } from "#tests/server/people/people.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const { list_body, put_body, get_body, delete_body, update_body_type, top, down, orderby, copy, query } = deviceDataRecipe.calls;
const categories = deviceDataRecipeBodyType.calls;
let site: Site;
let token: string;

beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

const names = ["A", "B", "C", "D"];
const template = (name: string) =>
  addTemplate(
    site,
    token,
    name,
    names.map((point) => ({ name: point, address: point, auth: point === "D" ? 2 : 0 })),
  );
const listed = async (recipeId: string, request: object = {}, as = token) =>
  (await site.ask(list_body, { recipeId, ...request }, { token: as })).data.list;
const order = async (recipeId: string) => (await listed(recipeId)).map(({ name }) => name).join("");
const addCategory = async (name: string, fields: object = {}) => (await site.ask(categories.post, { name, ...fields }, { token })).data.id;

describe("data points of a template", () => {
  it("are put first, last and at a place, one of the same number too, and keep it over a restart [S7.064]", async () => {
    const { recipeId, points } = await template("Order");
    const id = (name: string) => points[name] ?? "";
    expect((await listed(recipeId)).map(({ place, sort }) => [place, sort])).toEqual([1, 2, 3, 4].map((place) => [place, 0]));
    await site.ask(top, { id: id("C") }, { token });
    expect(await order(recipeId)).toBe("CABD");
    await site.ask(down, { id: id("A") }, { token });
    expect(await order(recipeId)).toBe("CBDA");
    for (const [name, place, then] of [
      ["A", 2, "CABD"],
      ["C", 3, "ABCD"],
      ["D", 1, "DABC"],
      ["D", 3, "ABDC"],
      ["A", 99, "BDCA"],
      ["A", 4, "BDCA"],
    ] as const) {
      expect((await site.ask(orderby, { id: id(name), place }, { token })).code).toBe(0);
      expect(await order(recipeId), `${name} to ${place}`).toBe(then);
    }
    expect((await site.ask(orderby, { id: id("A"), place: 0 }, { token })).code).toBe(400);
    expect((await site.ask(top, { id: id("D") }, { token })).code).toBe(0);
    expect(JSON.parse((await lastLogged(site, top.path)).change)).toEqual({ place: [2, 1] });
    await site.restart();
    token = await site.signIn("admin", adminPassword);
    expect(await order(recipeId)).toBe("DBCA");
  });

  it("are counted by place among those that who asks sees", async () => {
    const { recipeId, points } = await template("Secret");
    await site.ask(top, { id: points.D }, { token });
    await site.addUser({ account: "viewer", type: 3 });
    const viewer = await site.signIn("viewer", "secret1");
    const seen = await site.ask(list_body, { recipeId }, { token: viewer });
    expect(seen.data.list.map(({ name, place }) => [name, place])).toEqual([
      ["A", 1],
      ["B", 2],
      ["C", 3],
    ]);
    expect((await listed(recipeId, { name: "c" })).map(({ name, place }) => [name, place])).toEqual([["C", 4]]);
  });

  it("are sorted into categories and out of them, and found by these; a category in use is not deleted [S7.065]", async () => {
    const { recipeId, points } = await template("Sorted");
    const power = await addCategory("电量", { nameEn: "Power", sort: 2 });
    const heat = await addCategory("温度", { nameEn: "Heat", sort: 1 });
    const { data: all } = await site.ask(categories.query, {}, { token });
    expect(all.list.map(({ name, nameEn, sort }) => [name, nameEn, sort])).toEqual([
      ["温度", "Heat", 1],
      ["电量", "Power", 2],
    ]);
    const ids = [points.A, points.B];
    expect((await site.ask(update_body_type, { ids, categoryId: power }, { token })).data).toEqual({ changed: 2 });
    expect((await site.ask(update_body_type, { ids: [points.A], categoryId: power }, { token })).data).toEqual({ changed: 0 });
    expect(
      (await listed(recipeId, { categoryId: power })).map(({ name, categoryName, categoryNameEn }) => [name, categoryName, categoryNameEn]),
    ).toEqual(["A", "B"].map((name) => [name, "电量", "Power"]));
    expect((await listed(recipeId, { sortField: "categoryName", sortOrder: "desc" })).map(({ name }) => name)).toEqual(names);
    const refused = await site.ask(categories.delete, { ids: [heat, power] }, { token, language: "en" });
    expect([refused.code, refused.message]).toEqual([1301, "Cannot be deleted: in use by 2 data points. Remove these first"]);
    expect((await site.ask(update_body_type, { ids: [points.A, points.C], categoryId: "nowhere" }, { token })).code).toBe(400);
    expect((await listed(recipeId, { categoryId: power })).length).toBe(2);
    const { data: row } = await site.ask(get_body, { id: points.A ?? "" }, { token });
    await site.ask(put_body, { ...row, categoryId: heat }, { token });
    await site.ask(update_body_type, { ids: [points.B], categoryId: null }, { token });
    expect((await site.ask(categories.query, {}, { token })).data.list.map(({ name, points: count }) => [name, count])).toEqual([
      ["温度", 1],
      ["电量", 0],
    ]);
    const edit = { id: power, name: "用电", nameEn: "Electricity", sort: 0, version: 1 };
    expect((await site.ask(categories.edit, edit, { token })).code).toBe(0);
    expect((await site.ask(categories.edit, edit, { token })).code).toBe(1300);
    expect((await site.ask(categories.get, { id: power }, { token })).data).toMatchObject({ name: "用电", sort: 0, version: 2 });
    expect((await site.ask(categories.delete, { ids: [power] }, { token })).data).toEqual({ removed: 1 });
  });

  it("go with a copy of the template, in their order and with all that they are, and change no more with it [S7.064]", async () => {
    const { recipeId, points } = await template("Origin");
    const category = await addCategory("Copied");
    await site.ask(update_body_type, { ids: [points.B], categoryId: category }, { token });
    await site.ask(top, { id: points.C }, { token });
    const { data } = await site.ask(copy, { id: recipeId, name: "Twin" }, { token });
    const bare = (rows: Awaited<ReturnType<typeof listed>>) => rows.map(({ id: _i, recipeId: _r, version: _v, ...row }) => row);
    expect(bare(await listed(data.id))).toEqual(bare(await listed(recipeId)));
    expect((await site.ask(copy, { id: recipeId, name: "Twin" }, { token })).code).toBe(1203);
    await site.ask(delete_body, { ids: [points.C] }, { token });
    expect([await order(data.id), await order(recipeId)]).toEqual(["CABD", "ABD"]);
    const { data: templates } = await site.ask(query, { name: "Twin" }, { token });
    expect(templates.list.map(({ points: count }) => count)).toEqual([4]);
  });

  it("leave in a copy what they name of an organisation below", async () => {
    const below = await site.addCompany("Below");
    await site.addUser({ account: "below", companyId: below });
    const theirs = await site.signIn("below", "secret1");
    const { recipeId } = await addTemplate(site, theirs, "Theirs", [{ name: "P", address: "1" }]);
    const { data: category } = await site.ask(categories.post, { name: "Theirs" }, { token: theirs });
    const [point] = await listed(recipeId, {}, theirs);
    await site.ask(update_body_type, { ids: [point?.id], categoryId: category.id }, { token: theirs });
    const { data: icons } = await site.ask(deviceRecipePicture.calls.post, { name: "Theirs" }, { token: theirs });
    const categoryId = await addCategory("Everybody's");
    const marked = { recipeId, name: "Q", address: "2", categoryId, iconGroupId: icons.id };
    expect((await site.ask(deviceDataRecipe.calls.add_body, marked, { token: theirs })).code).toBe(0);
    const { data: above } = await site.ask(copy, { id: recipeId, name: "Above" }, { token });
    const { data: beside } = await site.ask(copy, { id: recipeId, name: "Beside" }, { token: theirs });
    const named = async (id: string, as = token) => (await listed(id, {}, as)).map((one) => [one.categoryId, one.iconGroupId]);
    expect(await named(above.id)).toEqual([
      [null, null],
      [categoryId, null],
    ]);
    expect(await named(beside.id, theirs)).toEqual([
      [category.id, null],
      [categoryId, icons.id],
    ]);
  });
});

describe("the numbers by which data points are sorted", () => {
  it("are bounded, and given anew where there is no room; a form that was open meanwhile is told", async () => {
    const { recipeId, points } = await template("Bounds");
    const { data: row } = await site.ask(get_body, { id: points.A ?? "" }, { token });
    expect((await site.ask(put_body, { ...row, sort: 9007199254740991 }, { token })).code).toBe(400);
    expect((await site.ask(put_body, { ...row, sort: limits.point.sort }, { token })).code).toBe(0);
    const { data: open } = await site.ask(get_body, { id: points.B ?? "" }, { token });
    expect((await site.ask(down, { id: points.B }, { token })).code).toBe(0);
    expect(await order(recipeId)).toBe("CDAB");
    expect((await listed(recipeId)).map(({ sort }) => sort)).toEqual([10, 20, 30, 40]);
    expect((await site.ask(put_body, open, { token })).code).toBe(1300);
    for (const place of [2, 2, 2, 2, 2, 2]) await site.ask(orderby, { id: points.C, place }, { token });
    expect(await order(recipeId)).toBe("DCAB");
  });
});

describe("data templates", () => {
  const { post, put, get, delete: remove, add_body } = deviceDataRecipe.calls;

  it("are added, listed, edited over their version, and deleted, over a restart [S1.013]", async () => {
    const { data } = await site.ask(post, { name: "Kept", description: "pumps" }, { token });
    await site.restart();
    token = await site.signIn("admin", adminPassword);
    const found = async (name: string) =>
      (await site.ask(query, { name }, { token })).data.list.map(({ id, description }) => [id, description]);
    expect(await found("kept")).toEqual([[data.id, "pumps"]]);
    expect((await site.ask(put, { id: data.id, version: 1, name: "Renamed", description: "" }, { token })).code).toBe(0);
    expect((await site.ask(put, { id: data.id, version: 1, name: "Again", description: "" }, { token })).code).toBe(1300);
    expect([await found("kept"), await found("renamed")]).toEqual([[], [[data.id, ""]]]);
    expect((await site.ask(remove, { ids: [data.id] }, { token })).data).toEqual({ removed: 1 });
    expect((await site.ask(get, { id: data.id }, { token })).code).toBe(404);
  });

  it.each([
    ["name", { name: "" }],
    ["name", { name: " \u3000 " }],
    ["address", { address: "" }],
    ["address", {}],
  ])("take no data point without %s [S5.065]", async (path, fields) => {
    const { recipeId } = await template(`Empty ${path} ${JSON.stringify(fields).length}`);
    const answer = await site.ask(add_body, { recipeId, ...(path === "name" ? { address: "E" } : { name: "E" }), ...fields }, { token });
    expect([answer.code, answer.fields.map((field) => field.path)]).toEqual([400, [path]]);
    expect(await order(recipeId)).toBe("ABCD");
  });

  it("take no data point with a bad formula, which is said in English [S8.032]", async () => {
    const { recipeId } = await template("Formula");
    const point = { recipeId, name: "F", address: "F" };
    for (const path of ["receiveFormula", "sendFormula"]) {
      const answer = await site.ask(add_body, { ...point, [path]: "x*" }, { token, language: "en" });
      expect([answer.code, answer.fields]).toEqual([400, [{ path, message: "Formula format error" }]]);
    }
    expect(await order(recipeId)).toBe("ABCD");
  });

  it("show on a device's pages the points that are set to display, and no other [S4.084] [S4.085]", async () => {
    const { recipeId, points } = await template("Shown");
    const id = await addDevice(site, token, { sn: "SHOWN-1", recipeId });
    const shown = async () => (await site.ask(device.calls.get, { id }, { token })).data.slaves[0]?.points.map(({ name }) => name).join("");
    const slave = async () => {
      const { data } = await site.ask(deviceSlave.calls.query, { deviceId: id }, { token });
      const one = await site.ask(deviceSlave.calls.get_device_slave, { id: data.list[0]?.id ?? "" }, { token });
      return one.data.points.map(({ name }) => name).join("");
    };
    expect([await shown(), await slave()]).toEqual(["ABCD", "ABCD"]);
    const { data: point } = await site.ask(get_body, { id: points.B ?? "" }, { token });
    const display = async (to: boolean, version: number) =>
      expect((await site.ask(put_body, { ...point, display: to, version }, { token })).code).toBe(0);
    await display(false, 1);
    expect([await shown(), await slave()]).toEqual(["ACD", "ACD"]);
    await display(true, 2);
    expect([await shown(), await slave()]).toEqual(["ABCD", "ABCD"]);
  });
});
