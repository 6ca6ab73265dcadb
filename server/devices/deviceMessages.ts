import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { deviceMessage, MessageDay, MessageOutcome, MessageRow } from "#contract/resources/deviceMessage.ts";
import { devicesWithHidden, isSeenBy } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { cursorOf, placeOf, type TimePlace } from "#server/kit/timeCursor.ts";
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

/** Where those begin that came before this one; it may be gone by now, and older ones with it. */
const behind = (found: readonly RecordedMessage[], { at, id }: TimePlace): number => {
  const place = found.findIndex((message) => message.id === id);
  const start = place < 0 ? found.findIndex((message) => message.at < at) : place + 1;
  return start < 0 ? found.length : start;
};

/** The messages of one device that were recorded. Their bytes have values of all points: who may not see one of the device's sees none. */
export const listMessages = async (
  db: Db,
  caller: Caller,
  request: RequestOf<Call>,
  messages: Pick<MessageRecord, "of" | "skipped">,
): Promise<ResponseOf<Call>> => {
  const { deviceId, direction, failed, cursor } = request;
  const after = cursor ? placeOf(cursor) : undefined;
  await deviceInScope(db, caller, deviceId);
  const hidden = await devicesWithHidden(db, caller, [deviceId]);
  const found = messages
    .of(deviceId)
    .filter(
      (message) => (direction === undefined || message.direction === direction) && (failed === undefined || isFailed(message) === failed),
    );
  const { offset, pageNo } = pageOf(request, found.length);
  const start = after ? behind(found, after) : offset;
  const shown = found.slice(start, start + request.pageSize);
  const last = shown.at(-1);
  return {
    ...listOf(
      shown.map((message) => rowOf(message, caller, !hidden.has(deviceId))),
      found.length,
      after ? request.pageNo : pageNo,
      request,
    ),
    skipped: messages.skipped(deviceId),
    cursor: last && start + shown.length < found.length ? cursorOf(last) : null,
  };
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
