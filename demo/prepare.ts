import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { openDataFolder } from "#server/system/dataFolder.ts";
import { seedSystem } from "#server/system/seed.ts";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import { demoPassword } from "./accounts.ts";
import { dayMs, fleetOf, minuteMs } from "./fleet.ts";
import { fillHistory } from "./history.ts";
import { bringCameras, bringModbus, markFilled, readSeeded, type Seeded, seedDemo, seedPast } from "./seed.ts";

export interface Preparation {
  readonly size: number;
  /** Of history. */
  readonly days: number;
  readonly now: number;
  /** Where its cameras stream, if they do. */
  readonly streams?: string;
  progress(line: string): void;
}

const lastHeard = async (db: Db): Promise<number> => {
  const { at } = await db
    .selectFrom("device_communication")
    .select((eb) => eb.fn.max("communication_time").as("at"))
    .executeTakeFirstOrThrow();
  return at ?? 0;
};

/** Makes the demonstration's data in an empty folder; in one that has it, fills what is missing since the last run, a day at most. */
export const prepareDemo = async (config: Config, log: Logger, preparation: Preparation): Promise<Seeded> => {
  const folder = openDataFolder(config.dataDir);
  try {
    return await filled(config, log, preparation);
  } finally {
    folder.release();
  }
};

const filled = async (config: Config, log: Logger, { size, days, now, streams, progress }: Preparation): Promise<Seeded> => {
  const db = await openDatabase(config.database);
  try {
    await seedSystem(db, now, config.adminPassword ?? demoPassword);
    const known = await readSeeded(db);
    const made = known ?? (await seedDemo(db, size, days, now));
    const withCameras = streams === undefined ? made : await bringCameras(db, made, streams, now);
    const seeded = config.dtuPort === undefined ? withCameras : await bringModbus(db, withCameras, now);
    const fleet = fleetOf(seeded.size);
    const missing = known?.filled ? Math.max(await lastHeard(db), now - dayMs) : undefined;
    if (missing !== undefined && now - missing < minuteMs) return seeded;
    progress(known?.filled ? "Filling what happened since the last run …" : `Making ${seeded.days} days of history …`);
    // Whatever is not folded yet is folded by the server while it runs already.
    const telemetry = await openEmbeddedTelemetry({ file: join(config.dataDir, "telemetry.db"), log, foldRows: 10_000_000 });
    try {
      const began = performance.now();
      const count = await fillHistory(telemetry, fleet, missing ?? seeded.at - seeded.days * dayMs, now);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      progress(`${count.toLocaleString("en-US")} readings of ${fleet.length} gateways in ${seconds} s`);
    } finally {
      await telemetry.stop();
    }
    if (missing === undefined) await markFilled(db, seeded);
    else await seedPast(db, fleet, missing, now);
    return { ...seeded, filled: true };
  } finally {
    await db.destroy();
  }
};
