import { expect, test } from "vitest";
import { device, deviceSlave } from "#contract/resources/device.ts";
import { addDevice, editDevice, removeDevices } from "#server/devices/deviceEdit.ts";
import { listDevices, listMini } from "#server/devices/deviceList.ts";
import { getDevice, listSlaves } from "#server/devices/deviceRows.ts";
import { devicePasswordFits, deviceSecret } from "#server/wire/devicePassword.ts";
import {
  addDeviceTo,
  addPointTo,
  addTemplate,
  addType,
  callerOf,
  deviceRequest,
  licensed,
  morning,
  notFound,
  openTelemetry,
  openWorld,
  put,
  refusal,
  silent,
} from "./world.ts";

const root = callerOf("root");
const north = callerOf("north");
const town = callerOf("town");
const south = callerOf("south");

const query = (fields: object = {}) => device.calls.query.request.parse(fields);
const mini = (fields: object = {}) => device.calls.query_mini.request.parse(fields);

test("an added device is answered whole, with a made-up password that fits and is answered once", async () => {
  const world = await openWorld();
  const { db } = world;
  const telemetry = await openTelemetry(world);
  const recipe = await addTemplate(db, north);
  const request = deviceRequest(recipe, { name: "  泵站 1 ", sn: "00012345678901234567", lng: 0, lat: 0 });
  const { id, password } = await addDevice(licensed(db), north, request, morning);

  expect(password).toMatch(/^[0-9A-Za-z]{16}$/);
  const { password_hash } = await db.selectFrom("device").select("password_hash").executeTakeFirstOrThrow();
  expect(devicePasswordFits(password_hash, password, await deviceSecret(db))).toBe(true);
  expect(password_hash).not.toContain(password);

  const answered = { ...(await getDevice(db, north, id, { ...silent, telemetry })), followed: false };
  const whole = device.calls.get.response.parse(answered);
  expect(whole).toEqual({
    ...{ id, followed: false },
    name: "泵站 1",
    sn: "00012345678901234567",
    typeId: "general",
    typeName: "general",
    typeNameEn: "general en",
    modelId: "model",
    modelName: "MQTT",
    ...{ deviceTemplateId: null, deviceTemplateName: "" },
    companyId: "north",
    companyName: "The north",
    industry: "water",
    presence: "inactive",
    communicationTime: null,
    activatedAt: null,
    createdAt: new Date(morning).toISOString(),
    updatedAt: new Date(morning).toISOString(),
    openAlarms: 0,
    mutedBy: null,
    lng: 0,
    lat: 0,
    address: "",
    remark: "",
    transmission: "mqtt-json",
    ...{ dealer: "", userName: "", contact: "", thirdPartyId: "", tuyaId: "", installedOn: "", serviceInfo: "", image: "" },
    ...{ province: "", city: "", district: "", sort: 0, mobile: "stop", alarmNotice: true, leaseStart: "", leaseEnd: "" },
    ...{ attributes: {}, parameterVersion: "" },
    softwareVersion: "",
    hardwareVersion: "",
    signal: null,
    iccid: "",
    version: 1,
    slaves: [{ id: expect.any(String), no: 1, name: "Slave 1", recipeId: recipe, recipeName: "Template", points: [] }],
  });
});

test("a given password is kept and not answered", async () => {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, north);
  const { password } = await addDevice(licensed(db), north, deviceRequest(recipe, { password: "own-pass" }), morning);
  const { password_hash } = await db.selectFrom("device").select("password_hash").executeTakeFirstOrThrow();
  expect(password).toBe("");
  expect(devicePasswordFits(password_hash, "own-pass", await deviceSecret(db))).toBe(true);
});

test("repeated slave numbers, repeated slave names and a known SN are refused, the SN also to another organisation [S5.059] [S5.060]", async () => {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, root);
  await addDeviceTo(db, north, recipe);
  const slaves = (one: object, other: object) => [
    { no: 1, name: "A", recipeId: recipe, ...one },
    { no: 2, name: "B", recipeId: recipe, ...other },
  ];
  const codeOf = async (differences: object) =>
    (
      (await refusal(addDevice(licensed(db), south, deviceRequest(recipe, { sn: "SN-0002", ...differences }), morning))) as
        | { code: number }
        | undefined
    )?.code;
  expect(await codeOf({ slaves: slaves({}, { no: 1 }) })).toBe(1312);
  expect(await codeOf({ slaves: slaves({}, { name: " A " }) })).toBe(1313);
  expect(await codeOf({ sn: "SN-0001" })).toBe(1311);
  expect(await codeOf({ sn: "sn-0001" })).toBe(1311);
  expect(await codeOf({ slaves: slaves({}, { name: "a" }) })).toBe(undefined);
});

const accepts = (differences: object) => device.calls.post.request.safeParse({ ...deviceRequest("recipe"), ...differences }).success;

test("a device takes names of 1 to 40 characters [S5.037]", () => {
  expect(["", "  ", "P", "泵".repeat(40), "泵".repeat(41)].map((name) => accepts({ name }))).toEqual([false, false, true, true, false]);
});

