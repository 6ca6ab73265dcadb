import { z } from "zod";
import { read, resource } from "#contract/kit/call.ts";
import { instant, utcTime } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import { alarmTrigger, ruleFields } from "#contract/resources/alarm.ts";
import { curve } from "#contract/resources/deviceDataLog.ts";

const longestMs = limits.alarmTry.days * 86_400_000;

/** From raise to release; one that stood at the beginning was raised before it, one that stands at the end is not released. */
const trySpan = z.object({ raisedAt: utcTime, releasedAt: utcTime.nullable() });

/** How many notices would have gone: never more, since nobody handles what is only tried and limits may hold some back. */
const tryNotices = z.object({
  /** Contacts by their channels, and the webhook, of the rule's group; 0 where who asks sees none. */
  receivers: z.number(),
  reminders: z.number(),
  escalations: z.number(),
  atMost: z.number(),
});

export const tryAnswer = z.object({
  slave: z.number(),
  /** Of the device, those with the rule's data template. */
  slaves: z.array(z.object({ no: z.number(), name: z.string() })),
  from: utcTime,
  to: utcTime,
  /** Up to where it was replayed: before `to` where there were too many readings. */
  replayedUntil: utcTime,
  readings: z.number(),
  /** How often it would have been raised, those that stood at the beginning apart. */
  raised: z.number(),
  /** The first of them. */
  spans: z.array(trySpan),
  notices: tryNotices,
  /** Null for a rule that watches no data point. */
  curve: curve.nullable(),
});
export type TryAnswer = z.output<typeof tryAnswer>;

/** What a rule would have done on stored readings; nothing of it is kept. Who asks may save rules and read the device's history. */
export const alarmTry = resource(
  "alarm_try",
  {
    run: read(
      z
        .object({
          rule: ruleFields,
          deviceId: z.string("rule.history.device").min(1, "rule.history.device").max(64),
          /** The first with the rule's data template where it is left out. */
          slave: z.number().int().optional(),
          from: instant,
          to: instant,
          columns: z.number().int().min(1).max(limits.history.columns).default(1200),
        })
        .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { error: "rule.period", path: ["to"] })
        .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= longestMs, { error: "rule.alarmTry.days", path: ["to"] }),
      tryAnswer,
      { encoding: "json", path: `/api/${alarmTrigger.name}/try` },
    ),
  },
  { zh: "规则试运行", en: "rule try-out" },
);
