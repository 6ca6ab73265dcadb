import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ArgumentOf, Call, ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmTriggerTemplate } from "#contract/resources/alarmTriggerTemplate.ts";
import { device } from "#contract/resources/device.ts";
import { deviceChange } from "#contract/resources/deviceChange.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { job } from "#contract/resources/job.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { lastLogged, openPeople, type People } from "#tests/server/people/people.ts";
import { grantedUser } from "./grantedUser.ts";

let people: People;
let token: string;
let meter: { recipeId: string; points: Record<string, string> };
let pump: { recipeId: string; points: Record<string, string> };
let turn = 0;

beforeAll(async () => {
  people = await openPeople();
  token = people.admin;
  meter = await addTemplate(people.site, token, "Meter", [
    { name: "Power", nameEn: "Power", address: "p" },
    { name: "Hidden", nameEn: "Hidden", address: "h", auth: 1 },
  ]);
  pump = await addTemplate(people.site, token, "Pump", [{ name: "Flow", nameEn: "Flow", address: "f" }]);
});
afterAll(() => people.site.close());
beforeEach(() => {
  turn += 1;
});

const ask = <C extends Call>(call: C, request: ArgumentOf<C>, as = token) =>
  people.site.ask(call, request as object, { token: as, language: "en" });
const done = async <C extends Call>(call: C, request: ArgumentOf<C>, as = token): Promise<ResponseOf<C>> => {
  const answer = await ask(call, request, as);
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message} ${JSON.stringify(answer.fields)}`);
  return answer.data;
};

const rule = (differences: object = {}) => ({
  ...{ name: `Power high ${turn}`, recipeId: meter.recipeId, pointId: meter.points.p ?? "", level: 2 as const },
  ...{ condition: "above" as const, a: 100, max: 90, pushContentEn: "{device} draws {value}" },
  ...differences,
});
const addRule = async (differences: object = {}, as = token) => (await done(alarmTriggerTemplate.calls.post, rule(differences), as)).id;
const slaves = () => [
  { no: 1, name: "Meter", recipeId: meter.recipeId },
  { no: 2, name: "Pump", recipeId: pump.recipeId },
];
const preset = (differences: object = {}) => ({ name: `Station ${turn}`, description: "two", slaves: slaves(), ...differences });
const addPreset = async (differences: object = {}, as = token) => (await done(deviceTemplate.calls.post, preset(differences), as)).id;
const addDevice = async (sn: string, deviceTemplateId: string | null, differences: object = {}, as = token) => {
  const fields = { name: sn, sn, password: "devicepw", typeId: "type-general", industry: "水务", slaves: slaves(), deviceTemplateId };
  return (await done(device.calls.post, { ...fields, ...differences }, as)).id;
};
const rulesOf = async (deviceId: string) => {
  const { list } = await done(alarmTrigger.calls.query, { pageSize: 1000 });
  return list.filter((one) => one.deviceId === deviceId);
};
const templated = async (id: string) => (await done(deviceTemplate.calls.query_device, { id })).list;
const apply = async (ids: string[], deviceTemplateId: string) => {
  const { id } = await done(deviceChange.calls.post, { ids, action: { kind: "deviceTemplate", deviceTemplateId } });
  await people.site.gatehouse.services.jobs.idle();
  return (await done(job.calls.results, { id })).list.map(({ record, code }) => [record, code]);
};
const versionOf = async (id: string) => (await done(deviceTemplate.calls.get, { id })).version;

describe("alarm rule templates", () => {
  it("are added, listed with their point, edited over their version and deleted where no device template has them [S7.081]", async () => {
    const id = await addRule();
    const [row] = (await done(alarmTriggerTemplate.calls.query, { search: `HIGH ${turn}`, recipeId: meter.recipeId })).list;
    expect(row).toMatchObject({ ...rule(), id, pointName: "Power", recipeName: "Meter", b: null, saveData: true, deviceTemplates: 0 });
    expect((await done(alarmTriggerTemplate.calls.query, { recipeId: pump.recipeId })).list.filter((one) => one.id === id)).toEqual([]);
    await done(alarmTriggerTemplate.calls.put, { ...rule({ a: 120, saveData: false }), id, version: 1 });
    expect(await done(alarmTriggerTemplate.calls.get, { id })).toMatchObject({ a: 120, saveData: false, version: 2 });
    const change = JSON.parse((await lastLogged(people.site, alarmTriggerTemplate.calls.put.path)).change);
    expect(change).toEqual({ a: [100, 120], saveData: [true, false] });
    expect((await ask(alarmTriggerTemplate.calls.put, { ...rule(), id, version: 1 })).code).toBe(1300);
    const used = await addPreset({ ruleIds: [id] });
    const refused = await ask(alarmTriggerTemplate.calls.delete, { ids: [id] });
    expect([refused.code, refused.message]).toEqual([1301, expect.stringContaining("1 device template")]);
    const moved = await ask(alarmTriggerTemplate.calls.put, {
      ...rule({ recipeId: pump.recipeId, pointId: pump.points.f }),
      id,
      version: 2,
    });
    expect(moved.message).toContain("1 device template");
    await done(deviceTemplate.calls.delete, { ids: [used] });
    expect(await done(alarmTriggerTemplate.calls.delete, { ids: [id] })).toEqual({ removed: 1 });
  });

  it.each([
    ["a point of another data template", { pointId: "pump" }, "notFound"],
    ["no point", { pointId: null }, "pointId"],
    ["a release beyond the trigger", { max: 101 }, "max"],
    ["an unknown data template", { recipeId: "gone" }, "recipeId"],
  ])("with %s are refused", async (_, differences, field) => {
    const pointId = "pointId" in differences && differences.pointId === "pump" ? { pointId: pump.points.f } : {};
    const answer = await ask(alarmTriggerTemplate.calls.post, rule({ ...differences, ...pointId }));
    if (field === "notFound") expect(answer.code).toBe(404);
    else expect([answer.code, answer.fields.map(({ path }) => path)]).toEqual([400, [field]]);
  });

  it("keep their data template and their point from being deleted", async () => {
    const own = await addTemplate(people.site, token, `Kept ${turn}`, [{ name: "P", nameEn: "P", address: "1" }]);
    await addRule({ recipeId: own.recipeId, pointId: own.points["1"] });
    const recipe = await ask(deviceDataRecipe.calls.delete, { ids: [own.recipeId] });
    const point = await ask(deviceDataRecipe.calls.delete_body, { ids: [own.points["1"] ?? ""] });
    expect([recipe.code, point.code, recipe.message]).toEqual([1301, 1301, expect.stringContaining("1 alarm rule template")]);
  });
});

describe("a device template", () => {
  it("keeps name, slaves, data templates and alarm template over a restart, is edited over its version, copied and deleted [S1.014] [S3.047] [S7.068]", async () => {
    const ruleIds = [await addRule(), await addRule({ name: `Flow low ${turn}`, recipeId: pump.recipeId, pointId: pump.points.f })];
    const id = await addPreset({ ruleIds });
    const [row] = (await done(deviceTemplate.calls.query, { search: `station ${turn}` })).list;
    expect(row?.companyName).toBeTruthy();
    expect(row).toMatchObject({
      ...{ id, name: `Station ${turn}`, description: "two", version: 1, devices: 0, changeable: true },
      slaves: slaves().map((slave, place) => ({ ...slave, recipeName: ["Meter", "Pump"][place] })),
      rules: [
        { id: ruleIds[0], name: `Power high ${turn}` },
        { id: ruleIds[1], name: `Flow low ${turn}` },
      ],
    });
    const edited = { id, version: 1, name: `Renamed ${turn}`, description: "", slaves: slaves().slice(1), ruleIds: [ruleIds[1] ?? ""] };
    await done(deviceTemplate.calls.put, edited);
    const change = JSON.parse((await lastLogged(people.site, deviceTemplate.calls.put.path)).change);
    expect(change).toMatchObject({ name: [`Station ${turn}`, `Renamed ${turn}`], ruleIds: [ruleIds, [ruleIds[1]]] });
    expect((await ask(deviceTemplate.calls.put, edited)).code).toBe(1300);
    const copy = await done(deviceTemplate.calls.copy, { id, name: `Copy ${turn}` });
    await people.site.restart();
    token = await people.site.signIn("admin", "adminpw1");
    for (const [one, name] of [
      [id, `Renamed ${turn}`],
      [copy.id, `Copy ${turn}`],
    ] as const)
      expect(await done(deviceTemplate.calls.get, { id: one })).toMatchObject({
        ...{ name, slaves: [{ no: 2, name: "Pump", recipeId: pump.recipeId }], rules: [{ id: ruleIds[1] }] },
      });
    expect(await done(deviceTemplate.calls.delete, { ids: [id, copy.id] })).toEqual({ removed: 2 });
    expect((await done(deviceTemplate.calls.query, { search: `${turn}` })).list.filter((one) => [id, copy.id].includes(one.id))).toEqual(
      [],
    );
  });

  it.each([
    ["no slave", { slaves: [] }, { code: 400, field: "slaves" }],
    ["a slave number beyond 247", { slaves: [{ no: 248, name: "A", recipeId: "meter" }] }, { code: 400, field: "slaves.0.no" }],
    ["an unknown data template", { slaves: [{ no: 1, name: "A", recipeId: "gone" }] }, { code: 400, field: "slaves.0.recipeId" }],
    ["an unknown rule", { ruleIds: ["gone"] }, { code: 400, field: "ruleIds" }],
  ])("with %s is refused", async (_, differences, { code, field }) => {
    const answer = await ask(deviceTemplate.calls.post, preset(differences));
    expect([answer.code, answer.fields.map(({ path }) => path)]).toEqual([code, [field]]);
  });

  it("has no two slaves of one number or one name, no rule twice, and none whose data template no slave has", async () => {
    const [first, second] = slaves() as [ReturnType<typeof slaves>[0], ReturnType<typeof slaves>[0]];
    expect((await ask(deviceTemplate.calls.post, preset({ slaves: [first, { ...second, no: 1 }] }))).code).toBe(1312);
    expect((await ask(deviceTemplate.calls.post, preset({ slaves: [first, { ...second, name: "Meter" }] }))).code).toBe(1313);
    const id = await addRule();
    const twice = await ask(deviceTemplate.calls.post, preset({ ruleIds: [id, id] }));
    const strange = await ask(deviceTemplate.calls.post, preset({ slaves: [second], ruleIds: [id] }));
    expect([twice.fields, strange.fields]).toEqual([
      [{ path: "ruleIds", message: expect.any(String) }],
      [{ path: "ruleIds", message: "No slave has the data template of a chosen alarm rule" }],
    ]);
  });

  it("keeps its data templates from being deleted, and is kept by its devices", async () => {
    const own = await addTemplate(people.site, token, `Own ${turn}`, [{ name: "P", nameEn: "P", address: "1" }]);
    const one = [{ no: 1, name: "A", recipeId: own.recipeId }];
    const id = await addPreset({ slaves: one });
    const recipe = await ask(deviceDataRecipe.calls.delete, { ids: [own.recipeId] });
    expect([recipe.code, recipe.message]).toEqual([1301, expect.stringContaining("1 device template")]);
    await addDevice(`KEEPS-${turn}`, id, { slaves: one });
    const kept = await ask(deviceTemplate.calls.delete, { ids: [id] });
    expect([kept.code, kept.message]).toEqual([1301, expect.stringContaining("1 device")]);
  });

  it("is seen below its organisation and changed there by nobody; those of an organisation beside are not found", async () => {
    const id = await addPreset();
    await people.site.addUser({ account: `below.${turn}`, companyId: people.south });
    await people.site.addUser({ account: `beside.${turn}`, companyId: people.north });
    const below = await people.site.signIn(`below.${turn}`, "secret1");
    const beside = await people.site.signIn(`beside.${turn}`, "secret1");
    expect(await done(deviceTemplate.calls.get, { id }, below)).toMatchObject({ changeable: false });
    expect((await ask(deviceTemplate.calls.put, { ...preset({ name: "Taken" }), id, version: 1 }, below)).code).toBe(403);
    const souths = await addPreset({ name: `South's ${turn}` }, below);
    for (const call of [deviceTemplate.calls.get, deviceTemplate.calls.query_device] as const)
      expect((await ask(call, { id: souths }, beside)).code).toBe(404);
    const foreign = { name: "N", sn: `NORTH-${turn}`, typeId: "type-general", industry: "水务", slaves: slaves() };
    const answer = await ask(device.calls.post, { ...foreign, deviceTemplateId: souths }, beside);
    expect([answer.code, answer.fields.map(({ path }) => path)]).toEqual([400, ["deviceTemplateId"]]);
  });
});

