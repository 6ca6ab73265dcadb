import type { Db } from "#server/db/open.ts";
import { hasPassed } from "#server/kit/hasPassed.ts";
import { newId } from "#server/kit/newId.ts";
import type { Troubles } from "#server/system/troubles.ts";
import type { Fault } from "#server/wire/protocol.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";
import { keepEventRow } from "./keepEventRow.ts";

const perMinute = 20;
const minuteMs = 60_000;
const hourMs = 3_600_000;
/** Things that one device can be told of within the hour; beyond, they are passed over. */
const onceInTheHour = 100;
const longestRaw = 2048;
/** Rows that wait for a database that cannot be written; with more, the oldest are let go. */
const mostWaiting = 1000;
const againMs = 5_000;

/** A fault is kept as a code with its values, and the raw bytes; its text is made where it is read, in the reader's language. */
export interface FaultLog {
  /** Keeps what a device sent that could not be read; beyond 20 a minute it is counted only, and the next row says how many. */
  note(device: RegisteredDevice, fault: Fault, raw: Buffer): void;
  /** The same, once an hour for each `what` of the device; the next row says how often it came meanwhile. */
  noteHourly(device: RegisteredDevice, what: string, fault: Fault, raw: Buffer): void;
  /** The same once a minute, for a message of so many bytes of which `raw` is what is known. */
  noteMinutely(device: RegisteredDevice, what: string, fault: Fault, raw: Buffer, bytes: number): void;
  /** Like `note`, but resolves when the row is on disk, and rejects when it cannot be kept. */
  kept(device: RegisteredDevice, fault: Fault, raw: Buffer): Promise<void>;
  /** Since the start. */
  total(): number;
  idle(): Promise<void>;
}

interface Repeated {
  since: number;
  repeats: number;
}

const controlCharacter = /[^\P{Cc}\t\n\r]/u;

const shown = (raw: Buffer): { text: string } | { hex: string } => {
  const head = raw.subarray(0, longestRaw);
  const text = head.toString("utf8");
  return Buffer.from(text, "utf8").equals(head) && !controlCharacter.test(text) ? { text } : { hex: head.toString("hex") };
};

interface Row {
  readonly device: RegisteredDevice;
  readonly at: number;
  readonly content: string;
}

/** `written` is told of every row that is on disk. */
export const openFaultLog = (
  db: Db,
  troubles: Pick<Troubles, "failed" | "over">,
  now: () => number,
  written: (device: RegisteredDevice) => void = () => undefined,
): FaultLog => {
  const minutes = new Map<string, { since: number; rows: number; dropped: number }>();
  const hours = new Map<string, Map<string, Repeated>>();
  let total = 0;
  const waiting: Row[] = [];
  let writing: Promise<void> | undefined;
  let again: NodeJS.Timeout | undefined;
  const insert = async ({ device, at, content }: Row): Promise<void> => {
    const kept = await keepEventRow(db, {
      id: newId(at),
      device_id: device.id,
      company_id: device.companyId,
      kind: "fault",
      at,
      content,
      user_id: null,
      account: "",
      result: "",
    });
    if (kept) written(device);
  };
  const writeAll = async (): Promise<void> => {
    for (let row = waiting[0]; row; row = waiting[0]) {
      try {
        await insert(row);
        if (waiting[0] === row) waiting.shift();
        troubles.over("device log");
      } catch (fault) {
        troubles.failed("device log", fault, "what devices sent wrong could not be kept, will be tried again");
        again ??= setTimeout(write, againMs).unref();
        return;
      }
    }
  };
  const write = (): void => {
    again = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
  };
  const enqueue = (row: Row): void => {
    waiting.push(row);
    if (waiting.length > mostWaiting) waiting.shift();
    if (!again) write();
  };
  /** The row's content; undefined when it could only be counted. */
  const contentOf = (device: RegisteredDevice, { code, values = {} }: Fault, raw: Buffer, repeats = 0, bytes = raw.length) => {
    total += 1;
    const at = now();
    const held = minutes.get(device.id);
    const minute = held && !hasPassed(held.since, at, minuteMs) ? held : { since: at, rows: 0, dropped: held?.dropped ?? 0 };
    minutes.set(device.id, minute);
    if (minute.rows >= perMinute) {
      minute.dropped += 1;
      return undefined;
    }
    minute.rows += 1;
    const content = JSON.stringify({
      code,
      values,
      bytes,
      ...shown(raw),
      ...(repeats > 0 ? { repeats } : {}),
      ...(minute.dropped > 0 ? { before: minute.dropped } : {}),
    });
    minute.dropped = 0;
    return { at, content };
  };
  /** False when it could only be counted. */
  const keep = (device: RegisteredDevice, fault: Fault, raw: Buffer, repeats?: number, bytes?: number): boolean => {
    const row = contentOf(device, fault, raw, repeats, bytes);
    if (row) enqueue({ device, ...row });
    return row !== undefined;
  };
  /** When the oldest of what fills a device's hour is forgotten: looked for once, not at each of thousands of unknown values. */
  const fullUntil = new WeakMap<Map<string, Repeated>, number>();
  const makeRoom = (known: Map<string, Repeated>, at: number): boolean => {
    if (known.size < onceInTheHour) return true;
    const until = fullUntil.get(known);
    if (until !== undefined && !hasPassed(until - hourMs, at, hourMs)) return false;
    for (const [what, { since }] of known) if (hasPassed(since, at, hourMs)) known.delete(what);
    fullUntil.set(known, Math.min(...Array.from(known.values(), ({ since }) => since)) + hourMs);
    return known.size < onceInTheHour;
  };
  const noteOnce = (every: number, device: RegisteredDevice, what: string, fault: Fault, raw: Buffer, bytes?: number): void => {
    const at = now();
    const known = hours.get(device.id) ?? new Map<string, Repeated>();
    hours.set(device.id, known);
    const held = known.get(what);
    if (held && !hasPassed(held.since, at, every)) held.repeats += 1;
    else if ((held || makeRoom(known, at)) && keep(device, fault, raw, held?.repeats, bytes)) known.set(what, { since: at, repeats: 0 });
  };
  return {
    note(device, fault, raw) {
      keep(device, fault, raw);
    },
    noteHourly: (device, what, fault, raw) => noteOnce(hourMs, device, what, fault, raw),
    noteMinutely: (device, what, fault, raw, bytes) => noteOnce(minuteMs, device, what, fault, raw, bytes),
    async kept(device, fault, raw) {
      const row = contentOf(device, fault, raw);
      if (row) await insert({ device, ...row });
    },
    total: () => total,
    async idle() {
      await writing;
      write();
      await writing;
    },
  };
};
