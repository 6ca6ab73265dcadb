import { ProtoReader } from "./protoReader.ts";

/** Where the value of a metric stands: whole numbers in one of two fields, whatever their data type; `other` is what is not read. */
export type ValueField = "int" | "long" | "float" | "double" | "boolean" | "text" | "other" | "none";

/** A metric as it stands in a payload; what it means follows from the birth that named it. */
export interface Metric {
  name: string | undefined;
  alias: number | bigint | undefined;
  /** Milliseconds; undefined where it tells none. */
  ts: number | undefined;
  /** 0 where it tells none. */
  type: number;
  historical: boolean;
  isNull: boolean;
  field: ValueField;
  /** The halves of a whole number. */
  low: number;
  high: number;
  number: number;
  text: string;
}

export interface Payload {
  ts: number | undefined;
  seq: number;
  /** Of its kind: a body that is compressed says so here. */
  uuid: string;
  metrics: readonly Metric[];
}

/** No honest message within the limit of bytes has as many. */
export const mostMetrics = 16_384;

const values: Readonly<Record<number, ValueField>> = {
  ...{ 10: "int", 11: "long", 12: "float", 13: "double", 14: "boolean", 15: "text" },
  ...{ 16: "other", 17: "other", 18: "other", 19: "other" },
};

/** Nought is how encoders write that there is no time. */
const timeOf = (milliseconds: number): number | undefined => (milliseconds === 0 ? undefined : milliseconds);

const exact = ({ low, high }: ProtoReader): number | bigint => {
  const whole = high * 2 ** 32 + low;
  return Number.isSafeInteger(whole) ? whole : (BigInt(high) << 32n) | BigInt(low);
};

const readValue = (reader: ProtoReader, metric: Metric): void => {
  metric.field = values[reader.field] ?? metric.field;
  switch (values[reader.field]) {
    case "int":
    case "long":
    case "boolean":
      reader.whole();
      metric.low = reader.low;
      metric.high = reader.high;
      return;
    case "float":
      metric.number = reader.float();
      return;
    case "double":
      metric.number = reader.double();
      return;
    case "text":
      metric.text = reader.text();
      return;
    default:
      reader.skip();
  }
};

/** Metadata and properties are passed over, as is what no data point could hold. */
const readMetric = (reader: ProtoReader): Metric | undefined => {
  const metric: Metric = {
    ...{ name: undefined, alias: undefined, ts: undefined, type: 0, historical: false, isNull: false },
    ...{ field: "none", low: 0, high: 0, number: 0, text: "" },
  };
  while (reader.next())
    switch (reader.field) {
      case 1:
        metric.name = reader.text();
        break;
      case 2:
        reader.whole();
        metric.alias = exact(reader);
        break;
      case 3:
        metric.ts = timeOf(reader.whole());
        break;
      case 4:
        metric.type = reader.whole();
        break;
      case 5:
        metric.historical = reader.whole() !== 0;
        break;
      case 7:
        metric.isNull = reader.whole() !== 0;
        break;
      default:
        readValue(reader, metric);
    }
  return reader.broken ? undefined : metric;
};

/** Undefined where it is no Sparkplug B payload. */
export const readPayload = (bytes: Buffer): Payload | undefined => {
  const reader = new ProtoReader(bytes);
  const metrics: Metric[] = [];
  let ts: number | undefined;
  let seq = 0;
  let uuid = "";
  while (reader.next())
    if (reader.field === 1) ts = timeOf(reader.whole());
    else if (reader.field === 2) {
      const metric = readMetric(reader.message());
      if (!metric || metrics.length === mostMetrics) return undefined;
      metrics.push(metric);
    } else if (reader.field === 3) seq = reader.whole();
    else if (reader.field === 4) uuid = reader.text();
    else reader.skip();
  return reader.broken ? undefined : { ts, seq, uuid, metrics };
};
