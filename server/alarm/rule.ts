import type { Enumeration } from "#contract/point/enumeration.ts";
import type { alarmMethods, repeatEnds } from "#contract/resources/alarm.ts";
import type { Condition, ConditionJoin } from "#contract/resources/alarmCondition.ts";
import type { NamedCondition } from "./furtherColumns.ts";
import { hasReleaseLimit, type Judge, judgeOf, questionOf } from "./judge.ts";
import { type Parts, partsOf } from "./parts.ts";
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
  /** What the trigger value is added to, on the same slave. */
  readonly otherPointId: string | null;
  readonly otherPointName: string;
  readonly otherPointNameEn: string;
  /** How the further conditions stand with the first. */
  readonly join: ConditionJoin;
  readonly further: readonly NamedCondition[];
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
  /** Of a rule that knows more than the reading that comes: earlier ones, or those of other points. Undefined: none of that. */
  readonly parts: Parts | undefined;
  /** When it raises; undefined: always. */
  readonly hours: RuleHours | undefined;
  /** Nothing keeps it from being raised and released by every other reading; of changes each is one of its own. */
  readonly flaps: boolean;
}

/** What is lost is lost together: alarms of such rules are told together. */
export const isAbsence = (kind: string): boolean => kind === "offline" || kind === "noData";

export const compileRule = (definition: RuleDefinition): Rule => {
  const { condition, a, recipeId, pointId, holdSeconds, releaseSeconds, schedule } = definition;
  const parts = partsOf(definition);
  const kind = condition === "changed" || condition === "noData" || condition === "offline" ? condition : "value";
  return {
    definition,
    kind,
    subject: kind === "offline" ? `offline|${recipeId}` : `point|${recipeId}|${pointId}`,
    question: kind === "value" ? (parts?.question ?? questionOf(definition)) : kind,
    holdMs: holdSeconds * 1000 + (kind === "noData" ? (a ?? Number.NaN) * 60_000 : 0),
    releaseMs: releaseSeconds * 1000,
    judge: judgeOf(definition),
    parts,
    hours: schedule === null ? undefined : openHours(schedule),
    flaps: kind !== "changed" && ![definition, ...definition.further].every(hasReleaseLimit),
  };
};

/** Whether an edit left the rule as it was. */
export const isSame = (one: Rule, other: Rule): boolean => JSON.stringify(one.definition) === JSON.stringify(other.definition);
