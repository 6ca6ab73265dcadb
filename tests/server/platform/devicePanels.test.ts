import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ArgumentOf, Call, ResponseOf } from "#contract/kit/call.ts";
import type { PanelElement } from "#contract/panelLayout.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { deviceTemplateUiCmd } from "#contract/resources/deviceTemplateUiCmd.ts";
import { deviceTemplateUiCompany } from "#contract/resources/deviceTemplateUiCompany.ts";
import { addTemplate } from "#tests/server/fleet.ts";
import { lastLogged, openPeople, type People } from "#tests/server/people/people.ts";
import { grantedUser } from "./grantedUser.ts";

let people: People;
let token: string;
let town: string;
let pump: { recipeId: string; points: Record<string, string> };
let templateId: string;
let turn = 0;

const ui = deviceTemplateUi.calls;
const cmd = deviceTemplateUiCmd.calls;
const link = deviceTemplateUiCompany.calls;

const ask = <C extends Call>(call: C, request: ArgumentOf<C>, as = token) =>
  people.site.ask(call, request as object, { token: as, language: "en" });
const done = async <C extends Call>(call: C, request: ArgumentOf<C>, as = token): Promise<ResponseOf<C>> => {
  const answer = await ask(call, request, as);
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message} ${JSON.stringify(answer.fields)}`);
  return answer.data;
};
const faults = async <C extends Call>(call: C, request: ArgumentOf<C>, as = token) => {
  const { code, fields } = await ask(call, request, as);
  return [code, ...fields.map(({ path, message }) => `${path} ${message}`)];
};

beforeAll(async () => {
  people = await openPeople();
  token = people.northOwner;
  town = await grantedUser(
    people,
    "town.keeper",
    [...Object.values(ui), ...Object.values(cmd), ...Object.values(link), device.calls.get, device.calls.cmd, device.calls.post],
    people.town,
  );
  pump = await addTemplate(people.site, token, "Pump", [
    { name: "Pressure", nameEn: "Pressure", address: "p", max: 1 },
    { name: "Set", nameEn: "Set", address: "set", writable: true, valueType: "int16", sendFormula: "x*10", max: 90 },
    { name: "Run", nameEn: "Run", address: "run", writable: true, valueType: "bool" },
    { name: "Hidden", nameEn: "Hidden", address: "h", writable: true, auth: 1 },
    { name: "Kept nowhere", nameEn: "Kept nowhere", address: "n", storeMode: 0 },
    { name: "Spare", nameEn: "Spare", address: "spare", writable: true },
  ]);
  const slaves = [{ no: 1, name: "Pump", recipeId: pump.recipeId }];
  templateId = (await done(deviceTemplate.calls.post, { name: "Station", slaves })).id;
});
afterAll(() => people.site.close());
beforeEach(() => {
  turn += 1;
});

const point = (address: string): string => pump.points[address] ?? "";
const value = (more: object = {}) => ({ kind: "value", x: 0, y: 0, w: 4, h: 2, slave: 1, pointId: point("p"), ...more }) as PanelElement;
const panel = (more: object = {}) => ({ name: `Panel ${turn}`, deviceTemplateId: templateId, elements: [value()], ...more });
const addPanel = async (more: object = {}) => (await done(ui.post, panel(more))).id;
const command = (uiId: string, more: object = {}) => ({
  ...{ uiId, name: `Night ${turn}`, slave: 1, values: [{ pointId: point("set"), value: 5 }], question: "Lower it?" },
  ...more,
});
const addCommand = async (uiId: string, more: object = {}) => (await done(cmd.post, command(uiId, more))).id;
const addDevice = async (companyId: string) => {
  const slaves = [{ no: 1, name: "Pump", recipeId: pump.recipeId }];
  const sn = `PANEL-${turn}-${companyId.slice(-6)}`;
  const fields = {
    name: sn,
    sn,
    password: "devicepw",
    typeId: "type-general",
    industry: "水务",
    slaves,
    deviceTemplateId: templateId,
    companyId,
  };
  return (await done(device.calls.post, fields)).id;
};
const shownOn = async (deviceId: string, as = token) => (await done(ui.get_device, { deviceId }, as)).panels;

describe("device panels", () => {
  it("are added, listed, edited over their version and deleted with their commands and links [S7.069]", async () => {
    const id = await addPanel({ sort: 3 });
    const [row] = (await done(ui.query, { search: `PANEL ${turn}`, deviceTemplateId: templateId })).list;
    expect(row).toEqual({
      ...{ id, version: 1, name: `Panel ${turn}`, deviceTemplateId: templateId, deviceTemplateName: "Station", enabled: true, sort: 3 },
      ...{ commands: 0, companies: 0, companyName: "North", changeable: true },
    });
    await addCommand(id);
    await done(link.post, { uiId: id, companyId: people.town });
    const edit = { id, version: 1, name: `Panel ${turn}b`, enabled: false, sort: 1, elements: [value({ x: 4 })] };
    await done(ui.put, edit);
    const change = JSON.parse((await lastLogged(people.site, ui.put.path)).change);
    expect([change.name, change.enabled, change.sort]).toEqual([
      [`Panel ${turn}`, `Panel ${turn}b`],
      [true, false],
      [3, 1],
    ]);
    expect(change.elements.map(([first]: [{ x: number }]) => first.x)).toEqual([0, 4]);
    expect((await ask(ui.put, edit)).code).toBe(1300);
    await done(ui.put, { id, version: 2, name: `Panel ${turn}b`, enabled: true, sort: 1 });
    expect(JSON.parse((await lastLogged(people.site, ui.put.path)).change)).toEqual({ enabled: [false, true] });
    expect(await done(ui.get, { id })).toMatchObject({ commands: 1, companies: 1, elements: [{ ...value({ x: 4 }), title: "" }] });
    expect((await ask(deviceTemplate.calls.delete, { ids: [templateId] })).message).toContain("1 device panel");
    await done(ui.delete, { ids: [id] });
    expect((await done(cmd.query, { uiId: id })).total + (await done(link.query, { uiId: id })).total).toBe(0);
    expect((await ask(ui.get, { id })).code).toBe(404);
  });

  it.each([
    ["over one another", () => [value(), value({ x: 3 })], "elements.1.x Elements must not overlap; move this one"],
    ["outside", () => [value({ x: 22 })], "elements.0.x The element must be within the panel: 24 columns and 200 rows"],
    ["of another data template's point", () => [value({ pointId: "none" })], "elements.0.pointId This element cannot show"],
    ["of a slave that the device template has not", () => [value({ slave: 2 })], "elements.0.pointId This element cannot show"],
    ["a switch of what cannot be written", () => [value({ kind: "switch" })], "elements.0.pointId This element cannot show"],
    ["a button without its command", () => [{ kind: "button", x: 0, y: 0, w: 4, h: 1, commandId: "none" }], "elements.0.commandId"],
  ])("are refused with elements %s", async (_what, elements, fault) => {
    const [code, ...told] = await faults(ui.post, panel({ elements: elements() as PanelElement[] }));
    expect([code, told.length, String(told[0]).startsWith(fault)]).toEqual([400, 1, true]);
  });

  it("take no curve of what is not stored, no more than 200 elements, and no layout of more than 256 KB", async () => {
    const curve = value({ kind: "curve", pointId: point("n") });
    expect((await faults(ui.post, panel({ elements: [curve] })))[0]).toBe(400);
    const many = Array.from({ length: 201 }, (_, place) => value({ x: place % 24, y: Math.floor(place / 24), w: 1, h: 1 }));
    expect(await faults(ui.post, panel({ elements: many }))).toEqual([400, "elements A panel has at most 200 elements"]);
    const texts = Array.from({ length: 20 }, () => ({ value: "水".repeat(64), text: "水".repeat(40) }));
    const heavy = many.slice(0, 42).map((one) => ({ ...one, kind: "state", texts }) as PanelElement);
    expect(await faults(ui.post, panel({ elements: heavy }))).toEqual([
      400,
      "elements The layout must not exceed 256 KB; remove elements or texts",
    ]);
  });

  it("keep an element whose data point is gone, and take no new one of it", async () => {
    const id = await addPanel({ elements: [value({ pointId: point("spare") })] });
    await done(deviceDataRecipe.calls.delete_body, { ids: [point("spare")] });
    const edit = (elements: PanelElement[]) => ({ id, version: 1, name: `Panel ${turn}`, enabled: true, sort: 0, elements });
    const gone = value({ pointId: point("spare") });
    expect((await faults(ui.put, edit([gone, value({ x: 8, kind: "gauge", pointId: point("spare") })])))[0]).toBe(400);
    expect(await faults(ui.put, edit([{ ...gone, x: 8 }]))).toEqual([0]);
  });

  it("are shown for the devices of their organisation and of those that they are linked to, for nobody else's, and not while they are off", async () => {
    const id = await addPanel();
    const [own, towns] = [await addDevice(people.north), await addDevice(people.town)];
    expect((await shownOn(own)).map((one) => one.id)).toContain(id);
    expect((await shownOn(towns)).map((one) => one.id)).not.toContain(id);
    expect((await ask(ui.get, { id }, town)).code).toBe(404);
    const linked = (await done(link.post, { uiId: id, companyId: people.town })).id;
    expect((await shownOn(towns, town)).map((one) => one.id)).toEqual([id]);
    expect(await done(ui.get, { id }, town)).toMatchObject({ changeable: false, companyName: "North" });
    expect((await ask(ui.put, { id, version: 1, name: "Taken", enabled: true, sort: 0 }, town)).code).toBe(403);
    expect((await ask(ui.delete, { ids: [id] }, town)).code).toBe(403);
    expect((await ask(cmd.post, command(id), town)).code).toBe(403);
    expect((await ask(link.delete, { ids: [linked] }, town)).code).toBe(403);
    expect((await ask(ui.get_device, { deviceId: own }, town)).code).toBe(404);
    expect((await ask(ui.get, { id }, people.southOwner)).code).toBe(404);
    await done(ui.put, { id, version: 1, name: `Panel ${turn}`, enabled: false, sort: 0 });
    expect(await shownOn(towns, town)).toEqual([]);
    await done(ui.put, { id, version: 2, name: `Panel ${turn}`, enabled: true, sort: 0 });
    await done(link.delete, { ids: [linked] });
    expect(await shownOn(towns, town)).toEqual([]);
    expect((await ask(ui.get, { id }, town)).code).toBe(404);
  });

  it("are no longer shown where the organisation that they are linked to has left the one that they are of", async () => {
    const id = await addPanel();
    const towns = await addDevice(people.town);
    await done(link.post, { uiId: id, companyId: people.town });
    expect((await shownOn(towns, people.admin)).map((one) => one.id)).toEqual([id]);
    const { version } = (await done(company.calls.get, { id: people.town }, people.admin)) as { version: number };
    const moved = (parentId: string, at: number) =>
      done(company.calls.put, { id: people.town, parentId, name: "Town", version: at }, people.admin);
    await moved(people.south, version);
    expect(await shownOn(towns, people.admin)).toEqual([]);
    expect((await ask(ui.get, { id }, people.southOwner)).code).toBe(404);
    await moved(people.north, version + 1);
    expect((await shownOn(towns, people.admin)).map((one) => one.id)).toEqual([id]);
    await done(ui.delete, { ids: [id] });
  });

  it("leave out what is about data points that who looks does not see", async () => {
    const id = await addPanel();
    const hidden = await addCommand(id, { values: [{ pointId: point("h"), value: 1 }] });
    const button = { kind: "button", x: 8, y: 0, w: 4, h: 1, commandId: hidden } as const;
    const elements: PanelElement[] = [value(), value({ x: 4, pointId: point("h") }), button];
    await done(ui.put, { id, version: 1, name: `Panel ${turn}`, enabled: true, sort: 0, elements });
    await done(link.post, { uiId: id, companyId: people.town });
    const towns = await addDevice(people.town);
    const told = async (as: string) => {
      const [shown] = await shownOn(towns, as);
      return [shown?.elements.length, shown?.commands.map((one) => one.id)];
    };
    expect(await told(token)).toEqual([3, [hidden]]);
    expect(await told(town)).toEqual([1, []]);
    expect((await ask(cmd.get, { id: hidden }, town)).code).toBe(404);
    await done(ui.delete, { ids: [id] });
  });
});

describe("commands of panels", () => {
  it("are added with values that their points take, listed, edited and deleted, and keep their data points [S7.069]", async () => {
    const id = await addPanel();
    const saved = await addCommand(id);
    expect((await done(cmd.query, { uiId: id })).list).toEqual([
      {
        ...{ id: saved, version: 1, uiId: id, uiName: `Panel ${turn}`, name: `Night ${turn}`, slave: 1, confirmed: true },
        ...{ question: "Lower it?", companyName: "North", changeable: true },
        values: [
          {
            ...{ pointId: point("set"), name: "Set", nameEn: "Set", valueType: "int16", unit: "", decimals: null, enumeration: [] },
            value: 5,
          },
        ],
      },
    ]);
    expect(await faults(cmd.post, command(id))).toEqual([1203]);
    const tooHigh = { name: "High", values: [{ pointId: point("set"), value: 91 }] };
    expect((await faults(cmd.post, command(id, tooHigh)))[0]).toBe(400);
    expect((await faults(cmd.post, command(id, { name: "Read", values: [{ pointId: point("p"), value: 1 }] })))[0]).toBe(400);
    expect((await faults(cmd.post, command(id, { name: "Other", slave: 2 })))[1]).toMatch(/^slave /);
    const { uiId: _, ...edit } = command(id, { values: [{ pointId: point("run"), value: true }], confirmed: false });
    await done(cmd.put, { ...edit, id: saved, version: 1 });
    expect(await done(cmd.get, { id: saved })).toMatchObject({ confirmed: false, values: [{ pointId: point("run"), value: true }] });
    expect((await ask(deviceDataRecipe.calls.delete_body, { ids: [point("run")] })).message).toContain("1 panel command");
    await done(cmd.delete, { ids: [saved] });
    await done(ui.delete, { ids: [id] });
  });

  it("are checked as the device would get them, and nothing is sent", async () => {
    const id = await addPanel();
    await addCommand(id);
    const deviceId = await addDevice(people.north);
    const { commands } = await done(cmd.check, { uiId: id, deviceId });
    expect(commands.map(({ place, message, code }) => [place, JSON.parse(message), code])).toEqual([
      [expect.stringMatching(/^gw\/[^/]+\/command$/), { id: "…", slave: 1, values: { set: 50 } }, 0],
    ]);
    const bare = await addTemplate(people.site, token, `Bare ${turn}`, [{ name: "X", nameEn: "X", address: "x" }]);
    const other = { name: `bare-${turn}`, sn: `BARE-${turn}`, typeId: "type-general", industry: "水务" };
    const { id: without } = await done(device.calls.post, { ...other, slaves: [{ no: 1, name: "One", recipeId: bare.recipeId }] });
    const [refused] = (await done(cmd.check, { uiId: id, deviceId: without })).commands;
    expect(refused).toMatchObject({ message: "", code: 404 });
    expect((await ask(cmd.check, { uiId: id, deviceId }, people.southOwner)).code).toBe(404);
    const events = await people.site.gatehouse.services.db
      .selectFrom("device_event")
      .select("id")
      .where("device_id", "=", deviceId)
      .execute();
    expect(events).toEqual([]);
    await done(ui.delete, { ids: [id] });
  });
});

describe("links of panels", () => {
  it("are made to organisations below the panel's own alone, each once, and listed by organisation and panel [S7.069]", async () => {
    const id = await addPanel();
    expect(await faults(link.post, { uiId: id, companyId: people.north })).toEqual([
      400,
      "companyId Choose an organisation below that of the panel",
    ]);
    expect((await faults(link.post, { uiId: id, companyId: people.south }))[0]).toBe(400);
    expect(await faults(link.post, { uiId: id, companyId: people.south }, people.admin)).toEqual([
      400,
      "companyId Choose an organisation below that of the panel",
    ]);
    const made = (await done(link.post, { uiId: id, companyId: people.town })).id;
    expect((await ask(link.post, { uiId: id, companyId: people.town })).code).toBe(1394);
    const [row] = (await done(link.query, { companyId: people.town, uiId: id, search: "town" })).list;
    expect(row).toEqual({
      ...{ id: made, uiId: id, uiName: `Panel ${turn}`, deviceTemplateName: "Station", companyId: people.town, linkedName: "Town" },
      ...{ ownerName: "North", changeable: true, createdAt: expect.stringMatching(/Z$/) },
    });
    expect((await done(link.query, { uiId: id }, town)).list).toMatchObject([{ id: made, changeable: false }]);
    expect((await ask(link.delete, { ids: [made] }, people.southOwner)).code).toBe(404);
    expect(await done(link.delete, { ids: [made] })).toEqual({ removed: 1 });
    await done(ui.delete, { ids: [id] });
  });
});
