import { job } from "#contract/resources/job.ts";
import { attach } from "#store/attach.ts";

export const jobCalls = attach(job);
