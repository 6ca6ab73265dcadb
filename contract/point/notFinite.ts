/**
 * What is no finite number as programs write it, as the source of a pattern that is blind to case: Python, C (`nan(0x1)`, `-nan(ind)`), AIX
 * (`NaNQ`), and Microsoft's older C (`1.#QNAN`, `-1.#IND00`, `1.#INF00e+000`).
 */
export const notFinite = "[+-]?\\b(?:nan(?:\\(\\w*\\)|[qs])?|inf(?:inity)?|1\\.#[a-z]\\w*(?:[+-]\\d+)?)(?![\\w(])";

/** Of what is not finite: the infinite, not NaN. */
export const isInfinite = (written: string): boolean => /^[+-]?(?:1\.#)?inf/i.test(written);
