import type { RequestOf } from "#contract/kit/call.ts";
import type { alarmTrigger } from "#contract/resources/alarm.ts";
import type { TryAnswer } from "#contract/resources/alarmTry.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { companiesOf } from "#server/kit/scope.ts";
import { typesOf } from "#server/notices/noticeGroups.ts";
import type { ReplayedSpan } from "./replay.ts";

type Fields = RequestOf<typeof alarmTrigger.calls.post>;

interface Group {
  readonly receivers: number;
  readonly tellsRelease: boolean;
  readonly perHour: number;
}

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Those that the caller sees, by their ids. */
const groupsOf = async (db: Db, caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, Group>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("alarm_group")
    .select(["alarm_group.id", "alarm_group.message_types", "alarm_group.tell_release", "alarm_group.per_hour"])
    .select((eb) =>
      eb
        .selectFrom("alarm_group_contact")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .whereRef("alarm_group_contact.group_id", "=", "alarm_group.id")
        .as("contacts"),
    )
    .where("alarm_group.id", "in", ids)
    .where("alarm_group.company_id", "in", companiesOf(db, caller))
    .execute();
  return new Map(
    rows.map(({ id, message_types, tell_release, per_hour, contacts }) => {
      const types = typesOf(message_types);
      const personal = types.filter((type) => type !== "webhook").length;
      const receivers = personal * (contacts ?? 0) + (types.includes("webhook") ? 1 : 0);
      return [id, { receivers, tellsRelease: tell_release === 1, perHour: per_hour }];
    }),
  );
};

/** A bound of the notices that would have gone, were nothing handled. Of one receiver no more go than its hourly limit and the summary at its end. */
export const triedNotices = async (
  db: Db,
  caller: Caller,
  { alarmGroupId, escalation, method, repeatMinutes }: Fields,
  raised: readonly ReplayedSpan[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<TryAnswer["notices"]> => {
  const groups = await groupsOf(db, caller, [
    ...new Set([...(alarmGroupId === null ? [] : [alarmGroupId]), ...escalation.map((step) => step.alarmGroupId)]),
  ]);
  const hours = Math.ceil((to - from) / hourMs);
  const lasted = ({ raisedAt, releasedAt = to }: ReplayedSpan): number => Math.max(0, releasedAt - raisedAt);
  const bound = (group: Group | undefined, events: number): number =>
    group === undefined ? 0 : group.receivers * Math.min(events, hours * (group.perHour + 1));
  // What is not handled is told again behind its release as well, until it is.
  const reminders =
    method === "repeat" && repeatMinutes !== null
      ? raised.reduce((sum, { raisedAt }) => sum + Math.floor(Math.max(0, to - raisedAt) / (repeatMinutes * minuteMs)), 0)
      : 0;
  const own = alarmGroupId === null ? undefined : groups.get(alarmGroupId);
  const released = own?.tellsRelease ? raised.filter(({ releasedAt }) => releasedAt !== undefined).length : 0;
  const due = escalation.map((step) => ({ step, count: raised.filter((span) => lasted(span) >= step.minutes * minuteMs).length }));
  return {
    receivers: own?.receivers ?? 0,
    reminders,
    escalations: due.reduce((sum, { count }) => sum + count, 0),
    atMost:
      bound(own, raised.length + released + reminders) +
      due.reduce((sum, { step, count }) => sum + bound(groups.get(step.alarmGroupId), count), 0),
  };
};
