import { commandPayload, type WrittenMetric } from "#server/wire/sparkplug/commandPayload.ts";
import { dataTypes } from "#server/wire/sparkplug/dataTypes.ts";
import { metricValue } from "#server/wire/sparkplug/metricValue.ts";
import { readPayload } from "#server/wire/sparkplug/payload.ts";

type Values = Readonly<Record<string, number | string>>;
type Message = readonly [topic: string, payload: Buffer];

/** What a command asks of a gateway. */
interface Asked {
  readonly slave: number;
  readonly values: Record<string, unknown>;
}

/** How a gateway says in Sparkplug B what the others say in JSON: its slaves are the devices behind an edge node. */
export interface SparkplugSpeech {
  readonly will: { topic: string; payload: Buffer; qos: 1; retain: false };
  readonly filters: string[];
  /** Births of the edge node and of each slave, in their order. */
  births(ts: number, slaves: readonly Values[]): Message[];
  /** What each slave measures, by the aliases of its birth. */
  data(ts: number, slaves: readonly Values[]): Message[];
  /** "births": it is to send them again. */
  heard(topic: string, payload: Buffer): Asked | "births" | undefined;
}

const group = "demo";
const rebirth = "Node Control/Rebirth";

export const openSparkplugSpeech = (sn: string): SparkplugSpeech => {
  let seq = 0;
  const topicOf = (type: string, slave?: number): string => `spBv1.0/${group}/${type}/${sn}${slave === undefined ? "" : `/${slave}`}`;
  const bodyOf = (metrics: readonly WrittenMetric[], ts: number): Buffer => commandPayload(metrics, ts) ?? Buffer.alloc(0);
  const numbered = (body: Buffer): Buffer => {
    const number = seq > 127 ? [(seq & 0x7f) | 0x80, 1] : [seq];
    seq = (seq + 1) % 256;
    return Buffer.concat([body, Buffer.from([0x18, ...number])]);
  };
  const ofSession: WrittenMetric = { name: "bdSeq", type: dataTypes.int64, value: 0 };
  const metricsOf = (values: Values, named: boolean): WrittenMetric[] =>
    Object.entries(values).map(([address, value], at) => ({
      ...{ name: named ? address : "", alias: at + 1, value },
      type: typeof value === "string" ? dataTypes.string : dataTypes.double,
    }));
  return {
    will: { topic: topicOf("NDEATH"), payload: bodyOf([ofSession], Date.now()), qos: 1, retain: false },
    filters: [topicOf("NCMD"), `${topicOf("DCMD")}/#`],
    births(ts, slaves) {
      seq = 0;
      const own = bodyOf([ofSession, { name: rebirth, type: dataTypes.boolean, value: false }], ts);
      return [
        [topicOf("NBIRTH"), numbered(own)],
        ...slaves.map((values, at): Message => [topicOf("DBIRTH", at + 1), numbered(bodyOf(metricsOf(values, true), ts))]),
      ];
    },
    data: (ts, slaves) => slaves.map((values, at): Message => [topicOf("DDATA", at + 1), numbered(bodyOf(metricsOf(values, false), ts))]),
    heard(topic, payload) {
      const metrics = readPayload(payload)?.metrics ?? [];
      if (topic === topicOf("NCMD")) return metrics.some(({ name }) => name === rebirth) ? "births" : undefined;
      const slave = Number(topic.split("/").at(-1));
      return { slave, values: Object.fromEntries(metrics.map((metric) => [metric.name ?? "", metricValue(metric, metric.type)])) };
    },
  };
};