test("an emoji counts once in a device's name [S5.080]", () => {
  expect([40, 41].map((count) => accepts({ name: "😀".repeat(count) }))).toEqual([true, false]);
});

test("a device takes slave numbers from 1 to 247, and at least one slave [S3.033]", () => {
  const slave = (no: number) => ({ slaves: [{ no, name: "S", recipeId: "recipe" }] });
  expect(accepts({ slaves: [] })).toBe(false);
  expect([0, 1, 247, 248, 1.5].map((no) => accepts(slave(no)))).toEqual([false, true, true, false, false]);
});

test("types, models and templates of the own organisation, of those below and of those above may be used, others are as if missing", async () => {
  const { db } = await openWorld();
  const shared = await addTemplate(db, root);
  const below = await addTemplate(db, town);
  const foreign = await addTemplate(db, south);
  await addType(db, "southern", "south");
  const post = (differences: object, recipe = shared) =>
    refusal(addDevice(licensed(db), north, deviceRequest(recipe, { sn: `SN-${Math.random()}`, ...differences }), morning));
  expect(await post({}, below)).toBe(undefined);
  expect(await post({}, foreign)).toEqual(await post({}, "missing"));
  expect(await post({}, foreign)).toMatchObject({ code: 400, data: { fields: [{ path: "slaves.0.recipeId" }] } });
  expect(await post({ typeId: "southern" })).toEqual(await post({ typeId: "missing" }));
  expect(await post({ modelId: "missing" })).toMatchObject({ code: 400, data: { fields: [{ path: "modelId" }] } });
  expect(await post({ companyId: "town" })).toBe(undefined);
  expect(await post({ companyId: "south" })).toEqual(await post({ companyId: "missing" }));
  expect(await post({ companyId: "root" })).toMatchObject({ code: 400, data: { fields: [{ path: "companyId" }] } });
});

test("a foreign device and a missing one get the same answer on every call", async () => {
  const world = await openWorld();
  const { db } = world;
  const telemetry = await openTelemetry(world);
  const recipe = await addTemplate(db, root);
  const id = await addDeviceTo(db, north, recipe);
  const parts = { ...silent, telemetry };
  const edit = (target: string) => ({ ...deviceRequest(recipe), id: target, version: 1 });
  for (const target of [id, "missing"]) {
    expect(await refusal(getDevice(db, south, target, parts))).toEqual(notFound);
    expect(await refusal(editDevice(db, south, edit(target), morning))).toEqual(notFound);
    expect(await refusal(removeDevices(db, south, [target]))).toEqual(notFound);
    expect(await refusal(listSlaves(db, south, deviceSlave.calls.query.request.parse({ deviceId: target })))).toEqual(notFound);
  }
  expect(await refusal(getDevice(db, town, id, parts))).toEqual(notFound);
  expect(await refusal(getDevice(db, root, id, parts))).toBe(undefined);
});

test("a save over a newer version is refused and says who saved it and when", async () => {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, north);
  const id = await addDeviceTo(db, north, recipe);
  const edit = (version: number, name: string) =>
    editDevice(db, north, { ...deviceRequest(recipe, { name }), id, version }, morning + 60_000);
  await edit(1, "First");
  const at = new Date(morning + 60_000).toISOString();
  expect(await refusal(edit(1, "Second"))).toEqual({
    code: 1300,
    data: { by: "north user", at, version: 2 },
    message: `north user changed this record at ${at}`,
  });
  await edit(2, "Second");
  expect((await listMini(db, north, mini({}))).list).toEqual([{ id, name: "Second", sn: "SN-0001" }]);
});

test("an edit keeps ids of slaves, changes their numbers, names and templates, and keeps the password when none is given [S3.032]", async () => {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, north);
  const other = await addTemplate(db, north, "Other");
  const slaves = [
    { no: 1, name: "A", recipeId: recipe },
    { no: 2, name: "B", recipeId: recipe },
  ];
  const id = await addDeviceTo(db, north, recipe, { slaves, password: "first-pass" });
  const listed = async () => (await listSlaves(db, north, deviceSlave.calls.query.request.parse({ deviceId: id }))).list;
  const [a, b] = await listed();
  const swapped = [
    { id: a?.id, no: 2, name: "A", recipeId: recipe },
    { id: b?.id, no: 1, name: "B2", recipeId: other },
    { no: 3, name: "C", recipeId: recipe },
  ];
  const edit = (version: number, differences: object) =>
    editDevice(db, north, { ...deviceRequest(recipe, differences), id, version }, morning);
  expect(await edit(1, { slaves: swapped })).toMatchObject({ id, sn: "SN-0001", credentials: false, moved: false });
  expect((await listed()).map((slave) => [slave.no, slave.name, slave.recipeName, slave.id])).toEqual([
    [1, "B2", "Other", b?.id],
    [2, "A", "Template", a?.id],
    [3, "C", "Template", expect.any(String)],
  ]);
  const hash = async () => (await db.selectFrom("device").select("password_hash").executeTakeFirstOrThrow()).password_hash;
  expect(devicePasswordFits(await hash(), "first-pass", await deviceSecret(db))).toBe(true);
  expect(await edit(2, { slaves: [{ no: 2, name: "A", recipeId: recipe }], password: "second-pass" })).toMatchObject({ credentials: true });
  expect(devicePasswordFits(await hash(), "second-pass", await deviceSecret(db))).toBe(true);
  expect((await listed()).map((slave) => slave.id)).toEqual([a?.id]);
  expect(await refusal(edit(3, { slaves: [{ id: "other", no: 2, name: "A", recipeId: recipe }] }))).toMatchObject({
    code: 400,
    data: { fields: [{ path: "slaves.0.id" }] },
  });
});

