import { z } from "zod";
import { fileFields } from "#contract/fileFormat.ts";
import { read, resource, write } from "#contract/kit/call.ts";
import { calendarDay, companyFilter, instant, list, sortedPage, utcTime } from "#contract/kit/page.ts";
import { filterText } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

export const stateKinds = ["offline", "online"] as const;
export type StateKind = (typeof stateKinds)[number];

/**
 * Why a device came: `connected`; `posted`: it was heard by an HTTP post; or `replaced`: it connected anew while its older connection had
 * not been given up. Why it came or went: `reported` by its vendor's cloud. Why it went: it said `goodbye`; its `keepalive` ran out; its connection was `lost`; it was `silent`: no further post
 * came in time; what it sent was `refused` and its connection closed; its organisation
 * was `disabled` or ran out of time; its SN or password changed (`credentials`); it did not come back after the server's own `restart`;
 * `disconnected` where nobody noted more.
 */
export const stateReasons = [
  "connected",
  "posted",
  "reported",
  "replaced",
  "goodbye",
  "keepalive",
  "lost",
  "silent",
  "refused",
  "disabled",
  "credentials",
  "restart",
  "disconnected",
] as const;
export type StateReason = (typeof stateReasons)[number];

export const stateRow = z.object({
  id: z.string(),
  at: utcTime,
  kind: z.enum(stateKinds),
  reason: z.enum(stateReasons),
  /** When the device changed to the other state; null while it is as this row says. */
  until: utcTime.nullable(),
  deviceId: z.string(),
  deviceName: z.string(),
  deviceSn: z.string(),
  companyName: z.string(),
});
export type StateRow = z.output<typeof stateRow>;

/** Filters that the logs of devices share. */
export const deviceLogFilters = {
  /** Searched in name and SN. */
  search: filterText,
  deviceId: z.string().max(64).optional(),
  ...companyFilter,
  /** Half-open. */
  from: instant.optional(),
  to: instant.optional(),
};

const filters = { ...deviceLogFilters, kind: z.enum(stateKinds).optional() };

const period = { from: instant, to: instant };
const inOrder = ({ from, to }: { from: string; to: string }): boolean => Date.parse(from) < Date.parse(to);
const notLong = ({ from, to }: { from: string; to: string }): boolean => Date.parse(to) - Date.parse(from) <= limits.logDays * 86_400_000;
const tooLong = { error: "rule.period.long", path: ["to"] };
const outOfOrder = { error: "rule.period", path: ["to"] };

/**
 * Changes between online and offline, as the server saw them by connection, newest first. A stop of the server is no change of its
 * devices: one that was online before and comes back within the grace after the start was never away; one that does not is offline from
 * the end of the grace, with the reason `restart`, since nobody can say when it left. A device takes its rows along to another
 * organisation. Days and local times are those of the caller's organisation.
 */
export const deviceStateLog = resource(
  "device_state_log",
  {
    query: read(
      z.object({ ...sortedPage(["at"]), ...filters, cursor: z.string().max(80).optional() }),
      list(stateRow).extend({ cursor: z.string().nullable() }),
    ),
    /** Changes of each day; a day without any is left out. With one device also how often and how long it was away within the period. */
    daily_count: read(
      z
        .object({ ...filters, ...period })
        .refine(inOrder, outOfOrder)
        .refine(notLong, tooLong),
      z.object({
        zone: z.string(),
        days: z.array(z.object({ day: calendarDay, offline: z.number(), online: z.number() })),
        away: z.object({ count: z.number(), milliseconds: z.number(), longest: z.number() }).nullable(),
      }),
    ),
    /** Oldest first; taking it away is itself an entry of the operation log. */
    dlexcel: write(
      z
        .object({ ...filters, ...period, ...fileFields })
        .refine(inOrder, outOfOrder)
        .refine(notLong, tooLong),
      z.never(),
      { answer: "file" },
    ),
  },
  { zh: "上下线记录", en: "online/offline log" },
);
