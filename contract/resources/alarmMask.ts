import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, ids, instant, list, sortedPage, utcTime, version } from "#contract/kit/page.ts";
import { filterText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { alarmTrigger, type runningMask } from "#contract/resources/alarm.ts";

/** planned: it has not begun; over: it has ended, by its time or by somebody. */
export const maskStates = ["running", "planned", "over"] as const;
export type MaskState = (typeof maskStates)[number];

const subject = z.string().max(64).nullable().default(null);

/** Null as its end: until somebody ends it. */
const ending = { endsAt: instant.nullable().default(null), reason: text(limits.mask.reason) };

/** What is held back: notices of what all that is named have in common. */
export const maskFields = z.object({
  deviceId: subject,
  ruleId: subject,
  alarmTypeId: subject,
  /** Null: from now on. */
  startsAt: instant.nullable().default(null),
  ...ending,
});

export const maskRow = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  deviceId: z.string().nullable(),
  deviceName: z.string(),
  deviceSn: z.string(),
  ruleId: z.string().nullable(),
  ruleName: z.string(),
  alarmTypeId: z.string().nullable(),
  typeName: z.string(),
  typeNameEn: z.string(),
  startsAt: utcTime,
  endsAt: utcTime.nullable(),
  reason: z.string(),
  state: z.enum(maskStates),
  /** Who set it, and when. */
  by: z.string(),
  at: utcTime,
  /** Who ended it before its time. */
  endedBy: z.string(),
  version: z.number(),
  /** Of an organisation above the caller's: it holds back here too and is changed there. */
  changeable: z.boolean(),
});
export type MaskRow = z.output<typeof maskRow>;
export type RunningMask = z.output<typeof runningMask>;

const pathOf = (verb: string): string => `/api/${alarmTrigger.name}/${verb}`;
const touches = { touches: ["alarm_trigger", "alarm_log", "device"] } as const;

/** What holds notices of alarms back, by whom, why and until when. Records are written all the same. */
export const alarmMask = resource(
  "alarm_mask",
  {
    query: read(
      z.object({
        ...sortedPage(["startsAt", "endsAt", "deviceName", "ruleName", "companyName"]),
        ...companyFilter,
        search: filterText,
        state: z.enum(maskStates).optional(),
        deviceId: z.string().max(64).optional(),
        ruleId: z.string().max(64).optional(),
        alarmTypeId: z.string().max(64).optional(),
      }),
      list(maskRow),
      { path: pathOf("get_mask") },
    ),
    /** With an id, another end or reason of a mask that is not over; without, one more. */
    put: write(maskFields.extend({ id: id.optional(), version: version.optional() }), z.object({ id: z.string() }), {
      path: pathOf("put_mask"),
      ...touches,
    }),
    /** Those that are over already stay as they are. */
    end: write(z.object({ ids }), z.object({ ended: z.number() }), { path: pathOf("end_mask"), ...touches }),
  },
  { zh: "屏蔽", en: "mute" },
);
