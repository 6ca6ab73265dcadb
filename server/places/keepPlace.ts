import type { Insertable } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { DeviceEventTable } from "#server/db/schema.ts";
import { cellOf } from "./cell.ts";
import { firstMotion, judgePlace, type Motion, type PlaceAt } from "./movement.ts";

/** How long ago a device may have begun or ceased to move for somebody to be told: what it kept while it was away is history. */
const newsMs = 600_000;

/** That a device began or ceased to move, as far as that is news. */
export interface Moved {
  readonly moves: boolean;
  readonly at: number;
}

const motionOf = async (tx: Db, deviceId: string): Promise<Motion | undefined> => {
  const row = await tx.selectFrom("device_motion").selectAll().where("device_id", "=", deviceId).executeTakeFirst();
  return (
    row && {
      at: row.at,
      ref: { at: row.ref_at, lng: row.ref_lng, lat: row.ref_lat },
      out: { at: row.out_at, lng: row.out_lng, lat: row.out_lat },
      outs: row.outs,
    }
  );
};

const writeMotion = async (tx: Db, deviceId: string, { at, ref, out, outs }: Motion): Promise<void> => {
  const columns = {
    ...{ at, outs },
    ...{ ref_at: ref.at, ref_lng: ref.lng, ref_lat: ref.lat },
    ...{ out_at: out.at, out_lng: out.lng, out_lat: out.lat },
  };
  await tx
    .insertInto("device_motion")
    .values({ device_id: deviceId, ...columns })
    .onConflict((conflict) => conflict.column("device_id").doUpdateSet(columns))
    .execute();
};

/**
 * Keeps where a device was, with its row of the device's log, and what follows from it: the newest is where the device is. Answers that it
 * began or ceased to move. A place that is there already is written again and changes nothing else.
 */
export const keepPlace = (
  db: Db,
  deviceId: string,
  place: PlaceAt,
  { event, arrivedAt, now }: { event: Insertable<DeviceEventTable>; arrivedAt: number; now: () => number },
): Promise<Moved | undefined> =>
  db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom("device").select("mobile").where("id", "=", deviceId).executeTakeFirst();
    if (!row) return undefined;
    await tx.insertInto("device_event").values(event).execute();
    const { at, lng, lat } = place;
    await tx
      .insertInto("device_place")
      .values({ device_id: deviceId, at, lng, lat })
      .onConflict((conflict) => conflict.columns(["device_id", "at"]).doUpdateSet({ lng, lat }))
      .execute();
    const known = await motionOf(tx, deviceId);
    // None is kept beyond its arrival: one that lies ahead tells that the server's clock was set back, and gives way.
    const before = known && known.at > now() ? undefined : known;
    if (before && at <= before.at) return undefined;
    const { motion, moves, since } = before
      ? judgePlace(before, row.mobile === "move", place)
      : { motion: firstMotion(place), moves: row.mobile === "move", since: undefined };
    await writeMotion(tx, deviceId, motion);
    const mobile = since === undefined ? {} : { mobile: moves ? "move" : "stop" };
    await tx
      .updateTable("device")
      .set({ lng, lat, cell: cellOf(place), ...mobile })
      .where("id", "=", deviceId)
      .execute();
    return since !== undefined && at >= arrivedAt - newsMs ? { moves, at: since } : undefined;
  });
