import type { Value } from "./telemetry.ts";

/** As `decode` writes whole numbers that no number holds. */
const digits = /^-?[1-9]\d{15,39}$/;

/** The number that a value is, with all its digits; undefined for a text. Numbers and bigints compare exactly. */
export const numericOf = (value: Value): number | bigint | undefined => {
  if (typeof value === "number") return value;
  return digits.test(value) ? BigInt(value) : undefined;
};
