import type { z } from "zod";
import { type AlarmTone, alarmTones, type switchRow } from "#contract/resources/alarm.ts";
import type { Db } from "#server/db/open.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { changeOf } from "#server/log/changeOf.ts";

export type AlarmSwitch = z.output<typeof switchRow>;

/** What is set of a level; a tone or a desktop that is left out stays as it is. */
export type SwitchSetting = Pick<AlarmSwitch, "level" | "notice" | "sound"> & {
  tone?: AlarmTone | undefined;
  desktop?: boolean | undefined;
};

/** Without a setting of the user's own every level brings a notice, and major (2) and emergency (3) sound, each in a tone of its own. */
const defaults: readonly AlarmSwitch[] = [
  { level: 0, notice: true, sound: false, tone: "chime", desktop: false },
  { level: 1, notice: true, sound: false, tone: "beep", desktop: false },
  { level: 2, notice: true, sound: true, tone: "double", desktop: false },
  { level: 3, notice: true, sound: true, tone: "alarm", desktop: false },
];

const toneOf = (stored: string | null): AlarmTone | undefined => alarmTones.find((tone) => tone === stored);

/** The switches of each of these users, of all four levels, lowest first. */
export const switchesOfUsers = async (db: Db, userIds: readonly string[]): Promise<(userId: string) => AlarmSwitch[]> => {
  const rows = userIds.length === 0 ? [] : await db.selectFrom("alarm_switch").selectAll().where("user_id", "in", userIds).execute();
  const own = groupedBy(rows, ({ user_id }) => user_id);
  return (userId) =>
    defaults.map((standard) => {
      const set = own.get(userId)?.find((row) => row.level === standard.level);
      if (!set) return { ...standard };
      const { notice, sound, desktop } = set;
      return { ...standard, notice: notice === 1, sound: sound === 1, tone: toneOf(set.tone) ?? standard.tone, desktop: desktop === 1 };
    });
};

export const switchesOf = async (db: Db, userId: string): Promise<AlarmSwitch[]> => (await switchesOfUsers(db, [userId]))(userId);

export const switchOf = async (db: Db, userId: string, level: AlarmSwitch["level"]): Promise<AlarmSwitch> => {
  const found = (await switchesOf(db, userId)).find((row) => row.level === level);
  if (!found) throw new Error(`no switch of level ${level}`);
  return found;
};

/** Answers what it changed. */
export const setSwitch = (db: Db, userId: string, { level, ...set }: SwitchSetting): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const before = await switchOf(tx, userId, level);
    const { notice, sound, tone = before.tone, desktop = before.desktop } = set;
    const values = { notice: notice ? 1 : 0, sound: sound ? 1 : 0, tone, desktop: desktop ? 1 : 0 };
    await tx
      .insertInto("alarm_switch")
      .values({ user_id: userId, level, ...values })
      .onConflict((conflict) => conflict.columns(["user_id", "level"]).doUpdateSet(values))
      .execute();
    return changeOf({ ...before }, { level, notice, sound, tone, desktop });
  });
