import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FrameReader, passedOver } from "#server/wire/mqtt/frameReader.ts";
import { holds } from "#tests/property.ts";

const limit = 2000;

const frame = (first: number, body: Buffer): Buffer => {
  const header = [first];
  for (let rest = body.length; ; rest >>= 7) {
    header.push(rest < 128 ? rest : (rest & 0x7f) | 0x80);
    if (rest < 128) break;
  }
  return Buffer.concat([Buffer.from(header), body]);
};

const publish = (topic: string, payload: number, qos: 0 | 1): Buffer => {
  const name = Buffer.from(topic);
  const length = Buffer.from([name.length >> 8, name.length & 0xff]);
  return frame(0x30 | (qos << 1), Buffer.concat([length, name, ...(qos ? [Buffer.from([0, 7])] : []), Buffer.alloc(payload, 0xff)]));
};

/** Where the payload of this packet begins. */
const headOf = (topic: string, qos: 0 | 1): Buffer => publish(topic, 0, qos).subarray(2);

interface Given {
  topic: string;
  payload: number;
  qos: 0 | 1;
}

const packets = fc.array(
  fc.record({
    topic: fc.constantFrom("a", "gw/A1/telemetry"),
    payload: fc.oneof(fc.constantFrom(0, 1, 122, 123, 124, limit, limit + 1, 16_383, 70_000), fc.nat(5000)),
    qos: fc.constantFrom(0 as const, 1 as const),
  }),
  { minLength: 1, maxLength: 8 },
);

const readAll = (stream: Buffer, cuts: readonly number[], most: number) => {
  const reader = new FrameReader(limit);
  const edges = [0, ...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b), stream.length];
  const parts: Buffer[] = [];
  let counted = 0;
  for (const [i, edge] of edges.slice(1).entries()) {
    const chunk = stream.subarray(edges[i], edge);
    for (let at = 0; at < chunk.length; ) {
      const stretch = reader.read(chunk, at, most, 100_000);
      at += stretch.bytes;
      counted += stretch.packets;
      expect(stretch.packets).toBeLessThanOrEqual(most);
      parts.push(...stretch.parts);
    }
  }
  return { bytes: Buffer.concat(parts), counted };
};

describe("FrameReader", () => {
  test("hands packets on as they came, however the stream is cut, and stubs in the place of those that are too long", () => {
    holds(
      fc.property(packets, fc.array(fc.nat(90_000), { maxLength: 10 }), fc.integer({ min: 1, max: 5 }), (given: Given[], cuts, most) => {
        const sent = given.map(({ topic, payload, qos }) => publish(topic, payload, qos));
        const { bytes, counted } = readAll(Buffer.concat(sent), cuts, most);
        expect(counted).toBe(given.length);
        let at = 0;
        for (const [i, { topic, payload, qos }] of given.entries()) {
          const whole = sent[i] ?? Buffer.alloc(0);
          const head = headOf(topic, qos);
          if (head.length + payload <= limit) {
            expect(bytes.subarray(at, at + whole.length).equals(whole)).toBe(true);
            at += whole.length;
          } else {
            const stub = bytes.subarray(at, at + 2 + (bytes[at + 1] ?? 0));
            expect(stub[0]).toBe(whole[0]);
            expect(stub.subarray(2, 2 + head.length).equals(head)).toBe(true);
            expect(passedOver(stub.subarray(2 + head.length))).toBe(payload);
            at += stub.length;
          }
        }
        expect(at).toBe(bytes.length);
      }),
    );
  });

  test("does not take a device's own payload for a stub", () => {
    expect(passedOver(Buffer.alloc(20))).toBe(undefined);
    expect(passedOver(Buffer.from("{}"))).toBe(undefined);
  });

  test("stops behind a CONNECT, and says what another packet announces that is too long", () => {
    const reader = new FrameReader(limit);
    const connect = frame(0x10, Buffer.alloc(20));
    const chunk = Buffer.concat([connect, frame(0xc0, Buffer.alloc(0)), frame(0x82, Buffer.alloc(limit + 1))]);
    expect(reader.read(chunk, 0, 16, 100_000)).toMatchObject({ packets: 1, bytes: connect.length, tooLong: 0 });
    expect(reader.read(chunk, connect.length, 16, 100_000)).toMatchObject({ packets: 2, idle: 2, tooLong: limit + 1 });
  });
});
