import type { Logger } from "pino";
import type { AlarmEngine } from "#server/alarm/alarmEngine.ts";
import type { Db } from "#server/db/open.ts";
import { newId } from "#server/kit/newId.ts";
import type { PointValue } from "#server/realtime/deviceWatches.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { keepLateReply } from "#server/wire/commandRow.ts";
import type { CommandSender } from "#server/wire/commands.ts";
import { devicePasswordFits } from "#server/wire/devicePassword.ts";
import type { EventBudget } from "#server/wire/eventBudget.ts";
import type { Fault, FaultLog } from "#server/wire/faults.ts";
import { type BrokerHooks, type BrokerSession, NotStored, type RefusedMessage } from "#server/wire/mqtt/brokerHooks.ts";
import { mostPayload, topicOf, type UpKind } from "#server/wire/mqtt/mqttTopics.ts";
import type { PresenceKeeper } from "#server/wire/presence.ts";
import {
  type CodecFault,
  parseEvent,
  parseInfo,
  parseLocation,
  parseReply,
  parseTelemetry,
  type Reading,
} from "#server/wire/protocols/mqttJson/mqttJson.ts";
import type { PointReading, RegisteredDevice } from "#server/wire/registered.ts";
import type { DeviceRegistry } from "#server/wire/registry.ts";

interface Options {
  db: Db;
  log: Logger;
  now: () => number;
  /** The time of day that organisations expire by. */
  believed: () => number;
  registry: DeviceRegistry;
  telemetry: Telemetry;
  alarms: AlarmEngine;
  presence: PresenceKeeper;
  commands: CommandSender;
  realtime: () => Pick<Realtime, "watched" | "values">;
  faults: FaultLog;
  events: EventBudget;
  deviceSecret: string;
}

export interface Ingest {
  readonly hooks: BrokerHooks;
  /** One telemetry message of a device; resolves when its readings and what they raised are on disk. */
  telemetry(device: RegisteredDevice, payload: Buffer): Promise<void>;
  stats(): { messages: number; readings: number; unknownPoints: number };
}

const longestAddress = 64;
const longestTopic = 128;

/** The member's path is told as a person would write it: without the sign for the whole message. */
const codecFault = ({ reason, at }: CodecFault): Fault => {
  if (reason === "json") return { code: "json" };
  if (reason === "shape" && at === "$") return { code: "notObject" };
  return { code: reason, values: { at: at.replace(/^\$\.?/, "") } };
};

/** A reading, and whether its time is its own or was given to it. */
interface Taken extends PointReading {
  given: boolean;
}

