import type { Transmission } from "#contract/resources/deviceModel.ts";
import type { Db } from "#server/db/open.ts";

/** SNs of gateways of the demonstration that speak so, as their models say: in a demonstration that was seeded before there are none. */
export const ownGateways = async (db: Db, transmission: Transmission): Promise<string[]> => {
  const rows = await db
    .selectFrom("device")
    .innerJoin("device_model as model", "model.id", "device.model_id")
    .select("device.sn")
    .where("model.transmission", "=", transmission)
    .where("device.id", "like", "demo-%")
    .execute();
  return rows.map(({ sn }) => sn);
};
