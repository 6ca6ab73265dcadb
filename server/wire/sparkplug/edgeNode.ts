import { farthestAhead } from "#server/telemetry/newest.ts";
import type { DecodeFault } from "#server/wire/protocol.ts";
import { type MetricValue, metricValue } from "./metricValue.ts";
import { type Metric, type Payload, readPayload, type ValueField } from "./payload.ts";
import type { SparkplugTopic } from "./sparkplugTopic.ts";

/** What a birth has said of a metric. */
export interface BornMetric {
  readonly name: string;
  readonly alias: number | bigint | undefined;
  readonly type: number;
  readonly field: ValueField;
}

/** The metrics of one birth, of the edge node itself or of a device behind it. */
export interface Born {
  readonly byName: ReadonlyMap<string, BornMetric>;
  readonly byAlias: ReadonlyMap<number | bigint, BornMetric>;
}

export interface MetricReading {
  readonly name: string;
  readonly value: MetricValue;
  /** Milliseconds; undefined where the arrival is to be taken. */
  readonly ts: number | undefined;
  readonly historical: boolean;
}

export interface HeardOfNode {
  readonly readings: readonly MetricReading[];
  readonly faults: readonly DecodeFault[];
  /** The edge node was born, it died, or a device behind it did. */
  readonly change?: "born" | "dead" | "deviceDead";
  /** What is known of it does not suffice: its births have to come again. */
  readonly lacking: boolean;
}

/** Commands that an edge node or device takes stand in its birth, and so does the number of the session. */
export const isOfProtocol = (name: string): boolean =>
  name === "bdSeq" || name.startsWith("Node Control/") || name.startsWith("Device Control/");

/** How much of an edge node's births is kept. */
export const bornLimits = { metrics: 16_384, bytes: 1_048_576, devices: 256 } as const;

const earliest = Date.UTC(2000, 0, 1);
const longestTold = 64;
const packed = "SPBV1.0_COMPRESSED";
/** Numbers of messages are bytes. */
const seqs = 256;

interface Hearing {
  readonly readings: MetricReading[];
  readonly faults: DecodeFault[];
  readonly arrivedAt: number;
  readonly payload: Payload;
  passedOver: string[];
  lacking: boolean;
}

const told = (text: string): string => text.slice(0, longestTold);

/**
 * One session of an edge node: what its births have said, and whether anything of it was missed. Messages are heard in the order in which
 * they came, at once and without a look at anything else.
 */
export class EdgeNode {
  #self: Born | undefined;
  readonly #devices = new Map<string, Born>();
  #kept = { metrics: 0, bytes: 0 };
  #deathNumber: number | bigint | undefined;
  #seq: number | undefined;
  #group = "";
  #dead = false;

  /** That of its last message. */
  get group(): string {
    return this.#group;
  }

  /** It has said that it dies, and was not born since. */
  get dead(): boolean {
    return this.#dead;
  }

  get self(): Born | undefined {
    return this.#self;
  }

  get devices(): ReadonlyMap<string, Born> {
    return this.#devices;
  }

  hear(topic: SparkplugTopic, bytes: Buffer, arrivedAt: number): HeardOfNode {
    const payload = readPayload(bytes);
    if (!payload) return { readings: [], faults: [{ code: "sparkplug" }], lacking: false };
    if (payload.uuid === packed) return { readings: [], faults: [{ code: "sparkplugPacked" }], lacking: false };
    this.#group = topic.group;
    const hearing: Hearing = { readings: [], faults: [], arrivedAt, payload, passedOver: [], lacking: false };
    if (topic.type === "NDEATH") return this.#nodeDeath(hearing);
    this.#count(hearing, topic);
    const change = this.#heard(hearing, topic);
    const [first] = hearing.passedOver;
    if (first !== undefined) {
      const values = { name: told(first), count: hearing.passedOver.length };
      hearing.faults.push({ code: "metricsPassedOver", values, hourly: "metricsPassedOver" });
    }
    const { readings, faults, lacking } = hearing;
    return { readings, faults, lacking, ...(change ? { change } : {}) };
  }

