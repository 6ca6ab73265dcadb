import { type Selectable, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { type CodeName, codes } from "#contract/codes.ts";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import { type JobRow, type job, jobRow } from "#contract/resources/job.ts";
import type { JobTable } from "#server/db/jobTables.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf, pageOf, pageOfRows } from "#server/kit/page.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { utcText } from "#server/kit/utcText.ts";

const values = z.record(z.string(), z.union([z.string(), z.number(), z.object({ zh: z.string(), en: z.string() })]));
const kept = z.object({ code: z.string(), values: values.optional() });

const changed = z.object({ action: z.object({ kind: z.string() }), undo: z.boolean() });

/** A problem as a job keeps it, to be told in any language. */
export const problemText = ({ code, detail }: Problem): string => JSON.stringify({ code, values: detail.values });

/** Written out, as the condition of the index of these is. */
export const isFailed = sql<SqlBool>`code <> 0`;

const isCode = (name: string): name is CodeName => Object.hasOwn(codes, name);

const messageOf = (problem: string | null, language: Language): string => {
  if (problem === null) return "";
  const { code, values } = kept.parse(JSON.parse(problem));
  return new Problem(isCode(code) ? code : "fault", values ? { values } : {}).envelope(language).message;
};

/** Of a change of devices, what it is, and whether it can be put back: something was done, and it has ended. */
const changeOf = ({ kind, request, undo, ended_at, done, failed }: Selectable<JobTable>): Pick<JobRow, "change" | "undo" | "undoable"> => {
  if (kind !== "deviceChange") return { change: "", undo: false, undoable: false };
  const asked = changed.parse(JSON.parse(request));
  return { change: asked.action.kind, undo: asked.undo, undoable: undo === "offered" && ended_at !== null && done > failed };
};

const rowOf = (row: Selectable<JobTable>, language: Language): JobRow =>
  jobRow.parse({
    ...{ id: row.id, kind: row.kind, state: row.state, done: row.done, failed: row.failed, total: row.total },
    ...changeOf(row),
    ...{ file: row.file ?? "", bytes: row.bytes, message: messageOf(row.problem, language) },
    ...{ createdAt: utcText(row.created_at), endedAt: row.ended_at === null ? null : utcText(row.ended_at) },
  });

/** The last jobs of the caller, newest first. */
export const listJobs = async (
  db: Db,
  { userId }: Caller,
  { language, ...page }: RequestOf<typeof job.calls.query> & { language: Language },
): Promise<ListOf<JobRow>> => {
  const rows = await db
    .selectFrom("job")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limits.jobs.listed)
    .execute();
  return pageOfRows(
    rows.map((row) => rowOf(row, language)),
    page,
  );
};

/** A job of the caller; any other is not found. */
export const ownJob = async (db: Db, { userId }: Caller, id: string): Promise<Selectable<JobTable>> => {
  const row = await db.selectFrom("job").selectAll().where("id", "=", id).where("user_id", "=", userId).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

const resultPlace = (cursor: string): number => {
  if (!/^\d{1,15}$/.test(cursor)) throw fieldProblem("cursor", "rule.invalid");
  return Number(cursor);
};

export const listResults = async (
  db: Db,
  caller: Caller,
  request: RequestOf<typeof job.calls.results>,
): Promise<ResponseOf<typeof job.calls.results>> => {
  const after = request.cursor ? resultPlace(request.cursor) : undefined;
  const { id } = await ownJob(db, caller, request.id);
  const matching = db
    .selectFrom("job_result")
    .where("job_id", "=", id)
    .$if(request.failed === true, (query) => query.where(isFailed));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const found = await matching
    .$if(after !== undefined, (query) => query.where("place", ">", after ?? 0))
    .select(["place", "record", "code", "message"])
    .orderBy("place")
    .limit(request.pageSize + 1)
    .offset(after === undefined ? offset : 0)
    .execute();
  const list = found.slice(0, request.pageSize);
  const cursor = found.length > list.length ? String(list.at(-1)?.place ?? "") : null;
  return { ...listOf(list, total, after === undefined ? pageNo : request.pageNo, request), cursor };
};
