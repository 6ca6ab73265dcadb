import type { AlarmEngine } from "#server/alarm/alarmEngine.ts";
import type { Db } from "#server/db/open.ts";
import { newId } from "#server/kit/newId.ts";
import { keepPlace } from "#server/places/keepPlace.ts";
import type { PointValue } from "#server/realtime/deviceWatches.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import { takenAt } from "#server/telemetry/newest.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { keepLateReply } from "./commandRow.ts";
import type { CommandSender } from "./commands.ts";
import type { EventBudget } from "./eventBudget.ts";
import type { FaultLog } from "./faults.ts";
import { keepEventRow } from "./keepEventRow.ts";
import type { CommandReply, DecodeFault, DeviceInfo, DeviceLocation, Fault, Heard, Reading, UpKind, UpMessage } from "./protocol.ts";
import type { PointReading, PolledReading, RegisteredDevice } from "./registered.ts";
import { NotStored } from "./transport.ts";

interface Options {
  db: Db;
  now: () => number;
  telemetry: Telemetry;
  alarms: AlarmEngine;
  commands: Pick<CommandSender, "replied" | "kept">;
  realtime: () => Pick<Realtime, "watched" | "values" | "movement">;
  faults: FaultLog;
  events: EventBudget;
  /** Told of every row of a device's log that is on disk. */
  written?: (device: RegisteredDevice) => void;
}

/** Told of the readings of a message once they are on disk. */
export type ToldReadings = (readings: readonly PointReading[]) => void;

export interface Ingest {
  /**
   * One message of a device, read by its protocol. Resolves when what it says is on disk, with what could not be read of it as a whole or in
   * part; each of that has gone to the device's log. Rejects with NotStored when readings or what they raised could not be written.
   */
  received(device: RegisteredDevice, kind: UpKind, payload: Buffer, stored?: ToldReadings): Promise<readonly Fault[]>;
  /** The same of what was made of a message already. */
  heard(device: RegisteredDevice, heard: Heard, payload: Buffer, stored?: ToldReadings): Promise<readonly Fault[]>;
  /** What was read of a device, at the time that it came. Resolves and rejects as `received` does. */
  polled(device: RegisteredDevice, readings: readonly PolledReading[], payload: Buffer, stored?: ToldReadings): Promise<readonly Fault[]>;
  stats(): { messages: number; readings: number; unknownPoints: number };
}

const longestAddress = 64;
/** A reading, and whether its time is its own or was given to it. */
interface Taken extends PointReading {
  given: boolean;
}

