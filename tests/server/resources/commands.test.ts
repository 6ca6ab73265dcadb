import { expect, test } from "vitest";
import { deviceEvent } from "#contract/resources/log.ts";
import { commandDevice } from "#server/devices/deviceCommand.ts";
import { listEvents } from "#server/devices/deviceEvents.ts";
import type { Problem } from "#server/kit/problem.ts";
import { openCommands } from "#server/wire/commands.ts";
import { openRegistry } from "#server/wire/registry.ts";
import { noLaterCommands } from "#tests/server/noLaterCommands.ts";
import { addDeviceTo, addPointTo, addTemplate, callerOf, morning, notFound, openTelemetry, openWorld, refusal } from "./world.ts";

const north = callerOf("north");
const south = callerOf("south");

interface Sent {
  sn: string;
  payload: { id: string; slave: number; values: Record<string, unknown> };
}

/** A device at the far end of the broker link that answers every command. */
async function commanded(answer: { code: number; message: string } | "offline" | "silent" = { code: 0, message: "done" }) {
  const world = await openWorld();
  const { db } = world;
  const telemetry = await openTelemetry(world);
  const recipe = await addTemplate(db, north);
  const points = {
    setpoint: await addPointTo(db, north, recipe, {
      address: "40001",
      name: "Setpoint",
      valueType: "int16",
      sendFormula: "x*10",
      writable: true,
    }),
    low: await addPointTo(db, north, recipe, {
      address: "40002",
      name: "Low",
      valueType: "uint16",
      startBit: 0,
      endBit: 3,
      writable: true,
    }),
    high: await addPointTo(db, north, recipe, {
      address: "40002",
      name: "High",
      valueType: "uint16",
      startBit: 4,
      endBit: 7,
      writable: true,
    }),
    both: await addPointTo(db, north, recipe, {
      address: "40002",
      name: "Both",
      valueType: "uint16",
      startBit: 2,
      endBit: 5,
      writable: true,
    }),
    fixed: await addPointTo(db, north, recipe, { address: "40003", name: "Fixed" }),
    secret: await addPointTo(db, north, recipe, { address: "40004", name: "Secret", auth: 1, writable: true }),
  };
  const otherRecipe = await addTemplate(db, north, "Other");
  const foreign = await addPointTo(db, north, otherRecipe, { address: "40001", writable: true });
  const id = await addDeviceTo(db, north, recipe);
  const sent: Sent[] = [];
  const commands = openCommands(
    () => ({
      publish: async (sn, _kind, payload) => {
        if (answer === "offline") return "offline";
        const command: Sent["payload"] = JSON.parse(payload);
        sent.push({ sn, payload: command });
        if (answer !== "silent") setImmediate(() => commands.replied(id, { id: command.id, ...answer }));
        return "taken";
      },
    }),
    () => morning,
    answer === "silent" ? 20 : 10_000,
  );
  const parts = { registry: openRegistry(db, telemetry), commands, laterCommands: noLaterCommands };
  const send = (values: Record<string, number | string | boolean>, caller = north, slave = 1, target = id) =>
    commandDevice(db, caller, { id: target, slave, values }, morning, parts);
  const events = async () => (await listEvents(db, north, deviceEvent.calls.query.request.parse({ deviceId: id }))).list;
  return { db, id, recipe, points: { ...points, foreign }, send, sent, events };
}

test("a command goes out with raw values by address and its result is in the device's log [S3.044]", async () => {
  const { points, send, sent, events } = await commanded();
  const result = await send({ [points.setpoint]: 21.5 });
  expect(result).toEqual({ commandId: sent[0]?.payload.id, message: "done", milliseconds: 0, state: "done" });
  expect(sent).toEqual([{ sn: "SN-0001", payload: { id: result.commandId, slave: 1, values: { "40001": 215 } } }]);
  const [event] = await events();
  expect(event).toMatchObject({ kind: "command", account: "north-account", result: "ok", at: new Date(morning).toISOString() });
  expect(JSON.parse(event?.content ?? "")).toEqual({
    slave: 1,
    values: [{ id: points.setpoint, name: "Setpoint", nameEn: "", value: 21.5, unit: "" }],
    commandId: result.commandId,
    code: 0,
    message: "done",
    milliseconds: 0,
  });
});

test("the log keeps the unit of a value and what it stands for, which may be called otherwise by the time it is read", async () => {
  const { db, recipe, send, events } = await commanded();
  const valve = await addPointTo(db, north, recipe, {
    ...{ address: "40020", name: "阀门", nameEn: "Valve", writable: true, unit: "" },
    enumeration: [{ value: 1, label: "打开", labelEn: "Open" }],
  });
  const speed = await addPointTo(db, north, recipe, { address: "40021", name: "Speed", writable: true, unit: "rpm" });
  await send({ [valve]: true, [speed]: 0 });
  const [event] = await events();
  expect(JSON.parse(event?.content ?? "").values).toEqual([
    { id: valve, name: "阀门", nameEn: "Valve", value: true, unit: "", label: "打开", labelEn: "Open" },
    { id: speed, name: "Speed", nameEn: "", value: 0, unit: "rpm" },
  ]);
});

