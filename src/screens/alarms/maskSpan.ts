import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { serverNow } from "#store/serverClock.ts";

/** Hours that are offered; "at": until an instant; "open": until somebody ends it. */
export const lengths = ["1", "2", "4", "8", "12", "24", "72", "168", "at", "open"] as const;

/** From now on or from an instant; an instant is missing while what was typed is none. */
const spanChoice = z.object({
  later: z.boolean(),
  startsAt: z.number().optional(),
  length: z.enum(lengths),
  endsAt: z.number().optional(),
});
export type SpanChoice = z.output<typeof spanChoice>;

export const shortly: SpanChoice = { later: false, startsAt: undefined, length: "4", endsAt: undefined };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const iso = (at: number): string => new Date(at).toISOString();

const endOf = ({ later, startsAt, length, endsAt }: SpanChoice, now: number): number | undefined => {
  if (length === "at") return endsAt;
  return length === "open" ? undefined : ((later ? startsAt : undefined) ?? now) + Number(length) * hourMs;
};

/** What is sent: without a start it begins at once. */
export const spanRequest = (span: SpanChoice, now: number): { startsAt: string | null; endsAt: string | null } => {
  const end = endOf(span, now);
  return { startsAt: span.later && span.startsAt !== undefined ? iso(span.startsAt) : null, endsAt: end === undefined ? null : iso(end) };
};

/** How a mask that is set already stands in the form. */
export const spanOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }): SpanChoice => ({
  ...{ later: true, startsAt: Date.parse(startsAt) },
  ...(endsAt === null ? { length: "open", endsAt: undefined } : { length: "at", endsAt: Date.parse(endsAt) }),
});

export interface SpanFault {
  readonly of: "startsAt" | "endsAt";
  readonly rule: "rule.instant" | "rule.mask.end" | "rule.mask.ahead";
}

/** What is wrong with it, as the server would say it. */
export const spanFault = (span: SpanChoice, now: number): SpanFault | undefined => {
  const { later, startsAt, length, endsAt } = span;
  const last = now + limits.mask.aheadDays * dayMs;
  if (later && startsAt === undefined) return { of: "startsAt", rule: "rule.instant" };
  if (later && startsAt !== undefined && startsAt > last) return { of: "startsAt", rule: "rule.mask.ahead" };
  if (length === "at" && endsAt === undefined) return { of: "endsAt", rule: "rule.instant" };
  const end = endOf(span, now);
  if (end === undefined) return undefined;
  if (end <= Math.max(now, (later && startsAt) || now)) return { of: "endsAt", rule: "rule.mask.end" };
  return end > last ? { of: "endsAt", rule: "rule.mask.ahead" } : undefined;
};

/** The same as a field of a form. */
export const spanField = spanChoice.superRefine((span, context) => {
  const fault = spanFault(span, serverNow());
  if (fault) context.addIssue({ code: "custom", message: fault.rule, path: [fault.of] });
});
