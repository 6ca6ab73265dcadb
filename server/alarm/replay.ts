import type { TakenReading } from "./parts.ts";
import type { AlarmDevice, Rule } from "./rule.ts";
import { newWatch, raisesAt, type Step, stateOf, takeClock, takePresence, takeReading, takeReadings, type WatchState } from "./watch.ts";

/** UTC ms. */
export interface ReplayedSpan {
  readonly raisedAt: number;
  releasedAt: number | undefined;
}

/** What a rule comes to on what is told it in the order of time; every reading counts as having come when it was taken. Times are UTC ms. */
export interface Replay {
  /** Of one time: those of the rule's points that were taken then. */
  readings(together: readonly TakenReading[]): void;
  presence(online: boolean, at: number): void;
  /** Nothing more comes until then. */
  until(at: number): void;
  readonly spans: readonly ReplayedSpan[];
}

/** Replays one rule on one slave by the engine's own steps, and writes nothing. The clock looks at the very instants at which something is due. */
export const openReplay = (rule: Rule, device: AlarmDevice, slave: number): Replay => {
  const watch = newWatch(rule, device, slave);
  const spans: ReplayedSpan[] = [];
  const note = (step: Step, at: number, before: WatchState): void => {
    const last = spans.at(-1);
    if (step === "raise") spans.push({ raisedAt: at, releasedAt: undefined });
    else if (step === "flash") spans.push({ raisedAt: at, releasedAt: at });
    else if (step === "held") spans.push({ raisedAt: raisesAt(rule, before.since ?? at), releasedAt: watch.open ? undefined : at });
    else if (step === "release" && last) last.releasedAt = at;
  };
  const dueAt = (): number | undefined => {
    if (watch.open) return watch.safeSince === undefined ? undefined : watch.safeSince + rule.releaseMs;
    return watch.since === undefined ? undefined : raisesAt(rule, watch.since);
  };
  const until = (at: number): void => {
    for (let due = dueAt(); due !== undefined && due <= at; due = dueAt()) {
      const before = stateOf(watch);
      const step = takeClock(watch, due, true);
      if (step === "none") return;
      note(step, due, before);
    }
  };
  return {
    readings(together) {
      const [first] = together;
      if (!first) return;
      const { ts, value, textual } = first;
      until(ts - 1);
      const before = stateOf(watch);
      note(rule.parts ? takeReadings(watch, together, ts) : takeReading(watch, value, textual, ts, ts), ts, before);
    },
    presence(online, at) {
      until(at - 1);
      const before = stateOf(watch);
      note(takePresence(watch, online, at), at, before);
    },
    until,
    spans,
  };
};