test("a read-only point cannot be written, a read-write one can [S3.042]", async () => {
  const { points, send, sent } = await commanded();
  expect(await refusal(send({ [points.setpoint]: 1, [points.fixed]: 1 }))).toMatchObject({
    code: 1305,
    message: "Data point Fixed is read-only",
  });
  expect(sent).toEqual([]);
  expect(await refusal(send({ [points.setpoint]: 0 }))).toBe(undefined);
  expect(sent.map(({ payload }) => payload.values)).toEqual([{ "40001": 0 }]);
});

test("bits of one address are joined when they lie apart, and refused when they overlap", async () => {
  const { points, send, sent } = await commanded();
  await send({ [points.low]: 5, [points.high]: 2 });
  expect(sent[0]?.payload.values).toEqual({ "40002": 0x25 });
  expect(await refusal(send({ [points.low]: 1, [points.both]: 1 }))).toMatchObject({
    code: 1306,
    message: "The value does not fit data point Both: it takes the same bits as another data point of its address",
  });
  expect(await refusal(send({ [points.low]: 16 }))).toMatchObject({ code: 1306 });
  expect(await refusal(send({ [points.setpoint]: "warm" }))).toMatchObject({ code: 1306 });
  expect(sent.length).toBe(1);
});

test("every value is held against its point's limits, choices and digits before anything is sent, and the refusal names them", async () => {
  const { db, points, recipe, send, sent } = await commanded();
  const add = (address: string, more: object) => addPointTo(db, north, recipe, { address, writable: true, ...more });
  const heat = await add("50001", {
    name: "加热",
    nameEn: "heat",
    valueType: "int16",
    sendFormula: "x*10",
    min: -40,
    max: 90.5,
    unit: "°C",
  });
  const mode = await add("50002", {
    ...{ name: "模式", nameEn: "mode", valueType: "uint16" },
    enumeration: [
      { value: 0, label: "停", labelEn: "Off" },
      { value: 1, label: "开", labelEn: "" },
    ],
  });
  const flow = await add("50003", { name: "流量", valueType: "float64", decimals: 2, integerDigits: 3 });
  const counter = await add("50004", { name: "总量", valueType: "uint64", max: 9007199254740992 });
  const told = (id: string, value: number | string | boolean) => refusal(send({ [points.setpoint]: 1, [id]: value }));
  const unfit = (name: string, why: string) =>
    expect.objectContaining({ code: 1306, message: `The value does not fit data point ${name}: ${why}` });
  expect(await told(heat, -50)).toEqual(unfit("heat", "must be at least -40 °C"));
  expect(await told(heat, "90.50000001")).toEqual(unfit("heat", "must be at most 90.5 °C"));
  expect(await told(mode, 7)).toEqual(unfit("mode", "must be one of 0 Off, 1 开"));
  expect(await told(mode, "0.5")).toEqual(unfit("mode", "must be one of 0 Off, 1 开"));
  expect(await told(flow, 1.005)).toEqual(unfit("流量", "must have at most 2 decimals"));
  expect(await told(flow, -1000)).toEqual(unfit("流量", "must have at most 3 digits before the decimal point"));
  expect(await told(flow, "warm")).toEqual(unfit("流量", "not a value of type float64"));
  expect(await told(counter, "9007199254740993")).toEqual(unfit("总量", "must be at most 9007199254740992"));
  expect(await told(counter, 2 ** 53)).toEqual(unfit("总量", "submit whole numbers beyond 9007199254740991 as text"));
  expect(sent).toEqual([]);
  const problem = await send({ [heat]: -50 }).catch((fault: Problem) => fault.envelope("zh").message);
  expect(problem).toBe("数值不符合数据点 加热 的定义：不能小于 -40 °C");
  await send({ [heat]: -40, [mode]: true, [flow]: 999.99, [counter]: "9007199254740992" });
  expect(sent.map(({ payload }) => payload.values)).toEqual([{ "50001": -400, "50002": 1, "50003": 999.99, "50004": "9007199254740992" }]);
});

test("points of another template, secret points, missing slaves and foreign devices are not found, nothing is sent", async () => {
  const { id, points, send, sent } = await commanded();
  expect(await refusal(send({ [points.foreign]: 1 }))).toEqual(notFound);
  expect(await refusal(send({ missing: 1 }))).toEqual(notFound);
  expect(await refusal(send({ [points.secret]: 1 }, callerOf("north", { grants: new Set() })))).toEqual(notFound);
  expect(await refusal(send({ [points.setpoint]: 1 }, north, 2))).toEqual(notFound);
  expect(await refusal(send({ [points.setpoint]: 1 }, south, 1, id))).toEqual(notFound);
  expect(await refusal(send({ [points.setpoint]: 1 }, south, 1, "missing"))).toEqual(notFound);
  expect(await refusal(send({}))).toMatchObject({ code: 400 });
  expect(sent).toEqual([]);
});

test("what the device refuses, does not answer or is not there for is said and logged", async () => {
  const outcomes = [
    [{ code: 7, message: "locked" }, 1304, "deviceRefused"],
    ["offline", 1302, "deviceOffline"],
    ["silent", 1303, "deviceSilent"],
  ] as const;
  for (const [answer, code, result] of outcomes) {
    const { points, send, events } = await commanded(answer);
    expect(await refusal(send({ [points.setpoint]: 1 }))).toMatchObject({ code });
    expect((await events()).map((event) => event.result)).toEqual([result]);
  }
});
