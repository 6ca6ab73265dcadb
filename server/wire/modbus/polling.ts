import { type RegisterPlace, registerCount } from "#contract/point/registers.ts";
import type { Fault } from "#server/wire/protocol.ts";
import type { RegisteredDevice, RegisteredPoint, RegisteredSlave } from "#server/wire/registered.ts";
import type { PollingSettings } from "./pollingSettings.ts";
import { type PlannedRead, planReads, type Readable } from "./pollPlan.ts";

export interface PolledPoint extends Readable {
  readonly point: RegisteredPoint;
}

export interface PolledSlave {
  readonly slave: RegisteredSlave;
  readonly reads: readonly PlannedRead<PolledPoint>[];
}

export const isBits = (type: RegisterPlace["type"]): boolean => type === "coil" || type === "discrete";

const readableOf = (point: RegisteredPoint, pollSeconds: number): PolledPoint | undefined => {
  const { registers } = point;
  if (!registers.place) return undefined;
  const { type, address } = registers.place;
  const count = isBits(type) ? 1 : registerCount(registers);
  return address + count > 65_536 ? undefined : { type, address, count, seconds: registers.pollSeconds ?? pollSeconds, point };
};

/** What is read of a device's slaves, with what of their points cannot be. */
export const polledSlaves = (device: RegisteredDevice, settings: PollingSettings): { slaves: PolledSlave[]; unread: Fault[] } => {
  const unread: Fault[] = [];
  const slaves = Array.from(device.slaves.values(), (slave): PolledSlave => {
    const readable: PolledPoint[] = [];
    for (const point of slave.points) {
      const part = readableOf(point, settings.pollSeconds);
      const values = { slave: slave.no, address: point.compiled.definition.address };
      if (!part) unread.push({ code: "notRegister", values });
      else if (!isBits(part.type) && part.count > settings.mostRegisters)
        unread.push({ code: "longRegisters", values: { ...values, limit: settings.mostRegisters } });
      else readable.push(part);
    }
    return { slave, reads: planReads(readable, settings) };
  });
  return { slaves, unread };
};
