import { isNewer, takenAt } from "#server/telemetry/newest.ts";
import { foundAt, joined, type Seen, type TakenReading, unseen, withReadings } from "./parts.ts";
import type { AlarmDevice, Rule } from "./rule.ts";

/** What readings, presence and the clock move. */
export interface WatchState {
  /** Time of the newest reading that was looked at, and when it counts as taken. */
  newest: number;
  taken: number;
  /** How much later than it was taken the newest reading came, of rules that count by the readings' own times; 0 where that is not known. */
  lag: number;
  last: number | string | undefined;
  previous: number | string | undefined;
  /** Of a rule of several parts: the newest readings of its points, and what it keeps of earlier ones. */
  seen: Seen | undefined;
  /** Since when the condition holds; for noData when the newest reading was taken, or since when there could have been one. */
  since: number | undefined;
  /** Since when an open one is on the safe side, of rules whose release is delayed. */
  safeSince: number | undefined;
  open: boolean;
  /** How many alarms there were within the hour that began then. */
  raises: { readonly since: number; readonly count: number };
  /** Its newest record began so long before it was heard of that it was told in silence. */
  silent: boolean;
  /** Read from the database and not heard of since. */
  restored: boolean;
}

/** What is known of one rule on one device and slave. Slave 0 stands for the device itself (offline). */
export interface Watch extends WatchState {
  readonly key: string;
  readonly slave: number;
  rule: Rule;
  device: AlarmDevice;
  /** Of the point that its rule looks at: while that rests, it knows the newest reading for its watches. */
  cell: { wake(): void } | undefined;
  /** Settles when the last of its steps that are under way is written, or was not: until then its state is not sure. */
  writing: Promise<void> | undefined;
  /** It was put back, and whatever was made of the state before is being refused: until that is over nothing is judged. */
  halted: boolean;
  /** Counts how often it was put back, so that a step that was made before is not written after it. */
  epoch: number;
}

/**
 * What has to be written: nothing; `seen` some time; `remember` the hold time or last value; a record that is raised, released, or both
 * at once (`flash`); `held`: one that is raised when the hold time had run out before this reading was taken, and released by it unless
 * it stays open; `confirm`: one that was told in silence is still in force.
 */
export type Step = "none" | "seen" | "remember" | "raise" | "release" | "flash" | "held" | "confirm";

export const watchKey = (ruleId: string, deviceId: string, slave: number): string => `${ruleId}|${deviceId}|${slave}`;

export const newWatch = (rule: Rule, device: AlarmDevice, slave: number): Watch => ({
  key: watchKey(rule.definition.id, device.id, slave),
  slave,
  rule,
  device,
  cell: undefined,
  newest: Number.NEGATIVE_INFINITY,
  taken: Number.NEGATIVE_INFINITY,
  lag: 0,
  last: undefined,
  previous: undefined,
  seen: undefined,
  since: undefined,
  safeSince: undefined,
  open: false,
  raises: { since: Number.NEGATIVE_INFINITY, count: 0 },
  silent: false,
  restored: false,
  writing: undefined,
  halted: false,
  epoch: 0,
});

export const stateOf = (watch: Watch): WatchState => {
  const { newest, taken, lag, last, previous, seen, since, safeSince, open, raises, silent, restored } = watch;
  return { newest, taken, lag, last, previous, seen, since, safeSince, open, raises, silent, restored };
};

/** True while the clock alone can raise or release it. */
export const isClocked = (watch: Watch): boolean => (watch.open ? watch.safeSince : watch.since) !== undefined;

/**
 * Hot path of `takeReading`: takes a reading of which nothing comes, as nearly all are, without anything having to be kept of before: what it
 * was and how late it came nobody asks for until one comes of which something does. False where something may come of it; then nothing was taken.
 */
export const passes = (watch: Watch, value: number | string, textual: boolean, ts: number, arrivedAt: number): boolean => {
  const { rule } = watch;
  if (rule.kind !== "value" || rule.parts || watch.open || watch.since !== undefined || watch.writing || watch.halted) return false;
  if (!isNewer(ts, arrivedAt, watch.newest, watch.taken)) return true;
  if (rule.judge(value, textual) > 0) return false;
  watch.newest = ts;
  watch.taken = takenAt(ts, arrivedAt);
  watch.restored = false;
  return true;
};

