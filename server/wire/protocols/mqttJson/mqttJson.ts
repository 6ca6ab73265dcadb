import { isUtf8 } from "node:buffer";
import { farthestAhead } from "#server/telemetry/newest.ts";
import type { CommandReply, DeviceEvent, DeviceInfo, DeviceLocation, Reading } from "#server/wire/protocol.ts";
import { parseDigits } from "./jsonDigits.ts";
import { isWithin } from "./nesting.ts";
import { colonsIn, colonsOf, repeatedKeys } from "./repeatedKeys.ts";

/**
 * json: not JSON in UTF-8; shape: a member is missing or of the wrong type; empty: neither values nor slaves; slave: not 1..247; time: no
 * such time, the readings are refused; future: more than five minutes ahead, the readings are kept at their arrival; deep: nested deeper
 * than anybody could read; repeated: the member stands there more than once, and the last one was read. `at` is the member's path.
 */
export interface CodecFault {
  reason: "json" | "shape" | "empty" | "slave" | "time" | "future" | "deep" | "repeated";
  at: string;
}

export type Telemetry = { ok: true; readings: Reading[]; faults: CodecFault[] } | { ok: false; fault: CodecFault };
export type Info = { ok: true; message: DeviceInfo; faults: CodecFault[] } | { ok: false; fault: CodecFault };
export type Message<T> = { ok: true; message: T; faults?: readonly CodecFault[] } | { ok: false; fault: CodecFault };

type Members = Record<string, unknown>;

const deepest = 100;
const earliest = Date.UTC(2000, 0, 1);
const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?:Z|([+-]\d{2})(?::?(\d{2}))?)?$/i;

/** Reads `gw/{sn}/telemetry`: one object or an array. A part that cannot be read is a fault and leaves the other parts alone. */
export const parseTelemetry = (payload: Buffer | string, arrivedAt: number): Telemetry => {
  const text = textIn(payload);
  const body = text === undefined ? undefined : parseDigits(text);
  if (text === undefined || body === undefined) return { ok: false, fault: { reason: "json", at: "$" } };
  const batch: Batch = { readings: [], faults: [], arrivedAt, colons: 0 };
  if (Array.isArray(body)) for (const [i, item] of body.entries()) readItem(batch, item, i);
  else if (isMembers(body)) readItem(batch, body, -1);
  else return { ok: false, fault: { reason: "shape", at: "$" } };
  batch.faults.push(...repeatedIn(text, batch.colons));
  return { ok: true, readings: batch.readings, faults: batch.faults };
};

/** Reads `gw/{sn}/event`; content that is not text is kept as JSON, up to a depth of 100, with NaN and infinities as text. */
export const parseEvent = (payload: Buffer | string): Message<DeviceEvent> =>
  readMessage<DeviceEvent>(payload, ({ type, content }) => {
    const name = textOf(type);
    if (name === undefined || name === "") return "type";
    if (!isWithin(content, deepest)) return { reason: "deep", at: "$.content" };
    return { type: name, content: content === undefined ? "" : (textOf(content) ?? JSON.stringify(content, asWritten)) };
  });

/** Reads `gw/{sn}/location`: degrees, WGS-84, with a time as readings have it. */
export const parseLocation = (payload: Buffer | string, arrivedAt: number): Message<DeviceLocation> => {
  const faults: CodecFault[] = [];
  const read = readMessage<DeviceLocation>(payload, ({ lng, lat, ts: written }) => {
    if (typeof lng !== "number" || !(Math.abs(lng) <= 180)) return "lng";
    if (typeof lat !== "number" || !(Math.abs(lat) <= 90)) return "lat";
    const ts = readTime({ faults, arrivedAt }, written, "$");
    return ts === "refused" ? { reason: "time", at: "$.ts" } : { lng, lat, ts };
  });
  return read.ok && faults.length > 0 ? { ...read, faults: [...faults, ...(read.faults ?? [])] } : read;
};

/** Reads `gw/{sn}/info`: any of its members; unknown ones are passed over, null says nothing, and one that cannot be read leaves the others. */
export const parseInfo = (payload: Buffer | string): Info => {
  const faults: CodecFault[] = [];
  const read = readMessage(payload, (members) => {
    const info: DeviceInfo = {};
    for (const key of ["softwareVersion", "hardwareVersion", "parameterVersion", "iccid"] as const) {
      if (isNothing(members[key])) continue;
      const text = textOf(members[key]);
      if (text === undefined || text.length > 64) faults.push({ reason: "shape", at: `$.${key}` });
      else info[key] = text;
    }
    const { signal } = members;
    if (isNothing(signal)) return info;
    if (typeof signal === "number" && Number.isFinite(signal)) return { ...info, signal };
    faults.push({ reason: "shape", at: "$.signal" });
    return info;
  });
  return read.ok ? { ...read, faults: [...faults, ...(read.faults ?? [])] } : read;
};

/** Reads `gw/{sn}/command/reply`; code 0 is success. */
export const parseReply = (payload: Buffer | string): Message<CommandReply> =>
  readMessage(payload, ({ id, code, message }) => {
    const name = textOf(id);
    if (name === undefined || name === "") return "id";
    if (typeof code !== "number" || !Number.isInteger(code)) return "code";
    const words = message === undefined || message === null ? "" : textOf(message);
    return words === undefined ? "message" : { id: name, code, message: words };
  });

