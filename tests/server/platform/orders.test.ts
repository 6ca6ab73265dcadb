import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { order } from "#contract/resources/order.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { lastLogged, openPeople, type People } from "#tests/server/people/people.ts";
import { grantedUser } from "./grantedUser.ts";

const { query, get, post, put, delete: remove, send } = order.calls;
let people: People;
let gateway: Gateway;
let recipeId: string;
const points: Record<string, string> = {};
const devices: Record<string, string> = {};

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
const owner = () => ({ token: people.northOwner, language: "en" as const });
const fields = (more: object = {}) => ({ name: "Night", recipeId, values: [{ pointId: points.setpoint, value: 18.5 }], ...more });
const made = async (more: object) => {
  const answer = await ask(post, fields(more), owner());
  expect([more, answer.code, answer.fields]).toEqual([more, 0, []]);
  return answer.data.id;
};

const off = { value: 0, label: "关", labelEn: "Off" };

beforeAll(async () => {
  people = await openPeople();
  recipeId = (await ask(deviceDataRecipe.calls.post, { name: "Boiler" }, owner())).data.id;
  const add = async (name: string, point: object) => {
    const { data } = await ask(deviceDataRecipe.calls.add_body, { recipeId, name, address: name, ...point }, owner());
    points[name] = data.id;
  };
  await add("setpoint", { valueType: "int16", sendFormula: "x*10", unit: "°C", max: 90, writable: true });
  await add("mode", { valueType: "uint16", writable: true, enumeration: [{ value: 1, label: "自动", labelEn: "Auto" }] });
  await add("counter", { valueType: "uint64", writable: true });
  await add("secret", { valueType: "int16", writable: true, auth: 1 });
  await add("fixed", {});
  const other = (await ask(deviceDataRecipe.calls.post, { name: "Other" }, owner())).data.id;
  const addDevice = async (sn: string, slaves: readonly [number, string][], token: string) => {
    const body = { name: sn, sn, password: "gateway1", typeId: "type-general", industry: "water" };
    const listed = slaves.map(([no, recipe]) => ({ no, name: `s${no}`, recipeId: recipe }));
    devices[sn] = (await ask(device.calls.post, { ...body, slaves: listed }, { token })).data.id;
  };
  await addDevice(
    "GW-1",
    [
      [1, recipeId],
      [2, recipeId],
      [3, other],
    ],
    people.northOwner,
  );
  await addDevice("GW-2", [[1, recipeId]], people.northOwner);
  await addDevice("GW-3", [[1, other]], people.northOwner);
  gateway = await startGateway(people.site.gatehouse.mqttPort, "GW-1", "gateway1");
});
afterAll(async () => {
  await gateway.stop();
  await people.site.close();
});

