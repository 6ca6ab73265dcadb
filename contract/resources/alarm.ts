import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, ids, instant, level, list, nothing, sortedPage, utcTime } from "#contract/kit/page.ts";
import { plainText } from "#contract/kit/plainText.ts";
import { filterText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { commentCalls } from "#contract/resources/alarmComment.ts";
import { conditionFields, conditions, conditionsRow, fittingConditions, furtherFields } from "#contract/resources/alarmCondition.ts";
import { noticesAnswer } from "#contract/resources/alarmNotice.ts";
import { fitting, scheduleFields, scheduleRow } from "#contract/resources/alarmSchedule.ts";

const delay = z.number().int().min(0).max(limits.alarmRule.delaySeconds).default(0);

/** once: an alarm is told when it is raised; repeat: again and again from then on. */
export const alarmMethods = ["once", "repeat"] as const;
/** What ends the reminders of a record: that somebody has processed it, or that as well as its release. */
export const repeatEnds = ["processed", "released"] as const;

const minutes = (least: number, most: number, message: string) => z.number(message).int(message).min(least, message).max(most, message);

/** What of a data template's devices an alarm is made of. `holdSeconds` is how long the condition, or what several come to, has to last. */
export const watched = z.object({
  name: text(limits.names.template),
  recipeId: id,
  pointId: z.string().max(64).nullable().default(null),
  level: level.default(1),
  /** One of the organisation whose it is, or of one above it. */
  alarmTypeId: z.string().max(64).nullable().default(null),
  condition: z.enum(conditions),
  ...conditionFields,
  ...furtherFields,
  holdSeconds: delay,
  /** How long the value has to stay on the safe side before the record is released. */
  releaseSeconds: delay,
  method: z.enum(alarmMethods).default("once"),
  /** Between reminders; of `repeat` alone. */
  repeatMinutes: minutes(...limits.alarmRule.repeatMinutes, "rule.alarm.repeat")
    .nullable()
    .default(null),
  repeatStop: z.enum(repeatEnds).default("processed"),
  ...scheduleFields,
  pushContent: paragraph(200),
  pushContentEn: paragraph(200),
  releaseContent: paragraph(200),
  releaseContentEn: paragraph(200),
  saveData: z.boolean().default(true),
});
type Watched = z.output<typeof watched>;

/** A rule watches one point of a data template on every device that uses it, or on one device when `deviceId` is given. */
const ruleBase = watched.extend({
  deviceId: z.string().max(64).nullable().default(null),
  /** Of all devices those of this type alone; none where it is one device that is watched. */
  deviceTypeId: z.string().max(64).nullable().default(null),
  /** One of the rule's organisation, or of one above it, that who saves it sees. */
  alarmGroupId: z.string().max(64).nullable().default(null),
  /** Groups as `alarmGroupId`, each told when a record has stayed open and unprocessed for so many minutes. */
  escalation: z
    .array(z.object({ minutes: minutes(...limits.alarmRule.stepMinutes, "rule.alarm.step"), alarmGroupId: id }))
    .max(limits.alarmRule.steps)
    .default([]),
});
type RuleFields = z.output<typeof ruleBase>;

/** What of the fields has to fit together. */
export const checkedRule = <S extends z.ZodType<Watched>>(schema: S) =>
  schema
    .superRefine(fittingConditions)
    .refine(({ method, repeatMinutes }) => method === "once" || repeatMinutes !== null, {
      error: "rule.alarm.repeat",
      path: ["repeatMinutes"],
    })
    .superRefine(fitting);

/** Each step comes after the one before it. */
const rising = ({ escalation }: RuleFields, context: z.RefinementCtx): void => {
  for (const [place, { minutes }] of escalation.entries())
    if (place > 0 && minutes <= (escalation[place - 1]?.minutes ?? 0))
      context.addIssue({ code: "custom", message: "rule.alarm.rising", path: ["escalation", place, "minutes"] });
};

const checkedOwnRule = <S extends z.ZodType<RuleFields>>(schema: S) =>
  checkedRule(schema)
    .refine((rule) => rule.deviceId === null || rule.deviceTypeId === null, { error: "rule.invalid", path: ["deviceTypeId"] })
    .superRefine(rising);

export const ruleFields = checkedOwnRule(ruleBase);

/** What rows tell of that. */
export const watchedRow = {
  id: z.string(),
  name: z.string(),
  recipeId: z.string(),
  recipeName: z.string(),
  ...conditionsRow,
  companyName: z.string(),
  level,
  alarmTypeId: z.string().nullable(),
  alarmTypeName: z.string(),
  alarmTypeNameEn: z.string(),
  holdSeconds: z.number(),
  releaseSeconds: z.number(),
  method: z.enum(alarmMethods),
  repeatMinutes: z.number().nullable(),
  repeatStop: z.enum(repeatEnds),
  ...scheduleRow,
  pushContent: z.string(),
  pushContentEn: z.string(),
  releaseContent: z.string(),
  releaseContentEn: z.string(),
  saveData: z.boolean(),
  version: z.number(),
};

/** What holds the notices of all of a rule or of a device back now; `by` is empty where somebody of an organisation above set it. */
export const runningMask = z.object({ id: z.string(), by: z.string(), reason: z.string(), endsAt: utcTime.nullable() });

export const ruleRow = z.object({
  ...watchedRow,
  deviceId: z.string().nullable(),
  deviceName: z.string(),
  deviceTypeId: z.string().nullable(),
  deviceTypeName: z.string(),
  deviceTypeNameEn: z.string(),
  alarmGroupId: z.string().nullable(),
  alarmGroupName: z.string(),
  escalation: z.array(z.object({ minutes: z.number(), alarmGroupId: z.string(), alarmGroupName: z.string() })),
  enabled: z.boolean(),
  mask: z.boolean(),
  maskedBy: runningMask.nullable(),
});
export type RuleRow = z.output<typeof ruleRow>;

export const alarmTrigger = resource(
  "alarm_trigger",
  {
    query: read(
      z.object({
        ...sortedPage([
          "name",
          "level",
          "condition",
          "enabled",
          "mask",
          "alarmTypeName",
          "alarmGroupName",
          "recipeName",
          "pointName",
          "deviceName",
          "deviceTypeName",
          "companyName",
        ]),
        ...companyFilter,
        name: filterText,
        recipeId: z.string().max(64).optional(),
        alarmTypeId: z.string().max(64).optional(),
        deviceTypeId: z.string().max(64).optional(),
      }),
      list(ruleRow),
    ),
    get: read(idRequest, ruleRow),
    post: write(ruleFields, z.object({ id: z.string() }), { encoding: "json" }),
    put: write(checkedOwnRule(ruleBase.extend({ id, version: z.number().int() })), nothing, { encoding: "json" }),
    delete: write(z.object({ ids }), z.object({ removed: z.number() }), { encoding: "json" }),
    open_or_close: write(z.object({ id, enabled: z.boolean() }), nothing),
    /** On: until it is switched off. */
    open_or_close_mask: write(z.object({ id, mask: z.boolean() }), nothing, { touches: ["alarm_mask"] }),
  },
  { zh: "报警规则", en: "alarm rule" },
);

/** State 0 new, 1 handled, 2 false alarm. */
export const alarmState = z.union([z.literal(0), z.literal(1), z.literal(2)]);

export const alarmRow = z.object({
  id: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  deviceSn: z.string(),
  /** The organisation that the device is in now. */
  companyName: z.string(),
  slave: z.number(),
  slaveName: z.string(),
  ruleId: z.string().nullable(),
  ruleName: z.string(),
  /** What the rule's type was called when it was raised; empty without one. */
  typeName: z.string(),
  typeNameEn: z.string(),
  pointId: z.string().nullable(),
  pointName: z.string(),
  pointNameEn: z.string(),
  level,
  state: alarmState,
  /** In the asker's language. */
  triggerText: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  /** What an enumerated value stands for, or the bit that was watched, in the asker's language; empty otherwise. */
  valueLabel: z.string(),
  /** Digits behind the point that its data point shows; null where it does not say. */
  decimals: z.number().nullable(),
  unit: z.string(),
  raisedAt: utcTime,
  releasedAt: utcTime.nullable(),
  processedAt: utcTime.nullable(),
  processor: z.string(),
  remark: z.string(),
  /** How often it was raised again: a rule without release limits that flaps adds to its young unprocessed record. */
  repeats: z.number(),
  /** When it was last raised again. */
  repeatedAt: utcTime.nullable(),
  /** How often it was told again by its rule's method, and when last. */
  reminders: z.number(),
  remindedAt: utcTime.nullable(),
  /** When it is told again, unless it is processed before; null where it is not. */
  remindsAt: utcTime.nullable(),
  /** Nobody was told when it was raised, nor since. */
  silent: z.boolean(),
  /** The mask that it was raised under. */
  maskedBy: runningMask.nullable(),
});
export type AlarmRow = z.output<typeof alarmRow>;

/** A device by those of its records that the filters let through. */
export const alarmedDevice = z.object({
  id: z.string(),
  name: z.string(),
  sn: z.string(),
  companyName: z.string(),
  count: z.number().int(),
  /** How many of them are still in alarm. */
  open: z.number().int(),
  /** The highest of them. */
  level,
  /** When the newest of them was raised. */
  raisedAt: utcTime,
});
export type AlarmedDevice = z.output<typeof alarmedDevice>;

const alarmFilters = {
  search: filterText,
  deviceId: z.string().max(64).optional(),
  ruleId: z.string().max(64).optional(),
  /** Of rules that have this type now, or whose type was called as it is now when they were raised. */
  alarmTypeId: z.string().max(64).optional(),
  ...companyFilter,
  level: level.optional(),
  state: alarmState.optional(),
  /** Still in alarm (not released). */
  open: z.boolean().optional(),
  from: instant.optional(),
  to: instant.optional(),
};

export const alarmLog = resource(
  "alarm_log",
  {
    query: read(
      z.object({ ...sortedPage(["raisedAt", "deviceName", "level", "state"]), ...alarmFilters, cursor: z.string().max(1000).optional() }),
      list(alarmRow).extend({ cursor: z.string().nullable() }),
    ),
    get: read(idRequest, alarmRow),
    /** Who was told of a record, by which ways, and every attempt. */
    notices: read(idRequest, noticesAnswer),
    ...commentCalls,
    /** Processes records: state 1 handled or 2 false alarm, the result in `remark`. Refused whole when one is processed already. */
    recover: write(
      z.object({
        ids,
        state: z.union([z.literal(1), z.literal(2)]),
        remark: plainText({ max: limits.remark, required: "rule.required", lines: true }),
      }),
      z.object({ processed: z.number() }),
      { touches: ["device"] },
    ),
    count: read(z.object(alarmFilters), z.object({ total: z.number(), unprocessed: z.number(), open: z.number() })),
    countLevel: read(z.object(alarmFilters), z.array(z.object({ level, count: z.number() }))),
    queryDevices: read(
      z.object({ ...sortedPage(["raisedAt", "name", "sn", "count", "open", "level", "companyName"]), ...alarmFilters }),
      list(alarmedDevice),
      { brings: ["device"] },
    ),
    /** Those that are processed and not in alarm any more. Refused whole when one of them is not. */
    delete: write(z.object({ ids }), z.object({ removed: z.number() })),
  },
  { zh: "报警记录", en: "alarm record" },
);

/** What an alarm may sound like. */
export const alarmTones = ["chime", "beep", "double", "alarm", "siren"] as const;
export type AlarmTone = (typeof alarmTones)[number];

/** Per user: does an alarm of this level bring a notice, does it sound and how, and does the desktop tell of it. */
export const switchRow = z.object({ level, notice: z.boolean(), sound: z.boolean(), tone: z.enum(alarmTones), desktop: z.boolean() });

/** Whose switches these are, all four levels, lowest first. */
export const userSwitches = z.object({
  id: z.string(),
  account: z.string(),
  userName: z.string(),
  companyName: z.string(),
  switches: z.array(switchRow),
});
export type UserSwitches = z.output<typeof userSwitches>;

export const alarmSwitch = resource(
  "alarm_switch",
  {
    /** Users of the caller's organisation and of those below it, with what they have set: each sets their own alone. */
    query: read(
      z.object({ ...sortedPage(["account", "userName", "companyName"]), ...companyFilter, search: filterText }),
      list(userSwitches),
      { brings: ["user"] },
    ),
    /** The caller's own of one level. */
    get: read(z.object({ level }), switchRow, { access: "signedIn" }),
    my: read(z.object({}), z.array(switchRow), { access: "signedIn" }),
    /** A tone or a desktop that is left out stays as it is. */
    open_or_close: write(switchRow.partial({ tone: true, desktop: true }), nothing, { access: "signedIn" }),
  },
  { zh: "报警开关", en: "alarm switch" },
);