/** A reading of the rule's point; one that is older than the newest changes nothing. Of a rule of several parts it is one of the first. */
export const takeReading = (watch: Watch, value: number | string, textual: boolean, ts: number, arrivedAt: number): Step => {
  if (watch.rule.parts) return takeReadings(watch, [{ pointId: watch.rule.definition.pointId ?? "", value, textual, ts }], arrivedAt);
  if (!isNewer(ts, arrivedAt, watch.newest, watch.taken)) return "none";
  watch.newest = ts;
  watch.taken = takenAt(ts, arrivedAt);
  watch.restored = false;
  switch (watch.rule.kind) {
    case "value":
      watch.lag = arrivedAt - watch.taken;
      watch.last = value;
      return takeHeld(watch, watch.rule.judge(value, textual), watch.taken);
    case "changed":
      return takeValue(watch, value);
    case "noData":
      return takeArrival(watch, arrivedAt);
    case "offline":
      return "none";
  }
};

/**
 * Readings of points of a rule of several parts that were taken at one time: they are judged together, so that nothing is raised of what came
 * first. One that is older than the newest of its point changes nothing; what is newer counts from the newest reading of all.
 */
export const takeReadings = (watch: Watch, readings: readonly TakenReading[], arrivedAt: number): Step => {
  const { parts, definition } = watch.rule;
  if (!parts) return "none";
  const before = watch.seen ?? unseen;
  const seen = withReadings(parts, before, readings, arrivedAt);
  if (seen === before) return "none";
  const points = [...seen.points.values()];
  watch.seen = seen;
  watch.newest = Math.max(...points.map(({ ts }) => ts));
  watch.taken = Math.min(arrivedAt, Math.max(...points.map(({ taken }) => taken)));
  watch.restored = false;
  watch.lag = arrivedAt - watch.taken;
  watch.last = definition.pointId === null ? undefined : seen.points.get(definition.pointId)?.value;
  const step = takeHeld(watch, joined(parts.join, foundAt(parts, seen, watch.taken)), watch.taken);
  return step === "none" ? "seen" : step;
};

export const takePresence = (watch: Watch, online: boolean, at: number): Exclude<Step, "seen"> => {
  watch.restored = false;
  return takeVerdict(watch, online ? -1 : 1, at);
};

/** What the clock says by the times of the readings: what was kept back goes on from where it is, however long ago that was. */
export const ownTime = ({ lag }: Watch, at: number): number => at - lag;

/** `at` is the watch's own time. Unless `settled`, what was read from the database waits for devices that are only just coming back. */
export const takeClock = (watch: Watch, at: number, settled: boolean): Step => {
  if (watch.open) return takeSafeClock(watch, at, settled);
  if (watch.since === undefined) return "none";
  // The clock was set back: how long it has lasted cannot be known.
  if (watch.since > at) {
    watch.since = at;
    return "seen";
  }
  if (!(at - watch.since >= watch.rule.holdMs) || !applies(watch.rule, at)) return "none";
  if (watch.restored && watch.rule.kind !== "value" && !settled) return "none";
  watch.open = true;
  return "raise";
};

const applies = ({ hours }: Rule, at: number): boolean => hours === undefined || hours.includes(at);

/** When a condition that holds since then raises: as soon as it has lasted long enough and the rule applies. */
export const raisesAt = ({ holdMs, hours }: Rule, since: number): number =>
  hours === undefined ? since + holdMs : hours.from(since + holdMs);

/** An open one whose release is delayed. */
const takeSafeClock = (watch: Watch, at: number, settled: boolean): Step => {
  if (watch.safeSince === undefined) return "none";
  if (watch.safeSince > at) {
    watch.safeSince = at;
    return "seen";
  }
  if (watch.restored && watch.rule.kind !== "value" && !settled) return "none";
  // Data that came back and ceased again ends no silence.
  if (watch.rule.kind === "noData" && watch.since !== undefined && at - watch.since >= watch.rule.holdMs) {
    watch.safeSince = undefined;
    return "remember";
  }
  return at - watch.safeSince >= watch.rule.releaseMs ? eased(watch) : "none";
};

