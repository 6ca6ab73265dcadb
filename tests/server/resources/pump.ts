import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import { type Aggregation, deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { historyCurves } from "#server/history/historyCurves.ts";
import { historyFile } from "#server/history/historyFile.ts";
import { historyTable } from "#server/history/historyTable.ts";
import type { Value } from "#server/telemetry/telemetry.ts";
import { inMs } from "./inMs.ts";
import { addDeviceTo, addPointTo, addTemplate, type CompanyId, callerOf, openTelemetry, openWorld, put } from "./world.ts";

const north = callerOf("north");
export const { calls } = deviceDataLog;

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const iso = (ts: number): string => new Date(ts).toISOString();

type Readings = readonly (readonly [ts: number, value: Value])[];

/** A pump with two numeric points, a counter, a text and a door of which changes alone are stored, in an organisation of the given zone. */
export async function pump(zone = "Asia/Shanghai", differences: { name?: string; sn?: string } = {}) {
  const zones: Partial<Record<CompanyId, string>> = { north: zone };
  const world = await openWorld(zones);
  const { db } = world;
  const telemetry = await openTelemetry(world);
  const recipe = await addTemplate(db, north);
  const points = {
    level: await addPointTo(db, north, recipe, { address: "1", name: "液位", nameEn: "Level", unit: "m", decimals: 1 }),
    flow: await addPointTo(db, north, recipe, { address: "2", name: "=流量" }),
    counter: await addPointTo(db, north, recipe, { address: "3", name: "Counter", valueType: "uint64" }),
    state: await addPointTo(db, north, recipe, { address: "4", name: "State", valueType: "text" }),
    door: await addPointTo(db, north, recipe, { address: "7", name: "Door", valueType: "bool", storeMode: 2 }),
    hidden: await addPointTo(db, north, recipe, { address: "5", display: false }),
    secret: await addPointTo(db, north, recipe, { address: "6", auth: 1 }),
  };
  const deviceId = await addDeviceTo(db, north, recipe, differences);
  type Name = keyof typeof points;
  const fill = (name: Name, readings: Readings) => put(telemetry, telemetry.series(deviceId, 1, points[name]), readings);
  const asked = (names: readonly Name[], from: number, to: number, aggregation: Aggregation, more: object = {}) => ({
    deviceId,
    points: names.map((name) => ({ slave: 1, pointId: points[name] })),
    aggregation,
    from: iso(from),
    to: iso(to),
    ...more,
  });
  /** Held against what the call says that it answers. */
  const table = async (...fields: Parameters<typeof asked>) => {
    const answer = await historyTable(db, telemetry, north, calls.query.request.parse(asked(...fields)));
    expect(calls.query.response.parse(answer)).toEqual(answer);
    return inMs(answer);
  };
  const curves = async (...fields: Parameters<typeof asked>) => {
    const answer = await historyCurves(db, telemetry, north, calls.query_mutil.request.parse(asked(...fields)));
    expect(calls.query_mutil.response.parse(answer)).toEqual(answer);
    return inMs(answer);
  };
  const file = async (most: number | undefined, ...fields: Parameters<typeof asked>) => {
    const answer = await historyFile(db, telemetry, north, calls.dlexcel.request.parse(asked(...fields)), "en", most);
    const bytes = await buffer(answer.body as Readable);
    return { ...answer, bytes, text: bytes.toString("utf8") };
  };
  return { db, telemetry, deviceId, points, fill, asked, table, curves, file };
}
