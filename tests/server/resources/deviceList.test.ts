import { expect, test } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { deviceType } from "#contract/resources/deviceType.ts";
import { writeCommunicationTimes } from "#server/catalog/communicationTimes.ts";
import { models } from "#server/catalog/models.ts";
import { types } from "#server/catalog/types.ts";
import { addDevice } from "#server/devices/deviceEdit.ts";
import { listDevices, listMini } from "#server/devices/deviceList.ts";
import { addDeviceTo, addTemplate, addType, callerOf, deviceRequest, licensed, morning, openWorld, silent } from "./world.ts";

const root = callerOf("root");
const north = callerOf("north");
const town = callerOf("town");
const south = callerOf("south");

const query = (fields: object = {}) => device.calls.query.request.parse(fields);
const mini = (fields: object = {}) => device.calls.query_mini.request.parse(fields);

async function fleet() {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, root);
  await addType(db, "alpha", "root", "Alpha");
  await addType(db, "beta", "north", "Beta");
  const make = async (name: string, sn: string, companyId: "north" | "town" | "south", typeId: string, columns: object, at?: number) => {
    const id = await addDeviceTo(db, root, recipe, { name, sn, companyId, typeId });
    await db.updateTable("device").set(columns).where("id", "=", id).execute();
    if (at !== undefined) await writeCommunicationTimes(db, [{ id, at }]);
  };
  await make("Pump 100%", "SN-0001", "north", "alpha", { online: 1, activated_at: 1, open_alarms: 2, created_at: 3 }, 30);
  await make("pump_2", "SN-0002", "town", "beta", { activated_at: 1, created_at: 2 }, 20);
  await make("Zulu", "SN-0003", "north", "beta", { created_at: 1 });
  await make("Elsewhere", "SN-0004", "south", "alpha", { online: 1, activated_at: 1, open_alarms: 1, created_at: 4 }, 10);
  return {
    db,
    sns: async (caller: typeof root, fields: object) =>
      (await listDevices(db, caller, query(fields), silent)).list.map((row) => row.sn.slice(-1)).join(""),
  };
}

test("devices are filtered by plain text, presence, type, organisation and alarms, within the caller's organisations [S2.173]", async () => {
  const { sns } = await fleet();
  expect(await sns(root, {})).toBe("4132");
  expect(await sns(north, {})).toBe("132");
  expect(await sns(town, {})).toBe("2");
  expect(await sns(root, { search: " PUMP " })).toBe("12");
  expect(await sns(root, { search: "%" })).toBe("1");
  expect(await sns(root, { search: "_" })).toBe("2");
  expect(await sns(root, { search: "sn-0003" })).toBe("3");
  expect(await sns(root, { search: "nothing" })).toBe("");
  expect(await sns(root, { search: "   " })).toBe("4132");
  expect(await sns(root, { presence: "online" })).toBe("41");
  expect(await sns(root, { presence: "offline" })).toBe("2");
  expect(await sns(north, { presence: "inactive" })).toBe("3");
  expect(await sns(root, { typeId: "beta" })).toBe("32");
  expect(await sns(root, { companyId: "north" })).toBe("132");
  expect(await sns(north, { companyId: "south" })).toBe("");
  expect(await sns(root, { alarmed: true })).toBe("41");
  expect(await sns(north, { alarmed: false })).toBe("32");
  expect(await sns(north, { typeId: "beta", presence: "offline", search: "pump", alarmed: false })).toBe("2");
});

test("devices are sorted by every column both ways, and by no other", async () => {
  const { sns } = await fleet();
  const both = async (sortField: string) => [
    await sns(root, { sortField, sortOrder: "asc" }),
    await sns(root, { sortField, sortOrder: "desc" }),
  ];
  expect(await both("name")).toEqual(["4132", "2314"]);
  expect(await both("sn")).toEqual(["1234", "4321"]);
  expect(await both("presence")).toEqual(["4123", "3214"]);
  expect(await both("communicationTime")).toEqual(["3421", "1243"]);
  expect(await both("createdAt")).toEqual(["3214", "4123"]);
  expect((await both("openAlarms")).map((order) => order.replace(/[23]/g, "."))).toEqual(["..41", "14.."]);
  expect(await both("typeName")).toEqual(["4132", "3241"]);
  expect(await both("companyName")).toEqual(["1342", "2413"]);
  expect(() => query({ sortField: "password_hash" })).toThrow("rule.invalid");
});

