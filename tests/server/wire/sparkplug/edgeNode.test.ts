import { beforeEach, describe, expect, it } from "vitest";
import { bornLimits, EdgeNode } from "#server/wire/sparkplug/edgeNode.ts";
import { ProtoWriter } from "#server/wire/sparkplug/protoWriter.ts";
import type { SparkplugType } from "#server/wire/sparkplug/sparkplugTopic.ts";
import { isOwnFilter, parseSparkplugTopic, sparkplugTopicOf } from "#server/wire/sparkplug/sparkplugTopic.ts";
import { encodePayload, type Metric, type Payload } from "./edge.ts";

const now = Date.UTC(2026, 5, 1);

describe("the session of an edge node", () => {
  let node: EdgeNode;
  beforeEach(() => {
    node = new EdgeNode();
  });
  const hear = (type: SparkplugType, payload: Payload, device?: string) =>
    node.hear({ type, group: "g", device }, Buffer.from(encodePayload(payload)), now);
  const number = (bdSeq: number): Metric => ({ name: "bdSeq", type: "UInt64", value: bdSeq });
  const birth = (...metrics: Metric[]) => hear("NBIRTH", { seq: 0, timestamp: now, metrics: [number(7), ...metrics] });
  const codes = ({ faults }: ReturnType<typeof hear>) => faults.map(({ code, values }) => [code, values]);

  it("reads data by the alias and data type that its birth gave", () => {
    birth();
    hear("DBIRTH", { seq: 1, metrics: [{ name: "Level", alias: 4, type: "Int16", value: null }] }, "1");
    const bytes = new ProtoWriter().bytes(2, new ProtoWriter().whole(2, 4).whole(10, 0xffff_ff38).end()).whole(3, 2).end();
    const heard = node.hear({ type: "DDATA", group: "g", device: "1" }, bytes, now);
    expect(heard).toEqual({ readings: [{ name: "Level", value: -200, ts: undefined, historical: false }], faults: [], lacking: false });
  });

  it("takes the time of each metric, otherwise that of the message, and none that cannot be", () => {
    const metrics: Metric[] = [
      { name: "own", type: "Int32", value: 1, timestamp: now - 5000, isHistorical: true },
      { name: "message", type: "Int32", value: 2 },
      { name: "ahead", type: "Int32", value: 3, timestamp: now + 3_600_000 },
      { name: "impossible", type: "Int32", value: 4, timestamp: 5 },
    ];
    birth();
    const heard = hear("NDATA", { seq: 1, timestamp: now - 100, metrics });
    expect(heard.readings.map(({ name, ts, historical }) => [name, ts, historical])).toEqual([
      ...[
        ["own", now - 5000, true],
        ["message", now - 100, false],
        ["ahead", undefined, false],
      ],
    ]);
    expect(codes(heard)).toEqual([
      ["metricFuture", { name: "ahead" }],
      ["metricTime", { name: "impossible" }],
    ]);
  });

  it("asks for its births after a gap, once for each, and uses what came all the same; numbers go round after 255", () => {
    birth();
    const data = (seq: number) => hear("NDATA", { seq, metrics: [{ name: "m", type: "Int32", value: seq }] });
    expect([data(1), data(3), data(4)].map(({ lacking, readings }) => [lacking, readings.length])).toEqual([
      [false, 1],
      [true, 1],
      [false, 1],
    ]);
    expect(codes(data(9))).toEqual([["sequenceGap", { expected: 5, seq: 9 }]]);
    expect([data(255), data(0), data(0)].map(({ lacking }) => lacking)).toEqual([true, false, true]);
  });

  it("asks for its births when data comes before them or has an alias that none named, and reads what has a name", () => {
    const early = hear(
      "DDATA",
      {
        seq: 4,
        metrics: [
          { name: "m", type: "Int32", value: 1 },
          { alias: 5, type: "Int32", value: 2 },
        ],
      },
      "1",
    );
    expect([early.lacking, early.readings.map(({ name }) => name), codes(early)]).toEqual([true, ["m"], [["unborn", { type: "DDATA" }]]]);
    birth({ name: "m", alias: 1, type: "Int32", value: 1 });
    const odd = hear("NDATA", {
      seq: 1,
      metrics: [
        { alias: 9, type: "Int32", value: 2 },
        { alias: 1, type: "Int32", value: 3 },
      ],
    });
    expect([odd.lacking, odd.readings.map(({ value }) => value), codes(odd)]).toEqual([true, [3], [["unknownAlias", { alias: "9" }]]]);
    const device = hear("DDATA", { seq: 2, metrics: [] }, "2");
    expect(device.lacking).toBe(true);
  });

  it("dies by a death of its own number alone, and with it what its births said", () => {
    birth({ name: "m", alias: 1, type: "Int32", value: 1 });
    expect(hear("NDEATH", { metrics: [number(6)] }).change).toBeUndefined();
    expect(node.dead).toBe(false);
    expect(hear("NDEATH", { metrics: [number(7)] }).change).toBe("dead");
    expect([node.dead, node.self, hear("NDEATH", { metrics: [number(7)] }).change]).toEqual([true, undefined, undefined]);
    expect(hear("NDATA", { seq: 1, metrics: [{ alias: 1, type: "Int32", value: 2 }] })).toMatchObject({ lacking: true, readings: [] });
    expect([birth().change, node.dead]).toEqual(["born", false]);
  });

  it("forgets a device that dies, and says so once", () => {
    birth();
    hear("DBIRTH", { seq: 1, metrics: [{ name: "m", alias: 1, type: "Int32", value: 1 }] }, "1");
    expect(hear("DDEATH", { seq: 2 }, "1").change).toBe("deviceDead");
    expect(hear("DDEATH", { seq: 3 }, "1").change).toBeUndefined();
    expect(hear("DDATA", { seq: 4, metrics: [{ alias: 1, type: "Int32", value: 2 }] }, "1")).toMatchObject({ lacking: true, readings: [] });
  });

  it("tells once of all metrics of a message that no data point could hold", () => {
    const dataSet = { numOfColumns: 1, columns: ["a"], types: ["Int32" as const], rows: [[1]] };
    const heard = birth(
      { name: "set", type: "DataSet", value: dataSet },
      { name: "file", type: "File", value: Buffer.from("x") },
      { name: "m", type: "Int32", value: 1 },
    );
    expect(codes(heard)).toEqual([["metricsPassedOver", { name: "set", count: 2 }]]);
    expect(heard.readings.map(({ name }) => name)).toEqual(["bdSeq", "m"]);
  });

  it("keeps no more of births than fits, and lets what dies make room", () => {
    birth();
    const many = (from: number): Metric[] =>
      Array.from({ length: 2000 }, (_, at) => ({ name: `m${from + at}`, alias: from + at, type: "Int32", value: 1 }));
    const born = Array.from({ length: 9 }, (_, at) => hear("DBIRTH", { seq: at + 1, metrics: many(at * 2000) }, `${at + 1}`));
    expect(born.map((heard) => codes(heard).map(([code]) => code))).toEqual([...Array.from({ length: 8 }, () => []), ["tooManyMetrics"]]);
    expect([...node.devices.values()].reduce((sum, { byName }) => sum + byName.size, 1)).toBe(bornLimits.metrics);
    hear("DDEATH", { seq: 10 }, "1");
    expect(codes(hear("DBIRTH", { seq: 11, metrics: many(0) }, "9"))).toEqual([]);
    birth();
    for (let at = 0; at <= bornLimits.devices; at += 1) hear("DBIRTH", { seq: (at + 1) % 256, metrics: [] }, `d${at}`);
    expect(node.devices.size).toBe(bornLimits.devices);
  });

  it("reads no message that is none, or is compressed", () => {
    expect(codes(node.hear({ type: "NDATA", group: "g", device: undefined }, Buffer.from("{}"), now))).toEqual([["sparkplug", undefined]]);
    expect(codes(hear("NDATA", { seq: 1, uuid: "SPBV1.0_COMPRESSED", metrics: [] }))).toEqual([["sparkplugPacked", undefined]]);
  });
});

