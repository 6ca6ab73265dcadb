import { type RegisterPlace, registerCount } from "#contract/point/registers.ts";
import type { Fault } from "#server/wire/protocol.ts";
import type { RegisteredDevice, RegisteredPoint, RegisteredSlave } from "#server/wire/registered.ts";
import type { PollingSettings } from "./pollingSettings.ts";
import { type PlannedRead, planReads, type Readable } from "./pollPlan.ts";

/** A data point as far as it says where it is read. */
export type PlacedPoint = Pick<RegisteredPoint, "registers" | "compiled">;

export interface PolledPoint<P extends PlacedPoint = RegisteredPoint> extends Readable {
  readonly point: P;
}

export interface PolledSlave {
  readonly slave: RegisteredSlave;
  readonly reads: readonly PlannedRead<PolledPoint>[];
}

export const isBits = (type: RegisterPlace["type"]): boolean => type === "coil" || type === "discrete";

const readableOf = <P extends PlacedPoint>(point: P, pollSeconds: number): PolledPoint<P> | undefined => {
  const { registers } = point;
  if (!registers.place) return undefined;
  const { type, address } = registers.place;
  const count = isBits(type) ? 1 : registerCount(registers);
  return address + count > 65_536 ? undefined : { type, address, count, seconds: registers.pollSeconds ?? pollSeconds, point };
};

type PlanSettings = Pick<PollingSettings, "pollSeconds" | "mostRegisters" | "mostGap">;

/** What is read of the points of one slave, with what of them cannot be. */
export const polledPoints = <P extends PlacedPoint>(
  slave: number,
  points: readonly P[],
  settings: PlanSettings,
): { reads: PlannedRead<PolledPoint<P>>[]; unread: { point: P; fault: Fault }[] } => {
  const unread: { point: P; fault: Fault }[] = [];
  const readable: PolledPoint<P>[] = [];
  for (const point of points) {
    const part = readableOf(point, settings.pollSeconds);
    const values = { slave, address: point.compiled.definition.address };
    if (!part) unread.push({ point, fault: { code: "notRegister", values } });
    else if (!isBits(part.type) && part.count > settings.mostRegisters)
      unread.push({ point, fault: { code: "longRegisters", values: { ...values, limit: settings.mostRegisters } } });
    else readable.push(part);
  }
  return { reads: planReads(readable, settings), unread };
};

/** What is read of a device's slaves, with what of their points cannot be. */
export const polledSlaves = (device: RegisteredDevice, settings: PollingSettings): { slaves: PolledSlave[]; unread: Fault[] } => {
  const unread: Fault[] = [];
  const slaves = Array.from(device.slaves.values(), (slave): PolledSlave => {
    const planned = polledPoints(slave.no, slave.points, settings);
    unread.push(...planned.unread.map(({ fault }) => fault));
    return { slave, reads: planned.reads };
  });
  return { slaves, unread };
};
