import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameCutter } from "#server/wire/mqtt/webSocketFrames.ts";
import { holds } from "#tests/property.ts";

interface Frame {
  first: number;
  key: Buffer | undefined;
  payload: Buffer;
}

const withKey = (payload: Buffer, key: Buffer | undefined): Buffer => payload.map((byte, at) => byte ^ (key?.[at % 4] ?? 0)) as Buffer;

const written = ({ first, key, payload }: Frame): Buffer => {
  const { length } = payload;
  const mask = key ? 0x80 : 0;
  const lengths = Buffer.alloc(length < 126 ? 1 : length < 65_536 ? 3 : 9);
  lengths[0] = mask | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (lengths.length === 3) lengths.writeUInt16BE(length, 1);
  if (lengths.length === 9) lengths.writeBigUInt64BE(BigInt(length), 1);
  return Buffer.concat([Buffer.from([first]), lengths, key ?? Buffer.alloc(0), withKey(payload, key)]);
};

const readAll = (bytes: Buffer): Frame[] => {
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [first = 0, second = 0] = bytes.subarray(at);
    const short = second & 0x7f;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
    at += short === 126 ? 4 : short === 127 ? 10 : 2;
    const key = second & 0x80 ? bytes.subarray(at, at + 4) : undefined;
    at += key ? 4 : 0;
    frames.push({ first, key, payload: withKey(bytes.subarray(at, at + length), key) });
    at += length;
  }
  return frames;
};

const key = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => Buffer.from(bytes));
const size = fc.oneof(fc.nat(10), fc.constantFrom(125, 126, 127, 65_535, 65_536, 200_000));
const payload = size.map((length) => Buffer.from(Array.from({ length }, (_, at) => (at * 7) & 0xff)));
const short = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes));
/** A binary message in frames, with what may stand between them: pings, and whole texts behind it. */
const message = fc
  .tuple(fc.array(fc.record({ key, payload, ping: fc.option(short) }), { minLength: 1, maxLength: 3 }), fc.option(short))
  .map(([pieces, text]): Frame[] => [
    ...pieces.flatMap(({ key, payload, ping }, at): Frame[] => [
      { first: (at === 0 ? 2 : 0) | (at === pieces.length - 1 ? 0x80 : 0), key, payload },
      ...(ping ? [{ first: 0x89, key, payload: ping }] : []),
    ]),
    ...(text ? [{ first: 0x81, key: Buffer.from([1, 2, 3, 4]), payload: text }] : []),
  ]);
const isBinary = ({ first }: Frame): boolean => (first & 0x0f) === 2 || (first & 0x0f) === 0;
const joined = (frames: readonly Frame[]): Buffer => Buffer.concat(frames.filter(isBinary).map((frame) => frame.payload));

test("binary frames come out as whole messages with the same bytes, and all others as they were, wherever the chunks end", () => {
  holds(
    fc.property(fc.array(message, { minLength: 1, maxLength: 3 }), fc.array(fc.integer({ min: 1, max: 70_000 })), (messages, cuts) => {
      const frames = messages.flat();
      const bytes = Buffer.concat(frames.map(written));
      const cutter = new FrameCutter();
      const parts: Buffer[] = [];
      let at = 0;
      for (const length of [...cuts, bytes.length]) {
        parts.push(...cutter.cut(bytes.subarray(at, at + length)));
        at += length;
      }
      const cut = readAll(Buffer.concat(parts));
      expect(joined(cut).equals(joined(frames))).toBe(true);
      expect(cut.filter(isBinary).every(({ first }) => first === 0x82)).toBe(true);
      const others = (list: readonly Frame[]) => list.filter((frame) => !isBinary(frame)).map(written);
      expect(others(cut)).toEqual(others(frames));
    }),
  );
});

test("a piece is handed on before its frame has come to its end", () => {
  const cutter = new FrameCutter();
  const bytes = written({ first: 0x82, key: Buffer.from([1, 2, 3, 4]), payload: Buffer.alloc(1_000_000, "a") });
  const [piece] = readAll(Buffer.concat(cutter.cut(bytes.subarray(0, 10_014))));
  expect([piece?.first, piece?.payload.toString()]).toEqual([0x82, "a".repeat(10_000)]);
});

test.each([
  ["without a key", { first: 0x82, key: undefined }],
  ["with bits that mean nothing", { first: 0xc2, key: Buffer.from([1, 2, 3, 4]) }],
  ["that goes on with nothing", { first: 0x80, key: Buffer.from([1, 2, 3, 4]) }],
])("a frame %s is left to who judges it", (_what, frame) => {
  const bytes = written({ ...frame, payload: Buffer.from("abc") });
  expect(Buffer.concat(new FrameCutter().cut(bytes))).toEqual(bytes);
});
