/** An exact number: `over` is positive. It is not reduced. */
export interface Fraction {
  top: bigint;
  over: bigint;
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** Powers of ten beyond this would cost more than any reading is worth; no finite double has a larger one. */
const mostPower = 400;
/** Longer than any number that is meant as one. */
const longest = 1_000;

/** The exact value of a decimal number as it is written; undefined for what is none, and for powers beyond those of a double. */
export const fractionOf = (written: string): Fraction | undefined => {
  if (written.length > longest) return undefined;
  const [, sign, units = "", parts = "", exponent = "0"] = decimal.exec(written) ?? [];
  if (sign === undefined || units + parts === "") return undefined;
  const power = Number(exponent) - parts.length;
  if (!(Math.abs(power) <= mostPower)) return undefined;
  const size = BigInt(units + parts);
  const scale = 10n ** BigInt(Math.abs(power));
  const top = sign === "-" ? -size : size;
  return power < 0 ? { top, over: scale } : { top: top * scale, over: 1n };
};

/** Undefined when divided by zero. A remainder has the sign of the dividend. */
export const calculate = (operator: string, left: Fraction, right: Fraction): Fraction | undefined => {
  switch (operator) {
    case "+":
      return { top: left.top * right.over + right.top * left.over, over: left.over * right.over };
    case "-":
      return { top: left.top * right.over - right.top * left.over, over: left.over * right.over };
    case "*":
      return { top: left.top * right.top, over: left.over * right.over };
    default: {
      if (right.top === 0n) return undefined;
      if (operator === "%") return { top: (left.top * right.over) % (right.top * left.over), over: left.over * right.over };
      const over = left.over * right.top;
      const top = left.top * right.over;
      return over < 0n ? { top: -top, over: -over } : { top, over };
    }
  }
};

/** Rounded half away from zero to so many digits after the point, as a whole number of the last one. */
export const roundedTo = ({ top, over }: Fraction, digits: number): bigint => {
  const twice = top * 10n ** BigInt(digits) * 2n;
  return (twice < 0n ? twice - over : twice + over) / (over * 2n);
};

/** The whole number that it is; undefined where there is a rest. */
export const wholeOf = ({ top, over }: Fraction): bigint | undefined => (top % over === 0n ? top / over : undefined);

const significant = 25;

/** The nearest number, to its last bit but one. */
export const numberOfFraction = (fraction: Fraction): number => {
  const shift = String(fraction.over).length - String(fraction.top).length + significant;
  const digits = Math.max(0, shift);
  return Number(`${roundedTo(fraction, digits)}e-${digits}`);
};
