import { afterAll, beforeAll, expect, it } from "vitest";
import { device, deviceSlave } from "#contract/resources/device.ts";
import { addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const { query, get, post, put, cmd, delete: remove } = device.calls;
let site: Site;
let token: string;

beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

it("is added with its SN and password, connects, is listed, viewed, edited, commanded and deleted [S1.007] [S7.057]", async () => {
  const { recipeId, points } = await addTemplate(site, token, "Pumps", [{ name: "Set point", address: "40001", writable: true }]);
  const fields = { name: "North pump", sn: "UNIT-1", typeId: "type-general", industry: "water" };
  const made = await site.ask(post, { ...fields, password: "unit-pass", slaves: [{ no: 3, name: "Pump house", recipeId }] }, { token });
  const { id } = made.data;
  const listed = async () => (await site.ask(query, { search: "unit-1" }, { token })).data.list;
  expect(await listed()).toMatchObject([{ id, name: "North pump", sn: "UNIT-1", presence: "inactive" }]);
  await expect(connectDevice(site, "UNIT-1", "other-pass")).rejects.toThrow();
  const client = await connectDevice(site, "UNIT-1", "unit-pass");
  await until(async () => (await listed())[0]?.presence === "online", "the device to be online");
  const { data: whole } = await site.ask(get, { id }, { token });
  expect(whole).toMatchObject({ ...fields, id, slaves: [{ no: 3, name: "Pump house", recipeId, recipeName: "Pumps" }] });
  const slaves = whole.slaves.map(({ points: _, recipeName: __, ...slave }) => slave);
  const edited = { ...fields, id, version: whole.version, name: "South pump", slaves };
  expect((await site.ask(put, edited, { token })).code).toBe(0);
  expect(await listed()).toMatchObject([{ id, name: "South pump" }]);

  await client.subscribeAsync("gw/UNIT-1/command", { qos: 1 });
  const commanded = new Promise<string>((resolve) => client.once("message", (_topic, payload) => resolve(String(payload))));
  const answer = site.ask(cmd, { id, slave: 3, values: { [points["40001"] ?? ""]: 7 } }, { token });
  const command = JSON.parse(await commanded);
  expect(command).toMatchObject({ slave: 3, values: { "40001": 7 } });
  await client.publishAsync("gw/UNIT-1/command/reply", JSON.stringify({ id: command.id, code: 0, message: "set" }), { qos: 1 });
  expect(await answer).toMatchObject({ code: 0, data: { message: "set" } });

  expect((await site.ask(remove, { ids: [id] }, { token })).data).toEqual({ removed: 1 });
  expect(await listed()).toEqual([]);
  await client.endAsync(true);
  await expect(connectDevice(site, "UNIT-1", "unit-pass")).rejects.toThrow();
});

it("has its slaves listed with name, number and data template [S7.058]", async () => {
  const { recipeId } = await addTemplate(site, token, "Levels", []);
  const other = (await addTemplate(site, token, "Flows", [])).recipeId;
  const slaves = [
    { no: 247, name: "Weir", recipeId },
    { no: 1, name: "Main", recipeId: other },
  ];
  const fields = { name: "Gateway", sn: "UNIT-2", typeId: "type-general", industry: "water", slaves };
  const { id } = (await site.ask(post, fields, { token })).data;
  const { data } = await site.ask(deviceSlave.calls.query, { deviceId: id }, { token });
  expect(data.list.map(({ no, name, recipeName }) => [no, name, recipeName])).toEqual([
    [1, "Main", "Flows"],
    [247, "Weir", "Levels"],
  ]);
});
