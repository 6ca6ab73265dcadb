import { job } from "#contract/resources/job.ts";
import { rightOf } from "#server/jobs/jobKind.ts";
import { listJobs, listResults, ownJob } from "#server/jobs/jobRows.ts";
import { implement } from "#server/kit/implement.ts";
import { Problem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";

export const jobAnswers = implement(job, {
  query: (request, { services, caller, language }) => listJobs(services.db, caller, { ...request, language }),
  results: (request, { services, caller }) => listResults(services.db, caller, request),
  async cancel({ id }, { services, caller, trace }) {
    const { state } = await ownJob(services.db, caller, id);
    await services.jobs.cancel(id);
    trace.change = changeOf({ state }, { state: (await ownJob(services.db, caller, id)).state });
    return null;
  },
  async delete({ ids }, { services: { db, jobs }, caller }) {
    const rows = [];
    for (const id of new Set(ids)) rows.push(await ownJob(db, caller, id));
    if (rows.some(({ ended_at }) => ended_at === null)) throw new Problem("jobRuns");
    await db
      .deleteFrom("job")
      .where(
        "id",
        "in",
        rows.map(({ id }) => id),
      )
      .execute();
    for (const { id } of rows) await jobs.files.remove(id);
    return { removed: rows.length };
  },
  async file({ id }, { services: { db, jobs }, caller }) {
    const row = await ownJob(db, caller, id);
    const kind = jobs.kindOf(row.kind);
    if (kind && !caller.grants.has(rightOf(kind, JSON.parse(row.request)).path)) throw new Problem("forbidden");
    const body = row.ended_at !== null ? await jobs.files.read(id) : undefined;
    if (!body || row.file === null || row.file_type === null) throw new Problem("notFound");
    return { fileName: row.file, contentType: row.file_type, body };
  },
});
