import { join } from "node:path";
import mqtt, { type MqttClient } from "mqtt";
import pino from "pino";
import { expect, it } from "vitest";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import { devicePassword, openSeeded, plainDevice, seedDevices, seedTemplate } from "#tests/bench/fleetSeed.ts";
import { startServer } from "#tests/bench/serverProcess.ts";
import { until } from "#tests/server/fleet.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";

/** How many messages are acknowledged before the last signal; `ACKNOWLEDGED=200000` for a long run. */
const wanted = Number(process.env.ACKNOWLEDGED ?? 4_000);
const start = Date.UTC(2026, 0, 1);

/** One after the other on one folder: how many devices publish, how many messages each has on the way, and which part of all. */
const loads = [
  { devices: 1, inFlight: 1, part: 0.01 },
  { devices: 4, inFlight: 16, part: 0.69 },
  { devices: 4, inFlight: 100, part: 0.3 },
] as const;

interface Publishing {
  readonly sn: string;
  /** Messages handed over, those of the runs before included. */
  sent: number;
  /** The counters whose messages were acknowledged. */
  readonly acknowledged: number[];
}

/** Publishes without a pause until the connection ends. */
const publish = (client: MqttClient, device: Publishing, inFlight: number): Promise<void> =>
  new Promise((resolve) => {
    const next = (): void => {
      if (!client.connected) return;
      const count = device.sent++;
      const payload = JSON.stringify({ ts: start + count * 1000, values: { n: count } });
      client.publish(`gw/${device.sn}/telemetry`, payload, { qos: 1 }, (fault) => {
        if (fault) return;
        device.acknowledged.push(count);
        next();
      });
    };
    client.on("error", () => undefined);
    client.once("close", () => {
      client.end(true);
      resolve();
    });
    for (let lane = 0; lane < inFlight; lane += 1) next();
  });

it(
  "has every message that was acknowledged before it ended at SIGTERM, however often and under which load, and is down within its time",
  async () => {
    const dataDir = newFolder();
    const fleet = Array.from({ length: 4 }, (_, index) => ({ ...plainDevice(index), sent: 0, acknowledged: [] as number[] }));
    const count = (): number => fleet.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    const db = await openSeeded(dataDir);
    await seedTemplate(db);
    await seedDevices(db, fleet);
    await db.destroy();
    for (const { devices, inFlight, part } of loads) {
      const server = await startServer({ dataDir });
      const end = count() + wanted * part;
      const published = fleet.slice(0, devices).map(async (device) => {
        const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
          username: device.sn,
          password: devicePassword,
          protocolVersion: 4,
          reconnectPeriod: 0,
          connectTimeout: 10_000,
        });
        await publish(client, device, inFlight);
      });
      await until(() => count() >= end, "the messages", 120_000 + wanted);
      await server.end("SIGTERM");
      expect(server.child.exitCode).toBe(0);
      await Promise.all(published);
    }
    const telemetry = await openEmbeddedTelemetry({ file: join(dataDir, "telemetry.db"), log: pino({ level: "silent" }) });
    for (const { id, acknowledged } of fleet) {
      const series = telemetry.find(id, 1, "point-n") ?? -1;
      const stored = await telemetry.raw({ series, from: start, to: start + 400 * 86_400_000, limit: 1_000_000 });
      const values = new Set(stored.map(({ value }) => value));
      expect(acknowledged.length).toBeGreaterThan(100);
      expect(acknowledged.filter((each) => !values.has(each))).toEqual([]);
    }
    await telemetry.stop();
    expect(count()).toBeGreaterThanOrEqual(wanted);
  },
  240_000 + 4 * wanted,
);
