import { z } from "zod";
import { type Call, read, resource, write } from "#contract/kit/call.ts";
import { id, idRequest, ids, list, nothing, pageFields, utcTime } from "#contract/kit/page.ts";

/** `waiting` for its turn, or, after a restart, to go on. */
export const jobStates = ["waiting", "running", "done", "failed", "cancelled"] as const;
/** What jobs do; each is started by a call of its own. */
export const jobKinds = [
  "operationFile",
  "deviceFile",
  "deviceImport",
  "snImport",
  "alarmTypeImport",
  "deviceChange",
  "dataFile",
  "dataErasure",
] as const;

export const jobRow = z.object({
  id: z.string(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** Rows that are done, those that failed among them, and all that there are as far as that is known. */
  done: z.number(),
  failed: z.number(),
  total: z.number().nullable(),
  /** What a change of devices does with them, or undoes; empty for every other job. */
  change: z.string(),
  undo: z.boolean(),
  /** Whether what it did can be put back, once it has ended. */
  undoable: z.boolean(),
  /** Name of the file that it made. */
  file: z.string(),
  bytes: z.number().nullable(),
  /** Why it failed, in the asker's language. */
  message: z.string(),
  createdAt: utcTime,
  endedAt: utcTime.nullable(),
});
export type JobRow = z.output<typeof jobRow>;

export const jobResult = z.object({
  /** From 1: the row of what was given. */
  place: z.number(),
  /** What the row was about, as it was given. */
  record: z.string(),
  code: z.number(),
  message: z.string(),
});
export type JobResult = z.output<typeof jobResult>;

/** Whether a call only begins work that goes on behind its answer. */
export const beginsJob = ({ touches }: Pick<Call, "touches">): boolean => touches.includes(job.name);

/** Work that takes longer than an answer may: it goes on behind it, over restarts too, and is seen by who asked for it alone. */
export const job = resource(
  "job",
  {
    /** The last ones of who asks, newest first. */
    query: read(z.object(pageFields), list(jobRow), { access: "signedIn" }),
    /** What became of each row, in their order; with `failed` of those that failed alone. */
    results: read(
      z.object({ ...pageFields, id, failed: z.boolean().optional(), cursor: z.string().max(16).optional() }),
      list(jobResult).extend({ cursor: z.string().nullable() }),
      { access: "signedIn" },
    ),
    /** What is done stays done. */
    cancel: write(idRequest, nothing, { access: "signedIn" }),
    /** Takes ended jobs from the list, with their files. */
    delete: write(z.object({ ids }), z.object({ removed: z.number() }), { access: "signedIn", preference: true }),
    /** The file that a job made, or that is left of an import that ended early; asks for the right that the job needed. */
    file: read(idRequest, z.never(), {
      access: "signedIn",
      answer: "file",
      fileTypes: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    }),
  },
  { zh: "后台任务", en: "job" },
);
