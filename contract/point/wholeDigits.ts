import { fractionOf, wholeOf } from "#contract/fraction.ts";

const most = 10n ** 40n;

/** All digits of a whole number that a double would round, whatever way it is written (`9007199254740993e0`); undefined for any other. */
export const wholeDigits = (written: string): string | undefined => {
  if (Number.isSafeInteger(Number(written))) return undefined;
  const fraction = fractionOf(written);
  const whole = fraction && wholeOf(fraction);
  return whole !== undefined && whole < most && whole > -most ? String(whole) : undefined;
};
