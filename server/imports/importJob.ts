import { z } from "zod";
import type { Language } from "#contract/messages.ts";
import type { Db } from "#server/db/open.ts";
import type { JobKind, JobParts, JobResult, JobWork } from "#server/jobs/jobKind.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FileAnswer } from "#server/kit/fileAnswer.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import { Problem } from "#server/kit/problem.ts";
import { type Rows, tableFile } from "#server/kit/tableFile.ts";
import type { SheetKind, Taken } from "./sheetKind.ts";
import { keptCells, keptFaults, ownUpload, wordsOf } from "./sheetRows.ts";

export interface ImportRequest {
  readonly uploadId: string;
  /** Where who asked came from, for the operation log. */
  readonly address: string;
}

/** Rows that are taken within one transaction: what a page waits for it. */
const rowsAtOnce = 20;
const fileRowsAtOnce = 500;

const cursorOf = z.object({ place: z.number() });
const keptTaken = z.object({
  state: z.enum(["added", "same", "refused"]),
  id: z.string().optional(),
  companyId: z.string().optional(),
  password: z.string().optional(),
  change: z.string().optional(),
  code: z.number().optional(),
  message: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.object({ zh: z.string(), en: z.string() })])).optional(),
});
type Outcome = z.output<typeof keptTaken>;

interface Row {
  readonly place: number;
  readonly line: number;
  readonly state: string;
  readonly cells: string;
  readonly faults: string;
  readonly outcome: string;
}

const rowsBehind = (db: Db, uploadId: string, place: number, limit: number): Promise<Row[]> =>
  db
    .selectFrom("sheet_upload_row")
    .select(["place", "line", "state", "cells", "faults", "outcome"])
    .where("upload_id", "=", uploadId)
    .where("place", ">", place)
    .orderBy("place")
    .limit(limit)
    .execute();

/** Of a row that was not to be taken: why, as the preview said it. */
const leftOut = ({ faults }: Row): Taken => {
  const fault = keptFaults(faults).find(({ note }) => !note);
  return {
    state: "refused",
    code: 400,
    ...(fault ? ({ message: fault.message, values: fault.values } as Pick<Taken, "message" | "values">) : {}),
  };
};

const reasonOf = ({ state, message, values }: Outcome, language: Language): string => {
  if (message !== undefined) return wordsOf({ message, ...(values ? { values } : {}) }, language);
  return state === "refused" ? wordsOf({ message: "import.notTaken" }, language) : "";
};

const resultOf = (outcome: Outcome, language: Language): string =>
  wordsOf({ message: outcome.state === "added" ? "import.added" : outcome.state === "same" ? "import.same" : "import.notTaken" }, language);

/** A table's rows by the calls of its kind: a job that takes it over, and writes what became of each row into a file. */
export const importJob = (kind: SheetKind): JobKind<ImportRequest> => ({
  name: kind.job,
  call: kind.call,
  async run(work, parts) {
    const { request, cursor } = work;
    const asker = await work.caller();
    const upload = await ownUpload(parts.db, asker, request.uploadId);
    const table = { companyId: upload.company_id, columns: z.array(z.string()).parse(JSON.parse(upload.columns)) };
    let place = cursorOf.safeParse(cursor).data?.place ?? 0;
    for (;;) {
      const caller = await work.caller();
      const rows = await takeRows({ kind, parts, caller, table, uploadId: upload.id, behind: place, at: parts.now() });
      const last = rows.at(-1);
      if (!last) break;
      const outcomes = rows.map(({ outcome }) => outcome);
      await kind.told(parts, outcomes as readonly Taken[]);
      for (const row of rows) await logRow(parts, { caller, kind, address: request.address, fileName: upload.file_name, row });
      place = last.place;
      // The database answers without a wait: pages and devices would be served after the last row only.
      await nextTurn();
      await work.report({
        ...{ done: place, total: upload.total, cursor: { place } },
        results: rows.map((row) => resultRow(row, kind, work.language)),
      });
      await nextTurn();
    }
    // Interrupted behind its last step: the file is there, and what it was made of is gone.
    if ((await rowsBehind(parts.db, upload.id, 0, 1)).length === 0) return;
    await work.keepFile(await resultFile(kind, parts.db, work, upload));
    await parts.db.deleteFrom("sheet_upload_row").where("upload_id", "=", upload.id).execute();
  },
  async leaves({ request, language }, { db }) {
    const upload = await db
      .selectFrom("sheet_upload")
      .select(["id", "file_name"])
      .where("id", "=", request.uploadId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("sheet_upload_row")
            .select("place")
            .whereRef("sheet_upload_row.upload_id", "=", "sheet_upload.id")
            .where("sheet_upload_row.outcome", "!=", ""),
        ),
      )
      .executeTakeFirst();
    return upload && resultFile(kind, db, { language }, upload);
  },
});