/** The body of `gw/{sn}/command`; `values` are raw values by address, 64-bit integers beyond 2^53 as text. */
export const commandPayload = (id: string, slave: number, values: Readonly<Record<string, number | string | boolean>>): string =>
  JSON.stringify({ id, slave, values });

interface Batch {
  readings: Reading[];
  faults: CodecFault[];
  arrivedAt: number;
  /** Of the keys that were read, and of texts. */
  colons: number;
}

const readItem = (batch: Batch, item: unknown, index: number): void => {
  const at = index < 0 ? "$" : `$[${index}]`;
  if (!isMembers(item)) {
    batch.faults.push({ reason: "shape", at });
    return;
  }
  batch.colons += Object.keys(item).length + (typeof item.ts === "string" ? colonsIn(item.ts) : 0);
  if (item.values === undefined && item.slaves === undefined) {
    batch.faults.push({ reason: "empty", at });
    return;
  }
  const ts = readTime(batch, item.ts, at);
  if (ts === "refused") return;
  if (item.values !== undefined) readValues(batch, 1, item.values, ts, at);
  if (item.slaves !== undefined) readSlaves(batch, item.slaves, ts, at);
};

/** The readings' time; undefined: their arrival. */
const readTime = (batch: Pick<Batch, "faults" | "arrivedAt">, written: unknown, at: string): number | undefined | "refused" => {
  if (isNothing(written) || written === "") return undefined;
  const ts = milliseconds(written);
  if (!(ts >= earliest)) {
    batch.faults.push({ reason: "time", at: `${at}.ts` });
    return "refused";
  }
  if (ts <= batch.arrivedAt + farthestAhead) return ts;
  batch.faults.push({ reason: "future", at: `${at}.ts` });
  return undefined;
};

const readSlaves = (batch: Batch, slaves: unknown, ts: number | undefined, at: string): void => {
  if (!Array.isArray(slaves)) {
    batch.faults.push({ reason: "shape", at: `${at}.slaves` });
    return;
  }
  for (let i = 0; i < slaves.length; i += 1) {
    const slave: unknown = slaves[i];
    if (!isMembers(slave)) {
      batch.faults.push({ reason: "shape", at: `${at}.slaves[${i}]` });
      continue;
    }
    batch.colons += Object.keys(slave).length;
    if (!isSlaveNumber(slave.no)) batch.faults.push({ reason: "slave", at: `${at}.slaves[${i}].no` });
    else readValues(batch, slave.no, slave.values, ts, `${at}.slaves[${i}]`);
  }
};

const readValues = (batch: Batch, slave: number, values: unknown, ts: number | undefined, at: string): void => {
  if (!isMembers(values)) {
    batch.faults.push({ reason: "shape", at: `${at}.values` });
    return;
  }
  const keys = Object.keys(values);
  batch.colons += keys.length;
  for (const key of keys) {
    const raw = values[key];
    if (typeof raw === "string") batch.colons += colonsIn(raw);
    batch.readings.push({ slave, key, raw, ts });
  }
};

/** Milliseconds, or NaN. A time without a zone is UTC. */
const milliseconds = (ts: unknown): number => {
  if (typeof ts === "number") return Number.isFinite(ts) ? Math.trunc(ts) : Number.NaN;
  if (typeof ts !== "string") return Number.NaN;
  if (/^\d{1,24}(?:\.\d+)?$/.test(ts)) return Math.trunc(Number(ts));
  const [, day = "", time = "", hours, minutes = "00"] = isoTime.exec(ts) ?? [];
  if (!isDay(day)) return Number.NaN;
  return Date.parse(`${day}T${time.replace(",", ".")}${hours === undefined ? "Z" : `${hours}:${minutes}`}`);
};

/** Date.parse takes the 30th of February for a day of March. */
const isDay = (day: string): boolean => {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

/** `read` answers the message, the name of the member that is wrong, or what else is at fault. */
const readMessage = <T extends object>(payload: Buffer | string, read: (members: Members) => T | string | CodecFault): Message<T> => {
  const text = textIn(payload);
  const body = text === undefined ? undefined : parseDigits(text);
  if (text === undefined || body === undefined) return { ok: false, fault: { reason: "json", at: "$" } };
  if (!isMembers(body)) return { ok: false, fault: { reason: "shape", at: "$" } };
  const message = read(body);
  if (typeof message === "string") return { ok: false, fault: { reason: "shape", at: `$.${message}` } };
  if ("reason" in message) return { ok: false, fault: message };
  const faults = repeatedIn(text, colonsOf(body));
  return { ok: true, message, ...(faults.length > 0 ? { faults } : {}) };
};

/** Undefined where it is not UTF-8. */
const textIn = (payload: Buffer | string): string | undefined => {
  if (typeof payload === "string") return payload;
  return isUtf8(payload) ? payload.toString("utf8") : undefined;
};

const repeatedIn = (text: string, colons: number): CodecFault[] => repeatedKeys(text, colons).map((at) => ({ reason: "repeated", at }));

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null && !Array.isArray(value);

const isSlaveNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 247;

const isNothing = (value: unknown): value is undefined | null => value === undefined || value === null;

/** JSON has no sign for what is not finite, and makes it null. */
const asWritten = (_key: string, value: unknown): unknown => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value);

const textOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
};
