import type { Logger } from "pino";
import type { Db } from "#server/db/open.ts";
import { newId } from "#server/kit/newId.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import type { LeaseEnding } from "#server/realtime/content.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { dayIn, daysLater } from "./leases.ts";

/** Days that are left when it is told, each with the days from which on it is: nobody is told of a device twice at once. */
const thresholds = [
  { days: 1, from: 0 },
  { days: 7, from: 2 },
  { days: 30, from: 8 },
] as const;

const atOnce = 500;
const hourMs = 3_600_000;
const firstMs = 60_000;

type Tell = (endings: readonly LeaseEnding[]) => void;

/** Devices of organisations in this zone that are within the threshold and of which that was not told yet. */
const untold = (db: Db, zone: string, at: number, { days, from }: (typeof thresholds)[number]) => {
  const today = dayIn(zone, at);
  return db
    .selectFrom("device")
    .innerJoin("company", "company.id", "device.company_id")
    .select(["device.id", "device.name", "device.sn", "device.lease_end", "company.path"])
    .where("device.lease_end", ">=", daysLater(today, from))
    .where("device.lease_end", "<=", daysLater(today, days))
    .where("company.zone", "=", zone)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("lease_notice")
            .select("lease_notice.id")
            .whereRef("lease_notice.device_id", "=", "device.id")
            .whereRef("lease_notice.lease_end", "=", "device.lease_end")
            .where("lease_notice.days", "=", days),
        ),
      ),
    )
    .orderBy("device.lease_end")
    .orderBy("device.id")
    .limit(atOnce)
    .execute();
};

/**
 * Tells of services that are about to end: once for each device, last day and threshold, whatever is started anew meanwhile. What is told
 * is on disk first. Answers how many were told.
 */
export const tellEndingLeases = async (db: Db, at: number, tell: Tell): Promise<number> => {
  const zones = await db.selectFrom("company").select("zone").distinct().orderBy("zone").execute();
  let told = 0;
  for (const { zone } of zones)
    for (const threshold of thresholds)
      for (;;) {
        const rows = await untold(db, zone, at, threshold);
        if (rows.length === 0) break;
        const { days } = threshold;
        const notices = rows.map(({ id, lease_end }, place) => ({ id: newId(at + place), device_id: id, lease_end, days, at }));
        await db.insertInto("lease_notice").values(notices).execute();
        tell(rows.map(({ id, name, sn, lease_end, path }) => ({ deviceId: id, name, sn, companyPath: path, leaseEnd: lease_end, at })));
        told += rows.length;
        await nextTurn();
      }
  return told;
};

interface Watched {
  readonly db: Db;
  readonly log: Logger;
  readonly troubles: Pick<Troubles, "failed" | "over">;
  /** The time of day that notices are due by. */
  readonly believed: () => number;
  readonly tell: Tell;
}

const part = "leases";

/** Looks every hour for services that are about to end. Answers how to stop. */
export const watchLeases = ({ db, log, troubles, believed, tell }: Watched): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      const devices = await tellEndingLeases(db, believed(), tell);
      troubles.over(part);
      if (devices > 0) log.info({ part, devices }, "devices whose service is about to end were told");
    } catch (fault) {
      troubles.failed(part, fault, "services that are about to end could not be told, will be tried again");
    }
  };
  let timer = setTimeout(function again() {
    running = look();
    timer = setTimeout(again, hourMs);
  }, firstMs);
  return () => {
    clearTimeout(timer);
    return running;
  };
};