interface TakenRow {
  readonly place: number;
  readonly line: number;
  readonly record: string;
  readonly outcome: Outcome;
}

interface Taking {
  readonly kind: SheetKind;
  readonly parts: JobParts;
  readonly caller: Caller;
  readonly table: { readonly companyId: string; readonly columns: readonly string[] };
  readonly uploadId: string;
  readonly behind: number;
  readonly at: number;
}

/** The next rows, each with what became of it: by this, or, where the cursor was not kept any more, by the time before. */
const takeRows = ({ kind, parts, caller, table, uploadId, behind, at }: Taking): Promise<TakenRow[]> =>
  parts.db.transaction().execute(async (tx) => {
    const rows = await rowsBehind(tx, uploadId, behind, rowsAtOnce);
    const open = rows.filter(({ state, outcome }) => outcome === "" && state !== "faulty");
    const given = open.map(({ line, cells }) => ({ line, cells: keptCells(cells) }));
    const taken = given.length === 0 ? [] : await kind.take(tx, caller, table, given, parts, at);
    const byPlace = new Map(open.map(({ place }, index) => [place, taken[index]]));
    const done: TakenRow[] = [];
    for (const row of rows) {
      const outcome = row.outcome === "" ? (byPlace.get(row.place) ?? leftOut(row)) : keptTaken.parse(JSON.parse(row.outcome));
      if (row.outcome === "")
        await tx
          .updateTable("sheet_upload_row")
          .set({ outcome: JSON.stringify(outcome) })
          .where("upload_id", "=", uploadId)
          .where("place", "=", row.place)
          .execute();
      done.push({ place: row.place, line: row.line, record: keptCells(row.cells)[kind.record] ?? "", outcome: keptTaken.parse(outcome) });
    }
    return done;
  });

const resultRow = ({ line, record, outcome }: TakenRow, kind: SheetKind, language: Language): JobResult => ({
  place: line,
  record: record || kind.title[language],
  code: outcome.state === "refused" ? (outcome.code ?? 400) : 0,
  message: outcome.state === "added" ? "" : outcome.state === "same" ? resultOf(outcome, language) : reasonOf(outcome, language),
});

interface Logged {
  readonly caller: Caller;
  readonly kind: SheetKind;
  readonly address: string;
  readonly fileName: string;
  readonly row: TakenRow;
}

/** Each record that was added stands in the operation log, as if it had been added alone. */
const logRow = async ({ operationLog, now }: JobParts, { caller, kind, address, fileName, row }: Logged): Promise<void> => {
  const { state, companyId, change = "" } = row.outcome;
  if (state !== "added") return;
  await operationLog.write({
    ...{ at: now(), userId: caller.userId, account: caller.account, userName: caller.userName, companyId: caller.companyId },
    ...{ address, call: kind.call.path, detail: JSON.stringify({ [kind.record]: row.record, file: fileName, row: row.line }), change },
    ...(companyId === undefined || companyId === caller.companyId ? {} : { companies: JSON.stringify({ [companyId]: "" }) }),
    ...{ code: 0, milliseconds: 0 },
  });
};

const headings = {
  zh: { line: "行", result: "结果", reason: "说明", password: "生成的密码" },
  en: { line: "Row", result: "Result", reason: "Remark", password: "Generated password" },
} as const satisfies Readonly<Record<Language, object>>;

