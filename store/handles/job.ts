import { limits } from "#contract/limits.ts";
import { job } from "#contract/resources/job.ts";
import { attach } from "#store/attach.ts";

export const jobCalls = attach(job);

/** Asks for all jobs that are listed, on one page. */
export const listedJobs = { pageSize: limits.jobs.listed };