describe("saved orders", () => {
  it("are kept with their values, listed, edited and deleted, also after a restart [S3.070]", async () => {
    const values = [
      { pointId: points.mode, value: 1 },
      { pointId: points.counter, value: "18446744073709551615" },
    ];
    const id = await made({ name: "Day", slave: 2, values, remark: "mornings" });
    const [row] = (await ask(query, { search: "MORN", recipeId }, owner())).data.list;
    expect(row).toMatchObject({ id, name: "Day", recipeName: "Boiler", slave: 2, companyName: "North", changeable: true, version: 1 });
    expect(row?.values.map(({ pointId, name, value }) => ({ pointId, name, value }))).toEqual([
      { ...values[0], name: "mode" },
      { ...values[1], name: "counter" },
    ]);
    const change = { id, version: 1, name: "Day", slave: null, values: [{ pointId: points.setpoint, value: 21 }], remark: "" };
    expect((await ask(put, change, owner())).code).toBe(0);
    expect(JSON.parse((await lastLogged(people.site, put.path)).change).slave).toEqual([2, null]);
    expect((await ask(put, change, owner())).code).toBe(1300);
    await gateway.stop();
    await people.site.restart();
    gateway = await startGateway(people.site.gatehouse.mqttPort, "GW-1", "gateway1");
    expect((await ask(get, { id }, owner())).data).toMatchObject({ slave: null, version: 2, values: [{ name: "setpoint", value: 21 }] });
    expect((await ask(remove, { ids: [id] }, owner())).data).toEqual({ removed: 1 });
    expect((await ask(get, { id }, owner())).code).toBe(404);
  });

  it("hold only values that their points take, each point once", async () => {
    const faults = async (...values: object[]) => (await ask(post, fields({ values }), owner())).fields;
    expect(await faults()).toMatchObject([{ path: "values" }]);
    expect(await faults({ pointId: points.setpoint, value: 91 })).toEqual([
      { path: "values.0.value", message: "The value does not fit data point setpoint: must be at most 90 °C" },
    ]);
    expect(await faults({ pointId: points.mode, value: 1 }, { pointId: points.setpoint, value: "warm" })).toMatchObject([
      { path: "values.1.value" },
    ]);
    expect(await faults({ pointId: points.mode, value: 7 })).toEqual([
      { path: "values.0.value", message: "The value does not fit data point mode: must be one of 1 Auto" },
    ]);
    expect(await faults({ pointId: points.fixed, value: 1 })).toEqual([
      { path: "values.0.value", message: "Data point fixed is read-only" },
    ]);
    expect(await faults({ pointId: "missing", value: 1 })).toMatchObject([{ path: "values.0.pointId" }]);
    expect(await faults({ pointId: points.mode, value: 1 }, { pointId: points.mode, value: 2 })).toMatchObject([{ path: "values" }]);
    expect((await ask(post, fields({ recipeId: "missing" }), owner())).fields).toMatchObject([{ path: "recipeId" }]);
  });

  it("are sent to each device, answer for each of them, and are in their logs as commands [S2.198] [S7.094]", async () => {
    const id = await made({ name: "Send me" });
    const deviceIds = [devices["GW-1"], devices["GW-2"], devices["GW-3"]];
    const { data } = await ask(send, { id, deviceIds }, owner());
    const got = [await gateway.next("command"), await gateway.next("command")].map(({ command }) => [command?.slave, command?.values]);
    expect(got.sort()).toEqual([
      [1, { setpoint: 185 }],
      [2, { setpoint: 185 }],
    ]);
    expect(data.answers.map(({ sn, slave, code, message }) => [sn, slave, code, message])).toEqual([
      ["GW-1", 1, 0, "done"],
      ["GW-1", 2, 0, "done"],
      ["GW-2", 1, 1302, "The device is offline; the command was not sent"],
      ["GW-3", null, 1341, "The device has no slave with this data template"],
    ]);
    const events = await ask(deviceEvent.calls.query, { deviceId: devices["GW-1"] }, owner());
    expect(events.data.list.map(({ kind, account, result }) => [kind, account, result])).toEqual([
      ["command", "north.owner", "ok"],
      ["command", "north.owner", "ok"],
    ]);
    expect((await lastLogged(people.site, send.path)).code).toBe(0);
    const single = await made({ name: "Second slave", slave: 2 });
    expect((await ask(send, { id: single, deviceIds: [devices["GW-1"]] }, owner())).data.answers.map(({ slave }) => slave)).toEqual([2]);
    expect((await gateway.next("command")).command?.slave).toBe(2);
  });

  it("are refused whole without the right to command devices, and with a device of somebody else", async () => {
    const id = await made({ name: "Whole" });
    const sender = await grantedUser(people, "sender", [query, send]);
    const refused = await ask(send, { id, deviceIds: [devices["GW-1"]] }, { token: sender, language: "en" });
    expect([refused.code, refused.message]).toEqual([1314, "No permission to issue commands"]);
    expect((await ask(send, { id, deviceIds: [devices["GW-1"], "missing"] }, owner())).code).toBe(404);
    expect((await ask(send, { id, deviceIds: [] }, owner())).fields).toMatchObject([{ path: "deviceIds" }]);
    const commander = await grantedUser(people, "commander", [query, send, device.calls.cmd]);
    expect((await ask(send, { id, deviceIds: [devices["GW-1"]] }, { token: commander })).data.answers.length).toBe(2);
    await gateway.next("command");
    await gateway.next("command");
    expect((await ask(deviceEvent.calls.query, { deviceId: devices["GW-1"] }, owner())).data.total).toBe(5);
  });

  it.each([
    {
      ...{ narrowed: "whose maximum was lowered", point: { valueType: "int16", max: 90 } as const, value: 90 },
      ...{ to: { max: 50 }, reason: "must be at most 50", fits: 50 },
    },
    {
      ...{ narrowed: "one of whose values was taken away", value: 1, fits: 0 },
      point: { valueType: "uint16", enumeration: [off, { value: 1, label: "开", labelEn: "On" }] } as const,
      ...{ to: { enumeration: [off] }, reason: "must be one of 0 Off" },
    },
  ])(
    "are refused by every device for a point $narrowed since, of which nothing is sent, and no other",
    async ({ point, value, to, reason, fits }) => {
      const { add_body, get_body, put_body } = deviceDataRecipe.calls;
      const name = `narrow${value}`;
      const body = { recipeId, name, address: name, writable: true, ...point };
      const pointId = (await ask(add_body, body, owner())).data.id;
      const values = [
        { pointId: points.setpoint, value: 20 },
        { pointId, value },
      ];
      const [both, other] = [await made({ name: `Both ${name}`, slave: 2, values }), await made({ name: `Other ${name}`, slave: 2 })];
      const deviceIds = [devices["GW-1"]];
      const answers = async (id: string) =>
        (await ask(send, { id, deviceIds }, owner())).data.answers.map(({ code, message }) => [code, message]);
      expect(await answers(both)).toEqual([[0, "done"]]);
      expect((await gateway.next("command")).command?.values).toEqual({ setpoint: 200, [name]: value });
      const narrow = { ...(await ask(get_body, { id: pointId }, owner())).data, ...to };
      expect((await ask(put_body, narrow, owner())).code).toBe(0);
      expect(await answers(both)).toEqual([[1306, `The value does not fit data point ${name}: ${reason}`]]);
      expect(await answers(other)).toEqual([[0, "done"]]);
      expect((await gateway.next("command")).command?.values).toEqual({ setpoint: 185 });
      const edited = { id: both, version: 1, name: `Both ${name}`, recipeId, slave: 2, remark: "" };
      expect((await ask(put, { ...edited, values }, owner())).fields).toMatchObject([{ path: "values.1.value" }]);
      expect((await ask(put, { ...edited, values: [{ pointId, value: fits }] }, owner())).code).toBe(0);
      expect(await answers(both)).toEqual([[0, "done"]]);
      expect((await gateway.next("command")).command?.values).toEqual({ [name]: fits });
    },
  );

  it("belong to an organisation, are seen below it, and not by who may not see one of the points", async () => {
    const id = await made({ name: "Hidden", values: [{ pointId: points.secret, value: 1 }] });
    const reader = await grantedUser(people, "reader", [query, get]);
    expect((await ask(get, { id }, { token: reader })).code).toBe(404);
    expect((await ask(query, { pageSize: 100 }, { token: reader })).data.list.map(({ name }) => name)).not.toContain("Hidden");
    expect((await ask(get, { id }, { token: people.southOwner })).code).toBe(404);
    expect((await ask(get, { id }, { token: people.admin })).data.name).toBe("Hidden");
    const below = await grantedUser(people, "below", [query, put, deviceDataRecipe.calls.put_body], people.town);
    const shown = (await ask(query, { search: "Hidden" }, { token: below })).data.list;
    expect(shown.map(({ name, changeable }) => [name, changeable])).toEqual([["Hidden", false]]);
    const change = { ...fields(), id, version: 1 };
    expect((await ask(put, change, { token: below })).code).toBe(403);
    expect((await ask(put, change, { token: people.southOwner })).code).toBe(404);
  });

  it("keep their points and their template from being deleted", async () => {
    const id = await made({ name: "Keeps" });
    const gone = await ask(deviceDataRecipe.calls.delete_body, { ids: [points.setpoint] }, owner());
    expect([gone.code, gone.message]).toEqual([
      1301,
      expect.stringMatching(/^Cannot be deleted: in use by \d saved commands\. Remove these first$/),
    ]);
    expect((await ask(remove, { ids: [id] }, owner())).code).toBe(0);
  });
});

