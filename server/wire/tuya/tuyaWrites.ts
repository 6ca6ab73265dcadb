import { Problem } from "#server/kit/problem.ts";
import type { PointWrite } from "#server/wire/pointWriter.ts";
import type { RegisteredPoint } from "#server/wire/registered.ts";
import { valueBits } from "#server/wire/valueBits.ts";
import type { TuyaCommand } from "./tuyaApi.ts";

interface CodeWrite extends TuyaCommand {
  readonly points: readonly RegisteredPoint[];
}

/** As the cloud wants it: true and false for what is a switch, and numbers as long as they are exact. */
const valueFor = (points: readonly RegisteredPoint[], raw: number | string | boolean): number | string | boolean => {
  const [first] = points;
  const type = first?.compiled.definition.valueType ?? "text";
  if (type === "text" || typeof raw === "boolean") return raw;
  if (type === "bool" && points.every((point) => valueBits(point) === undefined)) return Number(raw) !== 0;
  const number = Number(raw);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? raw : number;
};

/** What a write asks of the cloud: a command for each address, which is the code of one of the device's data points there. */
export const codeWrites = ({ points, values }: PointWrite): CodeWrite[] =>
  Object.entries(values).map(([code, raw]) => {
    const written = points.filter(({ point }) => point.compiled.definition.address === code).map(({ point }) => point);
    return { code, value: valueFor(written, raw), points: written };
  });

export const commandsOf = (writes: readonly CodeWrite[]): TuyaCommand[] => writes.map(({ code, value }) => ({ code, value }));

const sameNumber = (one: unknown, other: unknown): boolean => Number(one) === Number(other);

const wholeOf = (value: unknown): bigint | undefined => {
  if (typeof value === "boolean") return value ? 1n : 0n;
  const text = String(value).trim();
  return /^[+-]?\d{1,20}$/.test(text) ? BigInt(text.replace("+", "")) : undefined;
};

const isReported = ({ value, points }: CodeWrite, reported: unknown): boolean => {
  const masks = points.map(valueBits);
  const [one, other] = [wholeOf(value), wholeOf(reported)];
  if (one === undefined || other === undefined)
    return typeof value === "string" || typeof reported === "string" ? String(value) === String(reported) : sameNumber(value, reported);
  if (masks.length === 0 || masks.includes(undefined)) return one === other;
  const mask = masks.reduce<bigint>((all, some) => all | (some ?? 0n), 0n);
  return (one & mask) === (other & mask);
};

/** A command that the cloud has taken, until the device reports what was written. */
export class TuyaWrite {
  readonly #waiting: Map<string, CodeWrite>;
  readonly #begin: () => void;
  readonly done: Promise<void>;
  #resolve: () => void = () => undefined;
  /** Codes whose last report has another value. */
  readonly #differing = new Set<string>();

  /** `begin` throws where nobody waits any more. */
  constructor(writes: readonly CodeWrite[], begin: () => void) {
    this.#waiting = new Map(writes.map((write) => [write.code, write]));
    this.#begin = begin;
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get isOver(): boolean {
    if (this.#waiting.size === 0) return true;
    try {
      this.#begin();
      return false;
    } catch {
      return true;
    }
  }

  overdue(): Problem | undefined {
    return this.#differing.size > 0 ? new Problem("reportDiffers") : undefined;
  }

  reported(values: readonly { readonly code: string; readonly value: unknown }[]): void {
    for (const { code, value } of values) {
      const write = this.#waiting.get(code);
      if (!write) continue;
      if (!isReported(write, value)) {
        this.#differing.add(code);
        continue;
      }
      this.#differing.delete(code);
      this.#waiting.delete(code);
    }
    if (this.#waiting.size === 0) this.#resolve();
  }
}
