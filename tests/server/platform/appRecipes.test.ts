import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alarmLog } from "#contract/resources/alarm.ts";
import { device, deviceSlave } from "#contract/resources/device.ts";
import { deviceData } from "#contract/resources/deviceData.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { type AppRecipeRow, deviceDataRecipeApp } from "#contract/resources/deviceDataRecipeApp.ts";
import { deviceDataRecipeAppCmd } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { deviceUserBind, terminalUser } from "#contract/resources/relations.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { goodPassword, lastLogged, openPeople, type People } from "#tests/server/people/people.ts";
import { grantedUser } from "./grantedUser.ts";

const app = deviceDataRecipeApp.calls;
const command = deviceDataRecipeAppCmd.calls;
let people: People;
let gateway: Gateway;
let recipeId: string;
let deviceId: string;
let consumer: string;
const points: Record<string, string> = {};

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
const owner = () => ({ token: people.northOwner, language: "en" as const });
const theirs = () => ({ token: consumer, language: "en" as const });
const pointed = (name: string, more: object = {}) => ({ pointId: points[name], ...more });
const recipe = async (name: string) => (await ask(deviceDataRecipe.calls.post, { name }, owner())).data.id;
const added = async (into: string, name: string, more: object = {}) =>
  (await ask(deviceDataRecipe.calls.add_body, { recipeId: into, name, address: name, valueType: "int16", ...more }, owner())).data.id;
/** What is sent to save what was read. */
const edited = ({ id, version, recipeId: of, name, enabled, points: shown }: AppRecipeRow) => ({
  ...{ id, version, recipeId: of, name, enabled },
  points: shown.map(({ pointName: _, pointNameEn: __, ...point }) => point),
});
const put = async (id: string, more: object) => ask(app.put, { ...edited((await ask(app.get, { id }, owner())).data), ...more }, owner());

beforeAll(async () => {
  people = await openPeople();
  recipeId = await recipe("Boiler");
  for (const name of ["water", "pump", "mode", "service"])
    points[name] = await added(recipeId, name, { writable: name !== "water", nameEn: `${name}En` });
  points.label = await added(recipeId, "label", { valueType: "text" });
  const body = { name: "Boiler 1", sn: "APP-1", password: "gateway1", typeId: "type-general", industry: "water" };
  deviceId = (await ask(device.calls.post, { ...body, slaves: [{ no: 1, name: "one", recipeId }] }, owner())).data.id;
  const user = (await ask(terminalUser.calls.post, { account: "cora", userName: "Cora", password: goodPassword }, owner())).data.id;
  await ask(deviceUserBind.calls.auth, { deviceId, userId: user, state: 0 }, owner());
  const granted = [device.calls.get, device.calls.cmd, device.calls.query, deviceSlave.calls.get_device_slave, deviceDataLog.calls.query];
  const more = [deviceData.calls.query, deviceDataRecipe.calls.list_body, deviceEvent.calls.query, alarmLog.calls.query];
  await grantedUser(people, "granted", [...granted, ...more]);
  await people.site.gatehouse.services.db.insertInto("user_role").values({ user_id: user, role_id: "role-of-granted" }).execute();
  consumer = await people.site.signIn("cora", goodPassword);
  gateway = await startGateway(people.site.gatehouse.mqttPort, "APP-1", "gateway1");
});
afterAll(async () => {
  await gateway.stop();
  await people.site.close();
});

