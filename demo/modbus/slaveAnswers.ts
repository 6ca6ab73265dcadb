import { crc16 } from "#server/wire/modbus/crc16.ts";
import { registersOf } from "#server/wire/modbus/registerValue.ts";
import { type CompressorPoint, type Controls, points } from "./compressors.ts";

const exceptions = { illegalFunction: 1, illegalAddress: 2, illegalValue: 3 } as const;
type Exception = (typeof exceptions)[keyof typeof exceptions];

/** Registers and bits of each kind that a slave has; those that hold nothing read as 0. */
const size = 64;

const kinds = { 1: "coil", 2: "discrete", 3: "holding", 4: "input" } as const;

const rawOf = ({ scale, registers }: CompressorPoint, value: number): number =>
  registers.valueType === "float32" ? value : Math.round(value * scale) * 2 ** (registers.startBit ?? 0);

/** What stands in the registers, or bits, of one kind. */
const memoryOf = (kind: (typeof kinds)[1 | 2 | 3 | 4], slave: number, ts: number, controls: Controls): number[] => {
  const memory = Array.from({ length: size }, () => 0);
  for (const point of points) {
    const { place } = point.registers;
    if (place?.type !== kind) continue;
    const value = point.value(slave, ts, controls);
    const words = kind === "coil" || kind === "discrete" ? [value] : (registersOf(rawOf(point, value), point.registers) ?? []);
    for (const [at, word] of words.entries()) memory[place.address + at] = word;
  }
  return memory;
};

const pointAt = (kind: "coil" | "holding", address: number): CompressorPoint | undefined =>
  points.find(({ writable, registers: { place } }) => writable && place?.type === kind && place.address === address);

/** Undefined: it was written. */
const write = (kind: "coil" | "holding", address: number, word: number, controls: Controls): Exception | undefined => {
  const point = pointAt(kind, address);
  if (!point) return exceptions.illegalAddress;
  const value = word / point.scale;
  const [low, high] = point.range ?? [0, 1];
  if (value < low || value > high) return exceptions.illegalValue;
  if (point.key === "run") controls.run = value === 1;
  else controls.pressure = value;
  return undefined;
};

const packed = (bits: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [i, bit] of bits.entries()) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (i & 7));
  return bytes;
};

const words = (registers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * registers.length);
  for (const [i, register] of registers.entries()) bytes.writeUInt16BE(register, 2 * i);
  return bytes;
};

/** The PDU of an answer. */
const answered = (pdu: Buffer, slave: number, ts: number, controls: Controls): Buffer | Exception => {
  const [fn = 0] = pdu;
  const address = pdu.readUInt16BE(1);
  const second = pdu.readUInt16BE(3);
  switch (fn) {
    case 1:
    case 2:
    case 3:
    case 4: {
      if (address + second > size) return exceptions.illegalAddress;
      const read = memoryOf(kinds[fn], slave, ts, controls).slice(address, address + second);
      const data = fn <= 2 ? packed(read) : words(read);
      return Buffer.concat([Buffer.from([fn, data.length]), data]);
    }
    case 5:
      return write("coil", address, second === 0 ? 0 : 1, controls) ?? pdu;
    case 6:
      return write("holding", address, second, controls) ?? pdu;
    default:
      return exceptions.illegalFunction;
  }
};

const sealed = (unit: number, pdu: Buffer): Buffer => {
  const frame = Buffer.concat([Buffer.from([unit]), pdu, Buffer.alloc(2)]);
  frame.writeUInt16LE(crc16(frame, 0, frame.length - 2), frame.length - 2);
  return frame;
};

/** What a slave answers to a frame of Modbus RTU; undefined for what is torn, is not for one of the slaves, or fails its CRC. */
export const answerTo = (frame: Buffer, slaves: ReadonlyMap<number, Controls>, ts: number): Buffer | undefined => {
  const [unit = 0] = frame;
  const controls = slaves.get(unit);
  if (!controls || frame.length < 8 || crc16(frame, 0, frame.length - 2) !== frame.readUInt16LE(frame.length - 2)) return undefined;
  const answer = answered(frame.subarray(1, frame.length - 2), unit, ts, controls);
  return sealed(unit, typeof answer === "number" ? Buffer.from([(frame[1] ?? 0) | 0x80, answer]) : answer);
};
