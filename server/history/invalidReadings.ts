import { type DecodeFault, decodeFaults } from "#contract/pointValue.ts";
import type { Db } from "#server/db/open.ts";
import type { ChosenPoint, HistoryChoice } from "./historyChoice.ts";

/** What a point sent and nobody could read, at the instant when it was noted. */
export interface InvalidReading {
  ts: number;
  /** Of the chosen points. */
  place: number;
  code: DecodeFault;
}

/** What the log of a device keeps of it; in which its code comes first. */
interface Fault {
  readonly code: DecodeFault;
  readonly values?: { readonly slave?: number; readonly address?: string };
}

const beginnings = decodeFaults.map((code) => `{"code":${JSON.stringify(code)},`);

/** So many at most: a device that sends only malformed values does not hide the others. The newest are taken. */
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
  const rows = await db
    .selectFrom("device_event")
    .select(["at", "content"])
    .where("device_id", "=", device.id)
    .where("kind", "=", "fault")
    .where("at", ">=", from)
    .where("at", "<", to)
    .orderBy("at", "desc")
    .limit(mostLooked)
    .execute();
  return rows
    .filter(({ content }) => beginnings.some((begins) => content.startsWith(begins)))
    .slice(0, most)
    .reverse()
    .flatMap(({ at, content }) => {
      const { code, values } = JSON.parse(content) as Fault;
      return points.flatMap((point, place) => (sentBy(point, values) ? [{ ts: at, place, code }] : []));
    });
};

const sentBy = ({ info, address }: ChosenPoint, sent: Fault["values"]): boolean => info.slave === sent?.slave && address === sent.address;