  #heard(hearing: Hearing, { type, device = "" }: SparkplugTopic): HeardOfNode["change"] {
    switch (type) {
      case "NBIRTH":
        return this.#nodeBirth(hearing);
      case "DBIRTH":
        this.#deviceBirth(hearing, device);
        return undefined;
      case "DDEATH":
        return this.#deviceDeath(device);
      default:
        this.#data(hearing, type === "DDATA" ? this.#devices.get(device) : this.#self, type);
        return undefined;
    }
  }

  /** A gap costs what was in it; what came is used all the same. */
  #count(hearing: Hearing, { type }: SparkplugTopic): void {
    const { seq } = hearing.payload;
    const expected = this.#seq;
    this.#seq = (seq + 1) % seqs;
    if (type === "NBIRTH" || expected === undefined || seq === expected) return;
    hearing.lacking = true;
    hearing.faults.push({ code: "sequenceGap", values: { expected, seq }, hourly: "sequenceGap" });
  }

  #nodeBirth(hearing: Hearing): "born" {
    this.#devices.clear();
    this.#kept = { metrics: 0, bytes: 0 };
    this.#dead = false;
    this.#deathNumber = deathNumberOf(hearing.payload);
    this.#self = this.#birth(hearing);
    return "born";
  }

  #deviceBirth(hearing: Hearing, device: string): void {
    if (!this.#self) this.#unborn(hearing, "DBIRTH");
    const older = this.#devices.get(device);
    if (older) this.#forget(older);
    const born = this.#birth(hearing);
    if (older || this.#devices.size < bornLimits.devices) this.#devices.set(device, born);
    else {
      this.#forget(born);
      this.#tooMany(hearing);
    }
  }

  #deviceDeath(device: string): "deviceDead" | undefined {
    const born = this.#devices.get(device);
    if (!born) return undefined;
    this.#forget(born);
    this.#devices.delete(device);
    return "deviceDead";
  }

  /** A will of an earlier session has another number. */
  #nodeDeath({ payload, faults, readings }: Hearing): HeardOfNode {
    const number = deathNumberOf(payload);
    const other = number !== undefined && this.#deathNumber !== undefined && number !== this.#deathNumber;
    if (other || this.#dead) return { readings, faults, lacking: false };
    this.#dead = true;
    this.#self = undefined;
    this.#devices.clear();
    this.#kept = { metrics: 0, bytes: 0 };
    this.#seq = undefined;
    return { readings, faults, lacking: false, change: "dead" };
  }

  #unborn(hearing: Hearing, type: string): void {
    hearing.lacking = true;
    hearing.faults.push({ code: "unborn", values: { type }, hourly: `unborn ${type}` });
  }

  #tooMany({ faults }: Hearing): void {
    const { metrics, devices } = bornLimits;
    faults.push({ code: "tooManyMetrics", values: { metrics, devices }, hourly: "tooManyMetrics" });
  }

  #forget({ byName }: Born): void {
    this.#kept.metrics -= byName.size;
    for (const name of byName.keys()) this.#kept.bytes -= name.length;
  }

  #birth(hearing: Hearing): Born {
    const byName = new Map<string, BornMetric>();
    const byAlias = new Map<number | bigint, BornMetric>();
    let full = false;
    for (const metric of hearing.payload.metrics) {
      const { name, alias, type, field } = metric;
      if (name === undefined || name === "") continue;
      this.#take(hearing, metric, name, type);
      if (byName.has(name)) continue;
      if (this.#kept.metrics >= bornLimits.metrics || this.#kept.bytes + name.length > bornLimits.bytes) {
        full = true;
        continue;
      }
      this.#kept.metrics += 1;
      this.#kept.bytes += name.length;
      const born: BornMetric = { name, alias, type, field };
      byName.set(name, born);
      if (alias !== undefined) byAlias.set(alias, born);
    }
    if (full) this.#tooMany(hearing);
    return { byName, byAlias };
  }

  #data(hearing: Hearing, born: Born | undefined, type: string): void {
    if (!born) this.#unborn(hearing, type);
    for (const metric of hearing.payload.metrics) {
      const { name = "", alias } = metric;
      const known = name === "" ? alias !== undefined && born?.byAlias.get(alias) : born?.byName.get(name);
      if (known) this.#take(hearing, metric, known.name, metric.type || known.type);
      else if (name !== "") this.#take(hearing, metric, name, metric.type);
      else if (born) this.#unknownAlias(hearing, alias);
    }
  }

  #unknownAlias(hearing: Hearing, alias: number | bigint | undefined): void {
    hearing.lacking = true;
    hearing.faults.push({ code: "unknownAlias", values: { alias: String(alias ?? "") }, hourly: "unknownAlias" });
  }

  /** A metric that is null says that its value is not known. */
  #take(hearing: Hearing, metric: Metric, name: string, type: number): void {
    if (metric.isNull || metric.field === "none") return;
    const value = metricValue(metric, type);
    if (value === undefined) {
      hearing.passedOver.push(name);
      return;
    }
    const ts = timeOf(hearing, metric.ts ?? hearing.payload.ts, name);
    if (ts !== "refused") hearing.readings.push({ name, value, ts, historical: metric.historical });
  }
}

/** The number of the session, which its birth and its death share. */
const deathNumberOf = ({ metrics }: Payload): number | bigint | undefined => {
  const metric = metrics.find(({ name }) => name === "bdSeq");
  const value = metric && metricValue(metric, metric.type);
  return typeof value === "number" || typeof value === "bigint" ? value : undefined;
};

const timeOf = ({ faults, arrivedAt }: Hearing, ts: number | undefined, name: string): number | undefined | "refused" => {
  if (ts === undefined) return undefined;
  const values = { name: told(name) };
  if (ts < earliest) {
    faults.push({ code: "metricTime", values, hourly: "time" });
    return "refused";
  }
  if (ts <= arrivedAt + farthestAhead) return ts;
  faults.push({ code: "metricFuture", values, hourly: "future" });
  return undefined;
};
