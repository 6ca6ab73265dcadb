import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnswerReader } from "#server/wire/modbus/answerReader.ts";
import { crc16 } from "#server/wire/modbus/crc16.ts";
import { type Expected, type FramingName, framings } from "#server/wire/modbus/framing.ts";
import { answerOf, type ModbusAnswer, type ModbusRequest, requestPdu } from "#server/wire/modbus/pdu.ts";
import { holds } from "#tests/property.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const word = fc.integer({ min: 0, max: 0xffff });

const requests: fc.Arbitrary<ModbusRequest> = fc.oneof(
  fc.record({ fn: fc.constantFrom(1 as const, 2 as const), address: word, count: fc.integer({ min: 1, max: 2000 }) }),
  fc.record({ fn: fc.constantFrom(3 as const, 4 as const), address: word, count: fc.integer({ min: 1, max: 125 }) }),
  fc.record({ fn: fc.constant(5 as const), address: word, value: fc.boolean() }),
  fc.record({ fn: fc.constant(6 as const), address: word, value: word }),
  fc.record({ fn: fc.constant(15 as const), address: word, values: fc.array(fc.boolean(), { minLength: 1, maxLength: 1968 }) }),
  fc.record({ fn: fc.constant(16 as const), address: word, values: fc.array(word, { minLength: 1, maxLength: 123 }) }),
  fc.record({ fn: fc.constant(22 as const), address: word, and: word, or: word }),
);

/** What a slave would say to the request, and what is to be read of it. */
const answerTo = (request: ModbusRequest, seed: number, refused: boolean): { pdu: Buffer; answer: ModbusAnswer } => {
  if (refused) return { pdu: Buffer.from([request.fn | 0x80, (seed % 11) + 1]), answer: { kind: "exception", code: (seed % 11) + 1 } };
  if (request.fn === 1 || request.fn === 2) {
    const bits = Array.from({ length: request.count }, (_, i) => ((seed >> (i % 13)) & 1) === 1);
    const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
    for (const [i, bit] of bits.entries()) if (bit) bytes[i >> 3] = (bytes[i >> 3] ?? 0) + 2 ** (i % 8);
    return { pdu: Buffer.concat([Buffer.from([request.fn, bytes.length]), bytes]), answer: { kind: "bits", bits } };
  }
  if (request.fn === 3 || request.fn === 4) {
    const registers = Array.from({ length: request.count }, (_, i) => (seed * 31 + i * 7) & 0xffff);
    const bytes = Buffer.concat(registers.map((register) => Buffer.from([register >> 8, register & 0xff])));
    return { pdu: Buffer.concat([Buffer.from([request.fn, bytes.length]), bytes]), answer: { kind: "registers", registers } };
  }
  const pdu = requestPdu(request);
  return { pdu: request.fn === 22 ? pdu : pdu.subarray(0, 5), answer: { kind: "written" } };
};

