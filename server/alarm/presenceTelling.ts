import type { StepWriting } from "./stepWriting.ts";
import { stateOf, takePresence, type Watch } from "./watch.ts";

/** Tells watches whether their device is there. What could not be written is told again by the clock: nobody else does. */
export interface PresenceTelling {
  /** Undefined when nothing has to be written. */
  tell(watch: Watch, online: boolean, at: number): Promise<void> | undefined;
  tellAgain(): Promise<void>[];
  forget(watch: Watch): void;
}

export const openPresenceTelling = (steps: Pick<StepWriting, "write">): PresenceTelling => {
  const untold = new Map<Watch, { readonly online: boolean; readonly at: number }>();
  const tell: PresenceTelling["tell"] = (watch, online, at) => {
    const told = { online, at };
    untold.delete(watch);
    if (watch.halted) {
      untold.set(watch, told);
      return watch.writing;
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