/** Passwords may have been generated for what has one. */
const hasPassword = ({ columns }: SheetKind): boolean => columns.some(({ id }) => id === "password");

const resultColumns = (kind: SheetKind, language: Language): { heading: string; width: number }[] => {
  const { line, result, reason, password } = headings[language];
  const record = kind.columns.find(({ id }) => id === kind.record)?.headings[language] ?? "";
  return [
    ...[
      { heading: line, width: 60 },
      { heading: record, width: 200 },
    ],
    ...[
      { heading: result, width: 110 },
      { heading: reason, width: 400 },
    ],
    ...(hasPassword(kind) ? [{ heading: password, width: 170 }] : []),
  ];
};

/** Of a row behind the last one that was taken before the job was ended. */
const notReached: Outcome = { state: "refused", message: "import.endedBefore" };

async function* resultRows(kind: SheetKind, db: Db, uploadId: string, language: Language): AsyncGenerator<Rows> {
  let behind = 0;
  for (;;) {
    const rows = await rowsBehind(db, uploadId, behind, fileRowsAtOnce);
    if (rows.length === 0) return;
    yield rows.map(({ line, cells, outcome: kept }) => {
      const outcome = kept === "" ? notReached : keptTaken.parse(JSON.parse(kept));
      const told = [line, keptCells(cells)[kind.record] ?? "", resultOf(outcome, language), reasonOf(outcome, language)];
      return hasPassword(kind) ? [...told, outcome.password ?? ""] : told;
    });
    behind = rows.at(-1)?.place ?? behind;
  }
}

const resultFile = (
  kind: SheetKind,
  db: Db,
  { language }: Pick<JobWork<never>, "language">,
  upload: { id: string; file_name: string },
): Promise<FileAnswer> => {
  const name = upload.file_name.replace(/\.\w+$/, "");
  return tableFile({
    name: `${kind.title[language]} ${name}`,
    ...{ format: "xlsx", language, batches: resultRows(kind, db, upload.id, language) },
    columns: resultColumns(kind, language),
  });
};

interface Asked {
  readonly uploadId: string;
  readonly goodOnly: boolean;
}

interface TakingOver {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "start">;
  readonly caller: Caller;
  readonly language: Language;
  readonly address: string;
}

/** Stands for the job until its id is known. */
const starting = "-";

/** Begins the job that takes a table over, once: who asks again is answered the same job. Refused where it has faulty rows that nobody said to leave out. */
export const takeOver = async (
  { db, jobs, caller, language, address }: TakingOver,
  kind: SheetKind,
  { uploadId, goodOnly }: Asked,
): Promise<{ id: string; detail: string }> => {
  const upload = await ownUpload(db, caller, uploadId);
  if (upload.kind !== kind.name) throw new Problem("notFound");
  const { file_name: name, total, faulty } = upload;
  const detail = JSON.stringify({ name, rows: total, faulty, goodOnly });
  if (upload.job_id !== "" && upload.job_id !== starting) return { id: upload.job_id, detail };
  if (upload.faulty > 0 && !goodOnly) throw new Problem("badRequest", { message: "import.faulty", values: { count: upload.faulty } });
  if (upload.faulty === upload.total) throw new Problem("badRequest", { message: "import.nothing" });
  const marked = await db
    .updateTable("sheet_upload")
    .set({ job_id: starting })
    .where("id", "=", upload.id)
    .where("job_id", "=", "")
    .executeTakeFirst();
  if (marked.numUpdatedRows === 0n) throw new Problem("badRequest", { message: "import.begun" });
  const job = await jobs.start(importJob(kind), { uploadId, address }, { caller, language }).catch(async (refused: unknown) => {
    await db.updateTable("sheet_upload").set({ job_id: "" }).where("id", "=", upload.id).execute();
    throw refused;
  });
  await db.updateTable("sheet_upload").set({ job_id: job }).where("id", "=", upload.id).execute();
  return { id: job, detail };
};
