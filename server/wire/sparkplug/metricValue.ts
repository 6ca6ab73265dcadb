import { dataTypes, wholeTypes } from "./dataTypes.ts";
import type { Metric } from "./payload.ts";

export type MetricValue = number | bigint | string | boolean;

const joined = (low: number, high: number): number | bigint => {
  const whole = high * 2 ** 32 + low;
  return Number.isSafeInteger(whole) ? whole : (BigInt(high) << 32n) | BigInt(low);
};

const signed64 = (low: number, high: number): number | bigint => {
  const whole = (high | 0) * 2 ** 32 + low;
  return Number.isSafeInteger(whole) ? whole : BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
};

/** Encoders fill negative numbers up to 8, 16, 32 or 64 bits. */
const negated = (low: number, high: number, bits: 8 | 16 | 32): number | bigint => {
  if (high !== 0 && high !== 0xffff_ffff) return signed64(low, high);
  const narrow = high === 0 && low < 2 ** bits;
  return narrow ? (low << (32 - bits)) >> (32 - bits) : low | 0;
};

const wholeOf = ({ low, high, field }: Metric, type: number): MetricValue => {
  if (type === dataTypes.boolean) return low !== 0 || high !== 0;
  const whole = wholeTypes.get(type);
  if (!whole?.signed) return joined(low, high);
  if (whole.bits < 64) return negated(low, high, whole.bits as 8 | 16 | 32);
  return field === "long" ? signed64(low, high) : joined(low, high);
};

/** The digits that were meant: a double that was a float shows more of them than that had. */
const shortest = (float: number): number => {
  if (!Number.isFinite(float) || (Number.isInteger(float) && Math.abs(float) < 2 ** 24)) return float;
  for (const digits of [7, 8]) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return short;
  }
  return Number(float.toPrecision(9));
};

/** What a metric says; undefined where it is of a kind that no data point could hold. */
export const metricValue = (metric: Metric, type: number): MetricValue | undefined => {
  switch (metric.field) {
    case "int":
    case "long":
      return wholeOf(metric, type);
    case "boolean":
      return metric.low !== 0 || metric.high !== 0;
    case "float":
      return shortest(metric.number);
    case "double":
      return metric.number;
    case "text":
      return metric.text;
    case "other":
    case "none":
      return undefined;
  }
};
