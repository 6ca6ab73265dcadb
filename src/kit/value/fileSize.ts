import type { IntlShape } from "react-intl";

/** Bytes as kB or MB of 1024, to one digit. */
export const fileSize = (intl: IntlShape, bytes: number): string => {
  const [unit, factor] = bytes < 1_048_576 ? (["kilobyte", 1024] as const) : (["megabyte", 1_048_576] as const);
  return intl.formatNumber(bytes / factor, { style: "unit", unit, maximumFractionDigits: 1 });
};
