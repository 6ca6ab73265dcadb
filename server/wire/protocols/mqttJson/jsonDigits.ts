import { isInfinite, notFinite } from "#contract/point/notFinite.ts";
import { hasFraction, wholeDigits } from "#contract/point/wholeDigits.ts";

const long = 16;
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** A text that does not end goes to the end of all: looking for its end again from each of its quotation marks would take for ever. */
const textOrNotFinite = new RegExp(`"[^"\\\\]*(?:\\\\[\\s\\S]?[^"\\\\]*)*(?:"|$)|${notFinite}(?!\\s*:)`, "gi");
/** From here on doubles have no fraction. */
const wholeFrom = 2 ** 52;
const power = /\d[eE]\+?\d/;
const byteOrderMark = "\ufeff";
/** Stands for NaN until the text is parsed. */
const notANumber = "\u0000NaN";

/**
 * Parses JSON and gives integers beyond 2^53 as text with all their digits, also where they are written with a power of ten, and numbers as
 * large with a fraction as they are written. A byte-order mark is passed over; NaN and infinities, as Python and C write them, become numbers that are not finite. `undefined` when it is not JSON.
 */
export const parseDigits = (text: string): unknown => {
  const bare = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return parsedOr(bare, () => withNaN(parsedOr(bare.replace(textOrNotFinite, beyondNumbers), () => undefined)));
};

/** Goes through it without descending: a reviver's way through what is nested thousands deep ends the stack. */
const withNaN = (parsed: unknown): unknown => {
  if (parsed === notANumber) return Number.NaN;
  const left = [parsed].filter(isHolder);
  for (let holder = left.pop(); holder; holder = left.pop()) {
    for (const [key, member] of Object.entries(holder)) {
      if (member === notANumber) holder[key] = Number.NaN;
      else if (isHolder(member)) left.push(member);
    }
  }
  return parsed;
};

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const parsedOr = (text: string, otherwise: () => unknown): unknown => {
  try {
    const parsed: unknown = JSON.parse(text);
    return hasLongRun(text) || power.test(text) ? JSON.parse(text.replace(textOrNumber, quoteLong)) : parsed;
  } catch (error) {
    if (error instanceof SyntaxError) return otherwise();
    throw error;
  }
};

/** JSON has no sign for what is not finite, but a number that no double holds is read as infinite. */
const beyondNumbers = (token: string): string => {
  if (token.startsWith('"')) return token;
  if (!isInfinite(token)) return JSON.stringify(notANumber);
  return token.startsWith("-") ? "-1e999" : "1e999";
};

const quoteLong = (token: string): string => {
  if (token.startsWith('"')) return token;
  const digits = wholeDigits(token);
  if (digits !== undefined) return `"${digits}"`;
  const size = Math.abs(Number(token));
  return size >= wholeFrom && size < Number.POSITIVE_INFINITY && hasFraction(token) ? `"${token}"` : token;
};

/** Every run of 16 digits covers one of the offsets 15, 31, 47, …, so that one character in 16 is looked at. */
const hasLongRun = (text: string): boolean => {
  for (let probe = long - 1; probe < text.length; probe += long) {
    let start = probe;
    while (isDigit(text, start)) start -= 1;
    if (start === probe) continue;
    let end = probe + 1;
    while (isDigit(text, end)) end += 1;
    if (end - start - 1 >= long) return true;
  }
  return false;
};

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};
