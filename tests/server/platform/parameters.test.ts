import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceArgument } from "#contract/resources/deviceArgument.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { lastLogged, openPeople, type People } from "#tests/server/people/people.ts";
import { grantedUser } from "./grantedUser.ts";

const { query, get, post, put, delete: remove, send } = deviceArgument.calls;
const { add_body, get_body, put_body, delete_body } = deviceDataRecipe.calls;
let people: People;
let gateway: Gateway;
let recipeId: string;
const points: Record<string, string> = {};
const devices: Record<string, string> = {};

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
const owner = () => ({ token: people.northOwner, language: "en" as const });
const fields = (more: object = {}) => ({ name: "Winter", recipeId, values: [{ pointId: points.setpoint, value: 18.5 }], ...more });
const made = async (more: object) => {
  const answer = await ask(post, fields(more), owner());
  expect([more, answer.code, answer.fields]).toEqual([more, 0, []]);
  return answer.data.id;
};
const change = async (pointId: string, more: object) =>
  expect((await ask(put_body, { ...(await ask(get_body, { id: pointId }, owner())).data, ...more }, owner())).code).toBe(0);

beforeAll(async () => {
  people = await openPeople();
  recipeId = (await ask(deviceDataRecipe.calls.post, { name: "Boiler" }, owner())).data.id;
  const add = async (name: string, point: object) => {
    points[name] = (await ask(add_body, { recipeId, name, address: name, ...point }, owner())).data.id;
  };
  await add("setpoint", { valueType: "int16", sendFormula: "x*10", unit: "°C", max: 90, writable: true });
  await add("mode", { valueType: "uint16", writable: true });
  await add("secret", { valueType: "int16", writable: true, auth: 1 });
  await add("fixed", {});
  const other = (await ask(deviceDataRecipe.calls.post, { name: "Other" }, owner())).data.id;
  points.other = (await ask(add_body, { recipeId: other, name: "other", address: "other", writable: true }, owner())).data.id;
  const addDevice = async (sn: string, slaves: readonly string[]) => {
    const body = { name: sn, sn, password: "gateway1", typeId: "type-general", industry: "water" };
    const listed = slaves.map((recipe, index) => ({ no: index + 1, name: `s${index + 1}`, recipeId: recipe }));
    devices[sn] = (await ask(device.calls.post, { ...body, slaves: listed }, owner())).data.id;
  };
  await addDevice("PT-1", [recipeId, recipeId, other]);
  await addDevice("PT-2", [recipeId]);
  await addDevice("PT-3", [other]);
  gateway = await startGateway(people.site.gatehouse.mqttPort, "PT-1", "gateway1");
});
afterAll(async () => {
  await gateway.stop();
  await people.site.close();
});

