import { afterAll, beforeAll, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceModel, transmissions } from "#contract/resources/deviceModel.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";

const { query, post, put, delete: remove } = deviceModel.calls;
let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const fields = { name: "Gateway", modelId: "GW-1", transmission: "http-push" };

it("are listed, added, edited and deleted with name, model ID and transmission type [S1.010] [S3.036]", async () => {
  const { site, admin: token } = people;
  const { id } = (await site.ask(post, fields, { token })).data;
  await site.restart();
  const again = await site.signIn("admin", "adminpw1");
  people = { ...people, admin: again };
  const row = async () => (await site.ask(query, { search: "gw-1" }, { token: again })).data.list;
  expect(await row()).toMatchObject([{ id, ...fields, spoken: true, devices: 0 }]);
  expect((await site.ask(put, { id, version: 1, ...fields, name: "Box", transmission: "tuya" }, { token: again })).code).toBe(0);
  expect(await row()).toMatchObject([{ id, name: "Box", modelId: "GW-1", transmission: "tuya", spoken: false }]);
  expect((await site.ask(remove, { ids: [id] }, { token: again })).data).toEqual({ removed: 1 });
  expect(await row()).toEqual([]);
});

it("are of one of five transmission types, which pick the protocol of their devices [S3.037] [S7.060]", async () => {
  const { site, admin: token } = people;
  for (const transmission of transmissions)
    expect((await site.ask(post, { ...fields, name: transmission, transmission }, { token })).code).toBe(0);
  expect((await site.ask(post, { ...fields, name: "other", transmission: "coap" }, { token })).fields.map(({ path }) => path)).toEqual([
    "transmission",
  ]);
  const { registry } = site.gatehouse.services;
  const modelId = (await site.ask(query, { search: "http-push" }, { token })).data.list[0]?.id ?? "";
  const recipeId = (await site.ask(deviceDataRecipe.calls.post, { name: "Template" }, { token })).data.id;
  const slaves = [{ no: 1, name: "One", recipeId }];
  const made = { name: "D", sn: "MODEL-1", typeId: "type-general", industry: "water", modelId, slaves };
  const { id } = (await site.ask(device.calls.post, made, { token })).data;
  const spoken = async () => (await registry.byId(id))?.protocol.name;
  expect(await spoken()).toBe("http-push");
  const edited = { id: modelId, version: 1, ...fields, name: "http-push", transmission: "mqtt-json" };
  expect((await site.ask(put, edited, { token })).code).toBe(0);
  expect(await spoken()).toBe("mqtt-json");
  expect((await site.ask(remove, { ids: [modelId] }, { token })).code).toBe(1301);
});
