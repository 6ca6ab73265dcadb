import { z } from "zod";
import { type Language, messages, say } from "#contract/messages.ts";
import { changeAction } from "#contract/resources/deviceChange.ts";
import type { Change } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";
import { devicesInScope } from "#server/devices/deviceRows.ts";
import type { JobKind, JobParts, JobResult } from "#server/jobs/jobKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Changed, Outcome, Step, Stepping, Target } from "./changeKind.ts";
import { changeOfDevices } from "./changeKinds.ts";

export const changeRequest = z.object({
  action: changeAction,
  /** It is put back, as the devices of its portions had it. */
  undo: z.boolean(),
  total: z.number(),
});
export type ChangeRequest = z.output<typeof changeRequest>;

const cursorOf = z.object({ portion: z.number(), done: z.number() });
const kept = z.record(z.string(), z.unknown());

const keptRow = z.object({
  id: z.string(),
  record: z.string(),
  state: z.enum(["done", "same", "refused"]),
  code: z.number(),
  message: z.string(),
  before: kept.optional(),
  after: kept.optional(),
});
type Row = z.output<typeof keptRow>;
const keptStep = z.object({
  rows: z.array(keptRow),
  logged: z.array(z.object({ call: z.string(), detail: z.string(), change: z.string(), companies: z.string() })),
});
type KeptStep = z.output<typeof keptStep>;

/** Stands for the outcome of commands while they are under way. */
const begun = "-";

interface Portion {
  readonly portion: number;
  readonly place: number;
  readonly devices: string;
  readonly outcome: string;
}

/** A device that is to be changed, or to be put back. */
interface Asked {
  readonly id: string;
  readonly place: number;
  readonly before?: Row["before"];
  readonly after?: Row["after"];
}

const given = z.array(z.object({ id: z.string() }));

const askedOf = ({ devices, place }: Portion, undo: boolean): Asked[] =>
  undo
    ? keptStep.parse(JSON.parse(devices)).rows.flatMap((row, index) => (row.state === "done" ? [{ ...row, place: place + index }] : []))
    : given.parse(JSON.parse(devices)).map(({ id }, index) => ({ id, place: place + index }));

const wordsOf = (problem: Problem, language: Language): { code: number; message: string } => {
  const { code, data, message } = problem.envelope(language);
  const field = problem.detail.fields ? (data as { fields: { message: string }[] }).fields[0]?.message : undefined;
  return { code, message: field ?? message };
};

const rowOf = (asked: Asked, target: Target | undefined, outcome: Outcome | undefined, language: Language): Row => {
  const record = target ? `${target.name} (${target.sn})` : asked.id;
  const told = outcome ?? { state: "refused" as const, problem: new Problem("notFound") };
  if (told.state === "refused") return { id: asked.id, record, state: told.state, ...wordsOf(told.problem, language) };
  const values = told.state === "done" && told.before && told.after ? { before: told.before, after: told.after } : {};
  const message = told.state === "done" && told.note ? say(language, told.note) : "";
  return { id: asked.id, record, state: told.state, code: 0, message, ...values };
};

/** What follows the same is told once. */
const merged = (events: readonly Change[]): Change[] => {
  const others = new Map<string, Change>();
  const edited: string[] = [];
  for (const event of events) {
    if (event.kind === "devices" && !event.moved) edited.push(...event.ids);
    else others.set(JSON.stringify(event), event);
  }
  return [...(edited.length > 0 ? [{ kind: "devices", ids: edited } as const] : []), ...others.values()];
};

interface Running {
  readonly jobId: string;
  readonly request: ChangeRequest;
  readonly language: Language;
  readonly asked: number;
  readonly parts: JobParts;
}

const empty: Step = { outcomes: new Map(), logged: [], events: [] };

