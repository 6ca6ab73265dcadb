import type { AlarmDevice, Rule } from "./rule.ts";

/** What is known of one rule on one device and slave. Slave 0 stands for the device itself (offline). */
export interface Watch {
  readonly key: string;
  readonly slave: number;
  rule: Rule;
  device: AlarmDevice;
  /** Time of the newest reading or change of presence that was looked at. */
  newest: number;
  last: number | string | undefined;
  previous: number | string | undefined;
  /** Since when the condition holds; for noData when the last reading came. */
  since: number | undefined;
  open: boolean;
  /** Read from the database and not heard of since. */
  restored: boolean;
  /** Counts transitions, so that the failure of an old one does not undo a newer one. */
  turn: number;
}

/**
 * What has to be written: nothing; `seen` some time; `remember` the hold time or last value; a record that is raised, released, or both
 * at once (`flash`).
 */
export type Step = "none" | "seen" | "remember" | "raise" | "release" | "flash";

export const watchKey = (ruleId: string, deviceId: string, slave: number): string => `${ruleId}|${deviceId}|${slave}`;

export const newWatch = (rule: Rule, device: AlarmDevice, slave: number): Watch => ({
  key: watchKey(rule.definition.id, device.id, slave),
  slave,
  rule,
  device,
  newest: Number.NEGATIVE_INFINITY,
  last: undefined,
  previous: undefined,
  since: undefined,
  open: false,
  restored: false,
  turn: 0,
});

/** True while the clock alone can raise it. */
export const isClocked = (watch: Watch): boolean => !watch.open && watch.since !== undefined;

/** A reading of the rule's point; one that is older than the newest changes nothing. */
export const takeReading = (watch: Watch, value: number | string, textual: boolean, ts: number, arrivedAt: number): Step => {
  if (ts < watch.newest) return "none";
  watch.newest = ts;
  watch.restored = false;
  switch (watch.rule.kind) {
    case "value":
      watch.last = value;
      return takeVerdict(watch, watch.rule.judge(value, textual), ts);
    case "changed":
      return takeValue(watch, value);
    case "noData":
      return takeArrival(watch, arrivedAt);
    case "offline":
      return "none";
  }
};

export const takePresence = (watch: Watch, online: boolean, at: number): Step => {
  if (at < watch.newest) return "none";
  watch.newest = at;
  watch.restored = false;
  return takeVerdict(watch, online ? -1 : 1, at);
};

/** `settledAt`: until then what was read from the database waits for devices that are only just coming back. */
export const takeClock = (watch: Watch, at: number, settledAt: number): Step => {
  if (watch.open || watch.since === undefined || !(at - watch.since >= watch.rule.holdMs)) return "none";
  if (watch.restored && watch.rule.kind !== "value" && at < settledAt) return "none";
  watch.open = true;
  return "raise";
};

const takeVerdict = (watch: Watch, verdict: -1 | 0 | 1, ts: number): Step => {
  if (watch.open) {
    if (verdict >= 0) return "none";
    watch.open = false;
    watch.since = undefined;
    return "release";
  }
  if (verdict <= 0) {
    if (watch.since === undefined) return "none";
    watch.since = undefined;
    return "remember";
  }
  const started = watch.since !== undefined;
  watch.since ??= ts;
  if (ts - watch.since < watch.rule.holdMs) return started ? "none" : "remember";
  watch.open = true;
  return "raise";
};

const takeValue = (watch: Watch, value: number | string): Step => {
  const { last, open } = watch;
  watch.previous = last;
  watch.last = value;
  // Only an edit of the rule leaves a record of another condition open.
  watch.open = false;
  if (open) return "release";
  if (last === undefined) return "remember";
  return last === value ? "none" : "flash";
};

const takeArrival = (watch: Watch, arrivedAt: number): Step => {
  const { since, open } = watch;
  watch.since = arrivedAt;
  watch.open = false;
  if (open) return "release";
  return since === undefined ? "remember" : "seen";
};
