import { fractionOf, wholeOf } from "#contract/fraction.ts";

const most = 10n ** 40n;

/** All digits of a whole number that a double would round, whatever way it is written (`9007199254740993e0`); undefined for any other. */
export const wholeDigits = (written: string): string | undefined => {
  if (Number.isSafeInteger(Number(written))) return undefined;
  const fraction = fractionOf(written);
  const whole = fraction && wholeOf(fraction);
  return whole !== undefined && whole < most && whole > -most ? String(whole) : undefined;
};

const parts = /^[+-]?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** Whether a decimal number, as it is written, is no whole one, also where the nearest double is. */
export const hasFraction = (written: string): boolean => {
  const [, units = "", tenths = "", exponent = "0"] = parts.exec(written) ?? [];
  const digits = units + tenths;
  let last = digits.length - 1;
  while (last >= 0 && digits[last] === "0") last -= 1;
  return last >= 0 && last + 1 > units.length + Number(exponent);
};