describe("a copy of a device template", () => {
  it("is without the rules that its organisation is not offered", async () => {
    await people.site.addUser({ account: `copied.${turn}`, companyId: people.south });
    const souths = await people.site.signIn(`copied.${turn}`, "secret1");
    const [theirs, shared] = [await addRule({ name: `Theirs ${turn}` }, souths), await addRule()];
    const id = await addPreset({ ruleIds: [theirs, shared] }, souths);
    const copy = await done(deviceTemplate.calls.copy, { id, name: `Copy ${turn}` });
    expect(await done(deviceTemplate.calls.get, { id: copy.id })).toMatchObject({
      slaves: slaves(),
      rules: [{ id: shared, name: `Power high ${turn}` }],
    });
  });
});

describe("a device that is made from a device template", () => {
  it("has its slaves, data templates and alarm rules, which raise alarms; the template stands in device and list [S1.015]", async () => {
    const id = await addPreset({ ruleIds: [await addRule()] });
    const sn = `MADE-${turn}`;
    const made = await addDevice(sn, id);
    const whole = await done(device.calls.get, { id: made });
    expect(whole).toMatchObject({ deviceTemplateId: id, deviceTemplateName: `Station ${turn}` });
    expect(whole.slaves.map(({ no, name, recipeId }) => ({ no, name, recipeId }))).toEqual(slaves());
    expect((await done(device.calls.query, { deviceTemplateId: id })).list.map((row) => row.deviceTemplateName)).toEqual([
      `Station ${turn}`,
    ]);
    const [own] = await rulesOf(made);
    expect(own).toMatchObject({ name: `Power high ${turn} ${sn}`, a: 100, max: 90, level: 2, enabled: true, pointId: meter.points.p });
    expect(await templated(id)).toMatchObject([{ id: made, sn, differences: [] }]);
    const client = await connectDevice(people.site, sn);
    await sendTelemetry(client, sn, { slaves: [{ no: 1, values: { p: 150 } }] });
    const open = await until(async () => {
      const { list } = await done(alarmLog.calls.query, { deviceId: made });
      return list.length > 0 && list;
    }, "the alarm of the preset's rule");
    expect(open.map(({ ruleId, triggerText }) => [ruleId, triggerText])).toEqual([[own?.id, `${sn} draws 150`]]);
    await client.endAsync();
  });

  it("has each rule with all that its template says of it", async () => {
    const texts = { pushContent: "过高", pushContentEn: "High", releaseContent: "恢复", releaseContentEn: "Normal again" };
    const fields = { ...texts, level: 3, condition: "outside", a: 10, b: 90, min: 20, max: 80, holdSeconds: 45, saveData: false };
    const id = await addPreset({ ruleIds: [await addRule(fields)] });
    const [own] = await rulesOf(await addDevice(`FIELDS-${turn}`, id));
    expect(own).toMatchObject({ ...fields, recipeId: meter.recipeId, pointId: meter.points.p });
  });

  it("has rules whose names are numbered where its organisation has one of that name, and only there", async () => {
    const id = await addPreset({ ruleIds: [await addRule()] });
    const plain = await addDevice(`PLAIN-${turn}`, null, { companyId: people.north });
    const name = `Power high ${turn} NAMED-${turn}`;
    const watched = { recipeId: meter.recipeId, pointId: meter.points.p ?? "", condition: "above" as const, a: 1 };
    await done(alarmTrigger.calls.post, { ...watched, name, deviceId: plain });
    await done(alarmTrigger.calls.post, { ...watched, name: `Power high ${turn} AGAIN-${turn}`, deviceId: plain });
    const [elsewhere, there] = [
      await addDevice(`NAMED-${turn}`, id, { companyId: people.south }),
      await addDevice(`AGAIN-${turn}`, id, { companyId: people.north }),
    ];
    const names = async (made: string) => (await rulesOf(made)).map((one) => one.name);
    expect([await names(elsewhere), await names(there)]).toEqual([[name], [`Power high ${turn} AGAIN-${turn} (2)`]]);
  });

  it("is given the rules of the slaves that it has alone, each under a name of its own and no longer than a name", async () => {
    const long = "R".repeat(limits.names.template);
    const flow = await addRule({ name: long, recipeId: pump.recipeId, pointId: pump.points.f });
    const id = await addPreset({ ruleIds: [await addRule(), flow] });
    const one = await addDevice(`ONLY-${turn}`, id, { slaves: slaves().slice(1) });
    const names = (await rulesOf(one)).map(({ name }) => name);
    expect(names).toEqual([`${"R".repeat(limits.names.template - 1 - `ONLY-${turn}`.length)} ONLY-${turn}`]);
    const company = (await done(device.calls.get, { id: one })).companyId;
    expect((await rulesOf(one)).map(({ version }) => version)).toEqual([1]);
    expect(company).toBe("root");
  });

  it("loses the template, and keeps its rules, where it goes to an organisation that is not offered it", async () => {
    await people.site.addUser({ account: `souths.${turn}`, companyId: people.south });
    const souths = await people.site.signIn(`souths.${turn}`, "secret1");
    const recipe = await addTemplate(people.site, souths, `South's ${turn}`, [{ name: "P", nameEn: "P", address: "1" }]);
    const one = [{ no: 1, name: "A", recipeId: recipe.recipeId }];
    const ruleId = await addRule({ recipeId: recipe.recipeId, pointId: recipe.points["1"] }, souths);
    const id = await addPreset({ slaves: one, ruleIds: [ruleId] }, souths);
    const made = await addDevice(`GOES-${turn}`, id, { slaves: one }, souths);
    const stays = await addDevice(`STAYS-${turn}`, await addPreset({ name: `Root's ${turn}` }), { companyId: people.south });
    await done(device.calls.change_user, { ids: [made, stays], companyId: people.north });
    expect(await done(device.calls.get, { id: made })).toMatchObject({ deviceTemplateId: null, deviceTemplateName: "" });
    expect(await done(device.calls.get, { id: stays })).toMatchObject({ deviceTemplateName: `Root's ${turn}` });
    expect((await rulesOf(made)).length).toBe(1);
  });
});

