import type { Transaction } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { portions } from "#server/kit/portions.ts";
import { type ToldRaise, writeNoticeEvents } from "#server/notices/noticeEvents.ts";
import type { AlarmEvent } from "./alarmEvent.ts";
import type { Mask, Masks } from "./masks.ts";
import { slaveNamesOf } from "./slaveNames.ts";

interface Telling {
  readonly db: Db;
  readonly masks: Masks;
  readonly notify: (event: AlarmEvent) => void;
}

/** Records that are looked at in one transaction. */
const atOnce = 500;

/** What is held back and still stands: records, oldest first, with their devices and what their rules are of. */
const heldBack = (db: Db) =>
  db
    .selectFrom("alarm_log")
    .innerJoin("device", "device.id", "alarm_log.device_id")
    .innerJoin("company", "company.id", "device.company_id")
    .leftJoin("alarm_trigger", "alarm_trigger.id", "alarm_log.rule_id")
    .where("alarm_log.masked", "=", 1)
    .where("alarm_log.open_key", "is not", null)
    .where("alarm_log.state", "=", 0)
    .selectAll("alarm_log")
    .select(["device.name as device_name", "device.sn", "device.company_id as owner", "device.alarm_notice", "company.path"])
    .select(["alarm_trigger.alarm_type_id", "alarm_trigger.alarm_group_id"])
    .orderBy("alarm_log.raised_at");

type Held = Awaited<ReturnType<ReturnType<typeof heldBack>["execute"]>>[number];

/** Tells what no mask holds back any more, and leaves the rest to another mask, or to a device whose notices are off. Answers what was told. */
const tellFreed = async (trx: Transaction<Database>, masks: Masks, rows: readonly Held[], at: number): Promise<AlarmEvent[]> => {
  if (rows.length === 0) return [];
  const names = await slaveNamesOf(trx, [...new Set(rows.map(({ device_id }) => device_id))]);
  const events: AlarmEvent[] = [];
  const raises: ToldRaise[] = [];
  const left = new Map<string | null, string[]>();
  const leave = (maskId: string | null, { id, mask_id }: { id: string; mask_id: string | null }): void => {
    if (maskId !== mask_id) left.set(maskId, [...(left.get(maskId) ?? []), id]);
  };
  for (const { device_name, sn, owner, alarm_notice, path, alarm_type_id, alarm_group_id, ...record } of rows) {
    const device = { id: record.device_id, name: device_name, sn, companyId: owner, companyPath: path };
    const other = masks.of({ device, rule: { id: record.rule_id, typeId: alarm_type_id } }, at);
    if (other) leave(other.id, record);
    else if (alarm_notice === 0) leave(null, record);
    else {
      events.push({
        ...{ kind: "raised", masked: false, heldBack: true },
        record: { ...record, masked: 0 },
        device: { ...device, slaveNames: names(device.id) },
      });
      const group = alarm_group_id !== null && { groupId: alarm_group_id, now: at, released: { zh: "", en: "" } };
      // It is news now, however long it was held back.
      if (group) raises.push({ group, record: { ...record, repeated_at: at }, fresh: false });
    }
  }
  for (const [maskId, ids] of left)
    for (const some of portions(ids)) await trx.updateTable("alarm_log").set({ mask_id: maskId }).where("id", "in", some).execute();
  for (const some of portions(events.map(({ record }) => record.id)))
    await trx.updateTable("alarm_log").set({ masked: 0 }).where("id", "in", some).execute();
  await writeNoticeEvents(trx, raises, []);
  return events;
};

/** Answers whether there may be more. */
const tellSome = async ({ db, masks, notify }: Telling, mask: Mask, at: number): Promise<boolean> => {
  const { events, more } = await db.transaction().execute(async (trx) => {
    const rows = await heldBack(trx).where("alarm_log.mask_id", "=", mask.id).limit(atOnce).execute();
    if (rows.length < atOnce) await trx.updateTable("alarm_mask").set({ told: 1 }).where("id", "=", mask.id).execute();
    return { events: await tellFreed(trx, masks, rows, at), more: rows.length === atOnce };
  });
  for (const event of events) notify(event);
  return more;
};

/** What masks hold back no more of devices that were edited, and may be another organisation's by now, is told at `at`, UTC ms. */
export const tellEdited = async ({ db, masks, notify }: Telling, deviceIds: Iterable<string>, at: number): Promise<void> => {
  for (const some of portions(deviceIds)) {
    const events = await db.transaction().execute(async (trx) => {
      const rows = await heldBack(trx).where("alarm_log.device_id", "in", some).where("alarm_log.mask_id", "is not", null).execute();
      return tellFreed(trx, masks, rows, at);
    });
    for (const event of events) notify(event);
  }
};

/** What masks that are over at `at` (UTC ms) held back and what still stands, unprocessed, is told now. */
export const tellEnded = async (telling: Telling, at: number): Promise<void> => {
  for (const mask of telling.masks.over(at)) {
    while (await tellSome(telling, mask, at));
    telling.masks.forget(mask.id);
  }
};
