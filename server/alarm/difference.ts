import { wholeDigits } from "./judge.ts";

const asExact = (value: number | string): number | bigint =>
  typeof value === "string" && wholeDigits.test(value) ? BigInt(value) : Number(value);

/** Digits that a double keeps of a decimal number. */
const kept = 15;

/**
 * One reading less another, to the decimals that both have: 21.3 - 21.1 is 0.2. A decimal string is a 64-bit integer, which keeps its digits as
 * far as the other is whole, too.
 */
export const difference = (one: number | string, other: number | string): number | bigint => {
  const [x, y] = [asExact(one), asExact(other)];
  if (typeof x === "bigint" || typeof y === "bigint") {
    const whole = [x, y].every((each) => typeof each === "bigint" || Number.isInteger(each));
    return whole ? BigInt(x) - BigInt(y) : Number(x) - Number(y);
  }
  const size = Math.max(Math.abs(x), Math.abs(y));
  if (size === 0) return 0;
  const decimals = kept - 1 - Math.floor(Math.log10(size));
  return decimals < 0 || decimals > 100 ? x - y : Number((x - y).toFixed(decimals));
};