const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const marks = [...new Set([0, ...places.map((place) => place % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  return marks.slice(1).map((mark, i) => bytes.subarray(marks[i], mark));
};

const read = (name: FramingName, expected: Expected, chunks: readonly Buffer[]): ModbusAnswer[] => {
  const reader = new AnswerReader(framings[name]);
  reader.expect(expected);
  return chunks.flatMap((chunk) => reader.push(chunk) ?? []);
};

const names = fc.constantFrom<FramingName[]>("rtu", "tcp");
const asked = fc.record({ unit: fc.integer({ min: 1, max: 247 }), request: requests, transaction: word });

describe("frames of Modbus", () => {
  it("are those of the specification's examples", () => {
    expect(crc16(Buffer.from("123456789"))).toBe(0x4b37);
    const request = { fn: 3, address: 0x6b, count: 3 } as const;
    const expected = { unit: 0x11, request, transaction: 1 };
    expect(framings.rtu.frame(expected, requestPdu(request))).toEqual(hex("11 03 00 6b 00 03 76 87"));
    expect(framings.tcp.frame(expected, requestPdu(request))).toEqual(hex("00 01 00 00 00 06 11 03 00 6b 00 03"));
    expect(requestPdu({ fn: 15, address: 0x13, values: [..."1011001110"].map((bit) => bit === "1") })).toEqual(
      hex("0f 00 13 00 0a 02 cd 01"),
    );
    expect(requestPdu({ fn: 16, address: 1, values: [0x0a, 0x102] })).toEqual(hex("10 00 01 00 02 04 00 0a 01 02"));
    expect(requestPdu({ fn: 22, address: 4, and: 0xf2, or: 0x25 })).toEqual(hex("16 00 04 00 f2 00 25"));
    expect(requestPdu({ fn: 5, address: 0xac, value: true })).toEqual(hex("05 00 ac ff 00"));
  });

  it("are found whatever they are torn into, behind noise and before it, with answers of others around", () => {
    holds(
      fc.property(
        asked,
        names,
        fc.nat(0xffff),
        fc.boolean(),
        fc.uint8Array({ maxLength: 40 }),
        fc.array(fc.nat(600), { maxLength: 6 }),
        (expected, name, seed, refused, noise, places) => {
          const { pdu, answer } = answerTo(expected.request, seed, refused);
          const other = framings[name].frame({ ...expected, unit: (expected.unit % 247) + 1, transaction: expected.transaction ^ 1 }, pdu);
          // Noise that looks like the beginning of the answer itself would be one.
          const safe = noise.filter((byte) => byte !== expected.unit && byte !== expected.transaction >> 8);
          const bytes = Buffer.concat([safe, other, framings[name].frame(expected, pdu), safe]);
          expect(read(name, expected, cut(bytes, places))).toEqual([answer]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("with a wrong byte are none", () => {
    holds(
      fc.property(asked, fc.nat(0xffff), fc.nat(300), fc.integer({ min: 1, max: 255 }), (expected, seed, place, flip) => {
        const { pdu } = answerTo(expected.request, seed, false);
        const frame = framings.rtu.frame(expected, pdu);
        const at = place % frame.length;
        frame[at] = (frame[at] ?? 0) ^ flip;
        expect(read("rtu", expected, [frame])).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("that are sent back as an echo are no answer to a read", () => {
    const request = { fn: 3, address: 0, count: 3 } as const;
    const expected = { unit: 7, request, transaction: 0 };
    const { pdu, answer } = answerTo(request, 5, false);
    const echo = framings.rtu.frame(expected, requestPdu(request));
    expect(read("rtu", expected, [echo])).toEqual([]);
    expect(read("rtu", expected, [echo, framings.rtu.frame(expected, pdu)])).toEqual([answer]);
  });

  it("of an earlier request count no more, and over Modbus TCP not even when they come late", () => {
    const request = { fn: 3, address: 0, count: 1 } as const;
    const { pdu } = answerTo(request, 9, false);
    const late = (name: FramingName) => {
      const reader = new AnswerReader(framings[name]);
      const frame = framings[name].frame({ unit: 1, request, transaction: 1 }, pdu);
      reader.expect({ unit: 1, request, transaction: 1 });
      reader.push(frame.subarray(0, 4));
      reader.expect({ unit: 1, request: { ...request, address: 8 }, transaction: 2 });
      return [reader.push(frame.subarray(4)), reader.push(frame)];
    };
    expect(late("rtu")[0]).toBeUndefined();
    expect(late("tcp")).toEqual([undefined, undefined]);
  });

  it("read from whatever comes neither throw nor are kept without end", () => {
    holds(
      fc.property(asked, names, fc.array(fc.uint8Array({ maxLength: 1500 }), { maxLength: 8 }), (expected, name, chunks) => {
        const reader = new AnswerReader(framings[name]);
        reader.expect(expected);
        for (const chunk of chunks) reader.push(Buffer.from(chunk));
        reader.expect(expected);
        const { pdu, answer } = answerTo(expected.request, 3, false);
        expect(reader.push(framings[name].frame(expected, pdu))).toEqual(answer);
      }),
    );
    holds(fc.property(requests, fc.uint8Array({ maxLength: 300 }), (request, pdu) => void answerOf(request, Buffer.from(pdu))));
  });
});
