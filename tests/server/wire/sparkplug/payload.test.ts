import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandPayload } from "#server/wire/sparkplug/commandPayload.ts";
import { dataTypes } from "#server/wire/sparkplug/dataTypes.ts";
import { EdgeNode } from "#server/wire/sparkplug/edgeNode.ts";
import { metricValue } from "#server/wire/sparkplug/metricValue.ts";
import { mostMetrics, readPayload } from "#server/wire/sparkplug/payload.ts";
import { ProtoWriter } from "#server/wire/sparkplug/protoWriter.ts";
import type { SparkplugType } from "#server/wire/sparkplug/sparkplugTopic.ts";
import { holds } from "#tests/property.ts";
import { decodePayload, encodePayload, type Metric } from "./edge.ts";

const valuesOf = (bytes: Buffer): unknown[] =>
  readPayload(bytes)?.metrics.map((metric) => (metric.isNull ? null : metricValue(metric, metric.type))) ?? ["unread"];
const encoded = (metrics: Metric[]): Buffer => Buffer.from(encodePayload({ timestamp: 1, metrics, seq: 0 }));
/** A payload of one metric, whose fields are written by hand. */
const byHand = (write: (metric: ProtoWriter) => ProtoWriter): Buffer =>
  new ProtoWriter().bytes(2, write(new ProtoWriter().text(1, "m")).end()).end();