describe("topics of Sparkplug", () => {
  it("name the edge node by its SN, and a device where one is meant", () => {
    const device = { sn: "GW-1", place: { type: "DDATA", group: "厂", device: "泵 1" } };
    expect(parseSparkplugTopic("spBv1.0/厂/DDATA/GW-1/泵 1")).toEqual(device);
    expect(sparkplugTopicOf("GW-1", { type: "DDATA", group: "厂", device: "泵 1" })).toBe("spBv1.0/厂/DDATA/GW-1/泵 1");
    expect(parseSparkplugTopic("spBv1.0/g/NBIRTH/GW-1")).toEqual({ sn: "GW-1", place: { type: "NBIRTH", group: "g", device: undefined } });
  });

  it.each(["spBv1.0/g/NDATA/GW-1/1", "spBv1.0/g/DDATA/GW-1", "spBv1.0/g/NCMD/GW-1", "spBv1.0/g/DCMD/GW-1/1", "spBv1.0/STATE/gatehouse"])(
    "are none of an edge node's own: %s",
    (topic) => expect(parseSparkplugTopic(topic)).toBeUndefined(),
  );
  it.each([
    "spAv1.0/g/NDATA/GW-1",
    "spBv1.0//NDATA/GW-1",
    "spBv1.0/g/NDATA/",
    "spBv1.0/g/DDATA/GW-1/",
    `spBv1.0/${"g".repeat(129)}/NDATA/GW-1`,
  ])("are not read: %s", (topic) => expect(parseSparkplugTopic(topic)).toBeUndefined());

  it.each([
    ...["spBv1.0/g/NCMD/GW-1", "spBv1.0/g/NCMD/GW-1/#", "spBv1.0/g/DCMD/GW-1/#", "spBv1.0/g/DCMD/GW-1/+", "spBv1.0/+/DCMD/GW-1/1"],
    ...["spBv1.0/STATE/gatehouse", "spBv1.0/STATE/+", "spBv1.0/STATE/#"],
  ])("may be asked for: %s", (filter) => expect(isOwnFilter(filter, "GW-1")).toBe(true));
  it.each([
    ...["#", "spBv1.0/#", "spBv1.0/g/#", "spBv1.0/g/+/GW-1/#", "spBv1.0/g/NCMD/+", "spBv1.0/g/DCMD/+/#", "spBv1.0/g/DCMD/GW-2/#"],
    ...[
      "spBv1.0/g/DDATA/GW-1/#",
      "spBv1.0/g/DCMD/GW-1/1/#",
      "spBv1.0/STATE/a/b",
      "STATE/+",
      "+/g/NCMD/GW-1",
      "$share/x/spBv1.0/g/NCMD/GW-1",
    ],
  ])("may not be asked for: %s", (filter) => expect(isOwnFilter(filter, "GW-1")).toBe(false));
});
