import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import { type deviceEvent, type EventRow, eventKinds } from "#contract/resources/log.ts";
import { sortingOf } from "#server/catalog/sorting.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf, pageOf } from "#server/kit/page.ts";
import { deviceInScope } from "./deviceRows.ts";

type Query = RequestOf<typeof deviceEvent.calls.query>;

const kindOf = (text: string): EventRow["kind"] => {
  const known = eventKinds.find((kind) => kind === text);
  if (known === undefined) throw new Error(`a device event is of kind ${text}, which nobody declared`);
  return known;
};

/** What was sent to one device and what came from it beside readings, newest first. It goes with the device, whoever had it before. */
export const listEvents = async (db: Db, caller: Caller, request: Query): Promise<ListOf<EventRow>> => {
  const { order } = sortingOf(request, ["at"], { field: "at", order: "desc" });
  await deviceInScope(db, caller, request.deviceId);
  const { kind } = request;
  const base = db
    .selectFrom("device_event")
    .where("device_id", "=", request.deviceId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""));
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await base
    .select(["id", "at", "kind", "content", "account", "result"])
    .orderBy("at", order)
    .orderBy("id", order)
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const list = rows.map((row) => ({ ...row, at: new Date(row.at).toISOString(), kind: kindOf(row.kind) }));
  return listOf(list, total, pageNo, request);
};
