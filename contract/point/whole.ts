/** An integer of up to 64 bits: a number while it is safe, else a bigint, so that no digit is lost. */
export type Whole = number | bigint;

/** Bits `start` to `start + length - 1` of a register, counted from the lowest. */
export interface BitField {
  start: number;
  length: number;
}

/** The range of an integer type, or of a signed or unsigned field. */
export interface IntegerShape {
  bits: number;
  signed: boolean;
}

export function asWhole(value: bigint): Whole {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A number for a 64-bit type that other whole numbers are read as, too: which one was written cannot be told. */
export const mayLackDigits = (valueType: string, value: number): boolean =>
  valueType.endsWith("int64") && Number.isInteger(value) && !Number.isSafeInteger(value);

export function fits(value: Whole, shape: IntegerShape): boolean {
  if (typeof value === "number" && shape.bits <= 32) {
    const high = 2 ** (shape.signed ? shape.bits - 1 : shape.bits);
    return value < high && value >= (shape.signed ? -high : 0);
  }
  const wide = BigInt(value);
  return (shape.signed ? BigInt.asIntN(shape.bits, wide) : BigInt.asUintN(shape.bits, wide)) === wide;
}

/** The field as an unsigned integer; a negative register is read as two's complement. */
export function takeBits(value: Whole, { start, length }: BitField): Whole {
  if (typeof value === "number" && value >= 0) return Math.floor(value / 2 ** start) % 2 ** length;
  return asWhole(BigInt.asUintN(length, BigInt(value) >> BigInt(start)));
}

/** The register that holds the field and zeros elsewhere. The value must fit the field. */
export function placeBits(value: Whole, { start, length }: BitField): Whole {
  return asWhole(BigInt.asUintN(length, BigInt(value)) << BigInt(start));
}

/** Reads the top bit of an unsigned value as its sign; what is wider than `bits`, or negative already, is left alone. */
export function applySign(value: Whole, bits: number): Whole {
  if (typeof value === "number") {
    const span = 2 ** bits;
    return value >= span / 2 && value < span ? value - span : value;
  }
  return value > 0n && BigInt.asUintN(bits, value) === value ? asWhole(BigInt.asIntN(bits, value)) : value;
}
