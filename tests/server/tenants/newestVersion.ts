import type { Db } from "#server/db/open.ts";

const versioned = [
  "company",
  "user",
  "role",
  "recipe",
  "point",
  "device",
  "device_type",
  "device_model",
  "device_video",
  "alarm_trigger",
  "data_unit",
  "saved_order",
  "icon_group",
  "icon_picture",
] as const;

/** The request with the version that its record has now, where it names one. */
export const withNewestVersion = async (db: Db, request: object): Promise<object> => {
  if (!("version" in request && "id" in request)) return request;
  for (const table of versioned) {
    const row = await db.selectFrom(table).select("version").where("id", "=", String(request.id)).executeTakeFirst();
    if (row) return { ...request, version: row.version };
  }
  return request;
};
