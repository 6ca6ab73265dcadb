import { type DecodeFault, decodeFaults } from "#contract/pointValue.ts";
import { jsonText } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";
import type { ChosenPoint, HistoryChoice } from "./historyChoice.ts";

/** What a point sent and nobody could read, at the instant when it was noted. */
export interface InvalidReading {
  ts: number;
  /** Of the chosen points. */
  place: number;
  code: DecodeFault;
}

const isReason = (code: string | null): code is DecodeFault => decodeFaults.some((reason) => reason === code);

/** So many at most: a device that sends nothing but rubbish does not hide what can be read. The newest are taken. */
const most = 2000;
const mostLooked = 20_000;

/** The invalid readings of the chosen points, oldest first; buckets are made of valid ones, so of them there are none. */
export const invalidReadings = async (
  db: Db,
  { device, points, aggregation }: HistoryChoice,
  from: number,
  to: number,
): Promise<InvalidReading[]> => {
  if (aggregation !== "raw" || from >= to) return [];
  const faults = db
    .selectFrom("device_event")
    .select(["at", "content"])
    .where("device_id", "=", device.id)
    .where("kind", "=", "fault")
    .where("at", ">=", from)
    .where("at", "<", to)
    .orderBy("at", "desc")
    .limit(mostLooked);
  const rows = await db
    .selectFrom(faults.as("fault"))
    .select([
      "at",
      jsonText(db, "content", "code").as("code"),
      jsonText(db, "content", "values", "slave").as("slave"),
      jsonText(db, "content", "values", "address").as("address"),
    ])
    .where(jsonText(db, "content", "code"), "in", decodeFaults)
    .orderBy("at", "desc")
    .limit(most)
    .execute();
  return rows
    .reverse()
    .flatMap(({ at, code, slave, address }) =>
      points.flatMap((point, place) => (isReason(code) && sentBy(point, slave, address) ? [{ ts: at, place, code }] : [])),
    );
};

const sentBy = ({ info, address }: ChosenPoint, slave: string | null, sent: string | null): boolean =>
  slave !== null && info.slave === Number(slave) && address === sent;
