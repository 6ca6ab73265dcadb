import type { RegisterType } from "#contract/point/registers.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { most } from "./pdu.ts";

/** Something to be read: registers or bits of one type, from `address` on. */
export interface Readable {
  readonly type: RegisterType;
  readonly address: number;
  readonly count: number;
  /** How often. */
  readonly seconds: number;
}

/** One request for a slave, with all that it reads. */
export interface PlannedRead<T extends Readable> extends Readable {
  readonly parts: readonly T[];
}

export interface PlanLimits {
  /** Registers that the device gives at once; of bits, 16 for each. */
  readonly mostRegisters: number;
  /** Registers that nobody asks for, and that may be read to save a request; of bits, 16 for each. */
  readonly mostGap: number;
}

const isBits = (type: RegisterType): boolean => type === "coil" || type === "discrete";

const mostOf = (type: RegisterType, { mostRegisters }: PlanLimits): number =>
  isBits(type) ? Math.min(most.readBits, 16 * mostRegisters) : Math.min(most.readRegisters, mostRegisters);

const endOf = ({ address, count }: Pick<Readable, "address" | "count">): number => address + count;

const readOf = <T extends Readable>(parts: readonly T[], { type, seconds, address }: T): PlannedRead<T> => {
  const end = parts.reduce((last, part) => Math.max(last, endOf(part)), 0);
  return { type, seconds, address, count: end - address, parts };
};

/** As few reads as type, interval, gap and limit allow. What is longer than the limit is in no read. */
export const planReads = <T extends Readable>(parts: readonly T[], limits: PlanLimits): PlannedRead<T>[] => {
  const groups = groupedBy(
    parts.filter((part) => part.count <= mostOf(part.type, limits)),
    ({ type, seconds }) => `${type} ${seconds}`,
  );
  return [...groups.values()].flatMap((group) => planGroup(group, limits));
};

const planGroup = <T extends Readable>(group: readonly T[], limits: PlanLimits): PlannedRead<T>[] => {
  const sorted = [...group].sort((one, other) => one.address - other.address || one.count - other.count);
  const reads: PlannedRead<T>[] = [];
  let taken: T[] = [];
  let end = 0;
  const close = (): void => {
    const [first] = taken;
    if (first) reads.push(readOf(taken, first));
    taken = [];
  };
  for (const part of sorted) {
    const first = taken[0] ?? part;
    const gap = limits.mostGap * (isBits(part.type) ? 16 : 1);
    const grown = Math.max(end, endOf(part)) - first.address;
    if (taken.length > 0 && (part.address - end > gap || grown > mostOf(part.type, limits))) close();
    end = taken.length === 0 ? endOf(part) : Math.max(end, endOf(part));
    taken.push(part);
  }
  close();
  return reads;
};

/** Two reads for one that the slave refuses, so that a register that it does not have costs itself alone; undefined where there is one part. */
export const halved = <T extends Readable>(read: PlannedRead<T>): PlannedRead<T>[] | undefined => {
  const places = [...groupedBy(read.parts, ({ address, count }) => `${address} ${count}`).values()];
  if (places.length < 2) return undefined;
  const middle = places.length >> 1;
  return [places.slice(0, middle), places.slice(middle)].map((half) => {
    const parts = half.flat();
    return readOf(parts, parts[0] as T);
  });
};
