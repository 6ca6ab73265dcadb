import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { instant, list, nothing, pageFields, utcTime } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import { alarmContent, leaseContent, presenceContent } from "#contract/realtime.ts";

const told = z.discriminatedUnion("type", [
  z.object({ type: z.literal(0), content: alarmContent }),
  z.object({ type: z.literal(2), content: presenceContent }),
  z.object({ type: z.literal(5), content: leaseContent }),
]);

/** A notice as it stands now: an alarm that is over or handled says so. Texts are in the asker's language. */
export const noticeRow = z.object({ id: z.string(), at: utcTime, read: z.boolean(), data: told });
export type NoticeRow = z.output<typeof noticeRow>;

/** The last notices of who asks, made of the records that they tell of; only the marks of what was read are kept. */
export const notice = resource(
  "notice",
  {
    /** Newest first, `unread` of all pages; `more` when older ones are left out. */
    query: read(z.object(pageFields), list(noticeRow).extend({ unread: z.number(), more: z.boolean() }), { access: "signedIn" }),
    /** Marks as read: those named, or all up to an instant. */
    mark: write(
      z
        .object({
          ids: z
            .array(z.string().min(1).max(80))
            .max(limits.notices.alarms + limits.notices.presence + limits.notices.leases)
            .default([]),
          upTo: instant.optional(),
        })
        .refine(({ ids, upTo }) => ids.length > 0 || upTo !== undefined, { error: "rule.required", path: ["ids"] }),
      nothing,
      { access: "signedIn", preference: true },
    ),
  },
  { zh: "通知", en: "notification" },
);