test("a device that is moved to another organisation is seen there and nowhere else, and keeps a template that its new owner has not", async () => {
  const world = await openWorld();
  const { db } = world;
  const recipe = await addTemplate(db, north);
  const id = await addDeviceTo(db, north, recipe);
  const edit = (caller: typeof root, version: number, companyId: string) =>
    editDevice(db, caller, { ...deviceRequest(recipe, { companyId }), id, version }, morning);
  expect(await edit(root, 1, "south")).toMatchObject({ moved: true });
  expect((await listDevices(db, north, query(), silent)).total).toBe(0);
  expect((await listDevices(db, south, query(), silent)).list.map((row) => row.id)).toEqual([id]);
  expect(await edit(south, 2, "south")).toMatchObject({ moved: false });
});

test("a bulk delete removes all or nothing, with slaves and events", async () => {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, root);
  const own = await addDeviceTo(db, north, recipe, { sn: "SN-0001" });
  const foreign = await addDeviceTo(db, south, recipe, { sn: "SN-0002" });
  expect(await refusal(removeDevices(db, north, [own, foreign]))).toEqual(notFound);
  expect((await listDevices(db, root, query(), silent)).total).toBe(2);
  expect((await removeDevices(db, north, [own, own])).rows).toMatchObject([{ id: own, sn: "SN-0001" }]);
  expect(await db.selectFrom("slave").select("device_id").execute()).toEqual([{ device_id: foreign }]);
});

test("points come in the order of sort with their latest values; hidden ones are left out [S3.046]", async () => {
  const world = await openWorld();
  const { db } = world;
  const telemetry = await openTelemetry(world);
  const recipe = await addTemplate(db, north);
  const late = await addPointTo(db, north, recipe, { address: "1", sort: 9 });
  const early = await addPointTo(db, north, recipe, { address: "2", sort: 1 });
  const counter = await addPointTo(db, north, recipe, { address: "3", sort: 5, valueType: "uint64" });
  await addPointTo(db, north, recipe, { address: "4", display: false });
  const id = await addDeviceTo(db, north, recipe);
  await put(telemetry, telemetry.series(id, 1, late), [[morning, 0]]);
  await put(telemetry, telemetry.series(id, 1, counter), [[morning + 1, "18446744073709551615"]]);
  const whole = await getDevice(db, north, id, { presence: { communicatedAt: () => morning + 5 }, telemetry, at: 0 });
  expect(whole.slaves[0]?.points.map(({ id: point, value, ts }) => ({ point, value, ts }))).toEqual([
    { point: early, value: null, ts: null },
    { point: counter, value: "18446744073709551615", ts: "2026-11-20T00:00:00.001Z" },
    { point: late, value: 0, ts: "2026-11-20T00:00:00.000Z" },
  ]);
  expect(whole.communicationTime).toBe("2026-11-20T00:00:00.005Z");
});

test("public points are seen by all, secret ones by who may edit the template, others not by child users [S3.040]", async () => {
  const world = await openWorld();
  const { db } = world;
  const telemetry = await openTelemetry(world);
  const recipe = await addTemplate(db, north);
  for (const auth of [0, 1, 2] as const) await addPointTo(db, north, recipe, { address: `${auth}`, auth, sort: auth });
  const id = await addDeviceTo(db, north, recipe);
  const seen = async (differences: object) => {
    const whole = await getDevice(db, callerOf("north", differences), id, { ...silent, telemetry });
    return whole.slaves[0]?.points.map((point) => point.address);
  };
  const texts = { account: "c", user_name: "c", nick_name: "", phone: "", email: "", avatar: "", password_hash: "", updated_by: "" };
  const user = { id: "consumer", company_id: "north", type: 3, enabled: 1, second_factor: 0, created_at: 0, updated_at: 0, ...texts };
  await db.insertInto("user").values(user).execute();
  await db.insertInto("device_user").values({ device_id: id, user_id: user.id, state: 0, at: 0 }).execute();
  expect(await seen({ type: 0 })).toEqual(["0", "1", "2"]);
  expect(await seen({ type: 1, grants: new Set() })).toEqual(["0", "2"]);
  expect(await seen({ type: 3, userId: "consumer", grants: new Set() })).toEqual(["0"]);
  expect(await seen({ type: 4, userId: "consumer", grants: new Set() })).toEqual(["0"]);
});