describe("payloads of Sparkplug B", () => {
  it.each<[Metric["type"], Metric["value"], unknown]>([
    ["Int8", -5, -5],
    ["Int16", -300, -300],
    ["Int32", -2_147_483_648, -2_147_483_648],
    ["UInt8", 255, 255],
    ["UInt16", 65_535, 65_535],
    ["UInt32", 4_294_967_295, 4_294_967_295],
    ["DateTime", 1_768_406_399_000, 1_768_406_399_000],
    ["Float", 21.7, 21.7],
    ["Float", 16_777_216.0, 16_777_216],
    ["Float", Number.NaN, Number.NaN],
    ["Double", 0.1, 0.1],
    ["Double", Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ["Boolean", true, true],
    ["Boolean", false, false],
    ["String", "水位", "水位"],
    ["Text", "", ""],
    ["UUID", "1b4e28ba", "1b4e28ba"],
    ["Int32", null, null],
  ])("of the field's own encoder are read: %s %s", (type, value, read) => {
    expect(valuesOf(encoded([{ name: "m", type, value }]))).toEqual([read]);
  });

  it.each<[string, number, (metric: ProtoWriter) => ProtoWriter, unknown]>([
    ["an Int64 beyond 2^53", 4, (metric) => metric.whole(11, -9_223_372_036_854_775_808n), -9_223_372_036_854_775_808n],
    ["an Int64 that a number holds", 4, (metric) => metric.whole(11, -7), -7],
    ["a UInt64 beyond 2^53", 8, (metric) => metric.whole(11, 18_446_744_073_709_551_615n), 18_446_744_073_709_551_615n],
    ["a UInt32 in the field of 32 bits", 7, (metric) => metric.whole(10, 4_294_967_295), 4_294_967_295],
    ["an Int8 filled to 8 bits", 1, (metric) => metric.whole(10, 0xfb), -5],
    ["an Int16 filled to 64 bits", 2, (metric) => metric.whole(10, -300), -300],
    ["an Int32 in the field of 64 bits", 3, (metric) => metric.whole(11, -2), -2],
    ["an Int32 that holds more than 32 bits", 3, (metric) => metric.whole(11, 2n ** 40n), 2 ** 40],
    ["a whole number without a data type", 0, (metric) => metric.whole(10, 0xffff_fffb), 4_294_967_291],
    ["a Boolean written as a whole number", 11, (metric) => metric.whole(10, 2), true],
    ["bytes", 17, (metric) => metric.bytes(16, Buffer.from("x")), undefined],
    ["an array", 24, (metric) => metric.bytes(16, Buffer.alloc(8)), undefined],
    ["a template", 19, (metric) => metric.bytes(18, Buffer.from([0xff])), undefined],
  ])("as other encoders write them are read: %s", (_what, type, write, read) => {
    expect(valuesOf(byHand((metric) => write(metric.whole(4, type))))).toEqual([read]);
  });

  it("may have metadata, properties and fields of later versions, which are passed over", () => {
    const properties = { quality: { type: "Int32", value: 192 } } as const;
    const rich = encoded([{ name: "m", type: "Int32", value: 4, metadata: { description: "d" }, properties }]);
    expect(valuesOf(rich)).toEqual([4]);
    expect(valuesOf(byHand((metric) => metric.text(99, "later").float(98, 1).double(97, 1).whole(96, 1).whole(10, 4)))).toEqual([4]);
  });

  it("are no payloads when they are torn, nested in groups or hold more metrics than any message has", () => {
    const whole = encoded([{ name: "metric", type: "Double", value: 4 }]);
    const torn = Array.from({ length: whole.length - 5 }, (_, cut) => readPayload(whole.subarray(0, cut + 3)));
    expect(torn.filter((read) => read !== undefined && read.metrics.length > 0)).toEqual([]);
    expect(readPayload(Buffer.from([0x0b, 0x0c]))).toBeUndefined();
    expect(readPayload(Buffer.from([0x00]))).toBeUndefined();
    expect(readPayload(Buffer.alloc(11, 0xff))).toBeUndefined();
    const empties = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => Buffer.from([0x12, 0])));
    expect(readPayload(empties(mostMetrics))?.metrics).toHaveLength(mostMetrics);
    expect(readPayload(empties(mostMetrics + 1))).toBeUndefined();
  });

  it("are read as any bytes are, whatever these are: nothing throws and nothing is kept beyond its bounds", () => {
    const types: SparkplugType[] = ["NBIRTH", "DBIRTH", "NDATA", "DDATA", "DDEATH", "NDEATH"];
    const field = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 7 }), fc.uint8Array({ maxLength: 12 }));
    const shaped = fc.array(field, { maxLength: 8 }).map((fields) => {
      const metric = Buffer.concat(fields.map(([no, wire, bytes]) => Buffer.from([(no << 3) | wire, ...bytes].map((byte) => byte & 0xff))));
      return Buffer.concat([Buffer.from([0x12, metric.length & 0x7f]), metric]);
    });
    const message = fc.oneof(shaped, fc.uint8Array({ maxLength: 64 }).map(Buffer.from));
    holds(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...types), message), { maxLength: 20 }), (messages) => {
        const node = new EdgeNode();
        for (const [type, bytes] of messages) {
          const heard = node.hear({ type, group: "g", device: type.startsWith("D") ? "1" : undefined }, bytes, Date.now());
          for (const { ts } of heard.readings) if (ts !== undefined && !(ts > 0 && ts <= Date.now() + 400_000)) return false;
        }
        return node.devices.size <= 1;
      }),
      { numRuns: 2000 },
    );
  });

  it("are written as the field's own decoder reads them", () => {
    const bytes = commandPayload(
      [
        { name: "i8", alias: 3, type: dataTypes.int8, value: -5 },
        { name: "u32", type: dataTypes.uint32, field: "long", value: 4_294_967_295 },
        { name: "i64", type: dataTypes.int64, value: "-9007199254740993" },
        { name: "f", type: dataTypes.float, value: 21.5 },
        { name: "d", type: dataTypes.double, value: 0.1 },
        { name: "b", type: dataTypes.boolean, value: true },
        { name: "s", type: dataTypes.string, value: "泵" },
      ],
      1_768_406_399_000,
    );
    const { metrics, timestamp } = decodePayload(bytes ?? Buffer.alloc(0));
    expect(String(timestamp)).toBe("1768406399000");
    expect(metrics?.map(({ name, value }) => [name, String(value)])).toEqual([
      ...[
        ["i8", "-5"],
        ["u32", "4294967295"],
        ["i64", "-9007199254740993"],
        ["f", "21.5"],
        ["d", "0.1"],
        ["b", "true"],
        ["s", "泵"],
      ],
    ]);
    expect(valuesOf(bytes ?? Buffer.alloc(0))).toEqual([-5, 4_294_967_295, -9_007_199_254_740_993n, 21.5, 0.1, true, "泵"]);
  });

  it.each<[string, number, number | string | boolean]>([
    ["beyond its bits", dataTypes.int8, 128],
    ["negative without a sign", dataTypes.uint64, -1],
    ["a fraction", dataTypes.int32, 1.5],
    ["beyond a float", dataTypes.float, 1e39],
    ["no truth", dataTypes.boolean, 2],
    ["a text for a number", dataTypes.double, "x"],
    ["a data set", 16, 1],
    ["of an unknown type", 0, 1],
  ])("are not written with a value that does not fit: %s", (_what, type, value) => {
    expect(commandPayload([{ name: "m", type, value }], 1)).toBeUndefined();
  });
});
