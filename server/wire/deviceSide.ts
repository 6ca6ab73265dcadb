import type { Logger } from "pino";
import type { FaultLog } from "./faults.ts";
import type { Ingest, ToldReadings } from "./ingest.ts";
import type { MessageRecord } from "./messageRecord.ts";
import type { PresenceKeeper } from "./presence.ts";
import type { Fault, Heard, UpKind } from "./protocol.ts";
import type { PointReading, PolledReading, RegisteredDevice } from "./registered.ts";
import type { DeviceRegistry } from "./registry.ts";
import { type Authenticate, type DeviceSession, NotStored } from "./transport.ts";

/** What every transport hands its devices' messages to. */
export interface DeviceSide {
  authenticate: Authenticate;
  /**
   * Resolves once what the message says is on disk, with what could not be read of it; that is in the device's log by then or soon. Rejects
   * with NotStored where it has to be sent again, and otherwise where it could not be processed and never will be.
   */
  received(session: DeviceSession, kind: UpKind, payload: Buffer): Promise<readonly Fault[]>;
  /** The same of a message that is read by who it came to, as the device has it by now. */
  heard(session: DeviceSession, place: string, payload: Buffer, read: (device: RegisteredDevice) => Heard): Promise<readonly Fault[]>;
  /** The same of what was read of the device at a place; a device that is gone has nothing to be stored. */
  polled(session: DeviceSession, readings: readonly PolledReading[], place: string, payload: Buffer): Promise<void>;
  /** `received` failed for good: the device's log has the message under the place that it was sent to. */
  unprocessed(session: DeviceSession, place: string, payload: Buffer): Promise<void>;
  /** Does something with a session's device, if it is still there; a failure is logged. */
  withDevice(session: DeviceSession, work: (device: RegisteredDevice) => void): Promise<void>;
}

interface Options {
  authenticate: Authenticate;
  log: Logger;
  now: () => number;
  registry: Pick<DeviceRegistry, "byId">;
  presence: Pick<PresenceKeeper, "communicated">;
  ingest: Pick<Ingest, "received" | "heard" | "polled">;
  faults: Pick<FaultLog, "kept">;
  messages: Pick<MessageRecord, "up">;
}

export const openDeviceSide = ({ authenticate, log, now, registry, presence, ingest, faults, messages }: Options): DeviceSide => {
  const take = async (
    session: DeviceSession,
    about: { kind: UpKind; place: string; payload: Buffer },
    work: (device: RegisteredDevice, stored: ToldReadings) => Promise<readonly Fault[]>,
  ): Promise<readonly Fault[]> => {
    const device = await registry.byId(session.deviceId);
    if (!device) throw new NotStored("the device is gone");
    presence.communicated(device.id, now());
    let readings: readonly PointReading[] = [];
    try {
      const unread = await work(device, (stored) => {
        readings = stored;
      });
      messages.up(device.id, { ...about, outcome: unread.length === 0 ? "stored" : "faulty", faults: unread, readings });
      return unread;
    } catch (fault) {
      messages.up(device.id, { ...about, outcome: fault instanceof NotStored ? "again" : "unprocessed" });
      throw fault;
    }
  };
  return {
    authenticate,
    received: (session, kind, payload) =>
      take(session, { kind, place: kind, payload }, (device, stored) => ingest.received(device, kind, payload, stored)),
    heard: (session, place, payload, read) =>
      take(session, { kind: "telemetry", place, payload }, (device, stored) => ingest.heard(device, read(device), payload, stored)),
    async polled(session, readings, place, payload) {
      const device = await registry.byId(session.deviceId);
      if (!device) return;
      presence.communicated(device.id, now());
      const told = { kind: "telemetry", place, payload } as const;
      try {
        let taken: readonly PointReading[] = [];
        const unfit = await ingest.polled(device, readings, payload, (stored) => {
          taken = stored;
        });
        messages.up(device.id, { ...told, outcome: unfit.length === 0 ? "stored" : "faulty", faults: unfit, readings: taken });
      } catch (fault) {
        messages.up(device.id, { ...told, outcome: "unprocessed" });
        throw fault;
      }
    },
    async unprocessed(session, place, payload) {
      const device = await registry.byId(session.deviceId);
      if (device) await faults.kept(device, { code: "unprocessed", values: { topic: place } }, payload);
    },
    async withDevice(session, work) {
      try {
        const device = await registry.byId(session.deviceId);
        if (device) work(device);
      } catch (fault) {
        log.error({ err: fault, part: "devices", sn: session.sn }, "what a device did could not be noted");
      }
    },
  };
};
