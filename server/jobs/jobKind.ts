import type { Call } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import type { jobKinds } from "#contract/resources/job.ts";
import type { Changes } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";
import type { LaterCommands } from "#server/devices/laterCommand.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FileAnswer } from "#server/kit/fileAnswer.ts";
import type { Licensing } from "#server/licence/licence.ts";
import type { OperationLog } from "#server/log/operationLog.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import type { CommandSender } from "#server/wire/commands.ts";
import type { DeviceRegistry } from "#server/wire/registry.ts";

export type JobKindName = (typeof jobKinds)[number];

export interface JobResult {
  /** From 1. */
  readonly place: number;
  readonly record: string;
  /** 0, or why the row failed. */
  readonly code: number;
  readonly message: string;
}

export interface Progress {
  /** Rows that are done, failed ones among them. */
  readonly done: number;
  /** All that there are, once that is known. */
  readonly total?: number;
  /** What became of rows since the last report; one told again replaces what was told of it. */
  readonly results?: readonly JobResult[];
  /** Plain data, by which an interrupted job goes on. */
  readonly cursor?: unknown;
}

/** What a job works with. Every promise of it rejects once the job was cancelled or the server stops, which the job lets through. */
export interface JobWork<Request> {
  readonly id: string;
  readonly request: Request;
  readonly language: Language;
  /** When it was asked for. */
  readonly at: number;
  /** As it was reported last; undefined in a job that begins. */
  readonly cursor: unknown;
  /** Who asked, with the rights of now. Rejects for who may no longer do it. */
  caller(): Promise<Caller>;
  /** Commits how far it came, results and cursor together, and tells the asker's pages. */
  report(progress: Progress): Promise<void>;
  /** Keeps the file that it makes, from its start; one that is left half written is not kept. */
  keepFile(file: FileAnswer): Promise<void>;
}

/** What jobs are done with. */
export interface JobParts {
  readonly db: Db;
  readonly now: () => number;
  readonly licensing: Licensing;
  readonly telemetry: Telemetry;
  readonly changes: Pick<Changes, "tell">;
  readonly operationLog: Pick<OperationLog, "write">;
  readonly registry: Pick<DeviceRegistry, "byId">;
  readonly commands: Pick<CommandSender, "send">;
  readonly laterCommands: Pick<LaterCommands, "plan" | "hold">;
  /** Told of what nobody expected and what goes on beside it. */
  failed(fault: unknown, what: string): void;
}

/** Whose right this needs. */
export const rightOf = ({ call }: Pick<JobKind, "call">, request: unknown): Call =>
  typeof call === "function" ? call(request as never) : call;

/** A kind of work that goes on behind an answer. */
export interface JobKind<Request = never> {
  readonly name: JobKindName;
  /** Whose right the asker needs, from the start until its file is taken away; of some kinds what was asked for decides. */
  readonly call: Call | ((request: Request) => Call);
  /** Throws a `Problem` for what a person is to be told. */
  run(work: JobWork<Request>, parts: JobParts): Promise<void>;
  /** The file that is left of one that was cancelled or failed: what it did and told nobody yet. */
  leaves?(work: Pick<JobWork<Request>, "request" | "language">, parts: Pick<JobParts, "db">): Promise<FileAnswer | undefined>;
}
