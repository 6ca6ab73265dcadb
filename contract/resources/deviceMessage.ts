import { z } from "zod";
import { read, resource } from "#contract/kit/call.ts";
import { calendarDay, id, list, pageFields, utcTime } from "#contract/kit/page.ts";

export const messageDirections = ["up", "down"] as const;

/** What a device sends, as its transport calls it, what it is sent, what no kind could be told of; and what is no message: log-ins that were refused, and that it went on- or offline. */
export const messageKinds = [
  ...(["telemetry", "event", "location", "info", "command/reply", "ota/progress"] as const),
  ...(["command", "other", "login", "presence"] as const),
] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * Up: `stored`; `faulty`, read in part or not at all; `again`, to be sent again; `unprocessed`; `refused` by the transport. Down: `taken`,
 * handed over; `waiting` for the device's next post; `failed`, nobody took it. Of its presence: `online`, `offline`.
 */
export const messageOutcomes = [
  ...(["stored", "faulty", "again", "unprocessed", "refused", "taken", "waiting", "failed"] as const),
  ...(["online", "offline"] as const),
] as const;
export type MessageOutcome = (typeof messageOutcomes)[number];

/** A part of a message that could not be read: the text of the code is `fault.<code>`. */
const fault = z.object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });

/** A value that was made of a message. */
const messageValue = z.object({
  slave: z.number().int(),
  pointId: z.string(),
  address: z.string(),
  name: z.string(),
  nameEn: z.string(),
  unit: z.string(),
  decimals: z.number().nullable(),
  value: z.union([z.number(), z.string()]),
  /** What it stands for; empty where it stands for nothing. */
  label: z.string(),
  labelEn: z.string(),
  /** It is beyond the point's limits. */
  outside: z.boolean(),
});
export type MessageValue = z.output<typeof messageValue>;

export const messageRow = z.object({
  id: z.string(),
  at: utcTime,
  direction: z.enum(messageDirections),
  kind: z.enum(messageKinds),
  /** Where it came or went, below the device's own: a topic or a path. */
  place: z.string(),
  bytes: z.number().int(),
  outcome: z.enum(messageOutcomes),
  /** The first of them, and how many there were. */
  faults: z.array(fault),
  faultCount: z.number().int(),
  /** The first of the values that were stored, as far as the reader sees their points, and how many there were. */
  values: z.array(messageValue),
  valueCount: z.number().int(),
  /** Messages before this one that came too fast to be recorded. */
  skipped: z.number().int(),
  /** The head of its bytes as hexadecimal digits; null where it may name data points that are kept from the reader. */
  hex: z.string().nullable(),
});
export type MessageRow = z.output<typeof messageRow>;

/** Messages and bytes of one day of the organisation that the device is of, yyyy-MM-dd. */
export const messageDay = z.object({
  day: calendarDay,
  up: z.number(),
  upBytes: z.number(),
  down: z.number(),
  downBytes: z.number(),
  /** Of `up` those that could not be read, in part or as a whole, or were refused. */
  faulty: z.number(),
});
export type MessageDay = z.output<typeof messageDay>;

/**
 * What went between one device and the server. Single messages are recorded in memory while a page watches the device, within bounds of
 * each device and of all; what is kept of all of them are their counts by day. What could not be read, commands and events are `device_event`.
 */
export const deviceMessage = resource(
  "device_message",
  {
    /** The messages that were recorded, newest first; `skipped`: behind the newest of all there came so many too fast to be recorded. */
    query: read(
      z.object({
        ...pageFields,
        deviceId: id,
        direction: z.enum(messageDirections).optional(),
        /** True: only what failed, or could not be read in part or as a whole. */
        failed: z.boolean().optional(),
        cursor: z.string().max(80).optional(),
      }),
      list(messageRow).extend({ cursor: z.string().nullable(), skipped: z.number().int() }),
    ),
    /** Counts by day, newest first, of the last 31 days on which there were any. */
    daily_count: read(z.object({ deviceId: id }), z.object({ days: z.array(messageDay) })),
  },
  { zh: "通信报文", en: "message" },
);
