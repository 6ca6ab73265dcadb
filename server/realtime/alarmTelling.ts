import type { Logger } from "pino";
import { hiddenTexts } from "#server/alarm/hiddenPoint.ts";
import { isSeenBy, keptFromApp, type PointReach, seesEveryPoint } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { portions } from "#server/kit/portions.ts";
import type { AlarmNotice } from "./alarmNotice.ts";
import type { Client, SessionSockets } from "./audience.ts";
import { alarmText } from "./content.ts";

interface Told {
  readonly notice: AlarmNotice;
  readonly receivers: readonly SessionSockets[];
}

interface Options {
  db: Db;
  log: Logger;
  send(client: Client, text: string): void;
}

const tell = (send: Options["send"], { notice, receivers }: Told): void => {
  const texts = new Map<string, string>();
  for (const session of receivers) {
    const switches = session.switches[notice.event.record.level];
    if (!switches?.notice) continue;
    for (const client of [...session.clients]) {
      const key = `${client.data.language} ${switches.sound} ${switches.tone} ${switches.desktop}`;
      const text = texts.get(key) ?? alarmText(notice, client.data.language, switches);
      texts.set(key, text);
      send(client, text);
    }
  }
};

const reachesOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PointReach>> => {
  const reaches = new Map<string, PointReach>();
  for (const some of portions(ids)) {
    const points = db
      .selectFrom("point")
      .select(["id", "auth", keptFromApp.as("kept")])
      .where("id", "in", some);
    for (const { id, auth, kept } of await points.execute()) reaches.set(id, { auth, keptFromApp: Boolean(kept) });
  }
  return reaches;
};

/**
 * Tells alarms to sessions: at once to those that see every point, to the others behind a look at what their points are, in the order in
 * which they came. Who does not see the point is told the alarm without its texts; so is everybody else of them where that cannot be known.
 */
export const openAlarmTelling = ({ db, log, send }: Options) => {
  let waiting: Told[] = [];
  let looking = false;

  const lookAndTell = async (): Promise<void> => {
    looking = true;
    while (waiting.length > 0) {
      const told = waiting;
      waiting = [];
      const ids = [...new Set(told.flatMap(({ notice }) => notice.event.record.point_id ?? []))];
      const reaches = await reachesOf(db, ids).catch((err: unknown) => {
        log.error({ err }, "which points alarms are about could not be read, they are told without them");
        return new Map<string, PointReach>();
      });
      for (const each of told) {
        const { event } = each.notice;
        const { point_id } = event.record;
        const reach = point_id === null ? undefined : reaches.get(point_id);
        const sees = ({ caller }: SessionSockets): boolean => point_id === null || (reach !== undefined && isSeenBy(caller, reach));
        const hidden = { ...each.notice, event: { ...event, record: { ...event.record, ...hiddenTexts } } };
        tell(send, { ...each, receivers: each.receivers.filter(sees) });
        tell(send, { notice: hidden, receivers: each.receivers.filter((session) => !sees(session)) });
      }
    }
    looking = false;
  };

  return (receivers: readonly SessionSockets[], notice: AlarmNotice): void => {
    // Nothing to look for, and nothing that waits to be told before it.
    const plain = notice.event.record.point_id === null && !looking;
    const groups = groupedBy(receivers, ({ caller }) => plain || seesEveryPoint(caller));
    tell(send, { notice, receivers: groups.get(true) ?? [] });
    const limited = groups.get(false);
    if (limited === undefined) return;
    waiting.push({ notice, receivers: limited });
    if (!looking) void lookAndTell();
  };
};