describe("app recipes", () => {
  it("are kept with their points in order, listed, edited and deleted, also after a restart [S1.016] [S7.066]", async () => {
    const into = await recipe("Kept");
    const [first, second] = [await added(into, "first"), await added(into, "second", { writable: true })];
    const shown = [
      { pointId: second, name: "开关", nameEn: "Switch", show: "switch" },
      { pointId: first, name: "", nameEn: "", show: "curve" },
    ];
    const { id } = (await ask(app.post, { recipeId: into, name: "Kept app", points: shown }, owner())).data;
    const told = [
      { ...shown[0], pointName: "second", pointNameEn: "" },
      { ...shown[1], pointName: "first", pointNameEn: "" },
    ];
    const row = {
      id,
      name: "Kept app",
      recipeId: into,
      recipeName: "Kept",
      enabled: true,
      points: told,
      commands: 0,
      companyName: "North",
    };
    expect((await ask(app.query, { search: "KEPT", recipeId: into }, owner())).data.list).toMatchObject([row]);
    const change = { id, version: 1, recipeId: into, name: "Home", enabled: false, points: shown.slice(1) };
    expect((await ask(app.put, change, owner())).code).toBe(0);
    expect(JSON.parse((await lastLogged(people.site, app.put.path)).change)).toMatchObject({
      enabled: [true, false],
      name: ["Kept app", "Home"],
    });
    expect((await ask(app.put, change, owner())).code).toBe(1300);
    await gateway.stop();
    await people.site.restart();
    gateway = await startGateway(people.site.gatehouse.mqttPort, "APP-1", "gateway1");
    expect((await ask(app.get, { id }, owner())).data).toMatchObject({ name: "Home", enabled: false, points: [told[1]], version: 2 });
    expect((await ask(app.delete, { ids: [id] }, owner())).data).toEqual({ removed: 1 });
    expect((await ask(app.get, { id }, owner())).code).toBe(404);
  });

  it("are one of each data template, stay with it, go with it, and show only points that it has, as these can be shown", async () => {
    const into = await recipe("Once");
    const first = await added(into, "first");
    const { id } = (await ask(app.post, { recipeId: into, name: "Once" }, owner())).data;
    const again = await ask(app.post, { recipeId: into, name: "Twice" }, owner());
    expect([again.code, again.message]).toEqual([1401, "The data template already has an app recipe. Edit that one"]);
    expect((await put(id, { recipeId })).fields).toMatchObject([{ path: "recipeId" }]);
    const faults = async (...shown: object[]) => (await put(id, { points: shown })).fields;
    expect(await faults(pointed("water"))).toMatchObject([{ path: "points.0.pointId" }]);
    expect(await faults({ pointId: first }, { pointId: first })).toMatchObject([{ path: "points" }]);
    expect(await faults({ pointId: first, show: "switch" })).toEqual([
      { path: "points.0.show", message: "A read-only data point cannot be set" },
    ]);
    const text = await added(into, "text", { valueType: "text" });
    expect(await faults({ pointId: text, show: "curve" })).toEqual([{ path: "points.0.show", message: "A text has no trend" }]);
    expect((await put(id, { points: [{ pointId: first }, { pointId: text }] })).code).toBe(0);
    expect((await ask(deviceDataRecipe.calls.delete_body, { ids: [first] }, owner())).code).toBe(0);
    expect((await ask(app.get, { id }, owner())).data.points.map(({ pointName }) => pointName)).toEqual(["text"]);
    expect((await ask(deviceDataRecipe.calls.delete, { ids: [into] }, owner())).code).toBe(0);
    expect((await ask(app.get, { id }, owner())).code).toBe(404);
  });

  it("keep points that who saves them does not see, and are changed by who may change the data template", async () => {
    const into = await recipe("Secrets");
    const [open, secret] = [await added(into, "open"), await added(into, "secret", { auth: 1 })];
    const { id } = (await ask(app.post, { recipeId: into, name: "Secrets", points: [{ pointId: secret }, { pointId: open }] }, owner()))
      .data;
    const blind = await grantedUser(people, "blind", [app.get, app.put, app.query]);
    const { data } = await ask(app.get, { id }, { token: blind });
    expect(data.points.map(({ pointName }) => pointName)).toEqual(["open"]);
    expect((await ask(app.put, { ...edited(data), name: "Blind" }, { token: blind })).code).toBe(0);
    expect((await ask(app.get, { id }, owner())).data.points.map(({ pointName }) => pointName)).toEqual(["open", "secret"]);
    const below = await grantedUser(people, "under", Object.values(app), people.town);
    expect((await ask(app.query, { recipeId: into }, { token: below })).data.list).toMatchObject([{ id, changeable: false }]);
    expect((await ask(app.put, { ...edited(data), version: 2 }, { token: below })).code).toBe(403);
    expect((await ask(app.get, { id }, { token: people.southOwner })).code).toBe(404);
    const shared = await recipe("Shared");
    expect((await ask(app.post, { recipeId: shared, name: "Mine" }, { token: below })).code).toBe(403);
  });

  it("are looked for on every slave of a device template or a device", async () => {
    const [one, two, three] = [await recipe("One"), await recipe("Two"), await recipe("Three")];
    const slaves = [one, two, three].map((of, index) => ({ no: index + 1, name: `s${index + 1}`, recipeId: of }));
    const { id } = (await ask(deviceTemplate.calls.post, { name: "Preset", description: "", slaves, ruleIds: [] }, owner())).data;
    await ask(app.post, { recipeId: one, name: "One app" }, owner());
    await ask(app.post, { recipeId: two, name: "Two app", enabled: false }, owner());
    const states = async (request: object) => {
      const { data } = await ask(app.check_device_template, request, owner());
      return [data.complete, ...data.slaves.map(({ no, recipeName, state }) => [no, recipeName, state])];
    };
    const expected = [
      [1, "One", "enabled"],
      [2, "Two", "disabled"],
      [3, "Three", "missing"],
    ];
    expect(await states({ id })).toEqual([false, ...expected]);
    const body = { name: "Preset 1", sn: "APP-2", password: "gateway1", typeId: "type-general", industry: "water" };
    const made = (await ask(device.calls.post, { ...body, slaves: slaves.slice(0, 1) }, owner())).data.id;
    expect(await states({ deviceId: made })).toEqual([true, expected[0]]);
    expect((await ask(app.check_device_template, {}, owner())).fields).toMatchObject([{ path: "id" }]);
    const south = { token: people.southOwner };
    expect((await ask(app.check_device_template, { id }, south)).code).toBe(404);
    expect((await ask(app.check_device_template, { deviceId: made }, south)).code).toBe(404);
  });
});

