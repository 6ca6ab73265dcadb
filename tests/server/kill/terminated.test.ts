import { join } from "node:path";
import mqtt, { type MqttClient } from "mqtt";
import pino from "pino";
import { expect, it } from "vitest";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import { devicePassword, openSeeded, plainDevice, seedDevices, seedTemplate } from "#tests/bench/fleetSeed.ts";
import { startServer } from "#tests/bench/serverProcess.ts";
import { until } from "#tests/server/fleet.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";

const inFlight = 16;
const wanted = 4_000;
const start = Date.UTC(2026, 0, 1);

/** Publishes without a pause until the connection ends; answers the counters whose messages were acknowledged. */
const publish = (client: MqttClient, sn: string, acknowledged: number[]): Promise<void> =>
  new Promise((resolve) => {
    let sent = 0;
    const next = (): void => {
      if (!client.connected) return;
      const count = sent++;
      const payload = JSON.stringify({ ts: start + count * 1000, values: { n: count } });
      client.publish(`gw/${sn}/telemetry`, payload, { qos: 1 }, (fault) => {
        if (fault) return;
        acknowledged.push(count);
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

it("has every message that was acknowledged before it ended at SIGTERM, and is down within its time", async () => {
  const dataDir = newFolder();
  const fleet = Array.from({ length: 4 }, (_, index) => ({ ...plainDevice(index), acknowledged: [] as number[] }));
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  await seedDevices(db, fleet);
  await db.destroy();
  const server = await startServer({ dataDir });
  const clients = await Promise.all(
    fleet.map(({ sn }) =>
      mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
        username: sn,
        password: devicePassword,
        protocolVersion: 4,
        reconnectPeriod: 0,
        connectTimeout: 10_000,
      }),
    ),
  );
  const published = Promise.all(fleet.map(({ sn, acknowledged }, at) => publish(clients[at] as MqttClient, sn, acknowledged)));
  await until(() => fleet.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0) >= wanted, "the messages", 120_000);
  await server.end("SIGTERM");
  expect(server.child.exitCode).toBe(0);
  await published;
  const telemetry = await openEmbeddedTelemetry({ file: join(dataDir, "telemetry.db"), log: pino({ level: "silent" }) });
  for (const { id, acknowledged } of fleet) {
    const series = telemetry.find(id, 1, "point-n") ?? -1;
    const stored = await telemetry.raw({ series, from: start, to: start + 400 * 86_400_000, limit: 1_000_000 });
    const values = new Set(stored.map(({ value }) => value));
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(acknowledged.filter((count) => !values.has(count))).toEqual([]);
  }
  await telemetry.stop();
}, 240_000);
