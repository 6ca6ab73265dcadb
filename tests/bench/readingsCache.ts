import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { openSeeded, plainDevice, seedDevices, seedTemplate } from "./fleetSeed.ts";

export const historyPoints = ["t", "p", "n", "a", "b", "c", "d", "e", "f", "g"] as const;
export const yearEnd = Date.UTC(2026, 10, 1);
export const yearStart = yearEnd - 365 * 86_400_000;
export const denseDevice = plainDevice(0).id;

/** One device reports its ten points every minute of the year, the others every fifty minutes: together a little over 20,000,000 readings. */
const sparse = 141;
const minute = 60_000;

const folder = join(tmpdir(), "gatehouse-bench-readings-1");

const readingAt = (point: number, ts: number): number =>
  Math.round((20 + 5 * Math.sin(ts / 13_750_987) + 0.01 * (((ts / minute) * (point + 7)) % 97)) * 100) / 100;

const appendYear = async (telemetry: Telemetry, deviceId: string, step: number): Promise<void> => {
  for (const [point, address] of historyPoints.entries()) {
    const series = telemetry.series(deviceId, 1, `point-${address}`);
    for (let ts = yearStart; ts < yearEnd; ts += step) {
      telemetry.append(series, ts, readingAt(point, ts));
      if (telemetry.congested) await telemetry.committed();
    }
  }
};

const fill = async (dataDir: string): Promise<void> => {
  const db = await openSeeded(dataDir);
  await seedTemplate(db, historyPoints);
  await db.deleteFrom("alarm_trigger").execute();
  const devices = Array.from({ length: sparse + 1 }, (_, index) => plainDevice(index));
  await seedDevices(db, devices);
  await db.destroy();
  const telemetry = await openEmbeddedTelemetry({ file: join(dataDir, "telemetry.db"), log: pino({ level: "error" }) });
  for (const { id } of devices) {
    await appendYear(telemetry, id, id === denseDevice ? minute : 50 * minute);
    await telemetry.committed();
  }
  await telemetry.stop();
};

/** A data folder with a year of 20,000,000 readings, written by the store's own code and kept below the temporary folder of the system. */
export const readingsFolder = async (): Promise<string> => {
  if (existsSync(folder)) return folder;
  console.log(`writing 20,000,000 readings to ${folder}; they are kept for the next time`);
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  const start = performance.now();
  await fill(unfinished);
  renameSync(unfinished, folder);
  console.log(`written in ${Math.round((performance.now() - start) / 1000)} s`);
  return folder;
};
