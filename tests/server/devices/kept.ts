import { join } from "node:path";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import type { Site } from "#tests/server/site.ts";

/** Rows of every kind that a device keeps, in both databases, once what was erased has gone from the tables. */
export const keptOf = async (site: Site, deviceId: string): Promise<Record<string, number>> => {
  const { db } = site.gatehouse.services;
  const tables = ["alarm_log", "alarm_pending", "alarm_trigger", "device_event", "device_state_log", "device_user"] as const;
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { n } = await db
      .selectFrom(table as "alarm_log")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("device_id", "=", deviceId)
      .executeTakeFirstOrThrow();
    counts[table] = n;
  }
  const readings = openSqlite(join(site.folder, "telemetry.db"));
  try {
    await until(() => readings.prepare("select 1 from doomed").get() === undefined, "the rows of what was erased to go");
    const inSeries = (table: string) =>
      Number(
        readings.prepare(`select count(*) as n from ${table} where series in (select id from series where device_id = ?)`).get(deviceId)?.n,
      );
    counts.readings = ["obs", "hot_a", "hot_b", "held_a", "held_b", "roll_h"].reduce((sum, table) => sum + inSeries(table), 0);
    counts.latest = inSeries("latest");
  } finally {
    readings.close();
  }
  return counts;
};

/** Lets the device send a reading that is stored, and gives it an alarm record beside. */
export const use = async (site: Site, device: { id: string; sn: string; companyId: string; password?: string }): Promise<void> => {
  const client = await connectDevice(site, device.sn, device.password);
  await sendTelemetry(client, device.sn, { values: { "1": 21.5 } });
  await client.endAsync();
  // That it has left is written by then, and not behind what is done next.
  const states = () =>
    site.gatehouse.services.db.selectFrom("device_state_log").select("online").where("device_id", "=", device.id).execute();
  await until(async () => (await states()).some(({ online }) => online === 0), "the device's leave");
  await site.gatehouse.services.db
    .insertInto("alarm_log")
    .values(alarmRow({ id: `alarm-${device.id}`, company_id: device.companyId, device_id: device.id }))
    .execute();
};
