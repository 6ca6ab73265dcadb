import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, list, version } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, isWebAddress, mobile, optionalEmail, text, timeOfDay } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { noticeOutcomes } from "#contract/resources/alarmNotice.ts";

/** The ways in which a group can be told of an alarm. */
export const messageTypes = ["sms", "wechat", "email", "webhook"] as const;
export type MessageType = (typeof messageTypes)[number];

/** The languages in which a contact can be told. */
export const contactLanguages = ["zh", "en"] as const;

export const genders = ["man", "woman", "unknown"] as const;

export const contactFields = z.object({
  name: text(limits.names.contact),
  gender: z.enum(genders).default("unknown"),
  phone: mobile,
  email: optionalEmail,
  /** In which notices come. */
  language: z.enum(contactLanguages).default("zh"),
});

const named = z.object({ id: z.string(), name: z.string() });

export const contactRow = z.object({
  ...sharedRow,
  /** The organisation that it is of. */
  companyId: z.string(),
  name: z.string(),
  gender: z.enum(genders),
  phone: z.string(),
  email: z.string(),
  language: z.enum(contactLanguages),
  /** The alarm groups that it is in, as far as who asks sees them. */
  groups: z.array(named),
});
export type ContactRow = z.output<typeof contactRow>;

export const alarmGroupFields = z.object({
  name: text(limits.names.template),
  messageTypes: z
    .array(z.enum(messageTypes))
    .min(1, "rule.chooseOne")
    .overwrite((chosen) => messageTypes.filter((type) => chosen.includes(type))),
  /** Contacts of the group's organisation, or of one below it. */
  contactIds: z
    .array(id)
    .max(limits.alarmGroup.contacts)
    .overwrite((ids) => [...new Set(ids)])
    .default([]),
  /** Whether the end of an alarm is told as well. */
  tellRelease: z.boolean().default(false),
  /** Where the webhook is posted to: https, or http to a host that the server's settings name. */
  webhookUrl: z
    .string()
    .trim()
    .max(limits.alarmNotice.url, "rule.tooLong")
    .refine((value) => value === "" || (isWebAddress(value) && URL.canParse(value)), "rule.website")
    .default(""),
  /** What its posts are signed with; empty it stays, or the server makes one and shows it in the answer. Never answered again. */
  webhookSecret: z
    .string()
    .regex(/^([\x21-\x7e]{16,100})?$/, "rule.webhook.secret")
    .default(""),
  /** Messages that a contact gets by one channel within an hour; what comes beyond is one summary at its end. */
  perHour: z
    .number()
    .int()
    .min(limits.alarmNotice.perHour[0], "rule.alarmNotice.perHour")
    .max(limits.alarmNotice.perHour[1], "rule.alarmNotice.perHour")
    .default(limits.alarmNotice.usualPerHour),
  /** In the organisation's zone, from and to, over midnight where the end is the earlier; alarms below emergency wait for the end. Both empty: none. */
  quietFrom: timeOfDay,
  quietTo: timeOfDay,
});
type GroupFields = z.output<typeof alarmGroupFields>;

/** What of the fields has to fit together. */
export const checkedGroup = <S extends z.ZodType<GroupFields>>(schema: S) =>
  schema
    .refine(({ messageTypes: types, webhookUrl }) => !types.includes("webhook") || webhookUrl !== "", {
      error: "rule.webhook.required",
      path: ["webhookUrl"],
    })
    .refine(({ quietFrom, quietTo }) => (quietFrom === "") === (quietTo === ""), { error: "rule.quiet.both", path: ["quietTo"] })
    .refine(({ quietFrom, quietTo }) => quietFrom === "" || quietFrom !== quietTo, { error: "rule.quiet.same", path: ["quietTo"] });

export const alarmGroupRow = z.object({
  ...sharedRow,
  /** The organisation that it is of. */
  companyId: z.string(),
  name: z.string(),
  messageTypes: z.array(z.enum(messageTypes)),
  contacts: z.array(named),
  tellRelease: z.boolean(),
  webhookUrl: z.string(),
  perHour: z.number(),
  quietFrom: z.string(),
  quietTo: z.string(),
  /** Alarm rules that name it. */
  rules: z.number(),
});
export type AlarmGroupRow = z.output<typeof alarmGroupRow>;

const groups = recordCalls({
  fields: alarmGroupFields,
  row: alarmGroupRow,
  filters: { ...companyFilter, search: filterText },
  sortable: ["name", "companyName"],
});
const json = { encoding: "json" } as const;

/** The secret that the server made for a webhook that had none: shown this once. */
const shownSecret = { webhookSecret: z.string().optional() };

/** Who is to be told of alarms, and by which ways: of an organisation, seen by it and those above alone. */
export const alarmGroup = resource(
  "alarm_group",
  {
    /** `configured`: the ways that the server can send by, as its settings are. */
    query: read(groups.query.request, list(alarmGroupRow).extend({ configured: z.array(z.enum(messageTypes)) })),
    post: write(checkedGroup(alarmGroupFields), z.object({ id: z.string(), ...shownSecret }), { ...json, touches: ["alarm_contact"] }),
    put: write(checkedGroup(alarmGroupFields.extend({ id, version })), z.object(shownSecret), {
      ...json,
      touches: ["alarm_contact", "alarm_trigger"],
    }),
    delete: write(groups.delete.request, groups.delete.response, { touches: ["alarm_contact"] }),
    /** Sends a marked test to everybody in the group by one of its ways, at once. */
    try: write(
      z.object({ id, type: z.enum(messageTypes) }),
      z.object({
        list: z.array(z.object({ name: z.string(), address: z.string(), outcome: z.enum(noticeOutcomes), answer: z.string() })),
      }),
      json,
    ),
  },
  { zh: "报警组", en: "alarm group" },
);

const contacts = recordCalls({
  fields: contactFields,
  row: contactRow,
  filters: { ...companyFilter, search: filterText },
  sortable: ["name", "gender", "phone", "email", "companyName"],
});
const pathOf = (verb: string): string => `/api/${alarmGroup.name}/${verb}_user`;

/** People who are in alarm groups: of an organisation, seen by it and those above alone. One that is in a group is not deleted. */
export const alarmContact = resource(
  "alarm_contact",
  {
    query: read(contacts.query.request, contacts.query.response, { path: pathOf("query") }),
    post: write(contacts.post.request, contacts.post.response, { ...json, path: pathOf("post") }),
    put: write(contacts.put.request, contacts.put.response, { ...json, path: pathOf("put"), touches: ["alarm_group"] }),
    delete: write(contacts.delete.request, contacts.delete.response, { ...json, path: pathOf("delete") }),
  },
  { zh: "报警联系人", en: "alarm contact" },
);
