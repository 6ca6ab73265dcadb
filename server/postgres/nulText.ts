/**
 * PostgreSQL keeps no NUL in text; what devices and strangers send has one now and then. It is kept as two characters of which the first is
 * of private use, and so is that one itself: what is read is what was written.
 */
const mark = "\u{F0000}";

export const encodeNul = (text: string): string =>
  text.includes("\0") || text.includes(mark) ? text.replaceAll(mark, `${mark}1`).replaceAll("\0", `${mark}0`) : text;

export const decodeNul = (text: string): string =>
  text.includes(mark) ? text.replaceAll(`${mark}0`, "\0").replaceAll(`${mark}1`, mark) : text;
