import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { id, instant, list, pageFields } from "#contract/kit/page.ts";
import { filterText } from "#contract/kit/text.ts";

export const operationRow = z.object({
  id: z.string(),
  at: z.string(),
  account: z.string(),
  userName: z.string(),
  companyName: z.string(),
  address: z.string(),
  call: z.string(),
  detail: z.string(),
  /** What a write changed: JSON of the field's name to its value before and after; empty when nothing was. */
  change: z.string(),
  code: z.number(),
  milliseconds: z.number(),
  /** The row's link of the chain, as verify-log checks it. */
  hash: z.string(),
});
export type OperationRow = z.output<typeof operationRow>;

export const eventKinds = ["command", "event", "info", "location", "fault"] as const;
export const eventRow = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(eventKinds),
  content: z.string(),
  account: z.string(),
  result: z.string(),
});
export type EventRow = z.output<typeof eventRow>;

const operationFilters = {
  search: filterText,
  account: filterText,
  address: filterText,
  call: filterText,
  refused: z.boolean().optional(),
  from: instant.optional(),
  to: instant.optional(),
};

export const deviceEvent = resource("device_event", {
  /** The operation log: every changing call, refused ones too. */
  query_user_event: read(
    z.object({
      ...pageFields,
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
  /** All that the filters let through as CSV, oldest first; taking it away is itself an entry of the log. Cut after a million rows, which its last line says. */
  dlexcel_user_event: write(z.object({ ...operationFilters, language: z.enum(["zh", "en"]).optional() }), z.never(), { answer: "file" }),
  /** A device's commands, events, movements and what it sent that could not be read. */
  query: read(z.object({ ...pageFields, deviceId: id, kind: z.enum(eventKinds).optional() }), list(eventRow)),
});
