import type { Logger } from "pino";
import type { AlarmEngine } from "#server/alarm/alarmEngine.ts";
import type { Db } from "#server/db/open.ts";
import { type BrokerHooks, type BrokerSession, NotStored, type RefusedMessage } from "#server/device/broker.ts";
import { keepLateReply } from "#server/device/commandRow.ts";
import type { CommandSender } from "#server/device/commands.ts";
import { devicePasswordFits } from "#server/device/devicePassword.ts";
import type { Fault, FaultLog } from "#server/device/faults.ts";
import {
  type CodecFault,
  parseEvent,
  parseInfo,
  parseLocation,
  parseReply,
  parseTelemetry,
  type Reading,
} from "#server/device/mqttJson.ts";
import { mostPayload, topicOf, type UpKind } from "#server/device/mqttTopics.ts";
import type { PresenceKeeper } from "#server/device/presence.ts";
import type { PointReading, RegisteredDevice, RegisteredPoint } from "#server/device/registered.ts";
import type { DeviceRegistry } from "#server/device/registry.ts";
import { newId } from "#server/kit/newId.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { Telemetry, Value } from "#server/telemetry/telemetry.ts";

interface Options {
  db: Db;
  log: Logger;
  now: () => number;
  registry: DeviceRegistry;
  telemetry: Telemetry;
  alarms: AlarmEngine;
  presence: PresenceKeeper;
  commands: CommandSender;
  realtime: () => Realtime;
  faults: FaultLog;
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

/** From a device's message to the tables, the alarms and the open pages. */
export const openIngest = (options: Options): Ingest => {
  const { db, log, now, registry, telemetry, alarms, presence, commands, faults } = options;
  /** Last value that was queued for storing, per series stored on change. */
  const stored = new Map<number, Value>();
  let messages = 0;
  let counted = 0;
  let unknownPoints = 0;

  const append = (point: RegisteredPoint, ts: number, value: Value): void => {
    const { storeMode } = point.compiled.definition;
    if (storeMode === 0) return telemetry.touch(point.series, ts, value);
    if (storeMode === 1) return telemetry.append(point.series, ts, value);
    const latest = telemetry.latest(point.series);
    const known = stored.get(point.series) ?? latest?.value;
    if (known === value && latest !== undefined && ts >= latest.ts) return telemetry.touch(point.series, ts, value);
    stored.set(point.series, value);
    telemetry.append(point.series, ts, value);
  };

  /** All of an unknown slave's values are one fault, each unknown address of a known slave is its own. */
  const noteUnknown = (device: RegisteredDevice, { slave, key }: Reading, slaveKnown: boolean, payload: Buffer): void => {
    const address = key.slice(0, longestAddress);
    const code = slaveKnown ? "unknownPoint" : "unknownSlave";
    faults.noteHourly(device, slaveKnown ? `${slave} ${address}` : `${slave}`, { code, values: { slave, address } }, payload);
  };

  const decode = (device: RegisteredDevice, readings: readonly Reading[], payload: Buffer): PointReading[] => {
    const decoded: PointReading[] = [];
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
        if (value.ok) decoded.push({ slave, point, value: value.value, ts: reading.ts });
        else faults.note(device, { code: value.reason, values: { slave: slave.no, address: point.compiled.definition.address } }, payload);
      }
    }
    return decoded;
  };

  const store = async (device: RegisteredDevice, payload: Buffer): Promise<void> => {
    const arrivedAt = now();
    const parsed = parseTelemetry(payload, arrivedAt);
    if (!parsed.ok) return faults.note(device, codecFault(parsed.fault), payload);
    for (const fault of parsed.faults) faults.note(device, codecFault(fault), payload);
    const readings = decode(device, parsed.readings, payload);
    messages += 1;
    counted += readings.length;
    if (readings.length === 0) return;
    for (const { point, ts, value } of readings) append(point, ts, value);
    const raised = alarms.evaluate(device, readings, arrivedAt);
    try {
      await (raised ? Promise.all([telemetry.committed(), raised]) : telemetry.committed());
    } catch (fault) {
      for (const { point } of readings) stored.delete(point.series);
      throw new NotStored("the readings are not stored", { cause: fault });
    }
    const realtime = options.realtime();
    if (realtime.watched(device.id)) {
      realtime.values(
        device,
        readings.map(({ slave, point, value, ts }) => ({ slave: slave.no, pointId: point.id, value, ts, auth: point.auth })),
      );
    }
  };

  const keepEvent = async (device: RegisteredDevice, kind: "event" | "info" | "location", content: object): Promise<void> => {
    const at = now();
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
      await keepEvent(device, "event", parsed.message);
    },
    async location(device, payload) {
      const parsed = parseLocation(payload);
      if (!parsed.ok) return faults.note(device, codecFault(parsed.fault), payload);
      await db.updateTable("device").set(parsed.message).where("id", "=", device.id).execute();
      await keepEvent(device, "location", parsed.message);
    },
    async info(device, payload) {
      const parsed = parseInfo(payload);
      if (!parsed.ok) return faults.note(device, codecFault(parsed.fault), payload);
      const { softwareVersion, hardwareVersion, signal, iccid } = parsed.message;
      const changes = {
        ...(softwareVersion === undefined ? {} : { software_version: softwareVersion }),
        ...(hardwareVersion === undefined ? {} : { hardware_version: hardwareVersion }),
        ...(signal === undefined ? {} : { signal }),
        ...(iccid === undefined ? {} : { iccid }),
      };
      if (Object.keys(changes).length > 0) await db.updateTable("device").set(changes).where("id", "=", device.id).execute();
      await keepEvent(device, "info", parsed.message);
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
    return rows.length === parts.length && rows.every((row) => row.enabled === 1 && (row.expires_at === null || row.expires_at > now()));
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
      connected(session) {
        void withDevice(session, (device) => {
          presence.connected(device);
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