/** From a device's message to the tables, the alarms and the open pages. */
export const openIngest = (options: Options): Ingest => {
  const { db, now, telemetry, alarms, commands, faults } = options;
  let messages = 0;
  let counted = 0;
  let unknownPoints = 0;

  const append = ({ point, ts, value, given }: Taken, arrivedAt: number): void => {
    const { storeMode } = point.compiled.definition;
    if (storeMode === 0) return telemetry.touch(point.series, ts, value, arrivedAt);
    const free = given ? telemetry.timeFor(point.series, arrivedAt) : ts;
    telemetry.append(point.series, free, value, { arrivedAt, given, onChange: storeMode === 2 });
  };

  const noteDecoding = (device: RegisteredDevice, { hourly, ...fault }: DecodeFault, payload: Buffer): void => {
    if (hourly === undefined) faults.note(device, fault, payload);
    else faults.noteHourly(device, hourly, fault, payload);
  };

  /** All of an unknown slave's values are one fault, each unknown address of a known slave is its own. */
  const noteUnknown = (device: RegisteredDevice, { slave, key }: Reading, slaveKnown: boolean, payload: Buffer): Fault => {
    const address = key.slice(0, longestAddress);
    const fault: Fault = { code: slaveKnown ? "unknownPoint" : "unknownSlave", values: { slave, address } };
    faults.noteHourly(device, slaveKnown ? `${slave} ${address}` : `${slave}`, fault, payload);
    return fault;
  };
  const noteUnfit = (device: RegisteredDevice, fault: Fault, payload: Buffer): Fault => {
    faults.note(device, fault, payload);
    return fault;
  };

  const valued = (
    device: RegisteredDevice,
    readings: readonly Reading[],
    arrivedAt: number,
    payload: Buffer,
  ): { decoded: Taken[]; unfit: Fault[] } => {
    const decoded: Taken[] = [];
    const unfit: Fault[] = [];
    for (const reading of readings) {
      const slave = device.slaves.get(reading.slave);
      const points = slave?.byKey.get(reading.key);
      if (!slave || !points) {
        unknownPoints += 1;
        unfit.push(noteUnknown(device, reading, slave !== undefined, payload));
        continue;
      }
      for (const point of points) {
        const value = point.compiled.decode(reading.raw);
        if (value.ok) {
          const { ts = arrivedAt } = reading;
          decoded.push({ slave, point, value: value.value, ts, given: reading.ts === undefined });
        } else {
          const values = { slave: slave.no, address: point.compiled.definition.address };
          unfit.push(noteUnfit(device, { code: value.reason, values }, payload));
        }
      }
    }
    return { decoded, unfit };
  };

  /** What is read again and again is told of once an hour. */
  const valuedPoll = (
    device: RegisteredDevice,
    readings: readonly PolledReading[],
    arrivedAt: number,
    payload: Buffer,
  ): { decoded: Taken[]; unfit: Fault[] } => {
    const decoded: Taken[] = [];
    const unfit: Fault[] = [];
    for (const { slave, point, raw } of readings) {
      const value = point.compiled.decode(raw);
      if (value.ok) {
        decoded.push({ slave, point, value: value.value, ts: arrivedAt, given: true });
        continue;
      }
      const { address } = point.compiled.definition;
      const fault: Fault = { code: value.reason, values: { slave: slave.no, address } };
      faults.noteHourly(device, `${slave.no} ${address} ${value.reason}`, fault, payload);
      unfit.push(fault);
    }
    return { decoded, unfit };
  };

  const store = async (
    device: RegisteredDevice,
    { decoded: readings, unfit }: { decoded: Taken[]; unfit: Fault[] },
    arrivedAt: number,
    stored?: ToldReadings,
  ): Promise<readonly Fault[]> => {
    messages += 1;
    counted += readings.length;
    if (readings.length === 0) return unfit;
    const watched = alarms.prepare(device, readings).filter(({ point }) => point.compiled.definition.storeMode !== 0);
    const judged = telemetry.judging(watched.map(({ point }) => point.series));
    for (const reading of readings) append(reading, arrivedAt);
    try {
      await telemetry.committed();
      await alarms.evaluate(device, readings, arrivedAt);
      judged();
    } catch (fault) {
      throw new NotStored("the readings are not stored", { cause: fault });
    }
    stored?.(readings);
    const realtime = options.realtime();
    if (realtime.watched(device.id)) realtime.values(device, shown(readings));
    return unfit;
  };

  /** What the pages are to show from now on: a late reading changes nothing there. */
  const shown = (readings: readonly PointReading[]): PointValue[] =>
    readings.flatMap(({ slave, point }) => {
      const latest = telemetry.latest(point.series);
      return latest ? [{ slave: slave.no, pointId: point.id, value: latest.value, ts: latest.ts, reach: point.reach }] : [];
    });

  const eventOf = (device: RegisteredDevice, kind: "event" | "info" | "location", content: object, at: number) => ({
    id: newId(at),
    device_id: device.id,
    company_id: device.companyId,
    kind,
    at,
    content: JSON.stringify(content),
    user_id: null,
    account: "",
    result: "",
  });

  const keepEvent = async (device: RegisteredDevice, kind: "event" | "info", content: object, payload: Buffer): Promise<void> => {
    const at = now();
    if (!(await options.events.mayKeep(device, payload))) return;
    if (await keepEventRow(db, eventOf(device, kind, content, at))) options.written?.(device);
  };

  const move = async (device: RegisteredDevice, { ts, ...place }: DeviceLocation, arrivedAt: number, payload: Buffer): Promise<void> => {
    if (!(await options.events.mayKeep(device, payload))) return;
    const at = takenAt(ts ?? arrivedAt, arrivedAt);
    const event = eventOf(device, "location", place, arrivedAt);
    const moved = await keepPlace(db, device.id, { ...place, at }, { event, arrivedAt, now });
    if (!moved) return;
    const { id, name, sn, companyPath } = device;
    options.realtime().movement({ deviceId: id, name, sn, companyPath, state: moved.moves ? 1 : 0, at: moved.at });
  };

  const inform = async (device: RegisteredDevice, info: DeviceInfo, payload: Buffer): Promise<void> => {
    const { softwareVersion, hardwareVersion, parameterVersion, signal, iccid } = info;
    const changes = {
      ...(softwareVersion === undefined ? {} : { software_version: softwareVersion }),
      ...(hardwareVersion === undefined ? {} : { hardware_version: hardwareVersion }),
      ...(parameterVersion === undefined ? {} : { parameter_version: parameterVersion }),
      ...(signal === undefined ? {} : { signal }),
      ...(iccid === undefined ? {} : { iccid }),
    };
    if (Object.keys(changes).length > 0) await db.updateTable("device").set(changes).where("id", "=", device.id).execute();
    await keepEvent(device, "info", info, payload);
  };

  const unasked = (device: RegisteredDevice, code: "unaskedReply" | "unaskedProgress", payload: Buffer): Fault[] => {
    faults.note(device, { code }, payload);
    return [{ code }];
  };

  const reply = async (device: RegisteredDevice, answer: CommandReply, payload: Buffer): Promise<readonly Fault[]> => {
    if (commands.replied(device.id, answer)) return [];
    await commands.kept(answer.id);
    if (!(await keepLateReply(db, device.id, answer, now()))) return unasked(device, "unaskedReply", payload);
    options.written?.(device);
    return [];
  };

  const keep = async (
    device: RegisteredDevice,
    message: Exclude<UpMessage, { kind: "readings" }>,
    arrivedAt: number,
    payload: Buffer,
  ): Promise<readonly Fault[]> => {
    switch (message.kind) {
      case "event":
        await keepEvent(device, "event", message.event, payload);
        return [];
      case "location":
        await move(device, message.location, arrivedAt, payload);
        return [];
      case "info":
        await inform(device, message.info, payload);
        return [];
      case "reply":
        return reply(device, message.reply, payload);
      case "progress":
        return unasked(device, "unaskedProgress", payload);
    }
  };

  const take = async (
    device: RegisteredDevice,
    heard: Heard,
    payload: Buffer,
    { arrivedAt, stored }: { arrivedAt: number; stored: ToldReadings | undefined },
  ): Promise<readonly Fault[]> => {
    for (const fault of heard.faults) noteDecoding(device, fault, payload);
    const { message } = heard;
    if (message?.kind === "readings") {
      const unfit = await store(device, valued(device, message.readings, arrivedAt, payload), arrivedAt, stored);
      return unfit.length === 0 ? heard.faults : [...heard.faults, ...unfit];
    }
    const unkept = message ? await keep(device, message, arrivedAt, payload) : [];
    return unkept.length === 0 ? heard.faults : [...heard.faults, ...unkept];
  };

  return {
    async polled(device, readings, payload, stored) {
      const arrivedAt = now();
      return store(device, valuedPoll(device, readings, arrivedAt, payload), arrivedAt, stored);
    },
    heard: (device, heard, payload, stored) => take(device, heard, payload, { arrivedAt: now(), stored }),
    stats: () => ({ messages, readings: counted, unknownPoints }),
    async received(device, kind, payload, stored) {
      const arrivedAt = now();
      return take(device, device.protocol.decode(kind, payload, arrivedAt), payload, { arrivedAt, stored });
    },
  };
};
