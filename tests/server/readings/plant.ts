import pino from "pino";
import { type AlarmEngine, openAlarmEngine } from "#server/alarm/alarmEngine.ts";
import type { Touched } from "#server/alarm/following.ts";
import { newestReadingOf } from "#server/alarm/newestReading.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import type { Sample, Telemetry } from "#server/telemetry/telemetry.ts";
import { openCommands } from "#server/wire/commands.ts";
import { openEventBudget } from "#server/wire/eventBudget.ts";
import { openFaultLog } from "#server/wire/faults.ts";
import { type Ingest, openIngest } from "#server/wire/ingest.ts";
import { type Fleet, openFleet, someday } from "#tests/server/alarm/fleet.ts";

const log = pino({ level: "silent" });
const slave = 1;

interface Running {
  telemetry: Telemetry;
  alarms: AlarmEngine;
  ingest: Ingest;
  stop(): Promise<void>;
}

/** What a message goes through, from its bytes to tables and alarms, with a clock that is set by hand: only broker and pages are missing. */
export class Plant {
  now = someday;
  readonly fleet: Fleet;
  readonly #file: string;
  #running: Running | undefined;

  constructor(fleet: Fleet, file: string) {
    this.fleet = fleet;
    this.#file = file;
  }

  get #parts(): Running {
    if (!this.#running) throw new Error("the plant stands still");
    return this.#running;
  }

  async start(): Promise<void> {
    const { db } = this.fleet;
    const now = (): number => this.now;
    const troubles = openTroubles(log, now, () => performance.now());
    const telemetry = await openEmbeddedTelemetry({ file: this.#file, log, clock: now, foldRows: 40 });
    const alarms = await openAlarmEngine({ db, log, troubles, now, notify: () => undefined, newestReading: newestReadingOf(telemetry) });
    const faults = openFaultLog(db, troubles, now);
    const commands = openCommands(() => ({ publish: async () => "offline" }), now);
    const realtime = { watched: () => false, values: () => undefined, movement: () => undefined };
    const ingest = openIngest({
      ...{ db, now, telemetry, alarms, commands, faults },
      events: openEventBudget(faults),
      realtime: () => realtime,
    });
    const stop = async (): Promise<void> => {
      await alarms.stop();
      await faults.idle();
      await telemetry.stop();
    };
    this.#running = { telemetry, alarms, ingest, stop };
  }

  async restart(): Promise<void> {
    await this.#parts.stop();
    await this.start();
  }

  async close(): Promise<void> {
    await this.#running?.stop();
    await this.fleet.close();
  }

  /** The messages of one turn, which nobody waits for in between; resolves when all are acknowledged. */
  async send(deviceId: string, ...messages: object[]): Promise<void> {
    const device = await this.fleet.registered(deviceId, (slaveNo, pointId) => this.#parts.telemetry.series(deviceId, slaveNo, pointId));
    await Promise.all(messages.map((message) => this.#parts.ingest.received(device, "telemetry", Buffer.from(JSON.stringify(message)))));
  }

  tick(): Promise<void> {
    return this.#parts.alarms.tick(this.now);
  }

  async changed(touched: Touched): Promise<void> {
    await this.#parts.alarms.changed(touched);
    await this.#parts.alarms.idle();
  }

  latest(deviceId: string, point: string): Sample | undefined {
    const series = this.#parts.telemetry.find(deviceId, slave, point);
    return series === undefined ? undefined : this.#parts.telemetry.latest(series);
  }

  async history(deviceId: string, point: string): Promise<Sample[]> {
    const series = this.#parts.telemetry.find(deviceId, slave, point);
    if (series === undefined) return [];
    return this.#parts.telemetry.raw({ series, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100_000 });
  }
}

/** Devices of template `plant`: point `every` is stored with every reading, `change` on change, `live` is not stored. */
export const openPlant = async (file: string): Promise<Plant> => {
  const fleet = await openFleet();
  await fleet.recipe("plant", "north", [{ id: "every" }, { id: "change" }, { id: "live" }]);
  await fleet.db.updateTable("point").set({ store_mode: 2 }).where("id", "=", "change").execute();
  await fleet.db.updateTable("point").set({ store_mode: 0 }).where("id", "=", "live").execute();
  const plant = new Plant(fleet, file);
  await plant.start();
  return plant;
};
