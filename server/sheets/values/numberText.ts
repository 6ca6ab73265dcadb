/** A spreadsheet keeps so many digits of a number. */
const keptDigits = 15;

/** A finite number in the digits that a spreadsheet keeps of it: 15 at most, no exponent, no zero at the end of a fraction. */
export const numberText = (value: number): string => {
  const [mantissa = "", power] = Math.abs(value)
    .toExponential(keptDigits - 1)
    .split("e");
  const digits = mantissa.replace(".", "").replace(/0+$/, "");
  if (digits === "") return "0";
  const sign = value < 0 ? "-" : "";
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, "0");
  return sign + (digits.length > point ? `${whole}.${digits.slice(point)}` : whole);
};

/** Whether digits before the point are lost. */
export const isRounded = (value: number): boolean => Math.abs(value) >= 10 ** keptDigits;
