import { isUtf8 } from "node:buffer";
import { farthestAhead } from "#server/telemetry/newest.ts";
import type { DecodeFault } from "#server/wire/protocol.ts";
import { parseDigits } from "#server/wire/protocols/mqttJson/jsonDigits.ts";
import { isWithin } from "#server/wire/protocols/mqttJson/nesting.ts";

/** One value of a device under its code; `ts` in milliseconds, undefined where the arrival is to be taken. */
export interface TuyaValue {
  readonly code: string;
  readonly value: unknown;
  readonly ts: number | undefined;
}

/** What a message says of a device, by its id in the cloud. `at`: the message's own time in milliseconds, where it has one. */
export interface TuyaMessage {
  readonly tuyaId: string;
  /** What the cloud calls it. */
  readonly type: string;
  readonly at: number | undefined;
  readonly said:
    | { readonly kind: "values"; readonly values: readonly TuyaValue[]; readonly faults: readonly DecodeFault[] }
    | { readonly kind: "presence"; readonly online: boolean }
    | { readonly kind: "event"; readonly type: string; readonly content: string };
}

type Members = Record<string, unknown>;

const earliest = Date.UTC(2000, 0, 1);
const longestTold = 64;
const deepest = 100;
/** Those of IoT Core, and the older ones. */
const presences: ReadonlyMap<string, boolean> = new Map([
  ["online", true],
  ["deviceOnline", true],
  ["offline", false],
  ["deviceOffline", false],
]);

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const timeOf = (...candidates: readonly unknown[]): number | undefined =>
  candidates.find((time): time is number => typeof time === "number" && time >= earliest);

/**
 * Reads a message that has been opened: of IoT Core (`bizCode`, with the device within `bizData`), or of the older kind (`status` with the
 * device beside it, or `bizCode` with the device beside it). Undefined where it is no such message, or names no device.
 * Source: developer.tuya.com, "Message Types" (Kavqerli65a1u).
 */
export const readTuyaMessage = (bytes: Buffer, arrivedAt: number): TuyaMessage | undefined => {
  const body = isUtf8(bytes) ? parseDigits(bytes.toString("utf8")) : undefined;
  if (!isMembers(body) || !isWithin(body, deepest)) return undefined;
  const data = isMembers(body.bizData) ? body.bizData : {};
  const tuyaId = textOf(body.devId) || textOf(data.devId);
  const items = [body.status, data.properties, data.status].find(Array.isArray);
  const type = textOf(body.bizCode) || (items ? "statusReport" : "");
  if (tuyaId === "" || type === "") return undefined;
  const at = timeOf(data.time, body.ts);
  const online = presences.get(type);
  if (online !== undefined) return { tuyaId, type, at, said: { kind: "presence", online } };
  if (items) return { tuyaId, type, at, said: { kind: "values", ...valuesOf(items, at, arrivedAt) } };
  const { devId: _, ...content } = data;
  const event = textOf(data.eventCode) || type;
  return { tuyaId, type, at, said: { kind: "event", type: event, content: JSON.stringify(content) } };
};

const valuesOf = (items: readonly unknown[], at: number | undefined, arrivedAt: number): { values: TuyaValue[]; faults: DecodeFault[] } => {
  const values: TuyaValue[] = [];
  const faults: DecodeFault[] = [];
  for (const [place, item] of items.entries()) {
    if (!isMembers(item) || textOf(item.code) === "" || item.value === undefined) {
      faults.push({ code: "shape", values: { at: `$[${place}]` } });
      continue;
    }
    const code = textOf(item.code);
    const written = item.t ?? item.time ?? at;
    const ts = written === undefined ? undefined : timeOf(written);
    const told = { at: code.slice(0, longestTold) };
    if (written !== undefined && ts === undefined) {
      faults.push({ code: "time", values: told, hourly: "time" });
      continue;
    }
    const isAhead = ts !== undefined && ts > arrivedAt + farthestAhead;
    if (isAhead) faults.push({ code: "future", values: told, hourly: "future" });
    values.push({ code, value: item.value, ts: isAhead ? undefined : ts });
  }
  return { values, faults };
};
