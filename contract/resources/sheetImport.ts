import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { id, idRequest, list, pageFields } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";

/** What a table brings: devices, SNs that are registered ahead, or alarm types. */
export const sheetKinds = ["devices", "sns", "alarmTypes"] as const;
export type SheetKindName = (typeof sheetKinds)[number];

/** Of a call that takes a table over; with `goodOnly` its faulty rows are left out. */
export const takesTable = z.object({ id, goodOnly: z.boolean().default(false) });
export const begunJob = z.object({ id: z.string() });

/** `good`: would be taken; `same`: is there already, just so; `faulty`: cannot be taken as it is. */
export const sheetRowStates = ["good", "same", "faulty"] as const;
export type SheetRowState = (typeof sheetRowStates)[number];

const cellFault = z.object({
  /** Empty where it is about the whole row. */
  column: z.string(),
  message: z.string(),
  /** True of what is only told: the row is taken all the same. */
  note: z.boolean(),
});

export const sheetRow = z.object({
  /** From 1. */
  place: z.number(),
  /** As the spreadsheet numbers it. */
  line: z.number(),
  state: z.enum(sheetRowStates),
  /** Texts by the ids of the columns; a password is shown as dots. */
  cells: z.record(z.string(), z.string()),
  faults: z.array(cellFault),
});
export type SheetRow = z.output<typeof sheetRow>;

export const sheetHead = z.object({
  id: z.string(),
  kind: z.enum(sheetKinds),
  fileName: z.string(),
  /** The sheet that was read; empty for a text. */
  sheet: z.string(),
  /** Ids of the columns that the table has, in its order. */
  columns: z.array(z.string()),
  /** What is to be known of the file as a whole, in words. */
  notices: z.array(z.string()),
  total: z.number(),
  good: z.number(),
  same: z.number(),
  faulty: z.number(),
  /** The job that took it over; empty before. */
  jobId: z.string(),
});
export type SheetHead = z.output<typeof sheetHead>;

/** Tables that people upload: judged row by row first, taken over by a call of what they bring. Seen by who uploaded them alone, for a day. */
export const sheetImport = resource(
  "sheet_import",
  {
    /** Reads and judges a table, and takes nothing over yet. Needs the right of the call that takes it over. */
    upload: write(
      z
        .object({
          kind: z.enum(sheetKinds),
          /** Whose what it brings becomes unless a row says otherwise; the caller's organisation when left out. */
          companyId: z.string().max(64).optional(),
          file: z.file("rule.file.required"),
        })
        .refine(({ file }) => file.size <= limits.upload.sheetBytes, { error: "rule.sheetSize", path: ["file"] }),
      z.object({ id: z.string() }),
      { access: "signedIn", encoding: "multipart", path: "/api/auth/file/upload" },
    ),
    get: read(idRequest, sheetHead, { access: "signedIn" }),
    /** With `faulty` the rows alone that cannot be taken. */
    query: read(idRequest.extend({ ...pageFields, faulty: z.boolean().optional() }), list(sheetRow), { access: "signedIn" }),
    /** A table to be filled in. */
    template: read(z.object({ kind: z.enum(sheetKinds), language: z.enum(["zh", "en"]).optional() }), z.never(), {
      access: "signedIn",
      answer: "file",
      fileTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    }),
  },
  { zh: "导入表格", en: "import table" },
);