describe("app commands", () => {
  it("are kept with values that their points take, of the data template of their app recipe alone", async () => {
    const into = await recipe("Commands");
    const [speed, hidden] = [
      await added(into, "speed", { writable: true, max: 50 }),
      await added(into, "hidden", { writable: true, auth: 1 }),
    ];
    const fixed = await added(into, "fixed");
    const { id: appId } = (await ask(app.post, { recipeId: into, name: "Fan" }, owner())).data;
    const fields = (...values: object[]) => ({ appId, name: "Boost", nameEn: "", values });
    const faults = async (...values: object[]) => (await ask(command.post, fields(...values), owner())).fields;
    expect(await faults()).toMatchObject([{ path: "values" }]);
    expect(await faults({ pointId: speed, value: 51 })).toMatchObject([
      { path: "values.0.value", message: expect.stringContaining("at most 50") },
    ]);
    expect(await faults({ pointId: fixed, value: 1 })).toMatchObject([
      { path: "values.0.value", message: "Data point fixed is read-only" },
    ]);
    expect(await faults({ pointId: points.pump, value: 1 })).toMatchObject([{ path: "values.0.pointId" }]);
    const { id } = (await ask(command.post, fields({ pointId: speed, value: 50 }), owner())).data;
    expect((await ask(command.post, fields({ pointId: speed, value: 1 }), owner())).code).toBe(1203);
    expect((await ask(command.query, { appId, search: "boo" }, owner())).data.list).toMatchObject([
      { id, name: "Boost", confirm: true, values: [{ pointId: speed, name: "speed", value: 50 }] },
    ]);
    const change = { id, version: 1, ...fields({ pointId: speed, value: 10 }, { pointId: hidden, value: 1 }), confirm: false };
    expect((await ask(command.put, { ...change, appId: "other" }, owner())).fields).toMatchObject([{ path: "appId" }]);
    expect((await ask(command.put, change, owner())).code).toBe(0);
    expect(JSON.parse((await lastLogged(people.site, command.put.path)).change)).toMatchObject({ confirm: [true, false] });
    const blind = await grantedUser(people, "noSecrets", [...Object.values(command), ...Object.values(app)]);
    expect((await ask(command.get, { id }, { token: blind })).code).toBe(404);
    expect((await ask(app.get, { id: appId }, { token: blind })).data.commands).toBe(0);
    expect((await ask(app.get, { id: appId }, owner())).data.commands).toBe(1);
    const kept = await ask(deviceDataRecipe.calls.delete_body, { ids: [speed] }, owner());
    expect([kept.code, kept.message]).toEqual([1301, "Cannot be deleted: in use by 1 app command. Remove it first"]);
    const below = await grantedUser(people, "commandsBelow", [...Object.values(command), deviceDataRecipe.calls.put_body], people.town);
    expect((await ask(command.post, { ...fields({ pointId: speed, value: 1 }), name: "Mine" }, { token: below })).code).toBe(403);
    expect((await ask(command.delete, { ids: [id] }, { token: below })).code).toBe(403);
    expect((await ask(command.delete, { ids: [id] }, owner())).data).toEqual({ removed: 1 });
  });
});

