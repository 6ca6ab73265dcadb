import type { Selectable } from "kysely";
import type { Logger } from "pino";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import type { Sessions } from "#server/auth/sessions.ts";
import type { Changes } from "#server/changes/changes.ts";
import type { JobTable } from "#server/db/jobTables.ts";
import type { Db } from "#server/db/open.ts";
import { sweepUploads } from "#server/imports/sweepUploads.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FileAnswer } from "#server/kit/fileAnswer.ts";
import { newId } from "#server/kit/newId.ts";
import { portions } from "#server/kit/portions.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Licensing } from "#server/licence/licence.ts";
import type { OperationLog } from "#server/log/operationLog.ts";
import type { Troubles } from "#server/system/troubles.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { type JobFiles, openJobFiles } from "./jobFiles.ts";
import { type JobKind, type JobParts, type JobWork, type Progress, rightOf } from "./jobKind.ts";
import { makeRoom } from "./jobRoom.ts";
import { isFailed, problemText } from "./jobRows.ts";
import { openJobTurns } from "./jobTurns.ts";

/** Jobs that run at the same time, of all organisations together; of each organisation one runs and the others wait. */
const atOnce = 2;
const dayMs = 86_400_000;
const resultsAtOnce = 100;
const sweepMs = 6 * 3_600_000;
/** Behind what the database did not take. */
const againMs = 5_000;
const part = "jobs";

interface Options {
  readonly db: Db;
  readonly dataDir: string;
  readonly log: Logger;
  readonly now: () => number;
  /** The time of day that may be deleted by. */
  readonly believed: () => number;
  readonly troubles: Pick<Troubles, "failed" | "over">;
  readonly sessions: Pick<Sessions, "callerOf">;
  readonly changes: Pick<Changes, "tell">;
  readonly operationLog: Pick<OperationLog, "write">;
  readonly config: Licensing["config"];
  readonly registry: JobParts["registry"];
  readonly commands: JobParts["commands"];
  readonly laterCommands: JobParts["laterCommands"];
  readonly telemetry: Telemetry;
  readonly kinds: readonly JobKind[];
}

interface Starting {
  readonly caller: Caller;
  readonly language: Language;
  /** What it does can be put back. */
  readonly undoable?: boolean;
  /** Keeps what the job works with, in the transaction that begins it. */
  keep?(tx: Db, id: string): Promise<void>;
}

export interface Jobs {
  /** Jobs that wait, or were interrupted, go on from here. */
  begin(): Promise<void>;
  /** Answers the id of a job that begins behind the answer. Refused for who has too many that have not ended. */
  start<Request extends object>(kind: JobKind<Request>, request: Request, asked: Starting): Promise<string>;
  /** One that has ended stays as it is. */
  cancel(id: string): Promise<void>;
  kindOf(name: string): JobKind | undefined;
  readonly files: JobFiles;
  /** Resolves when nothing waits or runs. */
  idle(): Promise<void>;
  /** What runs goes on at the next start. */
  stop(): Promise<void>;
}

type Row = Selectable<JobTable>;
const stopped = Symbol("the server stops");
const cancelled = Symbol("the job was cancelled");

