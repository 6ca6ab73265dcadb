import { sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import { device } from "#contract/resources/device.ts";
import { type deviceChange, undoneKinds } from "#contract/resources/deviceChange.ts";
import type { Db } from "#server/db/open.ts";
import { type DeviceFilters, nextIds, totalDevices } from "#server/devices/deviceList.ts";
import { dayIn, leaseEndsOf } from "#server/devices/leases.ts";
import { ownJob } from "#server/jobs/jobRows.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Caller } from "#server/kit/caller.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { changeRequest, deviceChangeJob } from "./changeJob.ts";
import { changeOfDevices } from "./changeKinds.ts";

type Request = RequestOf<typeof deviceChange.calls.post>;

interface Beginning {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "start">;
  readonly caller: Caller;
  readonly language: Language;
  readonly at: number;
}

/** Ids that are read before messages and other calls are served. */
const read = 5000;
const rowsAtOnce = 100;

/** Throws for who may not do it with one device. */
const admit = ({ grants }: Caller, path: string): void => {
  if (!grants.has(path)) throw new Problem(path === device.calls.cmd.path ? "commandForbidden" : "forbidden");
};

/** What the filter lets through now, refused where that is more than was seen. */
const matchingIds = async ({ db, caller, at }: Beginning, { filter = {}, count = 0 }: Request): Promise<string[]> => {
  const { lease, ...others } = filter;
  const filters: DeviceFilters = { ...others, leaseEnds: lease && leaseEndsOf(lease, dayIn(caller.zone, at)) };
  const ids: string[] = [];
  for (;;) {
    const found = await nextIds(db, caller, filters, { behind: ids.at(-1) ?? "", limit: read });
    ids.push(...found);
    if (ids.length > count) throw new Problem("countChanged", { values: { count: await totalDevices(db, caller, filters), named: count } });
    if (ids.length > limits.matching) throw fieldProblem("filter", "rule.change.most");
    if (found.length < read) break;
    await nextTurn();
  }
  if (ids.length === 0) throw new Problem("nothingMatches");
  return ids;
};

/** Keeps the devices in the portions that they are changed in. */
const keepPortions = async (tx: Db, jobId: string, ids: readonly string[], size: number): Promise<void> => {
  const rows = Array.from({ length: Math.ceil(ids.length / size) }, (_, portion) => ({
    ...{ job_id: jobId, portion, place: portion * size + 1, outcome: "" },
    devices: JSON.stringify(ids.slice(portion * size, (portion + 1) * size).map((id) => ({ id }))),
  }));
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx
      .insertInto("device_change_portion")
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
};

/** Begins the job that changes these devices, which are fixed by now; answers its id. */
export const beginChange = async (beginning: Beginning, request: Request): Promise<string> => {
  const { db, jobs, caller, language } = beginning;
  const { action } = request;
  const change = changeOfDevices(action);
  admit(caller, change.call.path);
  await change.check(db, caller, action);
  const ids = request.ids ? [...new Set(request.ids)] : await matchingIds(beginning, request);
  const size = action.kind === "command" ? limits.change.commanded : limits.change.atOnce;
  return await jobs.start(
    deviceChangeJob,
    { action, undo: false, total: ids.length },
    {
      ...{ caller, language, undoable: undoneKinds.includes(action.kind) },
      keep: (tx, id) => keepPortions(tx, id, ids, size),
    },
  );
};

/** Begins the job that puts back what another one of the caller's has changed; answers its id. */
export const beginUndo = async ({ db, jobs, caller, language }: Beginning, id: string): Promise<string> => {
  const row = await ownJob(db, caller, id);
  if (row.undo !== "offered" || row.ended_at === null) throw new Problem("notUndone");
  const { action } = changeRequest.parse(JSON.parse(row.request));
  const { undo } = changeOfDevices(action);
  if (!undo) throw new Problem("notUndone");
  admit(caller, undo.call.path);
  const { total } = await db
    .selectFrom("device_change_portion")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("changed"), sql<number>`0`).as("total"))
    .where("job_id", "=", id)
    .executeTakeFirstOrThrow();
  if (Number(total) === 0) throw new Problem("notUndone");
  return await jobs.start(
    deviceChangeJob,
    { action, undo: true, total: Number(total) },
    {
      ...{ caller, language },
      async keep(tx, jobId) {
        const { numUpdatedRows } = await tx
          .updateTable("job")
          .set({ undo: "taken" })
          .where("id", "=", id)
          .where("undo", "=", "offered")
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Problem("notUndone");
        await tx
          .insertInto("device_change_portion")
          .columns(["job_id", "portion", "place", "devices", "outcome"])
          .expression((eb) =>
            eb
              .selectFrom("device_change_portion")
              .select([
                sql<string>`cast(${jobId} as text)`.as("job_id"),
                "portion",
                "place",
                "outcome as devices",
                sql<string>`''`.as("outcome"),
              ])
              .where("job_id", "=", id)
              .where("changed", ">", 0),
          )
          .execute();
      },
    },
  );
};
