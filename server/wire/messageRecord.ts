import type { PointDefinition } from "#contract/point/decode.ts";
import { entryOf } from "#contract/point/enumeration.ts";
import { passedBound } from "#contract/pointLimits.ts";
import type { MessageKind, MessageOutcome, MessageValue } from "#contract/resources/deviceMessage.ts";
import type { PointReach } from "#server/catalog/pointAuth.ts";
import type { FaultLog } from "./faults.ts";
import type { Fault } from "./protocol.ts";
import type { PointReading } from "./registered.ts";

/** A message as it is recorded: times in UTC milliseconds, and the head of its bytes. */
export interface RecordedMessage {
  readonly id: string;
  readonly at: number;
  readonly direction: "up" | "down";
  readonly kind: MessageKind;
  readonly place: string;
  readonly bytes: number;
  readonly outcome: MessageOutcome;
  readonly faults: readonly Fault[];
  readonly faultCount: number;
  readonly readings: readonly RecordedReading[];
  readonly readingCount: number;
  readonly skipped: number;
  readonly head: Buffer;
}

/** A reading as it is recorded: what its point was called then. */
export interface RecordedReading extends MessageValue {
  readonly reach: PointReach;
}

export interface HeardMessage {
  kind: MessageKind;
  place: string;
  payload: Buffer;
  /** Where `payload` is not all of it. */
  bytes?: number;
  outcome: MessageOutcome;
  faults?: readonly Fault[];
  /** What was stored of it. */
  readings?: readonly PointReading[];
}

/** Where what goes between devices and the server is told, once for each message, whatever became of it. */
export interface MessageRecord {
  up(deviceId: string, message: HeardMessage): void;
  down(deviceId: string, message: HeardMessage): void;
  /** What is no message, and does not count as one. */
  noted(deviceId: string, message: HeardMessage): void;
  /** What was recorded of a device, newest first. */
  of(deviceId: string): RecordedMessage[];
  /** Messages of a device that came too fast to be recorded, behind the newest that was. */
  skipped(deviceId: string): number;
  /** The devices are gone, or what is kept of them is. */
  forget(deviceIds: readonly string[]): void;
}

export interface RecordLimits {
  /** Messages of one device; beyond, the oldest goes. */
  perDevice: number;
  /** Messages of one device that are recorded within a second; others are counted by the next one. */
  perSecond: number;
  /** Bytes of all that is recorded; beyond, the device that was silent longest goes. */
  bytes: number;
  /** Bytes that are kept of one message. */
  head: number;
  /** How long what nobody watches any more is kept, in milliseconds. */
  keptMs: number;
}

export const recordLimits: RecordLimits = { perDevice: 300, perSecond: 20, bytes: 33_554_432, head: 1024, keptMs: 900_000 };

/** What a message takes beside its bytes, roughly. */
const overhead = 400;
const faultsTold = 5;
const readingsTold = 20;
/** What a reading takes, roughly. */
const readingBytes = 200;

interface Ring {
  readonly messages: RecordedMessage[];
  bytes: number;
  /** Of the last message. */
  at: number;
  /** The second that is under way, and how many it has. */
  second: number;
  count: number;
  skipped: number;
}

interface Options {
  now: () => number;
  /** Milliseconds that only go forward. */
  uptime: () => number;
  /** Whether a page looks at the device: nothing is recorded without. */
  watched(deviceId: string): boolean;
  /** Pages that look at the device have more to show. */
  told(deviceId: string): void;
  counted(deviceId: string, direction: "up" | "down", bytes: number, faulty: boolean): void;
  limits?: RecordLimits;
}

const sizeOf = ({ head, readings }: RecordedMessage): number => overhead + head.length + readings.length * readingBytes;

/** Digits that no number holds are compared by all of them; a text has no limits. */
const outsideOf = (value: number | string, definition: PointDefinition): boolean => {
  const number = typeof value === "number" ? value : definition.valueType === "text" ? undefined : BigInt(value);
  return number !== undefined && passedBound(number, definition) !== undefined;
};

