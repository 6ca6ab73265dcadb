import { sql } from "kysely";
import type { MessageDay } from "#contract/resources/deviceMessage.ts";
import type { Db } from "#server/db/open.ts";
import { dayIn, daysLater } from "#server/devices/leases.ts";
import type { Troubles } from "#server/system/troubles.ts";

/** How many messages and bytes went between each device and the server, by day of its organisation. */
export interface MessageCounts {
  count(deviceId: string, direction: "up" | "down", bytes: number, faulty: boolean): void;
  /** Newest first, what is not written yet included; days are those of the zone. */
  of(deviceId: string, zone: string): Promise<MessageDay[]>;
  /** What is kept of these devices has gone: what is not written yet goes, too. */
  forget(deviceIds: readonly string[]): void;
  /** Writes all that is not written yet, and counts no more. */
  stop(): Promise<void>;
}

interface Options {
  db: Db;
  now: () => number;
  /** The time of day that may be deleted by. */
  believed: () => number;
  troubles: Pick<Troubles, "failed" | "over">;
  everyMs?: number;
}

interface Counts {
  up: number;
  upBytes: number;
  down: number;
  downBytes: number;
  faulty: number;
}

/** Counts of a device in one quarter of an hour: midnight of every zone falls between two of them. */
interface Quarter extends Counts {
  readonly deviceId: string;
  readonly quarter: number;
}

const quarterMs = 900_000;
const daysKept = 31;
const tickMs = 1_000;
/** A row is written again after this at the soonest. */
const restMs = 60_000;
/** Rows that are written, or deleted, at once: the others wait for their turn. */
const atOnce = 500;
const part = "message counts";

const add = (into: Counts, { up, upBytes, down, downBytes, faulty }: Counts): void => {
  into.up += up;
  into.upBytes += upBytes;
  into.down += down;
  into.downBytes += downBytes;
  into.faulty += faulty;
};

