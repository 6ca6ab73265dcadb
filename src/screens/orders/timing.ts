import { z } from "zod";
import type { CommandTiming } from "#contract/commandTiming.ts";
import { limits } from "#contract/limits.ts";
import { serverNow } from "#store/serverClock.ts";

/** What is chosen: at once or at an instant, which is missing while what was typed is none, and for how long it is kept. */
export const timingChoice = z.object({ timed: z.boolean(), at: z.number().optional(), keep: z.number() });
export type TimingChoice = z.output<typeof timingChoice>;

export const atOnce: TimingChoice = { timed: false, at: undefined, keep: 0 };

export const timingRequest = ({ timed, at, keep }: TimingChoice): CommandTiming => ({
  ...(timed && at !== undefined ? { at: new Date(at).toISOString() } : {}),
  ...(keep > 0 ? { keep } : {}),
});

const dayMs = 86_400_000;

/** What is wrong with it, as the server would say it. */
export const timingFault = (
  { timed, at }: TimingChoice,
  now: number,
): "rule.instant" | "rule.command.past" | "rule.command.ahead" | undefined => {
  if (!timed) return undefined;
  if (at === undefined) return "rule.instant";
  if (at < now) return "rule.command.past";
  return at > now + limits.command.aheadDays * dayMs ? "rule.command.ahead" : undefined;
};

/** The same as a field of a form: refused where its time is none. */
export const timingField = timingChoice.superRefine((choice, context) => {
  const message = timingFault(choice, serverNow());
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