const recordedReading = ({ slave, point, value }: PointReading): RecordedReading => {
  const { definition } = point.compiled;
  const entry = entryOf(definition.enumeration, Number(value));
  return {
    ...{ slave: slave.no, pointId: point.id, address: definition.address, name: point.name, nameEn: point.nameEn, unit: point.unit },
    ...{ decimals: definition.decimals, value, label: entry?.label ?? "", labelEn: entry?.labelEn ?? "" },
    ...{ outside: outsideOf(value, definition), reach: point.reach },
  };
};

/** The messages of devices that are watched, in memory: a device of which nobody has a page open costs a count. */
export const openMessageRecord = ({ now, uptime, watched, told, counted, limits = recordLimits }: Options): MessageRecord => {
  /** The one that was silent longest comes first. */
  const rings = new Map<string, Ring>();
  let all = 0;
  let last = 0;

  const drop = (deviceId: string, ring: Ring): void => {
    rings.delete(deviceId);
    all -= ring.bytes;
  };
  const makeRoom = (at: number): void => {
    for (const [deviceId, ring] of rings) {
      const old = at - ring.at > limits.keptMs;
      if (!old && all <= limits.bytes) return;
      drop(deviceId, ring);
    }
  };
  const ringOf = (deviceId: string): Ring => {
    const ring = rings.get(deviceId) ?? { messages: [], bytes: 0, at: 0, second: 0, count: 0, skipped: 0 };
    rings.delete(deviceId);
    rings.set(deviceId, ring);
    return ring;
  };
  const record = (direction: "up" | "down", deviceId: string, message: HeardMessage, bytes: number): void => {
    const { kind, place, payload, outcome, faults = [], readings = [] } = message;
    const at = uptime();
    const ring = ringOf(deviceId);
    ring.at = at;
    const second = Math.floor(at / 1000);
    if (ring.second !== second) {
      ring.second = second;
      ring.count = 0;
    }
    ring.count += 1;
    if (ring.count > limits.perSecond) {
      ring.skipped += 1;
      told(deviceId);
      return;
    }
    last += 1;
    const recorded: RecordedMessage = {
      ...{ id: `${now()}-${last}`, at: now(), direction, kind, place, bytes, outcome, skipped: ring.skipped },
      ...{ faults: faults.slice(0, faultsTold), faultCount: faults.length },
      ...{ readings: readings.slice(0, readingsTold).map(recordedReading), readingCount: readings.length },
      // A slice would keep all of what it was cut from.
      head: Buffer.from(payload.subarray(0, limits.head)),
    };
    ring.skipped = 0;
    ring.messages.push(recorded);
    let grown = sizeOf(recorded);
    const oldest = ring.messages.length > limits.perDevice ? ring.messages.shift() : undefined;
    if (oldest) grown -= sizeOf(oldest);
    ring.bytes += grown;
    all += grown;
    makeRoom(at);
    told(deviceId);
  };
  const take = (direction: "up" | "down", deviceId: string, message: HeardMessage): void => {
    const { payload, bytes = payload.length, outcome } = message;
    counted(deviceId, direction, bytes, outcome === "faulty" || outcome === "refused" || outcome === "unprocessed");
    if (watched(deviceId)) record(direction, deviceId, message, bytes);
  };
  return {
    up: (deviceId, message) => take("up", deviceId, message),
    down: (deviceId, message) => take("down", deviceId, message),
    noted(deviceId, message) {
      if (watched(deviceId)) record("up", deviceId, message, message.payload.length);
    },
    of: (deviceId) => rings.get(deviceId)?.messages.toReversed() ?? [],
    skipped: (deviceId) => rings.get(deviceId)?.skipped ?? 0,
    forget(deviceIds) {
      for (const deviceId of deviceIds) {
        const ring = rings.get(deviceId);
        if (ring) drop(deviceId, ring);
      }
    },
  };
};

/** The same log of faults, of which what a transport refused is told to the record as well. */
export const refusalsTold = (faults: FaultLog, messages: Pick<MessageRecord, "up">): FaultLog => ({
  ...faults,
  noteMinutely(device, what, fault, raw, bytes) {
    faults.noteMinutely(device, what, fault, raw, bytes);
    const place = String(fault.values?.topic ?? fault.values?.path ?? "");
    messages.up(device.id, { kind: "other", place, payload: raw, bytes, outcome: "refused", faults: [fault] });
  },
});
