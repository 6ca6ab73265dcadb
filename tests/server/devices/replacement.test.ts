import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceType } from "#contract/resources/deviceType.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { goodPassword, openPeople, type People } from "#tests/server/people/people.ts";
import { keptOf, use } from "./kept.ts";

let people: People;
let recipeId = "";
let count = 0;

beforeAll(async () => {
  people = await openPeople();
  ({ recipeId } = await addTemplate(people.site, people.northOwner, "Boiler", [{ name: "Temperature", address: "1", storeMode: 1 }]));
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, { token: people.northOwner, ...asked });
const newDevice = async (): Promise<{ id: string; sn: string; companyId: string }> => {
  count += 1;
  const sn = `SWAP-${count}`;
  return { id: await addDevice(people.site, people.northOwner, { sn, recipeId }), sn, companyId: people.north };
};

describe("a gateway that takes a device's place", () => {
  const replace = (id: string, sn: string, more: object = {}) => ask(device.calls.update_device_sn, { id, sn, version: 1, ...more });

  it("keeps what the device kept, and sends on under its own SN and password", async () => {
    const old = await newDevice();
    await use(people.site, old);
    const client = await connectDevice(people.site, old.sn);
    const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
    expect((await replace(old.id, "NEW-GATEWAY-1", { password: "another1" })).data).toEqual({ password: "" });
    await closed;
    await expect(connectDevice(people.site, old.sn)).rejects.toThrow();
    const fresh = await connectDevice(people.site, "NEW-GATEWAY-1", "another1");
    await sendTelemetry(fresh, "NEW-GATEWAY-1", { values: { "1": 30 } });
    await fresh.endAsync();
    expect(await keptOf(people.site, old.id)).toMatchObject({ alarm_log: 1, readings: 2 });
    const found = (await ask(device.calls.query, { search: "new-gateway-1" })).data.list;
    expect(found.map(({ id, sn }) => [id, sn])).toEqual([[old.id, "NEW-GATEWAY-1"]]);
    const { list } = (await ask(deviceEvent.calls.query, { deviceId: old.id, kind: "replacement" })).data;
    expect(list.map(({ content, account }) => [JSON.parse(content), account])).toEqual([
      [{ from: old.sn, to: "NEW-GATEWAY-1" }, "north.owner"],
    ]);
  });

  it("has the password that its SN was registered with, else one that is answered once", async () => {
    const [one, two] = [await newDevice(), await newDevice()];
    await ask(device.calls.addSnAndPsd, { pairs: [{ sn: "AHEAD-1", password: "registered1" }] });
    expect((await replace(one.id, "AHEAD-1")).data).toEqual({ password: "" });
    await (await connectDevice(people.site, "AHEAD-1", "registered1")).endAsync();
    const { password } = (await replace(two.id, "MADE-UP-1")).data;
    await (await connectDevice(people.site, "MADE-UP-1", password)).endAsync();
  });

  it("is refused with an SN that is taken, the device's own, one of no form, or over a version that nobody saw", async () => {
    const [one, two] = [await newDevice(), await newDevice()];
    expect((await replace(one.id, two.sn.toLowerCase())).code).toBe(1311);
    expect((await replace(one.id, one.sn)).fields).toEqual([{ path: "sn", message: "这就是设备当前的序列号" }]);
    expect((await replace(one.id, "x y")).code).toBe(400);
    expect((await replace(one.id, "FREE-1", { version: 2 })).code).toBe(1300);
    expect((await ask(device.calls.get, { id: one.id })).data.sn).toBe(one.sn);
  });
});

describe("another type", () => {
  it("is given to devices all at once, with values of like attributes and else its defaults, or to none of them", async () => {
    const typeOf = async (name: string, attributes: object[]): Promise<string> =>
      (await ask(deviceType.calls.post, { name, nameEn: name, description: "", attributes })).data.id;
    const text = (name: string, defaultValue: string) => ({ name, nameEn: name, kind: "text", choices: "", defaultValue });
    const [before, after] = [
      await typeOf("Old pump", [text("Maker", "none"), text("Colour", "red")]),
      await typeOf("New pump", [text("Maker", "unknown"), text("Height", "2 m")]),
    ];
    count += 1;
    const id = await addDevice(people.site, people.northOwner, { sn: `TYPE-${count}`, recipeId, typeId: before });
    const plain = await newDevice();
    const whole = (await ask(device.calls.get, { id })).data;
    const [maker] = (await ask(deviceType.calls.get, { id: before })).data.attributes;
    const fields = { ...whole, attributes: { [maker?.id ?? ""]: "Acme" }, slaves: [{ no: 1, name: "Main", recipeId }] };
    expect((await ask(device.calls.put, fields)).code).toBe(0);
    const give = (ids: string[]) => ask(device.calls.update_device_type, { ids, typeId: after });
    expect((await give([id, "missing"])).code).toBe(404);
    expect((await ask(device.calls.get, { id })).data.typeId).toBe(before);
    expect((await give([id, plain.id, id])).data).toEqual({ changed: 2 });
    const { attributes } = (await ask(deviceType.calls.get, { id: after })).data;
    const valuesOf = async (device_: string) => {
      const values = (await ask(device.calls.get, { id: device_ })).data.attributes;
      return attributes.map((attribute) => values[attribute.id]);
    };
    expect([await valuesOf(id), await valuesOf(plain.id)]).toEqual([
      ["Acme", "2 m"],
      ["unknown", "2 m"],
    ]);
  });
});

describe("another end user", () => {
  it("becomes the owner of devices, and whoever owned them before stays authorised", async () => {
    const person = async (companyId: string): Promise<string> => {
      count += 1;
      const fields = { account: `owns${count}`, userName: `owns${count}`, type: 3, password: goodPassword, companyId };
      return (await ask(user.calls.add_child_company, fields)).data.id;
    };
    const [one, two] = [await newDevice(), await newDevice()];
    const [first, second] = [await person(people.north), await person(people.town)];
    const give = (ids: string[], userId: string) => ask(device.calls.update_ternimal_user, { ids, userId });
    const states = async (deviceId: string) => {
      const { list } = (await ask(deviceUserBind.calls.queryUser, { deviceId })).data;
      return Object.fromEntries(list.map(({ userId, state }) => [userId, state]));
    };
    expect((await give([one.id], first)).data).toEqual({ changed: 1 });
    expect((await give([one.id, two.id], second)).data).toEqual({ changed: 2 });
    expect([await states(one.id), await states(two.id)]).toEqual([{ [first]: 1, [second]: 0 }, { [second]: 0 }]);
    expect((await give([one.id, "missing"], first)).code).toBe(404);
    expect((await give([one.id], "missing")).code).toBe(404);
    expect(await states(one.id)).toEqual({ [first]: 1, [second]: 0 });
  });
});

it("an erasure that a stop came between is done at the next start, and what comes afterwards stays", async () => {
  const { id, sn } = await newDevice();
  await use(people.site, { id, sn, companyId: people.north });
  const { db } = people.site.gatehouse.services;
  await db.insertInto("device_erasure").values({ device_id: id }).execute();
  await people.site.restart();
  expect(await keptOf(people.site, id)).toMatchObject({ readings: 0, latest: 0, alarm_log: 1 });
  expect(await people.site.gatehouse.services.db.selectFrom("device_erasure").selectAll().execute()).toEqual([]);
  const client = await connectDevice(people.site, sn);
  await sendTelemetry(client, sn, { values: { "1": 7 } });
  await client.endAsync();
  await people.site.restart();
  expect(await until(async () => (await keptOf(people.site, id)).readings, "the reading")).toBe(1);
});
