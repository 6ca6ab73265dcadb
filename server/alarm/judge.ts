import { takeBits } from "#contract/point/whole.ts";
import type { Condition } from "#contract/resources/alarmCondition.ts";

/** 1: the condition is true; -1: it has ended; 0: neither, the value lies in the dead band or cannot be judged. */
export type Verdict = 1 | 0 | -1;

/** `textual`: the point's type is text, so that digits in it are no number. */
export type Judge = (value: number | string, textual: boolean) => Verdict;

/** What a condition asks of a value. */
export interface Asked {
  readonly condition: Condition;
  readonly a: number | null;
  readonly b: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export const questionOf = ({ condition, a, b, min, max }: Asked): string => [condition, a, b, min, max].join("|");

/** Whether a dead band keeps it from being raised and released by every other reading. */
export const hasReleaseLimit = ({ condition, min, max }: Asked): boolean => {
  if (condition === "above") return max !== null;
  if (condition === "below") return min !== null;
  return (condition === "between" || condition === "outside") && (min !== null || max !== null);
};

const unjudged: Judge = () => 0;

/** How one reading is judged by itself. */
export const judgeOf = ({ condition, a, b, min, max }: Asked): Judge => {
  if (a === null) return unjudged;
  switch (condition) {
    case "above": {
      const release = Math.min(max ?? a, a);
      return (value, textual) => {
        const x = numberOf(value, textual);
        return x > a ? 1 : x <= release ? -1 : 0;
      };
    }
    case "below": {
      const release = Math.max(min ?? a, a);
      return (value, textual) => {
        const x = numberOf(value, textual);
        return x < a ? 1 : x >= release ? -1 : 0;
      };
    }
    case "equal":
      return equality(a, 1, -1);
    case "notEqual":
      return equality(a, -1, 1);
    case "between":
      return b === null ? unjudged : between(a, b, Math.min(min ?? a, a), Math.max(max ?? b, b));
    case "outside":
      return b === null ? unjudged : outside(a, b, Math.max(min ?? a, a), Math.min(max ?? b, b));
    case "bitSet":
      return bitSet(a);
    default:
      return unjudged;
  }
};

/** Numbers from and to, both included, that `judgeOf` does not find to hold; from beyond to: none that is known of. */
export const quietRange = ({ condition, a, b }: Asked): { readonly from: number; readonly to: number } => {
  const [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (a === null) return { from: lowest, to: highest };
  if (condition === "above") return { from: lowest, to: a };
  if (condition === "below") return { from: a, to: highest };
  if (condition === "outside" && b !== null) return { from: a, to: b };
  return { from: highest, to: lowest };
};

/** A decimal string of these is a 64-bit integer. */
export const wholeDigits = /^-?\d{1,40}$/;

/** A decimal string that is no text is a 64-bit integer that no number holds: compared with a limit it keeps its digits. */
const numberOf = (value: number | string, textual: boolean): number | bigint => {
  if (typeof value === "number") return value;
  if (textual) return Number.NaN;
  return wholeDigits.test(value) ? BigInt(value) : Number(value);
};

const equality =
  (a: number, same: Verdict, differs: Verdict): Judge =>
  (value, textual) => {
    const x = numberOf(value, textual);
    return (textual ? value === String(a) : x >= a && x <= a) ? same : differs;
  };

const between =
  (a: number, b: number, low: number, high: number): Judge =>
  (value, textual) => {
    const x = numberOf(value, textual);
    return x >= a && x <= b ? 1 : x < low || x > high ? -1 : 0;
  };

const outside = (a: number, b: number, low: number, high: number): Judge => {
  // Release limits that leave no room would never release.
  const [from, to] = low <= high ? [low, high] : [a, b];
  return (value, textual) => {
    const x = numberOf(value, textual);
    return x < a || x > b ? 1 : x >= from && x <= to ? -1 : 0;
  };
};

const bitSet = (bit: number): Judge => {
  const field = { start: bit, length: 1 };
  return (value) => {
    const fits = typeof value === "number" ? Number.isInteger(value) : wholeDigits.test(value);
    if (!fits) return 0;
    return Number(takeBits(typeof value === "number" ? value : BigInt(value), field)) === 1 ? 1 : -1;
  };
};
