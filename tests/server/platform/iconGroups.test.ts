import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pictureKey } from "#contract/pictureKey.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { lastLogged, openPeople, type People } from "#tests/server/people/people.ts";

const { query, get, post, put, delete: remove, query_body, get_body, add_body, put_body, delete_body } = deviceRecipePicture.calls;
const picture = (name: string) => `/files/${name.padEnd(24, "0")}.png`;
let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
const owner = () => ({ token: people.northOwner, language: "en" as const });
const made = async (name: string, bodies: object[] = []) => (await ask(post, { name, bodies }, owner())).data.id;
const bodies = async (groupId: string) => (await ask(query_body, { groupId }, owner())).data.list;

describe("icon groups", () => {
  it("have a name and an id and map values to pictures, also after a restart [S3.071] [S7.067]", async () => {
    const id = await made("Pump", [
      { value: "0", picture: picture("stopped") },
      { value: "1", picture: picture("running") },
    ]);
    const added = (await ask(add_body, { groupId: id, value: "2", picture: picture("fault") }, owner())).data.id;
    expect((await ask(put, { id, name: "Pumps", version: 1 }, owner())).code).toBe(0);
    expect((await ask(put, { id, name: "Pumps", version: 1 }, owner())).code).toBe(1300);
    const edit = { id: added, groupId: id, value: "3", picture: picture("service"), version: 1 };
    expect((await ask(put_body, edit, owner())).code).toBe(0);
    expect((await ask(put_body, edit, owner())).code).toBe(1300);
    await people.site.restart();
    const [row] = (await ask(query, { name: "PUMP" }, owner())).data.list;
    const preview = [picture("stopped"), picture("running"), picture("service")];
    expect(row).toMatchObject({ id, name: "Pumps", pictures: 3, points: 0, preview, companyName: "North", changeable: true, version: 2 });
    expect((await ask(get, { id }, owner())).data).toEqual(row);
    expect((await bodies(id)).map(({ value, picture: shown }) => [value, shown])).toEqual([
      ["0", picture("stopped")],
      ["1", picture("running")],
      ["3", picture("service")],
    ]);
    expect((await ask(delete_body, { ids: [added] }, owner())).data).toEqual({ removed: 1 });
    expect(JSON.parse((await lastLogged(people.site, delete_body.path)).change)).toEqual({ [added]: [`3 ${picture("service")}`, null] });
    expect((await ask(get_body, { id: added }, owner())).code).toBe(404);
    expect((await ask(remove, { ids: [id] }, owner())).data).toEqual({ removed: 1 });
    expect((await ask(query_body, { groupId: id }, owner())).code).toBe(404);
  });

  it("take a value once, however it is written, and nothing but uploaded pictures", async () => {
    expect([1, "1", " 1.0 ", true, "+1"].map(pictureKey)).toEqual(["1", "1", "1", "1", "1"]);
    expect(["-0", "on", "18446744073709551615"].map(pictureKey)).toEqual(["0", "on", "18446744073709551615"]);
    const one = { value: "1", picture: picture("a") };
    expect((await ask(post, { name: "Twice", bodies: [one, { ...one, value: "1.0" }] }, owner())).fields).toMatchObject([
      { path: "bodies" },
    ]);
    const groupId = await made("Once", [one]);
    expect((await ask(add_body, { ...one, groupId, value: "01" }, owner())).fields).toMatchObject([{ path: "value" }]);
    for (const address of ["", "https://elsewhere.cn/a.png", "javascript:alert(1)"])
      expect((await ask(add_body, { groupId, value: "9", picture: address }, owner())).fields).toMatchObject([{ path: "picture" }]);
    expect((await ask(post, { name: "ONCE" }, owner())).code).toBe(1203);
  });

  it("give a point's current value its picture, and stay as long as a point uses them [S3.045]", async () => {
    const id = await made("State", [{ value: "1", picture: picture("on") }]);
    const recipeId = (await ask(deviceDataRecipe.calls.post, { name: "Pump" }, owner())).data.id;
    const point = { recipeId, name: "Running", address: "40001", iconGroupId: id };
    const pointId = (await ask(deviceDataRecipe.calls.add_body, point, owner())).data.id;
    const slaves = [{ no: 1, name: "s1", recipeId }];
    const fields = { name: "P", sn: "PUMP-1", typeId: "type-general", industry: "water", slaves };
    const deviceId = (await ask(device.calls.post, fields, owner())).data.id;
    const whole = (await ask(device.calls.get, { id: deviceId }, owner())).data;
    expect(whole.slaves[0]?.points[0]?.pictures).toEqual([{ value: "1", picture: picture("on") }]);
    const refused = await ask(remove, { ids: [id] }, owner());
    expect([refused.code, refused.message]).toEqual([1301, "Cannot be deleted: in use by 1 data point. Remove it first"]);
    const freed = { ...point, id: pointId, version: 1, iconGroupId: null };
    expect((await ask(deviceDataRecipe.calls.put_body, freed, owner())).code).toBe(0);
    expect((await ask(remove, { ids: [id] }, owner())).code).toBe(0);
  });

  it("belong to an organisation and are used by it and below it alone", async () => {
    const shared = (await ask(post, { name: "Shared" }, { token: people.admin })).data.id;
    const own = await made("Own", [{ value: "1", picture: picture("x") }]);
    const [body] = await bodies(own);
    const seen = (await ask(query, { pageSize: 100 }, owner())).data.list;
    expect(Object.fromEntries(seen.map((row) => [row.name, row.changeable]))).toMatchObject({ Shared: false, Own: true });
    const south = { token: people.southOwner };
    for (const [call, request] of [
      [get, { id: own }],
      [query_body, { groupId: own }],
      [get_body, { id: body?.id }],
      [put, { id: own, name: "Taken", version: 1 }],
      [add_body, { groupId: own, value: "2", picture: picture("x") }],
      [delete_body, { ids: [body?.id] }],
      [remove, { ids: [own] }],
    ] as const)
      expect([call.path, (await ask(call, request, south)).code]).toEqual([call.path, 404]);
    expect((await ask(add_body, { groupId: shared, value: "2", picture: picture("x") }, owner())).code).toBe(403);
    const recipeId = (await ask(deviceDataRecipe.calls.post, { name: "South" }, south)).data.id;
    const point = { recipeId, name: "P", address: "1" };
    expect((await ask(deviceDataRecipe.calls.add_body, { ...point, iconGroupId: own }, south)).fields).toMatchObject([
      { path: "iconGroupId" },
    ]);
    expect((await ask(deviceDataRecipe.calls.add_body, { ...point, iconGroupId: shared }, south)).code).toBe(0);
  });
});