test("a page past the end is the last page, in every order", async () => {
  const { db } = await fleet();
  for (const sortField of ["name", "typeName", "companyName", "presence"]) {
    const pages = [];
    for (const pageNo of [1, 2, 9]) pages.push(await listDevices(db, root, query({ sortField, pageNo, pageSize: 3 }), silent));
    const [first, second, ninth] = pages;
    expect(first?.list.length).toBe(3);
    expect(second).toMatchObject({ total: 4, pageNo: 2, pageSize: 3 });
    expect(ninth).toEqual(second);
    expect(new Set([...(first?.list ?? []), ...(second?.list ?? [])].map((row) => row.id)).size).toBe(4);
  }
});

test("more hits than are gathered at once are listed and counted all the same", async () => {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, north);
  const { id } = await addDevice(licensed(db), north, deviceRequest(recipe), morning);
  const row = await db.selectFrom("device").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: 2500 }, (_, index) => {
    const sn = `COPY${String(index).padStart(4, "0")}`;
    return {
      ...row,
      id: `copy-${index}`,
      sn,
      name: `Copy ${index % 7}`,
      search: `copy ${index % 7} ${sn}`.toLowerCase(),
      created_at: index,
    };
  });
  for (let at = 0; at < copies.length; at += 500)
    await db
      .insertInto("device")
      .values(copies.slice(at, at + 500))
      .execute();
  const found = await listDevices(db, north, query({ search: "COPY", pageNo: 125 }), silent);
  expect(found.total).toBe(2500);
  expect(found.list.length).toBe(20);
  const sns = async (fields: object) =>
    (await listDevices(db, north, query({ pageSize: 3, ...fields }), silent)).list.map((device_) => device_.sn);
  expect(await sns({ sortField: "sn", pageNo: 2 })).toEqual(["COPY0003", "COPY0004", "COPY0005"]);
  expect(await sns({ sortField: "createdAt" })).toEqual(["COPY0000", "COPY0001", "COPY0002"]);
  expect((await listDevices(db, south, query({ sortField: "sn" }), silent)).total).toBe(0);
  const idOf = async (sn: string) => (await db.selectFrom("device").select("id").where("sn", "=", sn).executeTakeFirstOrThrow()).id;
  const [early, late] = [await idOf("COPY0003"), await idOf("COPY0007")];
  const times = [early, late].map((id, index) => ({ id, at: 100 + index }));
  await writeCommunicationTimes(db, times);
  const newest = { sortField: "communicationTime", sortOrder: "desc" };
  expect(await sns(newest)).toEqual(["COPY0007", "COPY0003", expect.any(String)]);
  expect(await sns({ ...newest, search: "copy0003" })).toEqual(["COPY0003"]);
  await db.updateTable("device").set({ company_id: "south" }).where("id", "=", late).execute();
  expect((await sns(newest))[0]).toBe("COPY0003");
  expect((await listDevices(db, south, query(newest), silent)).list.map(({ sn }) => sn)).toEqual(["COPY0007"]);
});

test("pickers get id, name and SN", async () => {
  const { db } = await fleet();
  const { list, total } = await listMini(db, north, mini({ search: "zulu" }));
  expect({ list, total }).toEqual({ list: [{ id: expect.any(String), name: "Zulu", sn: "SN-0003" }], total: 1 });
});

test("types and models of the own organisation, of those below and of those above are offered", async () => {
  const { db } = await openWorld();
  await addType(db, "northern", "north", "Pump_1");
  await addType(db, "southern", "south", "Secret");
  const listedTo = (caller: typeof root) => ({ services: { db, changes: { tell: async () => undefined } }, caller, at: 0, trace: {} });
  const found = async (caller: typeof root, fields: object = {}) =>
    (await types.answers.query(deviceType.calls.query.request.parse(fields), listedTo(caller))).list.map((type) => type.id);
  expect(await found(north)).toEqual(["northern", "general"]);
  expect(await found(town)).toEqual(["northern", "general"]);
  expect(await found(south)).toEqual(["southern", "general"]);
  expect(await found(root)).toEqual(["northern", "southern", "general"]);
  expect(await found(root, { search: " PUMP_ " })).toEqual(["northern"]);
  expect(await found(root, { search: "general EN" })).toEqual(["general"]);
  expect(await found(root, { search: "%" })).toEqual([]);
  const offered = await models.answers.query(deviceModel.calls.query.request.parse({ search: "mqtt" }), listedTo(town));
  expect(offered).toMatchObject({
    list: [{ id: "model", name: "MQTT", modelId: "mqtt-json", transmission: "mqtt-json", spoken: true }],
    total: 1,
  });
});
