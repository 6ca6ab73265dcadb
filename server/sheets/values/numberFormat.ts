export interface NumberFormat {
  date: boolean;
  /** A duration. */
  elapsed: boolean;
  /** Stands before the digits. */
  prefix: string;
  /** Digits of a whole number, filled up with zeros in front. */
  digits: number;
}

export const plainFormat: NumberFormat = { date: false, elapsed: false, prefix: "", digits: 0 };
const dateFormat: NumberFormat = { ...plainFormat, date: true };
const durationFormat: NumberFormat = { ...dateFormat, elapsed: true };

const literals = /"[^"]*"|\\.|_.|\*./g;
const filledUp = /^(?:"([^"]*)")?(0{2,})$/;

/**
 * What a format code makes of a number: a date, a duration, or a number whose digits are filled up, as those of SNs often are. Everything
 * else (percent, thousands, currencies, places) leaves the number as it is.
 */
export const numberFormat = (code: string): NumberFormat => {
  const [, prefix = "", zeros] = filledUp.exec(code) ?? [];
  if (zeros) return { ...plainFormat, prefix, digits: zeros.length };
  const positive = code.replace(literals, "").split(";")[0] ?? "";
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return durationFormat;
  return /[ymdhs]/i.test(positive.replace(/\[[^\]]*\]|general/gi, "")) ? dateFormat : plainFormat;
};

const within = (id: number, ...ranges: readonly (readonly [from: number, to: number])[]): boolean =>
  ranges.some(([from, to]) => id >= from && id <= to);

/** Formats that a file names by number alone. Those from 27 on are dates where Excel speaks Chinese, Japanese or Korean. */
export const builtinFormat = (id: number): NumberFormat => {
  if (id === 46) return durationFormat;
  return within(id, [14, 22], [27, 36], [45, 47], [50, 58]) ? dateFormat : plainFormat;
};