export const openMessageCounts = ({ db, now, believed, troubles, everyMs = tickMs }: Options): MessageCounts => {
  /** By device and quarter, in the order of their beginning. */
  let waiting = new Map<string, Quarter & { readonly since: number }>();
  let writing: Promise<void> = Promise.resolve();
  let swept = "";

  const store = async (quarters: readonly Quarter[]): Promise<void> => {
    if (quarters.length === 0) return;
    await db.transaction().execute(async (tx) => {
      const zones = await tx
        .selectFrom("device")
        .innerJoin("company", "company.id", "device.company_id")
        .select(["device.id", "company.zone"])
        .where("device.id", "in", [...new Set(quarters.map(({ deviceId }) => deviceId))])
        .execute();
      const zoneOf = new Map(zones.map(({ id, zone }) => [id, zone]));
      const days = new Map<string, Counts & { device_id: string; day: string }>();
      for (const { deviceId, quarter, ...counts } of quarters) {
        const zone = zoneOf.get(deviceId);
        // A device that is gone has no days any more.
        if (zone === undefined) continue;
        const day = dayIn(zone, quarter * quarterMs);
        const key = `${deviceId} ${day}`;
        const known = days.get(key);
        if (known) add(known, counts);
        else days.set(key, { device_id: deviceId, day, ...counts });
      }
      if (days.size === 0) return;
      const added = (column: "up" | "up_bytes" | "down" | "down_bytes" | "faulty") =>
        sql<number>`${sql.ref(`device_message_day.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
      await tx
        .insertInto("device_message_day")
        .values(
          [...days.values()].map(({ device_id, day, up, upBytes, down, downBytes, faulty }) => ({
            ...{ device_id, day, up, up_bytes: upBytes, down, down_bytes: downBytes, faulty },
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(["device_id", "day"]).doUpdateSet({
            ...{ up: added("up"), up_bytes: added("up_bytes"), down: added("down"), down_bytes: added("down_bytes") },
            faulty: added("faulty"),
          }),
        )
        .execute();
    });
  };

  /** Once a day what is too old, some at a time. */
  const sweep = async (): Promise<void> => {
    const today = new Date(believed()).toISOString().slice(0, 10);
    if (swept === today) return;
    const old = db
      .selectFrom("device_message_day")
      .select(["device_id", "day"])
      .where("day", "<", daysLater(today, -daysKept - 1));
    const rows = await old.limit(atOnce).execute();
    if (rows.length < atOnce) swept = today;
    if (rows.length === 0) return;
    await db
      .deleteFrom("device_message_day")
      .where((eb) => eb.or(rows.map(({ device_id, day }) => eb.and([eb("device_id", "=", device_id), eb("day", "=", day)]))))
      .execute();
  };

  /** Takes out what is written, so that nothing is written twice; what fails waits again. */
  const write = async (due: (quarter: { since: number }) => boolean): Promise<boolean> => {
    const some: (Quarter & { readonly since: number })[] = [];
    for (const one of waiting.values()) {
      if (some.length === atOnce || !due(one)) break;
      some.push(one);
    }
    for (const one of some) waiting.delete(`${one.deviceId} ${one.quarter}`);
    try {
      await store(some.map(({ since: _, ...quarter }) => quarter));
    } catch (fault) {
      const later = waiting;
      waiting = new Map(some.map((one) => [`${one.deviceId} ${one.quarter}`, one]));
      for (const [key, one] of later) {
        const known = waiting.get(key);
        if (known) add(known, one);
        else waiting.set(key, one);
      }
      throw fault;
    }
    return some.length === atOnce;
  };

  const tick = async (): Promise<void> => {
    try {
      await write(({ since }) => Math.abs(now() - since) >= restMs);
      await sweep();
      troubles.over(part);
    } catch (fault) {
      troubles.failed(part, fault, "counts of messages could not be written, will be tried again");
    }
  };
  const timer = setInterval(() => {
    writing = writing.then(tick);
  }, everyMs).unref();

  return {
    count(deviceId, direction, bytes, faulty) {
      const at = now();
      const quarter = Math.floor(at / quarterMs);
      const key = `${deviceId} ${quarter}`;
      let counts = waiting.get(key);
      if (!counts) {
        counts = { deviceId, quarter, since: at, up: 0, upBytes: 0, down: 0, downBytes: 0, faulty: 0 };
        waiting.set(key, counts);
      }
      if (direction === "up") {
        counts.up += 1;
        counts.upBytes += bytes;
      } else {
        counts.down += 1;
        counts.downBytes += bytes;
      }
      if (faulty) counts.faulty += 1;
    },
    async of(deviceId, zone) {
      const rows = await db
        .selectFrom("device_message_day")
        .selectAll()
        .where("device_id", "=", deviceId)
        .orderBy("day", "desc")
        .limit(daysKept)
        .execute();
      const days = new Map<string, MessageDay>(
        rows.map(({ day, up, up_bytes: upBytes, down, down_bytes: downBytes, faulty }) => [
          day,
          { day, up, upBytes, down, downBytes, faulty },
        ]),
      );
      const latest = Math.floor(now() / quarterMs);
      // What waits is of the last quarters, or of a few more where the database does not take it.
      for (let quarter = latest; quarter > latest - 96; quarter -= 1) {
        const counts = waiting.get(`${deviceId} ${quarter}`);
        if (!counts) continue;
        const day = dayIn(zone, quarter * quarterMs);
        const known = days.get(day) ?? { day, up: 0, upBytes: 0, down: 0, downBytes: 0, faulty: 0 };
        add(known, counts);
        days.set(day, known);
      }
      return [...days.values()].sort((one, other) => (one.day < other.day ? 1 : -1)).slice(0, daysKept);
    },
    forget(deviceIds) {
      const gone = new Set(deviceIds);
      for (const [key, { deviceId }] of waiting) if (gone.has(deviceId)) waiting.delete(key);
    },
    async stop() {
      clearInterval(timer);
      await writing;
      let more = true;
      while (more) more = await write(() => true);
    },
  };
};
