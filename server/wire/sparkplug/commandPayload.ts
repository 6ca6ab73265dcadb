import { dataTypes, wholeTypes } from "./dataTypes.ts";
import type { ValueField } from "./payload.ts";
import { ProtoWriter } from "./protoWriter.ts";

/** A metric as it is written: the alias and the field of whole numbers as the edge node has them itself. */
export interface WrittenMetric {
  readonly name: string;
  readonly alias?: number | bigint | undefined;
  readonly type: number;
  readonly field?: ValueField | undefined;
  readonly value: number | string | boolean;
}

const whole = (writer: ProtoWriter, { value, type, field }: WrittenMetric): boolean => {
  const { bits, signed } = wholeTypes.get(type) ?? { bits: 64, signed: false };
  const text = String(typeof value === "boolean" ? Number(value) : value).trim();
  if (!/^[+-]?\d{1,20}$/.test(text)) return false;
  const number = BigInt(text.replace("+", ""));
  if ((signed ? BigInt.asIntN(bits, number) : BigInt.asUintN(bits, number)) !== number) return false;
  const long = field === "long" || (field !== "int" && bits === 64);
  writer.whole(long ? 11 : 10, long ? number : BigInt.asUintN(32, number));
  return true;
};

const writeValue = (writer: ProtoWriter, metric: WrittenMetric): boolean => {
  const { value, type } = metric;
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  switch (type) {
    case dataTypes.float:
      if (!Number.isFinite(Math.fround(number))) return false;
      writer.float(12, number);
      return true;
    case dataTypes.double:
      if (!Number.isFinite(number)) return false;
      writer.double(13, number);
      return true;
    case dataTypes.boolean:
      if (number !== 0 && number !== 1) return false;
      writer.whole(14, number);
      return true;
    case dataTypes.string:
    case dataTypes.text:
    case dataTypes.uuid:
      writer.text(15, String(value));
      return true;
    default:
      return wholeTypes.has(type) && whole(writer, metric);
  }
};

const metricBytes = (metric: WrittenMetric, at: number | undefined): Buffer | undefined => {
  const writer = new ProtoWriter().text(1, metric.name);
  if (metric.alias !== undefined) writer.whole(2, metric.alias);
  if (at !== undefined) writer.whole(3, at);
  writer.whole(4, metric.type);
  return writeValue(writer, metric) ? writer.end() : undefined;
};

/** The payload of a command; undefined where a value does not fit the data type of its metric, or nothing can be written to such. */
export const commandPayload = (metrics: readonly WrittenMetric[], at: number): Buffer | undefined => {
  const payload = new ProtoWriter().whole(1, at);
  for (const metric of metrics) {
    const bytes = metricBytes(metric, at);
    if (!bytes) return undefined;
    payload.bytes(2, bytes);
  }
  return payload.end();
};

/**
 * The payload of an edge node's first birth, without a time, so that it counts as of its arrival whenever it is sent; metrics whose value
 * does not fit their data type are left out.
 */
export const birthPayload = (metrics: readonly WrittenMetric[]): Buffer => {
  const payload = new ProtoWriter();
  for (const metric of [{ name: "bdSeq", type: dataTypes.uint64, value: 0 }, ...metrics]) {
    const bytes = metricBytes(metric, undefined);
    if (bytes) payload.bytes(2, bytes);
  }
  return payload.whole(3, 0).end();
};

/** Asks an edge node to send all of its births again. */
export const rebirthPayload = (at: number): Buffer | undefined =>
  commandPayload([{ name: "Node Control/Rebirth", type: dataTypes.boolean, value: true }], at);
