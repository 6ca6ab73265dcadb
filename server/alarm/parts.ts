import { type Condition, type ConditionJoin, isOfChange, isOfValues } from "#contract/resources/alarmCondition.ts";
import { isForAll, type PointReach } from "#server/catalog/pointAuth.ts";
import { isNewer, takenAt } from "#server/telemetry/newest.ts";
import { difference } from "./difference.ts";
import { type Asked, type Judge, judgeOf, questionOf, type Verdict } from "./judge.ts";
import { changeAt, type Direction, moved, type Window } from "./window.ts";

/** One condition of a rule that knows more than the reading that comes. */
export interface Part {
  readonly pointId: string;
  /** The trigger values are added to the newest value of this one. */
  readonly otherPointId: string | null;
  readonly judge: Judge;
  /** Whether it compares texts, too. */
  readonly texts: boolean;
  /** How far it has to move, and within which time. */
  readonly change: { readonly direction: Direction; readonly least: number; readonly spanMs: number } | undefined;
}

export interface Parts {
  readonly each: readonly Part[];
  readonly join: ConditionJoin;
  /** Every point that is named, once. */
  readonly points: readonly string[];
  readonly question: string;
}

interface Conditioned extends Asked {
  readonly pointId: string | null;
  readonly otherPointId: string | null;
}

interface Definition extends Conditioned {
  readonly join: ConditionJoin;
  readonly further: readonly Conditioned[];
}

const minuteMs = 60_000;

const isDirection = (condition: Condition): condition is Direction => isOfChange(condition);

const partOf = (asked: Conditioned): Part[] => {
  const { condition, pointId, otherPointId, a, b } = asked;
  if (pointId === null) return [];
  const change = isDirection(condition) ? { direction: condition, least: a ?? Number.NaN, spanMs: (b ?? 0) * minuteMs } : undefined;
  const texts = otherPointId === null && (condition === "equal" || condition === "notEqual");
  return [{ pointId, otherPointId, texts, change, judge: judgeOf(otherPointId === null ? asked : { ...asked, a: a ?? 0 }) }];
};

/** The conditions of a rule of several, of two points, or of a change; undefined where one reading of one point says all. */
export const partsOf = (definition: Definition): Parts | undefined => {
  const { condition, otherPointId, join, further } = definition;
  if (!isOfValues(condition) || (further.length === 0 && otherPointId === null && !isOfChange(condition))) return undefined;
  const all = [definition, ...further];
  const each = all.flatMap(partOf);
  const points = new Set(each.flatMap((part) => [part.pointId, ...(part.otherPointId === null ? [] : [part.otherPointId])]));
  const asked = all.map((one) => [one.pointId, one.otherPointId, questionOf(one)].join("|"));
  return { each, join, points: [...points], question: [join, ...asked].join(";") };
};

/** The newest reading of a point, and who may see it; `textual`: its type is text, so that it is compared with nothing but texts. */
export interface Known {
  readonly ts: number;
  readonly taken: number;
  readonly value: number | string;
  readonly textual: boolean;
  readonly reach: PointReach | undefined;
}

/** What a watch of several parts has seen; it is replaced, never changed. */
export interface Seen {
  readonly points: ReadonlyMap<string, Known>;
  /** By part. */
  readonly windows: readonly (Window | undefined)[];
}

export const unseen: Seen = { points: new Map(), windows: [] };

/** A reading of a point that a rule names. */
export interface TakenReading {
  readonly pointId: string;
  readonly value: number | string;
  readonly textual: boolean;
  readonly ts: number;
  readonly reach?: PointReach;
}

/** Takes in what was read at one time; readings that are older than the newest of their point change nothing. */
export const withReadings = (parts: Parts, seen: Seen, readings: readonly TakenReading[], arrivedAt: number): Seen => {
  let points: Map<string, Known> | undefined;
  let windows: (Window | undefined)[] | undefined;
  for (const { pointId, value, textual, ts, reach } of readings) {
    const before = (points ?? seen.points).get(pointId);
    if (before && !isNewer(ts, arrivedAt, before.ts, before.taken)) continue;
    const taken = takenAt(ts, arrivedAt);
    points ??= new Map(seen.points);
    points.set(pointId, { ts, taken, value, textual, reach });
    if (textual) continue;
    for (const [place, part] of parts.each.entries()) {
      if (part.change === undefined || part.pointId !== pointId) continue;
      windows ??= parts.each.map((_, at) => seen.windows[at]);
      windows[place] = moved(windows[place], part.change.direction, part.change.spanMs, taken, value);
    }
  }
  return points === undefined ? seen : { points, windows: windows ?? seen.windows };
};

/** What a part comes to: a verdict, and what it was told from; undefined while a value of it is missing or cannot be compared. */
export interface Found {
  readonly verdict: Verdict;
  readonly known: Known;
  /** Of the other point, where there is one. */
  readonly other?: Known;
  /** How far the value has moved. */
  readonly change?: number | bigint;
}

const foundOf = (part: Part, place: number, seen: Seen, at: number): Found | undefined => {
  const known = seen.points.get(part.pointId);
  if (!known || (known.textual && !part.texts)) return undefined;
  if (part.change) {
    const change = changeAt(seen.windows[place], part.change.spanMs, at, known.value);
    return { verdict: change >= part.change.least ? 1 : -1, known, change };
  }
  if (part.otherPointId === null) return { verdict: part.judge(known.value, known.textual), known };
  const other = seen.points.get(part.otherPointId);
  if (!other || other.textual) return undefined;
  const apart = difference(known.value, other.value);
  return { verdict: part.judge(typeof apart === "bigint" ? String(apart) : apart, false), known, other };
};

/** What each part comes to at a time. */
export const foundAt = ({ each }: Parts, seen: Seen, at: number): readonly (Found | undefined)[] =>
  each.map((part, place) => foundOf(part, place, seen, at));

/** Of all parts the least; of one that has to hold the most of those that are known. What is not known can still come. */
export const joined = (join: ConditionJoin, found: readonly (Found | undefined)[]): Verdict => {
  let all: Verdict = join === "and" ? 1 : -1;
  for (const one of found) {
    if (one === undefined && join === "or") continue;
    const verdict = one?.verdict ?? 0;
    if (join === "and" ? verdict < all : verdict > all) all = verdict;
  }
  return join === "or" && found.every((one) => one === undefined) ? 0 : all;
};

/** Whether who sees the first may be told of the other, too: nobody is told of what is kept from them. */
export const isToldWith = (first: PointReach | undefined, other: PointReach | undefined): boolean => {
  if (other === undefined) return false;
  if (isForAll(other)) return true;
  return first !== undefined && (other.auth === 0 || first.auth === other.auth) && (first.keptFromApp || !other.keptFromApp);
};
