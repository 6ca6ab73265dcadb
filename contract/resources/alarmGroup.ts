import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, mobile, optionalEmail, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

/** The ways in which a group can be told of an alarm. */
export const messageTypes = ["sms", "wechat", "email", "webhook"] as const;
export type MessageType = (typeof messageTypes)[number];

export const genders = ["man", "woman", "unknown"] as const;

export const contactFields = z.object({
  name: text(limits.names.contact),
  gender: z.enum(genders).default("unknown"),
  phone: mobile,
  email: optionalEmail,
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
});

export const alarmGroupRow = z.object({
  ...sharedRow,
  /** The organisation that it is of. */
  companyId: z.string(),
  name: z.string(),
  messageTypes: z.array(z.enum(messageTypes)),
  contacts: z.array(named),
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

/** Who is to be told of alarms, and by which ways: of an organisation, seen by it and those above alone. */
export const alarmGroup = resource(
  "alarm_group",
  {
    query: groups.query,
    post: write(groups.post.request, groups.post.response, { ...json, touches: ["alarm_contact"] }),
    put: write(groups.put.request, groups.put.response, { ...json, touches: ["alarm_contact", "alarm_trigger"] }),
    delete: write(groups.delete.request, groups.delete.response, { touches: ["alarm_contact"] }),
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