describe("parameter tables", () => {
  it("are kept with their values, listed, edited and deleted, also after a restart", async () => {
    const values = [
      { pointId: points.mode, value: 1 },
      { pointId: points.setpoint, value: 20 },
    ];
    const id = await made({ name: "Summer", values, remark: "warm" });
    const [row] = (await ask(query, { search: "WARM", recipeId }, owner())).data.list;
    expect(row).toMatchObject({ id, name: "Summer", recipeName: "Boiler", companyName: "North", changeable: true, outdated: false });
    expect(row?.values.map(({ name, value, changed }) => [name, value, changed])).toEqual([
      ["mode", 1, false],
      ["setpoint", 20, false],
    ]);
    const saved = { id, version: 1, ...fields({ name: "Summer", remark: "" }) };
    expect((await ask(put, { ...saved, recipeId: "another" }, owner())).fields).toMatchObject([{ path: "recipeId" }]);
    expect((await ask(put, saved, owner())).code).toBe(0);
    expect(JSON.parse((await lastLogged(people.site, put.path)).change).values).toBeDefined();
    expect((await ask(put, saved, owner())).code).toBe(1300);
    expect((await ask(post, fields({ name: "SUMMER" }), owner())).code).toBe(1203);
    await gateway.stop();
    await people.site.restart();
    gateway = await startGateway(people.site.gatehouse.mqttPort, "PT-1", "gateway1");
    expect((await ask(get, { id }, owner())).data).toMatchObject({ version: 2, values: [{ name: "setpoint", value: 18.5 }], remark: "" });
    expect((await ask(remove, { ids: [id] }, owner())).data).toEqual({ removed: 1 });
    expect((await ask(get, { id }, owner())).code).toBe(404);
  });

  it("hold only values that writable points of their data template take, each point once", async () => {
    const faults = async (...values: object[]) => (await ask(post, fields({ values }), owner())).fields;
    expect(await faults()).toMatchObject([{ path: "values" }]);
    expect(await faults({ pointId: points.setpoint, value: 91 })).toEqual([
      { path: "values.0.value", message: "The value does not fit data point setpoint: must be at most 90 °C" },
    ]);
    expect(await faults({ pointId: points.fixed, value: 1 })).toEqual([
      { path: "values.0.value", message: "Data point fixed is read-only" },
    ]);
    expect(await faults({ pointId: points.other, value: 1 })).toMatchObject([{ path: "values.0.pointId" }]);
    expect(await faults({ pointId: points.mode, value: 1 }, { pointId: points.mode, value: 2 })).toMatchObject([{ path: "values" }]);
    expect((await ask(post, fields({ recipeId: "missing" }), owner())).fields).toMatchObject([{ path: "recipeId" }]);
  });

  it("are sent to every slave with their data template of the devices that are chosen, and tell what became of each", async () => {
    const id = await made({ name: "Send me" });
    const { data } = await ask(send, { id, deviceIds: [devices["PT-1"], devices["PT-2"], devices["PT-3"]] }, owner());
    const got = [await gateway.next("command"), await gateway.next("command")].map((said) => [said.command?.slave, said.command?.values]);
    expect(got.sort()).toEqual([
      [1, { setpoint: 185 }],
      [2, { setpoint: 185 }],
    ]);
    expect(data.answers.map(({ sn, slave, code, message }) => [sn, slave, code, message])).toEqual([
      ["PT-1", 1, 0, "done"],
      ["PT-1", 2, 0, "done"],
      ["PT-2", 1, 1302, "The device is offline; the command was not sent"],
      ["PT-3", null, 1341, "The device has no slave with this data template"],
    ]);
    const events = await ask(deviceEvent.calls.query, { deviceId: devices["PT-1"] }, owner());
    expect(events.data.list.map(({ kind, account, result }) => [kind, account, result])).toEqual([
      ["command", "north.owner", "ok"],
      ["command", "north.owner", "ok"],
    ]);
    const sender = await grantedUser(people, "sender", [query, send]);
    expect((await ask(send, { id, deviceIds: [devices["PT-1"]] }, { token: sender })).code).toBe(1314);
    expect((await ask(send, { id, deviceIds: [devices["PT-1"], "missing"] }, owner())).code).toBe(404);
    expect((await ask(send, { id, deviceIds: [] }, owner())).fields).toMatchObject([{ path: "deviceIds" }]);
    expect((await ask(deviceEvent.calls.query, { deviceId: devices["PT-1"] }, owner())).data.total).toBe(2);
  });

  it("are outdated once a point is written otherwise, and are not sent until they were saved again", async () => {
    const values = [
      { pointId: points.mode, value: 1 },
      { pointId: points.setpoint, value: 85 },
    ];
    const id = await made({ name: "Old", values });
    const outdated = async () => {
      const { data } = await ask(get, { id }, owner());
      return [data.outdated, data.values.map(({ changed }) => changed)];
    };
    await change(points.setpoint ?? "", { name: "Set temperature", sort: 7, min: null });
    expect(await outdated()).toEqual([false, [false, false]]);
    await change(points.setpoint ?? "", { max: 80 });
    expect(await outdated()).toEqual([true, [false, true]]);
    const refused = await ask(send, { id, deviceIds: [devices["PT-1"]] }, owner());
    expect([refused.code, refused.message]).toEqual([1402, expect.stringMatching(/^How its data points are written has changed/)]);
    const saved = (value: number) =>
      ask(put, { id, version: 1, ...fields({ name: "Old", values: [values[0], { ...values[1], value }] }) }, owner());
    expect((await saved(85)).fields).toMatchObject([{ path: "values.1.value" }]);
    expect((await saved(80)).code).toBe(0);
    expect(await outdated()).toEqual([false, [false, false]]);
    expect((await ask(send, { id, deviceIds: [devices["PT-1"]] }, owner())).data.answers.map(({ code }) => code)).toEqual([0, 0]);
    for (const _ of [1, 2]) expect((await gateway.next("command")).command?.values).toEqual({ mode: 1, setpoint: 800 });
  });

  it("belong to an organisation, are seen below it and not by who may not see one of the points, and keep points and data template", async () => {
    const id = await made({ name: "Hidden", values: [{ pointId: points.secret, value: 1 }] });
    const reader = await grantedUser(people, "reader", [query, get]);
    expect((await ask(get, { id }, { token: reader })).code).toBe(404);
    expect((await ask(query, {}, { token: reader })).data.list.map(({ name }) => name)).not.toContain("Hidden");
    expect((await ask(get, { id }, { token: people.southOwner })).code).toBe(404);
    const below = await grantedUser(people, "below", [query, post, put, put_body], people.town);
    expect((await ask(query, { search: "Hidden" }, { token: below })).data.list).toMatchObject([{ name: "Hidden", changeable: false }]);
    expect((await ask(put, { ...fields(), id, version: 1 }, { token: below })).code).toBe(403);
    const own = (await ask(post, fields({ name: "Of town" }), { token: below })).data.id;
    expect((await ask(get, { id: own }, owner())).data.companyName).toBe("Town");
    const gone = await ask(delete_body, { ids: [points.secret] }, owner());
    expect([gone.code, gone.message]).toEqual([1301, "Cannot be deleted: in use by 1 parameter table. Remove it first"]);
    const spare = (await ask(deviceDataRecipe.calls.post, { name: "Spare" }, owner())).data.id;
    const pointId = (await ask(add_body, { recipeId: spare, name: "p", address: "p", writable: true }, owner())).data.id;
    await made({ name: "Spare", recipeId: spare, values: [{ pointId, value: 1 }] });
    const used = await ask(deviceDataRecipe.calls.delete, { ids: [spare] }, owner());
    expect([used.code, used.message]).toEqual([1301, "Cannot be deleted: in use by 1 parameter table. Remove it first"]);
  });
});
