import type { StepWriting } from "./stepWriting.ts";
import { eased, stateOf, takePresence, type Watch } from "./watch.ts";

/** Tells watches whether their device is there. What could not be written is told again by the clock: nobody else does. */
export interface PresenceTelling {
  /** Undefined when nothing has to be written. */
  tell(watch: Watch, online: boolean, at: number): Promise<void> | undefined;
  tellAgain(): Promise<void>[];
  forget(watch: Watch): void;
}

/** When the alarm of a device that leaves again was over before; undefined where it was not, or where nobody looked meanwhile. */
const overBefore = ({ open, safeSince, restored, rule }: Watch, online: boolean, at: number): number | undefined => {
  if (online || !open || safeSince === undefined || restored) return undefined;
  const over = safeSince + rule.releaseMs;
  return over < at ? over : undefined;
};

export const openPresenceTelling = (steps: Pick<StepWriting, "write">): PresenceTelling => {
  const untold = new Map<Watch, { readonly online: boolean; readonly at: number }>();
  const tell: PresenceTelling["tell"] = (watch, online, at) => {
    const told = { online, at };
    untold.delete(watch);
    if (watch.halted) {
      untold.set(watch, told);
      return watch.writing;
    }
    const over = overBefore(watch, online, at);
    if (over !== undefined) {
      const standing = stateOf(watch);
      // What follows it is refused where it cannot be written.
      void steps.write(watch, eased(watch), { at: over, now: at, before: standing });
    }
    const before = stateOf(watch);
    const step = takePresence(watch, online, at);
    return step === "none" ? watch.writing : steps.write(watch, step, { at, now: at, before }, () => untold.set(watch, told));
  };
  return {
    tell,
    tellAgain: () => [...untold].flatMap(([watch, { online, at }]) => tell(watch, online, at) ?? []),
    forget: (watch) => void untold.delete(watch),
  };
};