/** From a device's message to the tables, the alarms and the open pages. */
export const openIngest = (options: Options): Ingest => {
  const { db, log, now, registry, telemetry, alarms, presence, commands, faults } = options;
  let messages = 0;
  let counted = 0;
  let unknownPoints = 0;

  const append = ({ point, ts, value, given }: Taken, arrivedAt: number): void => {
    const { storeMode } = point.compiled.definition;
    if (storeMode === 0) return telemetry.touch(point.series, ts, value, arrivedAt);
    const free = given ? telemetry.timeFor(point.series, arrivedAt) : ts;
    telemetry.append(point.series, free, value, { arrivedAt, given, onChange: storeMode === 2 });
  };

  /** A clock that is ahead stays so: told once an hour, not with every message. */
  const noteCodec = (device: RegisteredDevice, fault: CodecFault, payload: Buffer): void => {
    if (fault.reason === "future") faults.noteHourly(device, fault.reason, codecFault(fault), payload);
    else faults.note(device, codecFault(fault), payload);
  };

  /** All of an unknown slave's values are one fault, each unknown address of a known slave is its own. */
  const noteUnknown = (device: RegisteredDevice, { slave, key }: Reading, slaveKnown: boolean, payload: Buffer): void => {
    const address = key.slice(0, longestAddress);
    const code = slaveKnown ? "unknownPoint" : "unknownSlave";
    faults.noteHourly(device, slaveKnown ? `${slave} ${address}` : `${slave}`, { code, values: { slave, address } }, payload);
  };

  const decode = (device: RegisteredDevice, readings: readonly Reading[], arrivedAt: number, payload: Buffer): Taken[] => {
    const decoded: Taken[] = [];
    for (const reading of readings) {
      const slave = device.slaves.get(reading.slave);
      const points = slave?.byKey.get(reading.key);
      if (!slave || !points) {
        unknownPoints += 1;
        noteUnknown(device, reading, slave !== undefined, payload);
        continue;
      }
      for (const point of points) {
        const value = point.compiled.decode(reading.raw);
        if (value.ok) {
          const { ts = arrivedAt } = reading;
          decoded.push({ slave, point, value: value.value, ts, given: reading.ts === undefined });
        } else
          faults.note(device, { code: value.reason, values: { slave: slave.no, address: point.compiled.definition.address } }, payload);
      }
    }
    return decoded;
  };

  const store = async (device: RegisteredDevice, payload: Buffer): Promise<void> => {
    const arrivedAt = now();
    const parsed = parseTelemetry(payload, arrivedAt);
    if (!parsed.ok) return faults.note(device, codecFault(parsed.fault), payload);
    for (const fault of parsed.faults) noteCodec(device, fault, payload);
    const readings = decode(device, parsed.readings, arrivedAt, payload);
    messages += 1;
    counted += readings.length;
    if (readings.length === 0) return;
    for (const reading of readings) append(reading, arrivedAt);
    const raised = alarms.evaluate(device, readings, arrivedAt);
    try {
      await (raised ? Promise.all([telemetry.committed(), raised]) : telemetry.committed());
    } catch (fault) {
      throw new NotStored("the readings are not stored", { cause: fault });
    }
    const realtime = options.realtime();
    if (realtime.watched(device.id)) realtime.values(device, shown(readings));
  };

  /** What the pages are to show from now on: a late reading changes nothing there. */
  const shown = (readings: readonly PointReading[]): PointValue[] =>
    readings.flatMap(({ slave, point }) => {
      const latest = telemetry.latest(point.series);
      return latest ? [{ slave: slave.no, pointId: point.id, value: latest.value, ts: latest.ts, auth: point.auth }] : [];
    });

  const keepEvent = async (
    device: RegisteredDevice,
    kind: "event" | "info" | "location",
    content: object,
    payload: Buffer,
  ): Promise<void> => {
    const at = now();
    if (!(await options.events.mayKeep(device, payload))) return;
    await db
      .insertInto("device_event")
      .values({
        id: newId(at),
        device_id: device.id,
        company_id: device.companyId,
        kind,
        at,
        content: JSON.stringify(content),
        user_id: null,
        account: "",
        result: "",
      })
      .execute();
  };

  const handlers: Readonly<Record<UpKind, (device: RegisteredDevice, payload: Buffer) => Promise<void>>> = {
    telemetry: store,
    async event(device, payload) {
      const parsed = parseEvent(payload);
      if (!parsed.ok) return faults.note(device, codecFault(parsed.fault), payload);
      await keepEvent(device, "event", parsed.message, payload);
    },
    async location(device, payload) {
      const parsed = parseLocation(payload);
      if (!parsed.ok) return faults.note(device, codecFault(parsed.fault), payload);
      await db.updateTable("device").set(parsed.message).where("id", "=", device.id).execute();
      await keepEvent(device, "location", parsed.message, payload);
    },
    async info(device, payload) {
      const parsed = parseInfo(payload);
      if (!parsed.ok) return faults.note(device, codecFault(parsed.fault), payload);
      for (const fault of parsed.faults) noteCodec(device, fault, payload);
      const nothingRead = Object.keys(parsed.message).length === 0;
      if (nothingRead && parsed.faults.length > 0) return;
      const { softwareVersion, hardwareVersion, signal, iccid } = parsed.message;
      const changes = {
        ...(softwareVersion === undefined ? {} : { software_version: softwareVersion }),
        ...(hardwareVersion === undefined ? {} : { hardware_version: hardwareVersion }),
        ...(signal === undefined ? {} : { signal }),
        ...(iccid === undefined ? {} : { iccid }),
      };
      if (Object.keys(changes).length > 0) await db.updateTable("device").set(changes).where("id", "=", device.id).execute();
      await keepEvent(device, "info", parsed.message, payload);
    },
    async "command/reply"(device, payload) {
      const parsed = parseReply(payload);
      if (!parsed.ok) return faults.note(device, codecFault(parsed.fault), payload);
      if (commands.replied(device.id, parsed.message) || (await keepLateReply(db, device.id, parsed.message, now()))) return;
      faults.note(device, { code: "unaskedReply" }, payload);
    },
    async "ota/progress"(device, payload) {
      faults.note(device, { code: "unaskedProgress" }, payload);
    },
  };

  const companyMayConnect = async (companyPath: string): Promise<boolean> => {
    const parts = companyPath.split("/").filter((part) => part !== "");
    const rows = await db.selectFrom("company").select(["enabled", "expires_at"]).where("id", "in", parts).execute();
    return (
      rows.length === parts.length &&
      rows.every((row) => row.enabled === 1 && (row.expires_at === null || row.expires_at > options.believed()))
    );
  };
  /** Questions under way: devices of one organisation that sign in together share the answer. */
  const asked = new Map<string, Promise<boolean>>();
  const mayConnect = (companyPath: string): Promise<boolean> => {
    const known = asked.get(companyPath);
    if (known) return known;
    const answer = companyMayConnect(companyPath).finally(() => asked.delete(companyPath));
    asked.set(companyPath, answer);
    return answer;
  };

  const noteRefused = (device: RegisteredDevice, { reason, topic, bytes, payload }: RefusedMessage): void => {
    const shown = topic.slice(0, longestTopic);
    const fault: Readonly<Record<typeof reason, Fault>> = {
      topic: { code: "foreignTopic", values: { topic: shown, bytes } },
      size: { code: "messageTooLong", values: { topic: shown, bytes, limit: mostPayload } },
      flood: { code: "flooding" },
    };
    faults.noteMinutely(device, `${reason} ${shown}`, fault[reason], payload, bytes);
  };

  const withDevice = async (session: BrokerSession, work: (device: RegisteredDevice) => void): Promise<void> => {
    try {
      const device = await registry.byId(session.deviceId);
      if (device) work(device);
    } catch (fault) {
      log.error({ err: fault, part: "presence", sn: session.sn }, "a connection could not be noted");
    }
  };

  return {
    telemetry: store,
    stats: () => ({ messages, readings: counted, unknownPoints }),
    hooks: {
      async authenticate(sn, password) {
        try {
          const device = await registry.bySn(sn);
          if (!device || !devicePasswordFits(device.passwordHash, password.toString("utf8"), options.deviceSecret)) return "refused";
          return (await mayConnect(device.companyPath)) ? { sn, deviceId: device.id } : "disabled";
        } catch (fault) {
          log.error({ err: fault, part: "mqtt", sn }, "a device could not be looked up");
          return "unavailable";
        }
      },
      connected(session, _clientId, unending) {
        void withDevice(session, (device) => {
          if (!unending || !presence.isOnline(device.id)) presence.connected(device);
        });
      },
      shared(session, { times, addresses, clientIds }) {
        void withDevice(session, (device) => {
          const values = { times, addresses: addresses.join(", "), clients: clientIds.join(", ") };
          faults.note(device, { code: "sharedSn", values }, Buffer.alloc(0));
        });
      },
      disconnected(session, _clientId, leaving) {
        void withDevice(session, (device) => {
          presence.disconnected(device, leaving);
        });
      },
      async received(session, kind, payload) {
        const device = await registry.byId(session.deviceId);
        if (!device) throw new NotStored("the device is gone");
        presence.communicated(device.id, now());
        await handlers[kind](device, payload);
      },
      async failed(session, kind, payload) {
        const device = await registry.byId(session.deviceId);
        if (device) await faults.kept(device, { code: "unprocessed", values: { topic: topicOf(session.sn, kind) } }, payload);
      },
      refused(session, message) {
        void withDevice(session, (device) => noteRefused(device, message));
      },
    },
  };
};
