import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { device, deviceSlave } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";

let people: People;
let north: string;
let pumps: string;
let weirs: string;
let n1: string;

const db = () => people.site.gatehouse.services.db;
const done = async <C extends Call>(call: C, request: object, token = people.admin) => {
  const answer = await people.site.ask(call, request, { token });
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message}`);
  return answer.data;
};
const code = async (call: Call, request: object, token: string) => (await people.site.ask(call, request, { token })).code;
const add = async (name: string, companyId: string, slaves: { no: number; name: string; recipeId: string }[]) =>
  (await done(device.calls.post, { name, sn: `SN-${name}`, typeId: "use-type", industry: "water", companyId, slaves })).id;
const slaveOf = async (deviceId: string, no: number) =>
  (await done(deviceSlave.calls.query, { deviceId })).list.find((slave) => slave.no === no)?.id ?? "";

beforeAll(async () => {
  people = await openPeople();
  await db()
    .insertInto("device_type")
    .values({ id: "use-type", company_id: "root", name: "Pump", name_en: "Pump", description: "" })
    .execute();
  pumps = (await done(deviceDataRecipe.calls.post, { name: "Pumps" })).id;
  weirs = (await done(deviceDataRecipe.calls.post, { name: "Weirs" })).id;
  await done(deviceDataRecipe.calls.add_body, { recipeId: pumps, name: "温度", nameEn: "Temperature", address: "40001", unit: "°C" });
  await people.site.addUser({ account: "north.use", companyId: people.north, roles: ["role-administrator"] });
  north = await people.site.signIn("north.use", "secret1");
  n1 = await add("n1", people.north, [
    { no: 1, name: "inlet", recipeId: pumps },
    { no: 2, name: "outlet", recipeId: pumps },
  ]);
  await add("n2", people.north, [{ no: 7, name: "weir", recipeId: weirs }]);
  await add("s1", people.south, [{ no: 3, name: "far", recipeId: weirs }]);
});
afterAll(() => people.site.close());

it("the data templates in use are those behind the devices that one sees, counted by these", async () => {
  const used = async (token: string, request: object = {}) =>
    (await done(device.calls.list_recipe, request, token)).list.map(({ name, devices, slaves }) => [name, devices, slaves]);
  expect(await used(people.admin)).toEqual([
    ["Pumps", 1, 2],
    ["Weirs", 2, 2],
  ]);
  expect(await used(north)).toEqual([
    ["Pumps", 1, 2],
    ["Weirs", 1, 1],
  ]);
  expect(await used(north, { sortField: "name", sortOrder: "desc", search: "WEIR" })).toEqual([["Weirs", 1, 1]]);
  expect(await used(people.admin, { companyId: people.south })).toEqual([["Weirs", 1, 1]]);
  expect(await used(people.admin, { deviceId: n1 })).toEqual([["Pumps", 1, 2]]);
});

it("the slaves of a data template are told with their SNs, and none behind a device that one does not see", async () => {
  const of = async (token: string, request: object) =>
    (await done(device.calls.list_recipe_slave_sn, request, token)).list.map(({ sn, no, name, deviceName }) => [sn, no, name, deviceName]);
  expect(await of(north, { recipeId: pumps })).toEqual([
    ["SN-n1", 1, "inlet", "n1"],
    ["SN-n1", 2, "outlet", "n1"],
  ]);
  expect(await of(people.admin, { recipeId: weirs, sortField: "sn", sortOrder: "desc" })).toEqual([
    ["SN-s1", 3, "far", "s1"],
    ["SN-n2", 7, "weir", "n2"],
  ]);
  expect(await of(north, { recipeId: weirs })).toEqual([["SN-n2", 7, "weir", "n2"]]);
  expect(await of(people.admin, { recipeId: weirs, search: "sn-n" })).toEqual([["SN-n2", 7, "weir", "n2"]]);
  const hidden = (await done(deviceDataRecipe.calls.post, { name: "Southern" }, await southern())).id;
  expect([
    await code(device.calls.list_recipe_slave_sn, { recipeId: hidden }, north),
    await code(device.calls.list_recipe_slave_sn, { recipeId: "no such" }, north),
  ]).toEqual([404, 404]);
});

const southern = async (): Promise<string> => {
  await people.site.addUser({ account: "south.use", companyId: people.south, roles: ["role-administrator"] });
  return people.site.signIn("south.use", "secret1");
};

it("one slave is told with its number, template, the versions of its gateway and its latest values", async () => {
  await db()
    .updateTable("device")
    .set({ software_version: "2.4.1", hardware_version: "B2", parameter_version: "P9" })
    .where("id", "=", n1)
    .execute();
  const { telemetry } = people.site.gatehouse.services;
  const id = await slaveOf(n1, 2);
  const point = (await done(deviceDataRecipe.calls.list_body, { recipeId: pumps })).list[0]?.id ?? "";
  telemetry.append(telemetry.series(n1, 2, point), 1_700_000_000_000, 21.5);
  telemetry.append(telemetry.series(n1, 1, point), 1_700_000_000_000, 3);
  await telemetry.committed();
  const slave = await done(deviceSlave.calls.get_device_slave, { id }, north);
  expect(slave).toMatchObject({
    ...{ id, no: 2, name: "outlet", recipeId: pumps, recipeName: "Pumps" },
    points: [{ name: "温度", unit: "°C", value: 21.5, ts: "2023-11-14T22:13:20.000Z" }],
    device: { id: n1, sn: "SN-n1", softwareVersion: "2.4.1", hardwareVersion: "B2", parameterVersion: "P9" },
  });
});

it("a slave behind a device of others and one that is not there get the same answer", async () => {
  const { list } = await done(device.calls.list_recipe_slave_sn, { recipeId: weirs, search: "SN-s1" });
  expect([
    await code(deviceSlave.calls.get_device_slave, { id: list[0]?.id ?? "" }, north),
    await code(deviceSlave.calls.get_device_slave, { id: "no such" }, north),
  ]).toEqual([404, 404]);
});
