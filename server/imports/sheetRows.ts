import type { Selectable } from "kysely";
import { z } from "zod";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import { isMessageId, type Language, say } from "#contract/messages.ts";
import { type SheetHead, type SheetRow, sheetHead, type sheetImport, sheetKinds, sheetRow } from "#contract/resources/sheetImport.ts";
import type { Db } from "#server/db/open.ts";
import type { SheetUploadTable } from "#server/db/sheetImport.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Cells } from "./sheetKind.ts";
import { grantedKind } from "./sheetKinds.ts";

const value = z.union([z.string(), z.number(), z.object({ zh: z.string(), en: z.string() })]);
const keptMessage = z.object({ message: z.string(), values: z.record(z.string(), value).optional() });
const keptFault = keptMessage.extend({ column: z.string(), note: z.boolean().optional() });
const texts = z.record(z.string(), z.string());

type KeptMessage = z.output<typeof keptMessage>;

/** A message as it was kept, in words. */
export const wordsOf = ({ message, values = {} }: KeptMessage, language: Language): string => {
  if (!isMessageId(message)) return message;
  const said = Object.entries(values).map(([name, given]) => [name, typeof given === "object" ? given[language] : given]);
  return say(language, message, Object.fromEntries(said));
};

export const keptFaults = (json: string): z.output<typeof keptFault>[] => z.array(keptFault).parse(JSON.parse(json));
export const keptCells = (json: string): Cells => texts.parse(JSON.parse(json));

const hidden = "••••••";
const withoutSecrets = (cells: Cells): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).map(([id, text]) => [id, id === "password" && text !== "" ? hidden : text]));

/** An upload of the caller; any other is not found, and neither is one of what the caller may no longer take over. */
export const ownUpload = async (db: Db, { userId }: Pick<Caller, "userId">, id: string): Promise<Selectable<SheetUploadTable>> => {
  const row = await db.selectFrom("sheet_upload").selectAll().where("id", "=", id).where("user_id", "=", userId).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

const kindName = z.enum(sheetKinds);

export const uploadHead = async (db: Db, caller: Caller, id: string, language: Language): Promise<SheetHead> => {
  const row = await ownUpload(db, caller, id);
  const { name: kind } = grantedKind(caller, kindName.parse(row.kind));
  return sheetHead.parse({
    ...{ id, kind, fileName: row.file_name, sheet: row.sheet, columns: JSON.parse(row.columns), jobId: row.job_id },
    notices: z
      .array(keptMessage)
      .parse(JSON.parse(row.notices))
      .map((notice) => wordsOf(notice, language)),
    ...{ total: row.total, same: row.same, faulty: row.faulty, good: row.total - row.same - row.faulty },
  });
};

export const uploadRows = async (
  db: Db,
  caller: Caller,
  request: RequestOf<typeof sheetImport.calls.query>,
  language: Language,
): Promise<ListOf<SheetRow>> => {
  const upload = await ownUpload(db, caller, request.id);
  grantedKind(caller, kindName.parse(upload.kind));
  const matching = db
    .selectFrom("sheet_upload_row")
    .where("upload_id", "=", upload.id)
    .$if(request.faulty === true, (query) => query.where("state", "=", "faulty"));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await matching
    .select(["place", "line", "state", "cells", "faults"])
    .orderBy("place")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const list = rows.map(({ place, line, state, cells, faults }) =>
    sheetRow.parse({
      ...{ place, line, state, cells: withoutSecrets(keptCells(cells)) },
      faults: keptFaults(faults).map((fault) => ({ column: fault.column, message: wordsOf(fault, language), note: fault.note ?? false })),
    }),
  );
  return listOf(list, total, pageNo, request);
};