/** Work that goes on behind answers: its rows say how far it came, so that it goes on after a restart. */
export const openJobs = (options: Options): Jobs => {
  const { db, log, now, believed, troubles, sessions, changes, kinds } = options;
  const files = openJobFiles(options.dataDir);
  const licensing: Licensing = { config: options.config, troubles, now };
  const { operationLog, telemetry, registry, commands, laterCommands } = options;
  const failed = (fault: unknown, what: string): void => log.error({ err: fault, part, what }, "something that a job did failed");
  const parts: JobParts = { ...{ db, now, licensing, changes, operationLog, telemetry, registry, commands, laterCommands }, failed };
  const kindOf = (name: string): JobKind | undefined => kinds.find((kind) => kind.name === name);
  const turns = openJobTurns();
  const running = new Map<string, { companyId: string; end: AbortController; over: Promise<void> }>();
  let choosing: Promise<void> = Promise.resolve();
  let stopping = false;
  let begun = false;
  let timer: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  const unkept = new Set<string>();

  const tell = (userId: string): Promise<void> => changes.tell({ kind: "records", resources: ["job"], companyIds: [], userId, page: "" });

  const keepFile = async (row: Row, { fileName, contentType, body }: FileAnswer, signal?: AbortSignal): Promise<void> => {
    const bytes = await files.write(row.id, body, signal);
    await db.updateTable("job").set({ file: fileName, file_type: contentType, bytes }).where("id", "=", row.id).execute();
    await makeRoom({ db, files }, row);
  };

  const workOf = (row: Row, kind: JobKind, end: AbortController): JobWork<never> => {
    const goOn = (): void => end.signal.throwIfAborted();
    return {
      id: row.id,
      request: JSON.parse(row.request) as never,
      language: row.language as Language,
      at: row.created_at,
      cursor: row.cursor === null ? undefined : JSON.parse(row.cursor),
      async caller() {
        goOn();
        const caller = await sessions.callerOf(row.user_id, row.id);
        goOn();
        if (!caller?.grants.has(rightOf(kind, JSON.parse(row.request)).path)) throw new Problem("forbidden");
        return caller;
      },
      async report({ done, total, results = [], cursor }: Progress) {
        // Kept for a job that was ended meanwhile as well: it has been done.
        await db.transaction().execute(async (tx) => {
          for (let from = 0; from < results.length; from += resultsAtOnce)
            await tx
              .insertInto("job_result")
              .values(results.slice(from, from + resultsAtOnce).map((result) => ({ job_id: row.id, ...result })))
              .onConflict((conflict) =>
                conflict.columns(["job_id", "place"]).doUpdateSet((eb) => ({
                  record: eb.ref("excluded.record"),
                  code: eb.ref("excluded.code"),
                  message: eb.ref("excluded.message"),
                })),
              )
              .execute();
          const failed = results.length === 0 ? undefined : await failedOf(tx, row.id);
          await tx
            .updateTable("job")
            .set({
              done,
              ...(total === undefined ? {} : { total }),
              ...(failed === undefined ? {} : { failed }),
              ...(cursor === undefined ? {} : { cursor: JSON.stringify(cursor) }),
            })
            .where("id", "=", row.id)
            .execute();
        });
        await tell(row.user_id);
        goOn();
      },
      async keepFile(file) {
        goOn();
        await keepFile(row, file, end.signal);
      },
    };
  };

  /** Whether something is left of a job that ended early: its file is no more what the job was to make. */
  const keepLeft = async (row: Row): Promise<boolean> => {
    try {
      const work = { request: JSON.parse(row.request) as never, language: row.language as Language };
      const left = await kindOf(row.kind)?.leaves?.(work, parts);
      if (!left) return false;
      await keepFile(row, left);
      return true;
    } catch (fault) {
      failed(fault, "to keep what is left of a job");
      return false;
    }
  };

  const ended = async (row: Row, state: "done" | "failed" | "cancelled", problem?: Problem): Promise<void> => {
    const keeps = state === "done" || (await keepLeft(row));
    if (!keeps) await files.remove(row.id);
    await db
      .updateTable("job")
      .set({
        state,
        ended_at: now(),
        ...(problem ? { problem: problemText(problem) } : {}),
        ...(keeps ? {} : { file: null, file_type: null, bytes: null }),
      })
      .where("id", "=", row.id)
      .where("state", "=", "running")
      .execute();
    await tell(row.user_id);
  };

  const run = async (row: Row, end: AbortController): Promise<void> => {
    try {
      const kind = kindOf(row.kind);
      if (!kind) throw new Error(`there is no job of the kind ${row.kind}`);
      await kind.run(workOf(row, kind, end), parts);
      if (end.signal.reason === cancelled) throw cancelled;
      await ended(row, "done");
    } catch (fault) {
      if (end.signal.reason === stopped) {
        await db.updateTable("job").set({ state: "waiting" }).where("id", "=", row.id).where("state", "=", "running").execute();
      } else if (end.signal.reason === cancelled) await ended(row, "cancelled");
      else if (fault instanceof Problem) await ended(row, "failed", fault);
      else {
        log.error({ err: fault, part, job: row.id, kind: row.kind }, "a job failed");
        await ended(row, "failed", new Problem("fault"));
      }
    }
  };

  /** Known to run before its row says so: whoever cancels it meets it in either. */
  const begin = (row: Row): void => {
    turns.taken(row);
    const end = new AbortController();
    const work = async (): Promise<void> => {
      const { numUpdatedRows } = await db
        .updateTable("job")
        .set({ state: "running" })
        .where("id", "=", row.id)
        .where("state", "=", "waiting")
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await tell(row.user_id);
      await run(row, end);
    };
    const over = work()
      .then(() => troubles.over(part))
      .catch((fault: unknown) => {
        unkept.add(row.id);
        troubles.failed(part, fault, "how a job ended could not be kept: it begins again");
        chooseLater();
      })
      .finally(() => {
        running.delete(row.id);
        choose();
      });
    running.set(row.id, { companyId: row.company_id, end, over });
  };

  /** Jobs whose end is not in the database: there they run, and nobody works for them. */
  const waitAgain = async (): Promise<void> => {
    for (const id of unkept) {
      await db.updateTable("job").set({ state: "waiting" }).where("id", "=", id).where("state", "=", "running").execute();
      unkept.delete(id);
    }
  };
  const chooseNext = async (): Promise<void> => {
    while (begun && !stopping && running.size < atOnce) {
      const busy = [...running.values()].map(({ companyId }) => companyId);
      const asking = await db
        .selectFrom("job")
        .select((eb) => ["company_id", "user_id", eb.fn.min("created_at").as("since")])
        .where("state", "=", "waiting")
        .$if(busy.length > 0, (query) => query.where("company_id", "not in", busy))
        .groupBy(["company_id", "user_id"])
        .execute();
      const next = turns.next(asking);
      if (!next) return;
      const row = await db
        .selectFrom("job")
        .selectAll()
        .where("state", "=", "waiting")
        .where("company_id", "=", next.company_id)
        .where("user_id", "=", next.user_id)
        .orderBy("created_at")
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      // Cancelled meanwhile: who else asks?
      if (row) begin(row);
    }
  };
  /** One choice at a time. */
  const inTurn = (work: () => Promise<void>): void => {
    choosing = choosing.then(work).catch((fault: unknown) => {
      troubles.failed(part, fault, "the next job could not be begun, will be tried again");
      chooseLater();
    });
  };
  const choose = (): void => inTurn(chooseNext);
  const chooseLater = (): void => {
    clearTimeout(again);
    if (stopping) return;
    again = setTimeout(() => {
      inTurn(waitAgain);
      choose();
    }, againMs);
  };

  const expire = async (): Promise<void> => {
    const before = believed() - limits.jobs.keptDays * dayMs;
    await db.deleteFrom("job").where("ended_at", "<", before).execute();
    await sweepUploads(db, believed());
    await files.sweep(async (ids) => {
      const there = new Set<string>();
      for (const some of portions(ids))
        for (const { id } of await db.selectFrom("job").select("id").where("id", "in", some).execute()) there.add(id);
      return there;
    });
  };
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = (): void => {
    sweeping = expire().catch((fault: unknown) => troubles.failed(part, fault, "old jobs could not be removed, will be tried again"));
    choose();
  };

  return {
    files,
    async begin() {
      await db.updateTable("job").set({ state: "waiting" }).where("state", "=", "running").execute();
      begun = true;
      timer = setInterval(sweep, sweepMs);
      sweep();
    },
    kindOf,
    async start(kind, request, { caller, language, undoable = false, keep }) {
      const id = newId(now());
      await db.transaction().execute(async (tx) => {
        const open = await tx
          .selectFrom("job")
          .select("user_id")
          .where("company_id", "=", caller.companyId)
          .where("state", "in", ["waiting", "running"])
          .execute();
        const { perUser, perOrganisation } = limits.jobs;
        if (open.length >= perOrganisation) throw new Problem("tooManyJobs", { values: { max: perOrganisation } });
        if (open.filter(({ user_id }) => user_id === caller.userId).length >= perUser)
          throw new Problem("tooManyJobs", { message: "code.tooManyJobs.own", values: { max: perUser } });
        await tx
          .insertInto("job")
          .values({
            ...{ id, user_id: caller.userId, company_id: caller.companyId, kind: kind.name, state: "waiting" },
            ...{ request: JSON.stringify(request), language, created_at: now(), undo: undoable ? "offered" : "" },
          })
          .execute();
        await keep?.(tx, id);
      });
      choose();
      return id;
    },
    async cancel(id) {
      const end = (): Promise<void> | undefined => {
        const work = running.get(id);
        work?.end.abort(cancelled);
        return work?.over;
      };
      const over = end();
      if (over) return over;
      const waiting = await db
        .updateTable("job")
        .set({ state: "cancelled", ended_at: now() })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .returningAll()
        .executeTakeFirst();
      if (!waiting) return end();
      await keepLeft(waiting);
      await tell(waiting.user_id);
    },
    async idle() {
      for (;;) {
        await Promise.all([choosing, sweeping]);
        if (running.size === 0) return;
        await Promise.all([...running.values()].map(({ over }) => over));
      }
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      clearTimeout(again);
      await choosing;
      for (const { end } of running.values()) end.abort(stopped);
      await Promise.all([...running.values()].map(({ over }) => over));
      await sweeping;
    },
  };
};

const failedOf = async (db: Db, id: string): Promise<number> => {
  const { failed } = await db
    .selectFrom("job_result")
    .select((eb) => eb.fn.countAll<number>().as("failed"))
    .where("job_id", "=", id)
    .where(isFailed)
    .executeTakeFirstOrThrow();
  return failed;
};
