import { z } from "zod";
import { utcTime } from "#contract/kit/page.ts";

/** What the server sends as `message`: the JSON text of {code, data: {type, content}}. */
export const messageTypes = { alarm: 0, data: 1, presence: 2, movement: 3, traffic: 4, lease: 5 } as const;

/** ISO 8601 in UTC. A notice whose time is of another form is shown without one: it is not kept from the reader. */
const heardTime = z.string();

export const alarmContent = z.object({
  id: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  deviceSn: z.string(),
  /** The slave that is in alarm; empty for an alarm of the device itself. */
  slaveName: z.string().default(""),
  /** In the language that the page had when it was sent. */
  triggerText: z.string(),
  /** In each language, so that a page shows what is there in the one that it has by now. */
  triggerTexts: z.object({ zh: z.string(), en: z.string() }).optional(),
  updateTime: heardTime,
  /** 0 new, 1 handled, others false alarm. */
  state: z.number(),
  remark: z.string(),
  level: z.number(),
  /** 1 when this user's switch lets it sound; silent where a message says nothing of it. */
  alarmSwitchState: z.number().default(0),
  /** What this user hears of its level; left out of what is silent. */
  tone: z.string().optional(),
  /** This user's desktop is to tell of it, too, while no page of the console is in front. */
  desktop: z.boolean().optional(),
  /** True when the condition has ended. */
  released: z.boolean(),
  /** Above 1: that many alarms of one rule, or of several, of which one is named. */
  count: z.number().default(1),
  severalRules: z.boolean().optional(),
  /** In a storm: which alarms are told together. A later message of the same counts those before it, too, and is no further notice. */
  gathering: z.string().optional(),
});
export type AlarmContent = z.output<typeof alarmContent>;

/** New values of the device that is subscribed to. */
export const dataContent = z.object({
  deviceId: z.string(),
  values: z.array(z.object({ slave: z.number(), pointId: z.string(), value: z.union([z.number(), z.string()]), ts: utcTime })),
});
export type DataContent = z.output<typeof dataContent>;

/** Online and offline; `count` above 1 stands for that many devices of which one is named. */
export const presenceContent = z.object({
  deviceId: z.string(),
  name: z.string(),
  deviceSn: z.string(),
  createTime: heardTime,
  state: z.number(),
  count: z.number().default(1),
});
export type PresenceContent = z.output<typeof presenceContent>;

export const movementContent = z.object({
  deviceId: z.string(),
  name: z.string(),
  deviceSn: z.string(),
  createTime: heardTime,
  state: z.number(),
});
export type MovementContent = z.output<typeof movementContent>;

export const trafficContent = z.object({ name: z.string(), deviceSn: z.string(), updateTime: heardTime });
export type TrafficContent = z.output<typeof trafficContent>;

/** The service of a device ends on a day, yyyy-MM-dd; `count` above 1 stands for that many devices of which one is named. */
export const leaseContent = z.object({
  deviceId: z.string(),
  name: z.string(),
  deviceSn: z.string(),
  leaseEnd: z.string(),
  createTime: heardTime,
  count: z.number().default(1),
});
export type LeaseContent = z.output<typeof leaseContent>;

export const realtimeMessage = z.object({
  code: z.number(),
  data: z.discriminatedUnion("type", [
    z.object({ type: z.literal(0), content: alarmContent }),
    z.object({ type: z.literal(1), content: dataContent }),
    z.object({ type: z.literal(2), content: presenceContent }),
    z.object({ type: z.literal(3), content: movementContent }),
    z.object({ type: z.literal(4), content: trafficContent }),
    z.object({ type: z.literal(5), content: leaseContent }),
  ]),
});
export type RealtimeMessage = z.output<typeof realtimeMessage>;

/** By this header a page says which it is, and by `page` in its socket's query: it is not told of what it changed itself. */
export const pageHeader = "x-page";

export const subscription = z.object({ token: z.string().max(200), deviceId: z.string().max(64) });
