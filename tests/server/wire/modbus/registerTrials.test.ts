import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { codings, orders, registerCount } from "#contract/point/registers.ts";
import { valueTypes } from "#contract/pointValue.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { role } from "#contract/resources/role.ts";
import { fixedSeed } from "#tests/property.ts";
import { addTemplate, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { dialIn, slaveMemory } from "./dtu.ts";

const { try_registers: tried, poll_plan: plan } = deviceDataRecipe.calls;

let site: Site;
let token: string;
beforeAll(async () => {
  site = await openSite({ variables: { DTU_PORT: "0" } });
  token = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

const ask = async (request: object) => {
  const { code, data, fields } = await site.ask(tried, request, { token, language: "en" });
  expect([code, fields]).toEqual([0, []]);
  return data;
};

/** Data points one behind the other, of any type, order and coding, with formulas that stay finite. */
const manyPoints = () => {
  const settings = fc.record({
    valueType: fc.constantFrom(...valueTypes),
    byteOrder: fc.constantFrom(...orders),
    wordOrder: fc.constantFrom(...orders),
    coding: fc.constantFrom(...codings),
    startBit: fc.option(fc.integer({ min: 0, max: 7 })),
    receiveFormula: fc.constantFrom("", "x*0.1", "x-40"),
    decimals: fc.option(fc.integer({ min: 0, max: 3 })),
    registers: fc.option(fc.integer({ min: 1, max: 3 })),
  });
  let address = 0;
  return fc.sample(settings, { numRuns: 60, seed: fixedSeed }).map((one) => {
    const point = { ...one, name: `P${address}`, registerType: "holding", address: String(address) };
    address += registerCount({ ...point, endBit: null });
    return { point, end: address };
  });
};

it("tries registers with what polled readings are made by: every point comes to what is stored of it", async () => {
  const many = manyPoints();
  const { recipeId } = await addTemplate(
    site,
    token,
    "Any",
    many.map(({ point }) => point),
  );
  const model = await site.ask(
    deviceModel.calls.post,
    { name: "DTU", transmission: "modbus-rtu-over-tcp", pollSeconds: 1, timeoutMs: 500 },
    { token },
  );
  const added = await site.ask(
    device.calls.post,
    {
      ...{ name: "D", sn: "DTU-T", password: "devicepw", typeId: "type-general", industry: "水务", modelId: model.data.id },
      slaves: [{ no: 1, name: "S", recipeId }],
    },
    { token },
  );
  const memory = slaveMemory();
  const last = many.at(-1)?.end ?? 0;
  const [words = []] = fc.sample(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: last, maxLength: last }), {
    numRuns: 1,
    seed: fixedSeed,
  });
  for (const [at, word] of words.entries()) memory.holding.writeUInt16BE(word, 2 * at);
  const { readings } = await ask({ recipeId, text: words.join(" "), start: 0 });
  const dtu = await dialIn({ port: site.gatehouse.dtuPort ?? 0, registration: "DTU-T", slaves: new Map([[1, memory]]) });
  const { telemetry } = site.gatehouse.services;
  const storedOf = (pointId: string) => telemetry.latest(telemetry.series(added.data.id, 1, pointId))?.value;
  try {
    expect(readings.length).toBe(many.length);
    await until(() => readings.every(({ pointId, value }) => value === null || storedOf(pointId) !== undefined), "every reading", 20_000);
    for (const { pointId, value } of readings) expect(storedOf(pointId) ?? null).toEqual(value);
  } finally {
    await dtu.close();
  }
});

it("tries settings that are not saved, and saves nothing of them", async () => {
  const { recipeId, points } = await addTemplate(site, token, "Flow", [{ name: "Flow", address: "40001", valueType: "float32" }]);
  const pointId = points["40001"] ?? "";
  const request = { recipeId, pointId, text: "0 0x41BC" };
  expect((await ask(request)).readings[0]?.value).not.toBe(23.5);
  const { readings, orders: each } = await ask({ ...request, changes: { wordOrder: "little", receiveFormula: "x*2" } });
  expect(readings[0]?.value).toBe(47);
  expect(each.find(({ letters }) => letters === "CDAB")?.value).toBe(47);
  const { data } = await site.ask(deviceDataRecipe.calls.get_body, { id: pointId }, { token });
  expect([data.wordOrder, data.receiveFormula]).toEqual(["big", ""]);
});

it("tries an answer of Modbus, a raw value and a message of raw values by address", async () => {
  const { recipeId, points } = await addTemplate(site, token, "Mixed", [
    { name: "Level", address: "40003", valueType: "uint16", receiveFormula: "x/10" },
    { name: "Serial", address: "serial", valueType: "uint64" },
    { name: "Fan", address: "00004", valueType: "bool" },
  ]);
  const level = points["40003"] ?? "";
  const whole = await ask({ recipeId, input: "tcp", text: "0001 0000 0009 05 03 06 0001 0002 00D7", start: 0 });
  expect(whole.readings.map(({ pointId, value }) => [pointId, value])).toEqual([[level, 21.5]]);
  expect(whole.frame).toMatchObject({ unit: 5, fn: 3, bytes: 6, crc: null });
  const elsewhere = await ask({ recipeId, pointId: level, input: "tcp", text: "0001 0000 0005 05 04 02 00D7" });
  expect([elsewhere.fault, elsewhere.readings]).toEqual(["Function 4 does not read the register type of the data point (that is 3)", []]);
  const serial = points.serial ?? "";
  const raw = await ask({ recipeId, pointId: serial, input: "json", text: "18446744073709551615" });
  expect(raw.readings[0]).toMatchObject({ value: "18446744073709551615", place: null, fault: "" });
  const message = await ask({ recipeId, input: "json", text: '{"40003": 215, "serial": "x"}' });
  expect(message.readings.map(({ value, fault }) => [value, fault])).toEqual([
    [21.5, ""],
    [null, "Slave 1, point address serial: value of the wrong data type"],
  ]);
  expect((await ask({ recipeId, input: "json", text: "{" })).fault).toBe("The message is not JSON in UTF-8");
  expect((await ask({ recipeId, text: "1", registerType: "input", start: 9 })).fault).toContain("No data point");
  expect((await ask({ recipeId, text: "215", start: 3 })).fault).toContain("No data point");
  expect((await ask({ recipeId, pointId: points["00004"], text: "1" })).readings[0]?.value).toBe(1);
});

it("tells by which requests a template is polled, and what of it is not", async () => {
  const { recipeId, points } = await addTemplate(site, token, "Plan", [
    { name: "A", address: "40001", valueType: "float32" },
    { name: "B", address: "40020" },
    { name: "C", address: "40021", valueType: "uint16", pollSeconds: 5 },
    { name: "D", address: "temperature" },
    { name: "E", address: "100", registerType: "holding", valueType: "text", registers: 60 },
  ]);
  const { data } = await site.ask(plan, { recipeId, mostRegisters: 50 }, { token, language: "en" });
  expect(
    data.reads.map(({ fn, address, count, seconds, points: of }) => [fn, address, count, seconds, of.map(({ name }) => name)]),
  ).toEqual([
    [3, 0, 2, 30, ["A"]],
    [3, 19, 2, 30, ["B"]],
    [3, 20, 1, 5, ["C"]],
  ]);
  expect(data.reads[0]?.frame).toBe("010300000002c40b");
  expect(data.unread).toEqual([
    { id: points.temperature, name: "D", nameEn: "", fault: expect.stringContaining("not a register address") },
    { id: points["100"], name: "E", nameEn: "", fault: expect.stringContaining("limit of 50 registers") },
  ]);
  const { data: joined } = await site.ask(plan, { recipeId, mostGap: 20 }, { token });
  expect(joined.reads.map(({ address, count }) => [address, count])).toContainEqual([0, 21]);
});

it("is for who sees the data point", async () => {
  const { recipeId, points } = await addTemplate(site, token, "Secret", [{ name: "S", address: "40001", auth: 1 }]);
  const { id } = (await site.ask(role.calls.post, { name: "Readers" }, { token })).data;
  const { db } = site.gatehouse.services;
  const actions = JSON.stringify([tried.path, plan.path]);
  await db.insertInto("role_menu").values({ role_id: id, menu_id: "template.registers", actions }).execute();
  await site.addUser({ account: "reader", type: 1, roles: [id], password: "Kestrel72x" });
  const reader = { token: await site.signIn("reader", "Kestrel72x"), language: "en" } as const;
  const request = { recipeId, text: "1 2" };
  expect((await site.ask(tried, { ...request, pointId: points["40001"] }, reader)).code).toBe(404);
  expect((await site.ask(tried, request, reader)).data).toMatchObject({ readings: [], fault: expect.stringContaining("No data point") });
  expect((await site.ask(plan, { recipeId }, reader)).data).toEqual({ reads: [], unread: [] });
  expect((await ask(request)).readings.map(({ value }) => value)).toEqual([expect.any(Number)]);
});