/** When an open one was released before a reading was taken that the clock has not looked at; undefined where it was not. */
export const releasedBefore = (watch: Watch, ts: number, arrivedAt: number): number | undefined => {
  const { safeSince, rule } = watch;
  if (safeSince === undefined || !isNewer(ts, arrivedAt, watch.newest, watch.taken)) return undefined;
  const at = safeSince + rule.releaseMs;
  return takenAt(ts, arrivedAt) > at ? at : undefined;
};

/** It is over; of silence `since` stays when the newest reading was taken. */
export const eased = (watch: Watch): "release" => {
  watch.open = false;
  watch.safeSince = undefined;
  if (watch.rule.kind !== "noData") watch.since = undefined;
  return "release";
};

/** On the safe side from `at` on. */
const takeSafe = (watch: Watch, at: number): "none" | "remember" | "release" => {
  const started = watch.safeSince !== undefined;
  watch.safeSince ??= at;
  if (at - watch.safeSince >= watch.rule.releaseMs) return eased(watch);
  return started ? "none" : "remember";
};

/** Readings that come together, or faster than the clock looks, are judged by their own times. */
const takeHeld = (watch: Watch, verdict: -1 | 0 | 1, at: number): Step => {
  const { since, open, rule } = watch;
  if (open || verdict === 1 || since === undefined || at <= raisesAt(rule, since)) return takeVerdict(watch, verdict, at);
  const eases = verdict < 0 && rule.releaseMs > 0;
  watch.open = verdict === 0 || eases;
  if (eases) watch.safeSince = at;
  if (!watch.open) watch.since = undefined;
  return "held";
};

const takeVerdict = (watch: Watch, verdict: -1 | 0 | 1, at: number): Exclude<Step, "seen"> => {
  if (watch.open) {
    if (verdict < 0) return takeSafe(watch, at);
    const unsafe = watch.safeSince !== undefined;
    watch.safeSince = undefined;
    if (watch.silent) return "confirm";
    return unsafe ? "remember" : "none";
  }
  if (verdict <= 0) {
    if (watch.since === undefined) return "none";
    watch.since = undefined;
    return "remember";
  }
  const started = watch.since !== undefined;
  watch.since ??= at;
  if (at - watch.since < watch.rule.holdMs || !applies(watch.rule, at)) return started ? "none" : "remember";
  watch.open = true;
  return "raise";
};

const takeValue = (watch: Watch, value: number | string): Step => {
  const { last, open } = watch;
  watch.previous = last;
  watch.last = value;
  // Only an edit of the rule leaves a record of another condition open.
  watch.open = false;
  watch.safeSince = undefined;
  if (open) return "release";
  if (last === value) return "none";
  return last === undefined || !applies(watch.rule, watch.taken) ? "remember" : "flash";
};

/** A reading that is as old as the silence that the rule asks for ends none. */
const takeArrival = (watch: Watch, arrivedAt: number): Step => {
  const { since, open, taken } = watch;
  watch.since = taken;
  if (open && arrivedAt - taken < watch.rule.holdMs) {
    const step = takeSafe(watch, arrivedAt);
    return step === "none" ? "seen" : step;
  }
  return since === undefined ? "remember" : "seen";
};

/** Takes the edited rule over; what was known may no longer answer what it asks. */
export const adopt = (watch: Watch, rule: Rule): void => {
  watch.cell?.wake();
  const { question } = watch.rule;
  watch.rule = rule;
  if (!rule.parts && watch.seen) {
    // Of several points the newest reading may have been another's.
    const known = watch.seen.points.get(rule.definition.pointId ?? "");
    watch.newest = known?.ts ?? Number.NEGATIVE_INFINITY;
    watch.taken = known?.taken ?? Number.NEGATIVE_INFINITY;
  }
  if (question !== rule.question) forgetAnswers(watch);
};

/** What was asked has changed: of what is known only the newest readings of points that are still named say something. */
export const forgetAnswers = (watch: Watch): void => {
  watch.since = undefined;
  watch.safeSince = undefined;
  watch.last = undefined;
  const { parts } = watch.rule;
  watch.seen = parts && watch.seen && { points: onlyOf(watch.seen.points, parts.points), windows: [] };
};

const onlyOf = (known: Seen["points"], ids: readonly string[]): Seen["points"] => new Map([...known].filter(([id]) => ids.includes(id)));