describe("gateway commands", () => {
  const { send_by_sn } = order.calls;
  const sent = async (request: object, token = people.northOwner) => {
    const answer = await ask(send_by_sn, request, { token, language: "en" });
    return answer.code === 0 ? answer.data.answers.map(({ sn, slave, code, message }) => [sn, slave, code, message]) : answer;
  };

  it("go to gateways by SN, in any case and each once, and tell what each answered, or why it got nothing [S2.197]", async () => {
    const values = [{ pointId: points.setpoint, value: 21 }];
    const request = { sns: ["gw-1", "GW-1", "GW-2", "GW-3", "NOBODY-9"], recipeId, slave: 1, values };
    expect(await sent(request)).toEqual([
      ["GW-1", 1, 0, "done"],
      ["GW-2", 1, 1302, expect.any(String)],
      ["GW-3", 1, 1341, "The device has no slave with this data template"],
      ["NOBODY-9", 1, 404, expect.any(String)],
    ]);
    expect((await gateway.next("command")).command?.values).toEqual({ setpoint: 210 });
    const id = await made({ name: "By SN" });
    expect(await sent({ sns: ["GW-1"], id })).toEqual([1, 2].map((slave) => ["GW-1", slave, 0, "done"]));
    for (const _ of [1, 2]) expect((await gateway.next("command")).command?.values).toEqual({ setpoint: 185 });
    const south = await ask(send_by_sn, { sns: ["GW-1"], id }, { token: people.southOwner });
    expect(south.code).toBe(404);
  });

  it.each([
    ["no SN", { sns: [], id: "o" }, "sns"],
    ["neither a saved command nor values", { sns: ["GW-1"] }, "id"],
    ["both", { sns: ["GW-1"], id: "o", recipeId: "r", values: [{ pointId: "p", value: 1 }] }, "id"],
    ["a data template without values", { sns: ["GW-1"], recipeId: "r" }, "values"],
  ])("with %s are refused", async (_, request, path) => {
    const answer = await ask(send_by_sn, request, owner());
    expect([answer.code, answer.fields.map((field) => field.path)]).toEqual([400, [path]]);
  });

  it("hold only values that their points take", async () => {
    const answer = await ask(send_by_sn, { sns: ["GW-1"], recipeId, values: [{ pointId: points.setpoint, value: 91 }] }, owner());
    expect([answer.code, answer.fields.map(({ path }) => path)]).toEqual([400, ["values.0.value"]]);
  });

  it("are refused to who may not command devices, and nothing is sent [S6.009] [S8.031]", async () => {
    const id = await made({ name: "Not allowed" });
    const reader = await grantedUser(people, "no.commands", [query, send, send_by_sn]);
    for (const request of [
      { sns: ["GW-1"], id },
      { sns: ["GW-1"], recipeId, values: [{ pointId: points.setpoint, value: 20 }] },
    ])
      expect(await ask(send_by_sn, request, { token: reader, language: "en" })).toMatchObject({
        code: 1314,
        message: "No permission to issue commands",
      });
    expect((await ask(send, { id, deviceIds: [devices["GW-1"]] }, { token: reader, language: "en" })).code).toBe(1314);
    const since = await ask(deviceEvent.calls.query, { deviceId: devices["GW-1"] ?? "", kind: "command" }, owner());
    expect(await sent({ sns: ["GW-1"], id })).toHaveLength(2);
    for (const _ of [1, 2]) await gateway.next("command");
    const now = await ask(deviceEvent.calls.query, { deviceId: devices["GW-1"] ?? "", kind: "command" }, owner());
    expect(now.data.total - since.data.total).toBe(2);
  });
});
