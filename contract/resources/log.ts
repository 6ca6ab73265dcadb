import { z } from "zod";
import { fileFields } from "#contract/fileFormat.ts";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, ids, instant, list, sortedPage, utcTime } from "#contract/kit/page.ts";
import { filterText } from "#contract/kit/text.ts";
import { deviceLogFilters } from "#contract/resources/deviceStateLog.ts";

/** Who the operator's commands are said to be by; shown in the reader's words (`log.operator`). */
export const operatorAccount = "operator command line";

export const operationRow = z.object({
  id: z.string(),
  /** When it was written, at the operation's end. */
  at: utcTime,
  account: z.string(),
  userName: z.string(),
  companyName: z.string(),
  address: z.string(),
  call: z.string(),
  /** What the records are called that it is about, as far as that is known. */
  record: z.string(),
  /** The data points that it names. */
  points: z.array(z.object({ id: z.string(), name: z.string(), nameEn: z.string() })),
  /** What was asked, as JSON. Of a refused request `wrong` has the fields that it was refused for, each with the rule's message. */
  detail: z.string(),
  /** What a write changed: JSON of the field's name to its value before and after; empty when nothing was. */
  change: z.string(),
  code: z.number(),
  milliseconds: z.number(),
  /** The row's link of the chain, as verify-log checks it. */
  hash: z.string(),
});
export type OperationRow = z.output<typeof operationRow>;

/** `transfer`: to another organisation; `replacement`: by another gateway; `unbinding`: its owner let it go, and all that was kept of it went. */
export const eventKinds = ["command", "event", "info", "location", "transfer", "replacement", "unbinding", "fault"] as const;
export const eventRow = z.object({
  id: z.string(),
  at: utcTime,
  deviceId: z.string(),
  deviceName: z.string(),
  deviceSn: z.string(),
  companyName: z.string(),
  kind: z.enum(eventKinds),
  /** JSON; of a command its values as they were asked for, with their units and what they stood for then. */
  content: z.string(),
  /** Who asked for it; empty for what the device did by itself. */
  account: z.string(),
  /** Of a command `ok` or the name of the code that it failed with. */
  result: z.string(),
});
export type EventRow = z.output<typeof eventRow>;

const operationFilters = {
  search: filterText,
  ...companyFilter,
  account: filterText,
  address: filterText,
  call: filterText,
  refused: z.boolean().optional(),
  from: instant.optional(),
  to: instant.optional(),
};

export const deviceEvent = resource(
  "device_event",
  {
    /** The operation log: every changing call, refused ones too. */
    query_user_event: read(
      z.object({
        ...sortedPage(["at"]),
        ...operationFilters,
        /** One row alone. */
        id: z
          .string()
          .regex(/^\d{1,15}$/, "rule.invalid")
          .optional(),
        cursor: z.string().max(80).optional(),
      }),
      list(operationRow).extend({ cursor: z.string().nullable() }),
    ),
    /** Begins a job that makes a file of all that the filters let through, oldest first; itself an entry of the log. Cut after a million rows, which its last line says. */
    dlexcel_user_event: write(z.object({ ...operationFilters, ...fileFields }), z.object({ id: z.string() }), { touches: ["job"] }),
    /** Commands, events and movements of devices, and what they sent that could not be read. They go with their device. */
    query: read(
      z.object({
        ...sortedPage(["at"]),
        ...deviceLogFilters,
        kind: z.enum(eventKinds).optional(),
        kinds: z.array(z.enum(eventKinds)).max(eventKinds.length).optional(),
        /** True: only what failed. */
        failed: z.boolean().optional(),
        /** True: only commands that are yet to be sent. */
        waiting: z.boolean().optional(),
        cursor: z.string().max(80).optional(),
      }),
      list(eventRow).extend({ cursor: z.string().nullable() }),
    ),
    /** Commands that are not sent any more; one that was sent meanwhile is not counted. Needs the right to command devices besides. */
    call_off: write(z.object({ ids }), z.object({ calledOff: z.number() })),
  },
  { zh: "设备事件", en: "device event" },
);
