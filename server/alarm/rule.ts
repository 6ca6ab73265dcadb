import type { Enumeration } from "#contract/point/enumeration.ts";
import { takeBits } from "#contract/point/whole.ts";
import type { alarmMethods, Condition, repeatEnds } from "#contract/resources/alarm.ts";
import { openHours, type RuleHours, type RuleSchedule } from "./ruleHours.ts";

/** What an alarm's texts tell of a device. */
export interface ToldDevice {
  readonly id: string;
  readonly name: string;
  readonly sn: string;
  readonly companyId: string;
  readonly companyPath: string;
  /** Of slaves by number, as far as they are known. */
  readonly slaveNames?: ReadonlyMap<number, string>;
}

export interface AlarmDevice extends ToldDevice {
  /** Its device type. */
  readonly typeId: string;
  /** Off: its alarms are recorded and nobody is told. */
  readonly alarmNotice: boolean;
}

/** Another group, told when a record has been open and unprocessed for so long. */
export interface RuleStep {
  readonly minutes: number;
  readonly groupId: string;
}

/** A rule as the database has it, with the names of its point. */
export interface RuleDefinition {
  readonly id: string;
  readonly name: string;
  /** Whose it is: a rule of all devices is one of this organisation's and of those below it. */
  readonly companyId: string;
  readonly recipeId: string;
  readonly pointId: string | null;
  readonly pointName: string;
  readonly pointNameEn: string;
  readonly unit: string;
  readonly enumeration: Readonly<Enumeration>;
  /** Null: every device of the organisation and of those below it that uses the template. */
  readonly deviceId: string | null;
  /** Of all devices those of this type alone; null: of every type. */
  readonly deviceTypeId: string | null;
  readonly level: number;
  readonly alarmTypeId: string | null;
  readonly alarmTypeName: string;
  readonly alarmTypeNameEn: string;
  /** Who is told of its alarms, beside the users who see them; null: nobody. */
  readonly alarmGroupId: string | null;
  readonly method: (typeof alarmMethods)[number];
  readonly repeatMinutes: number | null;
  readonly repeatStop: (typeof repeatEnds)[number];
  /** Who is told next of what nobody has processed, in their order. */
  readonly escalation: readonly RuleStep[];
  readonly condition: Condition;
  readonly a: number | null;
  readonly b: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly holdSeconds: number;
  readonly releaseSeconds: number;
  /** Null: it always applies. */
  readonly schedule: RuleSchedule | null;
  readonly pushContent: string;
  readonly pushContentEn: string;
  readonly releaseContent: string;
  readonly releaseContentEn: string;
  readonly saveData: boolean;
}

/** 1: the condition is true; -1: it has ended; 0: neither, the value lies in the dead band or cannot be judged. */
export type Verdict = 1 | 0 | -1;

/** `textual`: the point's type is text, so that digits in it are no number. */
export type Judge = (value: number | string, textual: boolean) => Verdict;

export interface Rule {
  readonly definition: RuleDefinition;
  readonly kind: "value" | "changed" | "noData" | "offline";
  /** What the rule looks at; when it differs after an edit, nothing that was known holds any more. */
  readonly subject: string;
  /** What the rule asks of it; when it differs, a running hold time ends, and what was remembered no longer counts. */
  readonly question: string;
  /** How long the condition has to last, in ms; for noData the silence and the hold time together. */
  readonly holdMs: number;
  /** How long what ends it has to last, in ms. */
  readonly releaseMs: number;
  readonly judge: Judge;
  /** When it raises; undefined: always. */
  readonly hours: RuleHours | undefined;
  /** Nothing keeps it from being raised and released by every other reading; of changes each is one of its own. */
  readonly flaps: boolean;
}

/** What is lost is lost together: alarms of such rules are told together. */
export const isAbsence = (kind: string): boolean => kind === "offline" || kind === "noData";

export const compileRule = (definition: RuleDefinition): Rule => {
  const { condition, a, b, min, max, recipeId, pointId, holdSeconds, releaseSeconds, schedule } = definition;
  const kind = condition === "changed" || condition === "noData" || condition === "offline" ? condition : "value";
  return {
    definition,
    kind,
    subject: kind === "offline" ? `offline|${recipeId}` : `point|${recipeId}|${pointId}`,
    question: kind === "value" ? [condition, a, b, min, max].join("|") : kind,
    holdMs: holdSeconds * 1000 + (kind === "noData" ? (a ?? Number.NaN) * 60_000 : 0),
    releaseMs: releaseSeconds * 1000,
    judge: judgeOf(definition),
    hours: schedule === null ? undefined : openHours(schedule),
    flaps: kind !== "changed" && !hasReleaseLimit(definition),
  };
};

const hasReleaseLimit = ({ condition, min, max }: RuleDefinition): boolean => {
  if (condition === "above") return max !== null;
  if (condition === "below") return min !== null;
  return (condition === "between" || condition === "outside") && (min !== null || max !== null);
};

const unjudged: Judge = () => 0;

const judgeOf = ({ condition, a, b, min, max }: RuleDefinition): Judge => {
  if (condition === "changed" || condition === "noData" || condition === "offline" || a === null) return unjudged;
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
  }
};

const digits = /^-?\d{1,40}$/;

/** A decimal string that is no text is a 64-bit integer that no number holds: compared with a limit it keeps its digits. */
const numberOf = (value: number | string, textual: boolean): number | bigint => {
  if (typeof value === "number") return value;
  if (textual) return Number.NaN;
  return digits.test(value) ? BigInt(value) : Number(value);
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
    const fits = typeof value === "number" ? Number.isInteger(value) : digits.test(value);
    if (!fits) return 0;
    return Number(takeBits(typeof value === "number" ? value : BigInt(value), field)) === 1 ? 1 : -1;
  };
};

/** Whether an edit left the rule as it was. */
export const isSame = (one: Rule, other: Rule): boolean => JSON.stringify(one.definition) === JSON.stringify(other.definition);