describe("an end user", () => {
  let appId = "";
  const shown = async () => {
    const { data } = await ask(device.calls.get, { id: deviceId }, theirs());
    const [slave] = data.slaves;
    return slave?.points.map(({ name, nameEn, show, writable }) => [name, nameEn, show, writable]);
  };
  const all = ["water", "pump", "mode", "service", "label"];
  const shownPoints = () => [
    pointed("pump", { name: "水泵", nameEn: "Pump switch", show: "switch" }),
    pointed("water", { show: "curve" }),
    pointed("mode"),
  ];
  const enable = async (enabled: boolean) => expect((await put(appId, { enabled })).code).toBe(0);

  beforeAll(async () => {
    appId = (await ask(app.post, { recipeId, name: "Boiler app", points: shownPoints() }, owner())).data.id;
    const values = [pointed("service", { value: 7 }), pointed("mode", { value: 2 })];
    await ask(command.post, { appId, name: "Holiday", nameEn: "Holiday", values }, owner());
    await gateway.publish("telemetry", { slaves: [{ no: 1, values: { water: 61, pump: 1, mode: 3, service: 9, label: "L" } }] });
  });

  it("sees of a device what the app recipe in use shows, in its order and by its names; without one, all that is public", async () => {
    expect(await shown()).toEqual([
      ["水泵", "Pump switch", "switch", true],
      ["water", "waterEn", "curve", false],
      ["mode", "modeEn", "value", false],
    ]);
    const whole = (await ask(device.calls.get, { id: deviceId }, theirs())).data.slaves[0];
    expect(whole?.commands).toMatchObject([
      { name: "Holiday", confirm: true, values: { [points.service ?? ""]: 7, [points.mode ?? ""]: 2 } },
    ]);
    const slave = (await ask(deviceSlave.calls.get_device_slave, { id: whole?.id ?? "" }, theirs())).data;
    expect(slave.points.map(({ name }) => name)).toEqual(["水泵", "water", "mode"]);
    const staff = (await ask(device.calls.get, { id: deviceId }, owner())).data.slaves[0];
    expect([staff?.points.map(({ name }) => name), staff?.commands]).toEqual([all, undefined]);
    await enable(false);
    expect((await shown())?.map(([name]) => name)).toEqual(all);
    await enable(true);
  });

  it("finds nothing of the other points in the data template, in histories and in stored readings", async () => {
    const names = async () => (await ask(deviceDataRecipe.calls.list_body, { recipeId }, theirs())).data.list.map(({ name }) => name);
    expect(await names()).toEqual(["water", "pump", "mode"]);
    const period = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() };
    const history = async (name: string) =>
      (
        await ask(
          deviceDataLog.calls.query,
          { deviceId, points: [{ slave: 1, pointId: points[name] }], aggregation: "raw", ...period },
          theirs(),
        )
      ).code;
    expect([await history("water"), await history("service")]).toEqual([0, 404]);
    const stored = async () => {
      const { data } = await ask(deviceData.calls.query, { deviceIds: [deviceId], ...period }, theirs());
      return [...new Set(data.rows.map(({ name }) => name))].sort();
    };
    expect(await stored()).toEqual(["mode", "water", "水泵"]);
    await enable(false);
    expect([await history("service"), (await names()).length]).toEqual([0, 5]);
    await enable(true);
  });

  it("is sent what the app recipe shows from the moment that it is changed", async () => {
    const kept = async () => {
      const known = await people.site.gatehouse.services.registry.byId(deviceId);
      return known?.slaves.get(1)?.points.flatMap(({ name, reach }) => (reach.keptFromApp ? [name] : []));
    };
    expect(await kept()).toEqual(["service", "label"]);
    await enable(false);
    expect(await kept()).toEqual([]);
    await enable(true);
    expect((await put(appId, { points: [] })).code).toBe(0);
    expect(await kept()).toEqual(all);
    expect((await shown())?.length).toBe(0);
    expect((await put(appId, { points: shownPoints() })).code).toBe(0);
    expect(await kept()).toEqual(["service", "label"]);
  });

  it("is told alarms about the other points without their words", async () => {
    const alarm = async (name: string) => {
      const at = Date.now();
      await people.site.gatehouse.services.db
        .insertInto("alarm_log")
        .values(
          alarmRow({ id: `alarm-${name}`, device_id: deviceId, company_id: people.north, point_id: points[name] ?? "", raised_at: at }),
        )
        .execute();
      return (await ask(alarmLog.calls.get, { id: `alarm-${name}` }, theirs())).data.triggerText;
    };
    expect(await alarm("water")).not.toMatch(/not visible/);
    expect(await alarm("service")).toBe("The alarm is about a data point that is not visible to you");
  });

  it("sets what the app recipe lets be set, sends its commands, and writes nothing else", async () => {
    const written = async (values: object) => (await ask(device.calls.cmd, { id: deviceId, slave: 1, values }, theirs())).code;
    const of = (...named: [string, number][]) => Object.fromEntries(named.map(([name, value]) => [points[name], value]));
    expect(await written(of(["pump", 1]))).toBe(0);
    expect((await gateway.next("command")).command?.values).toEqual({ pump: 1 });
    expect(await written(of(["service", 7], ["mode", 2]))).toBe(0);
    expect((await gateway.next("command")).command?.values).toEqual({ service: 7, mode: 2 });
    expect(await written(of(["service", 8], ["mode", 2]))).toBe(404);
    expect(await written(of(["service", 7]))).toBe(404);
    expect(await written(of(["mode", 2]))).toBe(1314);
    expect(await written(of(["pump", 1], ["mode", 2]))).toBe(1314);
    const { data } = await ask(deviceEvent.calls.query, { deviceId }, theirs());
    expect(
      data.list
        .filter(({ kind }) => kind === "command")
        .map(({ content }) => JSON.parse(content).values.map((value: { name: string }) => value.name)),
    ).toEqual([["mode"], ["pump"]]);
    await enable(false);
    expect(await written(of(["service", 8]))).toBe(0);
    expect((await gateway.next("command")).command?.values).toEqual({ service: 8 });
    await enable(true);
  });
});
