import type { ValueType } from "#contract/pointValue.ts";
import { Problem } from "#server/kit/problem.ts";
import type { PointWrite } from "#server/wire/pointWriter.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";
import { valueBits } from "#server/wire/valueBits.ts";
import type { WrittenMetric } from "./commandPayload.ts";
import { dataTypes } from "./dataTypes.ts";
import { type Born, type BornMetric, type EdgeNode, isOfProtocol, type MetricReading } from "./edgeNode.ts";
import type { MetricValue } from "./metricValue.ts";
import { slaveOf } from "./slaveOf.ts";

/** A metric that is written, and the bits of it that are the command's; undefined: all. */
export interface MetricWrite extends WrittenMetric {
  readonly bits: bigint | undefined;
}

/** One message of a command: to a device of the edge node, or to itself. */
export interface NodeWrite {
  readonly device: string | undefined;
  readonly metrics: MetricWrite[];
}

/** The data type of a metric that no birth has named, by that of its data point. */
export const typeOf: Readonly<Record<ValueType, number>> = {
  ...{ bool: dataTypes.boolean, int16: dataTypes.int16, uint16: dataTypes.uint16, int32: dataTypes.int32, uint32: dataTypes.uint32 },
  ...{ int64: dataTypes.int64, uint64: dataTypes.uint64, float32: dataTypes.float, float64: dataTypes.double, text: dataTypes.text },
};

interface Target {
  readonly device: string | undefined;
  readonly born: BornMetric | undefined;
}

/** An edge node that is nothing but a way to its devices names no metrics but those of the protocol. */
const hasOwn = ({ byName }: Born): boolean => [...byName.keys()].some((name) => !isOfProtocol(name));

/** Where a metric of these names was born; otherwise the device that is the slave. */
const targetOf = (node: EdgeNode, known: RegisteredDevice, slave: number, names: readonly string[]): Target | undefined => {
  const devices = [...node.devices].filter(([device]) => slaveOf(known, device) === slave);
  const own = slave === slaveOf(known, undefined) && node.self && hasOwn(node.self) ? [[undefined, node.self] as const] : [];
  const places = [...devices, ...own];
  for (const [device, { byName }] of places)
    for (const name of names) {
      const born = byName.get(name);
      if (born) return { device, born };
    }
  const [place] = places;
  return place && { device: place[0], born: undefined };
};

/** The messages of a command. Throws where the slave is no device that is alive. */
export const nodeWrites = (node: EdgeNode, known: RegisteredDevice, { slave, points, values }: PointWrite): NodeWrite[] => {
  const writes = new Map<string | undefined, NodeWrite>();
  for (const [address, value] of Object.entries(values)) {
    const ofAddress = points.filter(({ point }) => point.compiled.definition.address === address);
    const names = [address, ...ofAddress.map(({ point }) => point.nameEn).filter((name) => name !== "")];
    const target = targetOf(node, known, slave, names);
    if (!target) throw new Problem("deviceOffline");
    const { device, born } = target;
    const [first] = ofAddress;
    const type = born?.type || typeOf[first?.point.compiled.definition.valueType ?? "text"];
    const bits = ofAddress.map(({ point }) => valueBits(point));
    const masked = bits.includes(undefined) ? undefined : bits.reduce<bigint>((all, some) => all | (some ?? 0n), 0n);
    const write = writes.get(device) ?? { device, metrics: [] };
    writes.set(device, write);
    write.metrics.push({ ...{ name: born?.name ?? address, alias: born?.alias, field: born?.field }, type, value, bits: masked });
  }
  return [...writes.values()];
};

const wholeIn = (value: MetricValue): bigint | undefined => {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : undefined;
  return /^[+-]?\d{1,20}$/.test(value.trim()) ? BigInt(value.trim().replace("+", "")) : undefined;
};

const isSame = ({ value, type, bits }: MetricWrite, reported: MetricValue): boolean => {
  if (type === dataTypes.float) return Math.fround(Number(value)) === Math.fround(Number(reported));
  const [one, other] = [wholeIn(value), wholeIn(reported)];
  if (bits !== undefined) return one !== undefined && other !== undefined && (one & bits) === (other & bits);
  if (one !== undefined && other !== undefined) return one === other;
  return typeof reported === "string" ? String(value) === reported : Number(value) === Number(reported);
};

/** A command that was sent, until its edge node reports what was written. */
export class ReportedWrite {
  readonly #waiting: Map<string, MetricWrite>;
  readonly #begin: () => void;
  readonly done: Promise<void>;
  #resolve: () => void = () => undefined;
  #differs = false;

  constructor(writes: readonly NodeWrite[], begin: () => void) {
    this.#waiting = new Map(writes.flatMap(({ device, metrics }) => metrics.map((metric) => [keyOf(device, metric.name), metric])));
    this.#begin = begin;
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Nobody waits for it any more. */
  get isOver(): boolean {
    if (this.#waiting.size === 0) return true;
    try {
      this.#begin();
      return false;
    } catch {
      return true;
    }
  }

  /** Of what was last reported. */
  overdue(): Problem | undefined {
    return this.#differs ? new Problem("reportDiffers") : undefined;
  }

  reported(device: string | undefined, readings: readonly MetricReading[]): void {
    for (const { name, value, historical } of readings) {
      const written = historical ? undefined : this.#waiting.get(keyOf(device, name));
      if (!written) continue;
      this.#differs = !isSame(written, value);
      if (!this.#differs) this.#waiting.delete(keyOf(device, name));
    }
    if (this.#waiting.size === 0) this.#resolve();
  }
}

const keyOf = (device: string | undefined, name: string): string => `${device ?? ""}/${name}`;