describe("a changed device template", () => {
  it("tells of each device what differs, and is carried to those that are named", async () => {
    const [power, flow] = [await addRule(), await addRule({ name: `Flow low ${turn}`, recipeId: pump.recipeId, pointId: pump.points.f })];
    const id = await addPreset({ ruleIds: [power] });
    const own = { no: 9, name: "Own", recipeId: meter.recipeId };
    const [one, other] = [await addDevice(`ONE-${turn}`, id, { slaves: [...slaves(), own] }), await addDevice(`OTHER-${turn}`, id)];
    const before = (await done(device.calls.get, { id: one })).slaves;
    const [kept] = await rulesOf(one);
    await done(alarmTriggerTemplate.calls.put, { ...rule({ a: 200 }), id: power, version: 1 });
    const changed = [
      { no: 1, name: "Main meter", recipeId: meter.recipeId },
      { no: 2, name: "Pump", recipeId: pump.recipeId },
      { no: 3, name: "Spare", recipeId: pump.recipeId },
    ];
    await done(deviceTemplate.calls.put, { ...preset({ slaves: changed, ruleIds: [power, flow] }), id, version: await versionOf(id) });
    const differing = [
      { kind: "slaveOther", no: 1, name: "Main meter" },
      { kind: "slaveMissing", no: 3, name: "Spare" },
      { kind: "ruleOther", no: null, name: `Power high ${turn}` },
      { kind: "ruleMissing", no: null, name: `Flow low ${turn}` },
    ];
    expect((await templated(id)).map(({ sn, differences }) => [sn, differences])).toEqual([
      [`ONE-${turn}`, [...differing, { kind: "slaveMore", no: 9, name: "Own" }]],
      [`OTHER-${turn}`, differing],
    ]);
    expect(await apply([one], id)).toEqual([[`ONE-${turn} (ONE-${turn})`, 0]]);
    expect(await apply([one], id)).toEqual([[`ONE-${turn} (ONE-${turn})`, 0]]);
    const after = await done(device.calls.get, { id: one });
    expect(after.slaves.map(({ no, name }) => [no, name])).toEqual([
      [1, "Main meter"],
      [2, "Pump"],
      [3, "Spare"],
      [9, "Own"],
    ]);
    expect(after.slaves[0]?.id).toBe(before[0]?.id);
    expect((await rulesOf(one)).find((row) => row.id === kept?.id)).toMatchObject({ a: 200, version: 2 });
    expect((await templated(id)).map(({ differences }) => differences.length)).toEqual([1, 4]);
    await done(deviceTemplate.calls.put, { ...preset({ slaves: changed, ruleIds: [flow] }), id, version: await versionOf(id) });
    expect((await templated(id))[0]?.differences).toEqual([
      { kind: "slaveMore", no: 9, name: "Own" },
      { kind: "ruleMore", no: null, name: `Power high ${turn} ONE-${turn}` },
    ]);
    await apply([one, other], id);
    expect((await rulesOf(one)).map(({ name }) => name)).toEqual([`Flow low ${turn} ONE-${turn}`]);
    expect((await rulesOf(other)).map(({ name }) => name)).toEqual([`Flow low ${turn} OTHER-${turn}`]);
  });

  it("is applied to no device of an organisation that it is not offered to, nor where names of slaves would be alike", async () => {
    const souths = people.site;
    await souths.addUser({ account: `carry.${turn}`, companyId: people.south });
    const id = await addPreset({}, await souths.signIn(`carry.${turn}`, "secret1"));
    const [norths, alike] = [
      await addDevice(`AWAY-${turn}`, null, { companyId: people.north }),
      await addDevice(`ALIKE-${turn}`, null, { companyId: people.south, slaves: [{ no: 7, name: "Pump", recipeId: pump.recipeId }] }),
    ];
    expect((await apply([norths, alike], id)).map(([, code]) => code).sort()).toEqual([1313, 1393]);
  });

  it("becomes the one of a device that is as it says already, and of no other than those that are named", async () => {
    const [id, other] = [await addPreset(), await addPreset({ name: `Other ${turn}` })];
    const [plain, changes] = [await addDevice(`NONE-${turn}`, null), await addDevice(`CHANGES-${turn}`, other)];
    await apply([plain, changes], id);
    for (const one of [plain, changes]) expect(await done(device.calls.get, { id: one })).toMatchObject({ deviceTemplateId: id });
    expect(await templated(other)).toEqual([]);
  });

  it("shows an end user those of its devices that they have", async () => {
    const id = await addPreset();
    const [held] = [await addDevice(`HELD-${turn}`, id, { companyId: people.north })];
    await addDevice(`UNHELD-${turn}`, id, { companyId: people.north });
    const account = `consumer.${turn}`;
    const userId = await people.site.addUser({ account, type: 3, companyId: people.north, roles: ["role-administrator"] });
    await done(deviceUserBind.calls.auth, { deviceId: held, userId, state: 1 });
    const consumer = await people.site.signIn(account, "secret1");
    const { list, total } = await done(deviceTemplate.calls.query_device, { id }, consumer);
    expect([list.map((row) => row.id), total]).toEqual([[held], 1]);
  });

  it("hides from who does not see a point the rules about it, and keeps these when they save it", async () => {
    const [seen, hidden] = [await addRule(), await addRule({ name: `Hidden ${turn}`, pointId: meter.points.h })];
    const id = await addPreset({ ruleIds: [hidden, seen] });
    await addDevice(`HIDES-${turn}`, id);
    const { get, put, query_device } = deviceTemplate.calls;
    const viewer = await grantedUser(people, `viewer.${turn}`, [get, put, query_device, alarmTriggerTemplate.calls.query], "root");
    const rules = async (as?: string) => (await done(get, { id }, as)).rules.map((one) => one.id);
    expect([await rules(), await rules(viewer)]).toEqual([[hidden, seen], [seen]]);
    const { list } = await done(alarmTriggerTemplate.calls.query, { pageSize: 1000 }, viewer);
    expect(list.some((one) => one.id === seen) && !list.some((one) => one.id === hidden)).toBe(true);
    await done(put, { ...preset({ ruleIds: [seen], description: "saved" }), id, version: 1 }, viewer);
    expect([await rules(), await rules(viewer)]).toEqual([[seen, hidden], [seen]]);
    await done(alarmTriggerTemplate.calls.put, {
      ...rule({ name: `Hidden ${turn}`, pointId: meter.points.h, a: 500 }),
      id: hidden,
      version: 1,
    });
    const { list: told } = await done(query_device, { id }, viewer);
    expect([(await templated(id))[0]?.differences.length, told[0]?.differences.length]).toEqual([1, 0]);
  });
});
