import { sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { deviceLocationTrack, TrackPlace } from "#contract/resources/deviceLocationTrack.ts";
import type { Db } from "#server/db/open.ts";
import { deviceInScope } from "#server/devices/deviceRows.ts";
import type { Caller } from "#server/kit/caller.ts";
import { utcText } from "#server/kit/utcText.ts";

type Query = typeof deviceLocationTrack.calls.query;
type Place = Omit<TrackPlace, "at"> & { at: number };

const told = (places: readonly Place[]): TrackPlace[] => places.map(({ at, lng, lat }) => ({ at: utcText(at), lng, lat }));

/** Goes from each place to the first one that is a step later, so that a long track costs as much as a short one. */
const walked = (db: Db, deviceId: string, from: number, to: number, step: number): Promise<{ rows: Place[] }> =>
  sql<Place>`with recursive walk(at) as (
      select min(at) from device_place where device_id = ${deviceId} and at >= ${from} and at < ${to}
      union all
      select (select min(later.at) from device_place as later
        where later.device_id = ${deviceId} and later.at >= walk.at + ${sql.lit(step)} and later.at < ${to})
      from walk where walk.at is not null)
    select at, lng, lat from device_place
    where device_id = ${deviceId} and at in (select at from walk where at is not null) order by at`.execute(db);

/** Where a device was within a period, when the caller may see it; what is sparse whole, what is dense a step apart. */
export const trackOf = async (db: Db, caller: Caller, request: RequestOf<Query>): Promise<ResponseOf<Query>> => {
  const device = await deviceInScope(db, caller, request.deviceId);
  const [from, to] = [Date.parse(request.from), Date.parse(request.to)];
  const within = db.selectFrom("device_place").where("device_id", "=", device.id).where("at", ">=", from).where("at", "<", to);
  const { total } = await within.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  if (total <= limits.track.places)
    return { places: told(await within.select(["at", "lng", "lat"]).orderBy("at").execute()), total, stepMs: 0 };
  const stepMs = Math.ceil((to - from) / limits.track.places);
  return { places: told((await walked(db, device.id, from, to, stepMs)).rows), total, stepMs };
};
