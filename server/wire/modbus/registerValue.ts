import { type Coding, type Order, registerCount } from "#contract/point/registers.ts";
import type { ValueType } from "#contract/pointValue.ts";

/** How a value lies in its registers. */
export interface RegisterLayout {
  readonly valueType: ValueType;
  readonly startBit: number | null;
  readonly endBit: number | null;
  readonly byteOrder: Order;
  readonly wordOrder: Order;
  readonly coding: Coding;
  readonly registers: number | null;
}

type Raw = number | string | boolean;

const hasBits = ({ valueType, startBit, endBit }: RegisterLayout): boolean => valueType !== "text" && (startBit ?? endBit) !== null;

/** Is told how the registers of a value stand once their bytes, and then the registers themselves, are in order: the most significant first. */
export type ToldOrder = (step: "byteOrder" | "wordOrder", registers: readonly number[]) => void;

/** A text keeps its registers in their order: that of words is of numbers. */
const arranged = <T>(items: readonly T[], { valueType, wordOrder }: RegisterLayout): readonly T[] =>
  wordOrder === "little" && valueType !== "text" ? items.toReversed() : items;

const swapped = (registers: readonly number[], { byteOrder }: RegisterLayout): readonly number[] =>
  byteOrder === "little" ? registers.map((register) => ((register & 0xff) << 8) | (register >>> 8)) : registers;

/** The value's registers, most significant first. */
const inOrder = (registers: readonly number[], layout: RegisterLayout, told: ToldOrder | undefined): readonly number[] => {
  const inBytes = swapped(registers, layout);
  told?.("byteOrder", inBytes);
  const inWords = arranged(inBytes, layout);
  told?.("wordOrder", inWords);
  return inWords;
};

const bytesOf = (registers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * registers.length);
  for (const [i, register] of registers.entries()) bytes.writeUInt16BE(register, 2 * i);
  return bytes;
};

const registersIn = (bytes: Buffer, layout: RegisterLayout): number[] => {
  const registers = Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readUInt16BE(2 * i));
  return [...arranged(swapped(registers, layout), layout)];
};

const wholeOf = (whole: bigint): number | string => (whole >= -maxSafe && whole <= maxSafe ? Number(whole) : whole.toString());
const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** As many as a number holds without loss: hundreds of thousands of them are read a second. */
const shortRegisters = 3;

const shortWhole = (registers: readonly number[], isNegative: boolean): number => {
  const whole = registers.reduce((higher, register) => higher * 0x1_0000 + register, 0);
  return isNegative ? whole - 2 ** (16 * registers.length) : whole;
};

const longWhole = (bytes: Buffer, signed: boolean): number | string => {
  const whole = BigInt(`0x${bytes.toString("hex")}`);
  return wholeOf(signed ? BigInt.asIntN(8 * bytes.length, whole) : whole);
};

const numberOf = (registers: readonly number[], signed: boolean): number | string =>
  registers.length <= shortRegisters
    ? shortWhole(registers, signed && (registers[0] ?? 0) >= 0x8000)
    : longWhole(bytesOf(registers), signed);

const isSigned = (type: ValueType): boolean => type === "int16" || type === "int32" || type === "int64";

const textOf = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end < 0 ? bytes.length : end).trimEnd();
};

/** What is no digit stays as it stands, which no number type takes. */
const decimalOf = (bytes: Buffer): number | string => {
  const digits = bytes.toString("hex");
  return /^\d+$/.test(digits) ? wholeOf(BigInt(digits)) : `BCD ${digits}`;
};

/** What the bytes of a value are taken for. */
export type Taken = "text" | "unsigned" | "signed" | "bcd" | "float32" | "float64";

export const takenAs = (layout: RegisterLayout): Taken => {
  const { valueType, coding } = layout;
  if (valueType === "text") return "text";
  if (hasBits(layout)) return "unsigned";
  if (coding === "bcd") return "bcd";
  if (valueType === "float32" || valueType === "float64") return valueType;
  return isSigned(valueType) ? "signed" : "unsigned";
};

/**
 * The raw value of registers as they were read; undefined where a text is empty. A point that takes bits gets the whole unsigned number, and
 * takes them itself.
 */
export const rawOf = (registers: readonly number[], layout: RegisterLayout, told?: ToldOrder): Raw | undefined => {
  const ordered = inOrder(registers, layout, told);
  switch (takenAs(layout)) {
    case "text":
      return textOf(bytesOf(ordered)) || undefined;
    case "unsigned":
      return numberOf(ordered, false);
    case "signed":
      return numberOf(ordered, true);
    case "bcd":
      return decimalOf(bytesOf(ordered));
    case "float32":
      return bytesOf(ordered).readFloatBE(0);
    case "float64":
      return bytesOf(ordered).readDoubleBE(0);
  }
};

const wholeBytes = (whole: bigint, length: number): Buffer | undefined => {
  const bits = 8 * length;
  if (whole < -(1n << BigInt(bits - 1)) || whole >= 1n << BigInt(bits)) return undefined;
  return Buffer.from(
    BigInt.asUintN(bits, whole)
      .toString(16)
      .padStart(2 * length, "0"),
    "hex",
  );
};

const bcdBytes = (whole: bigint, length: number): Buffer | undefined => {
  const digits = whole.toString().padStart(2 * length, "0");
  return whole >= 0n && digits.length === 2 * length ? Buffer.from(digits, "hex") : undefined;
};

const textBytes = (text: string, length: number): Buffer | undefined => {
  const bytes = Buffer.from(text, "utf8");
  return bytes.length <= length ? Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]) : undefined;
};

const writtenBytes = (raw: Raw, layout: RegisterLayout, length: number): Buffer | undefined => {
  const taken = takenAs(layout);
  if (taken === "text") return textBytes(String(raw), length);
  if (taken === "float32" || taken === "float64") {
    const bytes = Buffer.alloc(length);
    if (taken === "float32") bytes.writeFloatBE(Number(raw));
    else bytes.writeDoubleBE(Number(raw));
    return bytes;
  }
  if (typeof raw === "number" && !Number.isInteger(raw)) return undefined;
  const whole = BigInt(raw);
  return taken === "bcd" ? bcdBytes(whole, length) : wholeBytes(whole, length);
};

/** Registers as they are to be written; undefined where the value does not go into them. */
export const registersOf = (raw: Raw, layout: RegisterLayout): number[] | undefined => {
  const bytes = writtenBytes(raw, layout, 2 * registerCount(layout));
  return bytes && registersIn(bytes, layout);
};

/** Of each register, the bits that the point takes. */
export const bitsOf = (layout: RegisterLayout): number[] => {
  const count = registerCount(layout);
  const { startBit, endBit } = layout;
  if (!hasBits(layout)) return Array.from({ length: count }, () => 0xffff);
  const start = startBit ?? endBit ?? 0;
  const end = endBit ?? start;
  const mask = ((1n << BigInt(end - start + 1)) - 1n) << BigInt(start);
  const bytes = wholeBytes(mask, 2 * count);
  return bytes ? registersIn(bytes, layout) : [];
};
