import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { deviceMessage, MessageDay, MessageOutcome, MessageRow } from "#contract/resources/deviceMessage.ts";
import { devicesWithHidden, isSeenBy } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import type { MessageCounts } from "#server/wire/messageCounts.ts";
import type { MessageRecord, RecordedMessage } from "#server/wire/messageRecord.ts";
import { deviceInScope } from "./deviceRows.ts";

type Call = typeof deviceMessage.calls.query;

const calm: readonly MessageOutcome[] = ["stored", "taken", "waiting", "online", "offline"];

const isFailed = ({ outcome }: RecordedMessage): boolean => !calm.includes(outcome);

const rowOf = ({ head, at, faults, readings, readingCount, ...message }: RecordedMessage, caller: Caller, whole: boolean): MessageRow => ({
  ...message,
  values: readings.filter(({ reach }) => isSeenBy(caller, reach)).map(({ reach: _, ...value }) => value),
  valueCount: readingCount,
  at: new Date(at).toISOString(),
  faults: faults.map(({ code, values = {} }) => ({ code, values })),
  hex: whole ? head.toString("hex") : null,
});

/** The messages of one device that were recorded. Their bytes have values of all points: who may not see one of the device's sees none. */
export const listMessages = async (
  db: Db,
  caller: Caller,
  request: RequestOf<Call>,
  messages: Pick<MessageRecord, "of">,
): Promise<ResponseOf<Call>> => {
  const { deviceId, direction, failed } = request;
  await deviceInScope(db, caller, deviceId);
  const hidden = await devicesWithHidden(db, caller, [deviceId]);
  const found = messages
    .of(deviceId)
    .filter(
      (message) => (direction === undefined || message.direction === direction) && (failed === undefined || isFailed(message) === failed),
    );
  const { offset, pageNo } = pageOf(request, found.length);
  const rows = found.slice(offset, offset + request.pageSize).map((message) => rowOf(message, caller, !hidden.has(deviceId)));
  return listOf(rows, found.length, pageNo, request);
};

/** Counts by day of the organisation that the device is of. */
export const countMessages = async (
  db: Db,
  caller: Caller,
  deviceId: string,
  counts: Pick<MessageCounts, "of">,
): Promise<{ days: MessageDay[] }> => {
  const { company_id } = await deviceInScope(db, caller, deviceId);
  const company = await db.selectFrom("company").select("zone").where("id", "=", company_id).executeTakeFirst();
  if (!company) throw new Problem("notFound");
  return { days: await counts.of(deviceId, company.zone) };
};
