import { z } from "zod";
import { utcTime } from "#contract/kit/page.ts";

/**
 * What came of an attempt. `refused`: the provider answered no; `silent`: it did not answer in time; `unreachable`: no connection;
 * `forbidden`: the server may not ask this address; `notConfigured`: the settings name no provider; `noAddress`: the contact has none of
 * this kind; `lost`: the server stopped meanwhile, and it may have arrived; `withdrawn`: contact, group or way was taken away meanwhile.
 */
export const noticeOutcomes = [
  "sent",
  "refused",
  "silent",
  "unreachable",
  "forbidden",
  "notConfigured",
  "noAddress",
  "lost",
  "withdrawn",
  "notTried",
] as const;
export type NoticeOutcome = (typeof noticeOutcomes)[number];

/** again: a reminder of what is not processed; escalated: the next group is told. */
export const noticeEvents = ["raised", "again", "escalated", "released"] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** ended: the record was released or processed before it was due, or the group is no longer one of the device's organisations. */
export const escalationStates = ["waiting", "told", "ended"] as const;

/** Another group that is told of a record unless it is processed in time. */
const escalationStep = z.object({
  step: z.number(),
  /** Empty for who does not see the group, and where it is gone. */
  groupName: z.string(),
  dueAt: utcTime,
  toldAt: utcTime.nullable(),
  state: z.enum(escalationStates),
});
export type EscalationStep = z.output<typeof escalationStep>;

export const noticeStates = ["waiting", "sending", "sent", "failed"] as const;

const attempt = z.object({
  at: utcTime,
  outcome: z.enum(noticeOutcomes),
  /** Of the provider, cut; empty where it said nothing. */
  answer: z.string(),
  /** When it is tried again; null where it is not. */
  nextAt: utcTime.nullable(),
});

/** What one receiver is told of an alarm record by one channel. */
export const noticeRow = z.object({
  id: z.string(),
  channel: z.string(),
  /** What it tells of the record, in the order in which it was. */
  events: z.array(z.enum(noticeEvents)),
  /** Of which others it tells as well: more than one where it is a summary. */
  count: z.number(),
  /** Whom it goes to; masked for who may not see the contacts of the group. Empty where that is not known yet. */
  name: z.string(),
  address: z.string(),
  state: z.enum(noticeStates),
  /** When it goes out, where it waits: for quiet hours, the end of an hour, or after a failure. */
  nextAt: utcTime.nullable(),
  attempts: z.array(attempt),
});
export type NoticeRow = z.output<typeof noticeRow>;

/** Where an event waits for the end of quiet hours or of a storm, and nobody is told yet. */
export const noticesAnswer = z.object({
  notices: z.array(noticeRow),
  waitingUntil: utcTime.nullable(),
  escalation: z.array(escalationStep),
});
