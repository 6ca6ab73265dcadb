import type { RegisteredDevice } from "#server/wire/registered.ts";
import { type Cause, isLate, isRaising, memoryOf, oneMore, type Telling, transitionOf } from "./alarmWriting.ts";
import { withSlaveNames } from "./toldDevice.ts";
import type { TransitionWriter } from "./transitions.ts";
import { eased, forgetAnswers, releasedBefore, type Step, stateOf, type Watch } from "./watch.ts";

interface Options extends Pick<Telling, "masks"> {
  readonly writer: Pick<TransitionWriter, "add">;
  readonly now: () => number;
  readonly notify: Telling["announce"];
  /** The state of the watch has moved. */
  readonly follow: (watch: Watch) => void;
  /** Watches whose memory has moved since it was written. */
  readonly unsaved: Set<Watch>;
  /** Whether the watch has not been dropped. */
  readonly isThere: (watch: Watch) => boolean;
}

/**
 * Writes what watches come to. A step that cannot be written leaves its watch as it was before: whatever was made of it meanwhile fails as
 * well, and whoever told it is refused, so that what was acknowledged is exactly what the watch knows.
 */
export interface StepWriting {
  /** `failed`: it could not be written. */
  write(watch: Watch, step: Exclude<Step, "none" | "seen">, cause: Cause, failed?: () => void): Promise<void>;
  /** What was over before this reading was taken is released first, at its own time. Undefined where nothing was. */
  releaseOverdue(watch: Watch, device: RegisteredDevice, ts: number, arrivedAt: number): Promise<void> | undefined;
  /** Releases and forgets a watch that was dropped. */
  end(watch: Watch): Promise<void>;
  /** What could not be ended, where it still may be. */
  endAgain(may: (watch: Watch) => boolean): Promise<void>[];
  /** Writes the memories that have moved, of watches whose state is sure. */
  save(): Promise<void>[];
}

const memoriesPerWrite = 100;

export const openStepWriting = ({ writer, now, notify, masks, follow, unsaved, isThere }: Options): StepWriting => {
  const unended = new Set<Watch>();
  const telling: Telling = { masks, announce: notify };

  const putBack = (watch: Watch, before: Cause["before"], question: string): void => {
    watch.epoch += 1;
    watch.halted = true;
    Object.assign(watch, before);
    if (watch.rule.question !== question) forgetAnswers(watch);
    if (!isThere(watch)) return;
    unsaved.add(watch);
    follow(watch);
  };

  const end = (watch: Watch): Promise<void> => {
    // What is under way may leave it open.
    const step = watch.open || watch.writing ? "release" : "remember";
    const { remember: _, ...transition } = transitionOf(watch, step, { at: now(), now: now(), before: watch }, telling);
    return writer.add({ ...transition, forget: watch.key, failed: () => unended.add(watch) });
  };

  const write: StepWriting["write"] = (watch, step, cause, failed) => {
    follow(watch);
    unsaved.delete(watch);
    if (step === "raise" || step === "held" || step === "confirm") watch.silent = isLate(cause);
    if (isRaising(step)) watch.raises = oneMore(watch.raises, cause.at);
    const { epoch } = watch;
    const { question } = watch.rule;
    const writing = writer.add({
      ...transitionOf(watch, step, cause, telling),
      isVoid: () => watch.epoch !== epoch,
      failed() {
        if (isThere(watch)) failed?.();
        if (watch.epoch === epoch) putBack(watch, cause.before, question);
      },
    });
    watch.writing = writing;
    const settled = (): void => {
      if (watch.writing !== writing) return;
      watch.writing = undefined;
      watch.halted = false;
    };
    writing.then(settled, settled);
    return writing;
  };

  return {
    write,
    releaseOverdue(watch, device, ts, arrivedAt) {
      const at = watch.halted || watch.rule.kind !== "value" ? undefined : releasedBefore(watch, ts, arrivedAt);
      if (at === undefined) return undefined;
      const before = stateOf(watch);
      watch.device = withSlaveNames(device);
      return write(watch, eased(watch), { at, now: arrivedAt, before });
    },
    end,
    endAgain(may) {
      const again = [...unended].filter(may);
      unended.clear();
      return again.map(end);
    },
    save() {
      const sure = [...unsaved].filter(({ writing }) => !writing);
      const writes: Promise<void>[] = [];
      for (let from = 0; from < sure.length; from += memoriesPerWrite) {
        const some = sure.slice(from, from + memoriesPerWrite);
        for (const watch of some) {
          unsaved.delete(watch);
          watch.cell?.wake();
        }
        const failed = (): void => {
          for (const watch of some) if (isThere(watch)) unsaved.add(watch);
        };
        writes.push(writer.add({ remember: some.map(memoryOf), failed }));
      }
      return writes;
    },
  };
};