const targetsOf = async (db: Db, caller: Caller, asked: readonly Asked[]): Promise<ReadonlyMap<string, Target>> => {
  const ids = asked.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await devicesInScope(db, caller, ids).select(["device.id", "device.name", "device.sn"]).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

const runStep = (stepping: Stepping, asked: readonly Asked[], targets: ReadonlyMap<string, Target>, { action, undo }: ChangeRequest) => {
  const change = changeOfDevices(action);
  const devices = asked.flatMap((one) => {
    const target = targets.get(one.id);
    return target ? [{ ...target, before: one.before ?? {}, after: one.after ?? {} } satisfies Changed] : [];
  });
  if (devices.length === 0) return empty;
  return undo && change.undo ? change.undo.run(stepping, devices, action) : change.run(stepping, devices, action);
};

const keepOutcome = async (db: Db, jobId: string, { portion }: Portion, step: KeptStep): Promise<void> => {
  const changed = step.rows.filter(({ state }) => state === "done").length;
  await db
    .updateTable("device_change_portion")
    .set({ outcome: JSON.stringify(step), changed })
    .where("job_id", "=", jobId)
    .where("portion", "=", portion)
    .execute();
};

interface Done {
  readonly step: KeptStep;
  readonly events: readonly Change[];
}

/** Changes the devices of a portion and keeps what became of each, both or neither. */
const changePortion = async ({ jobId, request, language, asked: at, parts }: Running, caller: Caller, portion: Portion): Promise<Done> => {
  const asked = askedOf(portion, request.undo);
  const work = async (tx: Db): Promise<Done> => {
    const targets = await targetsOf(tx, caller, asked);
    const step = await runStep({ tx, caller, parts, asked: at, at: parts.now() }, asked, targets, request);
    const rows = asked.map((one) => rowOf(one, targets.get(one.id), step.outcomes.get(one.id), language));
    const keptNow = { rows, logged: [...step.logged] };
    await keepOutcome(tx, jobId, portion, keptNow);
    return { step: keptNow, events: step.events };
  };
  if (request.action.kind !== "command") return await parts.db.transaction().execute(work);
  // What is sent cannot be taken back with the row that tells of it: that it may have been sent is kept before.
  await parts.db
    .updateTable("device_change_portion")
    .set({ outcome: begun })
    .where("job_id", "=", jobId)
    .where("portion", "=", portion.portion)
    .execute();
  return await work(parts.db);
};

/** Of commands that were under way when the server stopped. */
const unknownOutcome = async ({ jobId, language, parts }: Running, caller: Caller, portion: Portion): Promise<Done> => {
  const asked = askedOf(portion, false);
  const targets = await targetsOf(parts.db, caller, asked);
  const outcome: Outcome = { state: "refused", problem: new Problem("commandUnknown") };
  const step = { rows: asked.map((one) => rowOf(one, targets.get(one.id), outcome, language)), logged: [] };
  await keepOutcome(parts.db, jobId, portion, step);
  return { step, events: [] };
};

const nextPortion = (db: Db, jobId: string, portion: number): Promise<Portion | undefined> =>
  db
    .selectFrom("device_change_portion")
    .select(["portion", "place", "devices", "outcome"])
    .where("job_id", "=", jobId)
    .where("portion", ">=", portion)
    .orderBy("portion")
    .limit(1)
    .executeTakeFirst();

const resultsOf = (portion: Portion, undo: boolean, { rows }: KeptStep, same: string): JobResult[] => {
  const places = new Map(askedOf(portion, undo).map(({ id, place }) => [id, place]));
  return rows.map(({ id, record, state, code, message }) => ({
    ...{ place: places.get(id) ?? portion.place, record, code },
    message: state === "same" ? same : message,
  }));
};

/** Changes many devices, or puts back what was changed, portion by portion; each leaves the rows in the operation log that its own call would. */
export const deviceChangeJob: JobKind<ChangeRequest> = {
  name: "deviceChange",
  call: ({ action, undo }) => {
    const change = changeOfDevices(action);
    return undo && change.undo ? change.undo.call : change.call;
  },
  async run({ id: jobId, request: stored, language, at: asked, cursor, caller: callerNow, report }, parts) {
    const request = changeRequest.parse(stored);
    const running: Running = { jobId, request, language, asked, parts };
    const { total } = request;
    let { portion, done } = cursor === undefined ? { portion: 0, done: 0 } : cursorOf.parse(cursor);
    await report({ done, total });
    for (;;) {
      const caller = await callerNow();
      const next = await nextPortion(parts.db, jobId, portion);
      if (!next) return;
      const began = parts.now();
      const { step, events } =
        next.outcome === ""
          ? await changePortion(running, caller, next)
          : next.outcome === begun
            ? await unknownOutcome(running, caller, next)
            : { step: keptStep.parse(JSON.parse(next.outcome)), events: [] };
      for (const row of step.logged)
        await parts.operationLog.write({
          ...{ at: parts.now(), userId: caller.userId, account: caller.account, userName: caller.userName, companyId: caller.companyId },
          ...row,
          ...{ address: "", code: 0, milliseconds: Math.max(0, parts.now() - began) },
        });
      await parts.changes.tell(...merged(events));
      done += step.rows.length;
      portion = next.portion + 1;
      const results = resultsOf(next, request.undo, step, messages["change.same"][language]);
      await report({ done, total, results, cursor: { portion, done } });
      await nextTurn();
    }
  },
};
