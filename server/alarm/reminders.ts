import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Db } from "#server/db/open.ts";
import { portions } from "#server/kit/portions.ts";
import { type ToldRaise, writeReminders } from "#server/notices/noticeEvents.ts";
import type { AlarmEvent } from "./alarmEvent.ts";
import { escalateSome } from "./escalation.ts";
import type { Masks } from "./masks.ts";
import { isOf } from "./rulesBy.ts";
import { isSilenced } from "./silence.ts";
import { slaveNamesOf } from "./slaveNames.ts";

const minuteMs = 60_000;
const longestMs = limits.alarmRule.repeatMinutes[1] * minuteMs;
/** Looked at in one transaction. */
const atOnce = 500;

interface Telling {
  readonly db: Db;
  readonly masks: Pick<Masks, "of">;
  readonly notify: (event: AlarmEvent) => void;
}

/** When a record that is heard of at `now` (UTC ms) is told again first; null where its rule tells once. */
export const firstReminder = (
  { method, repeatMinutes, repeatStop }: { method: string; repeatMinutes: number | null; repeatStop: string },
  { now, over }: { now: number; over: boolean },
): number | null =>
  method !== "repeat" || repeatMinutes === null || (over && repeatStop === "released") ? null : now + repeatMinutes * minuteMs;

const dueRecords = (trx: Db, at: number) =>
  trx
    .selectFrom("alarm_log")
    .innerJoin("device", "device.id", "alarm_log.device_id")
    .innerJoin("company", "company.id", "device.company_id")
    .leftJoin("alarm_trigger as rule", (join) => join.onRef("rule.id", "=", "alarm_log.rule_id").on("rule.enabled", "=", 1))
    .selectAll("alarm_log")
    .select(["device.name as device_name", "device.sn", "device.company_id as owner", "device.alarm_notice", "company.path"])
    .select(["rule.alarm_type_id", "rule.alarm_group_id", "rule.method", "rule.repeat_minutes", "rule.repeat_stop"])
    .select(["device.type_id", "rule.company_id as ruling", "rule.device_id as rule_device", "rule.device_type_id as rule_type"])
    // What is further ahead than any was written while the server's clock was.
    .where((eb) => eb.or([eb("reminds_at", "<=", at), eb("reminds_at", ">", at + longestMs)]))
    .orderBy("reminds_at")
    .limit(atOnce);

type Due = Awaited<ReturnType<ReturnType<typeof dueRecords>["execute"]>>[number];

/** Whether the rule is still one of the device, which may be another organisation's by now. */
const isRuled = ({
  device_id: id,
  type_id: typeId,
  path: companyPath,
  ruling,
  rule_device: deviceId,
  rule_type: deviceTypeId,
}: Due): boolean => ruling !== null && isOf({ definition: { deviceId, deviceTypeId, companyId: ruling } }, { id, typeId, companyPath });

/** Minutes until the next; undefined where nobody is told again: an edit of the rule reaches what it has raised. */
const intervalOf = (due: Due): number | undefined => {
  const { state, open_key, method, repeat_minutes, repeat_stop } = due;
  if (state !== 0 || method !== "repeat" || repeat_minutes === null || !isRuled(due)) return undefined;
  return repeat_stop === "released" && open_key === null ? undefined : repeat_minutes;
};

/** The beat is kept; what fell into a time without a server is told once. */
const nextOf = (minutes: number, at: number) => sql<number>`case when reminds_at <= ${at} and reminds_at + ${minutes * minuteMs} > ${at}
  then reminds_at + ${minutes * minuteMs} else ${at + minutes * minuteMs} end`;

const remindSome = async ({ db, masks, notify }: Telling, at: number): Promise<boolean> => {
  const { events, more } = await db.transaction().execute(async (trx) => {
    const rows = await dueRecords(trx, at).execute();
    const names = await slaveNamesOf(trx, [...new Set(rows.map(({ device_id }) => device_id))]);
    const over: string[] = [];
    const later = new Map<number, string[]>();
    const told: string[] = [];
    const events: AlarmEvent[] = [];
    const reminders: ToldRaise[] = [];
    for (const row of rows) {
      const minutes = intervalOf(row);
      if (minutes === undefined) {
        over.push(row.id);
        continue;
      }
      later.set(minutes, [...(later.get(minutes) ?? []), row.id]);
      if (isSilenced(masks, row, at)) continue;
      told.push(row.id);
      const { device_name, sn, owner, alarm_notice, path, alarm_type_id, alarm_group_id, method, repeat_minutes, repeat_stop, ...more } =
        row;
      const { type_id, ruling, rule_device, rule_type, ...kept } = more;
      const record = { ...kept, reminders: kept.reminders + 1, reminded_at: at };
      const device = { id: kept.device_id, name: device_name, sn, companyId: owner, companyPath: path };
      events.push({ kind: "raised", masked: false, again: true, record, device: { ...device, slaveNames: names(kept.device_id) } });
      if (alarm_group_id !== null)
        reminders.push({ group: { groupId: alarm_group_id, now: at, released: { zh: "", en: "" } }, record, fresh: false });
    }
    for (const some of portions(told))
      await trx
        .updateTable("alarm_log")
        .set((eb) => ({ reminders: eb("reminders", "+", 1), reminded_at: at }))
        .where("id", "in", some)
        .execute();
    for (const [minutes, ids] of later)
      for (const some of portions(ids))
        await trx
          .updateTable("alarm_log")
          .set({ reminds_at: nextOf(minutes, at) })
          .where("id", "in", some)
          .execute();
    for (const some of portions(over)) await trx.updateTable("alarm_log").set({ reminds_at: null }).where("id", "in", some).execute();
    await writeReminders(trx, reminders);
    return { events, more: rows.length === atOnce };
  });
  for (const event of events) notify(event);
  return more;
};

/** Tells again what its rule has told again, and to the next group what nobody has processed, as it is due at `at`, UTC ms. */
export const tellDue = async (telling: Telling, at: number): Promise<void> => {
  while (await remindSome(telling, at));
  while (await escalateSome(telling.db, telling.masks, at));
};
