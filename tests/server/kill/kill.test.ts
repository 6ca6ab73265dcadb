import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mqtt, { type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call, ResponseOf } from "#contract/kit/call.ts";
import { encodeFields } from "#contract/kit/wire.ts";
import { alarmLog } from "#contract/resources/alarm.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { devicePassword, openSeeded, plainDevice, seedDevices, seedTemplate, tokenOf } from "#tests/bench/fleetSeed.ts";
import { type ServerProcess, startServer } from "#tests/bench/serverProcess.ts";
import { until } from "#tests/server/fleet.ts";

const kills = 20;
const inFlight = 8;
const fleet = Array.from({ length: 4 }, (_, index) => plainDevice(index));
const start = Date.UTC(2026, 0, 1);
const end = start + 400 * 86_400_000;

interface Gateway {
  readonly id: string;
  readonly sn: string;
  sent: number;
  readonly acknowledged: number[];
}

let dataDir: string;
let token: string;
let ports: { httpPort: number; mqttPort: number };
let server: ServerProcess;

/** Asked for together, so that the two differ. */
const freePorts = async (count: number): Promise<number[]> => {
  const listeners = await Promise.all(
    Array.from({ length: count }, () => {
      const listener = createServer();
      return new Promise<typeof listener>((resolve) => listener.listen(0, "127.0.0.1", () => resolve(listener)));
    }),
  );
  return Promise.all(
    listeners.map(async (listener) => {
      const address = listener.address();
      await new Promise((resolve) => listener.close(resolve));
      return typeof address === "object" && address ? address.port : 0;
    }),
  );
};

const ask = async <C extends Call>(call: C, request: object): Promise<ResponseOf<C>> => {
  const response = await fetch(`http://127.0.0.1:${server.httpPort}${call.path}`, {
    method: "POST",
    headers: { token, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(encodeFields(request)),
  });
  const { code, data, message } = (await response.json()) as { code: number; data: ResponseOf<C>; message: string };
  if (code !== 0) throw new Error(`${code} ${message}`);
  return data;
};

const connect = (sn: string): Promise<MqttClient> =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: sn,
    password: devicePassword,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
  });

/** Publishes without a pause until the connection breaks; counts what was acknowledged. The counter gives each reading its time. */
const publishUntilBroken = (client: MqttClient, gateway: Gateway): Promise<void> =>
  new Promise((resolve) => {
    const next = (): void => {
      if (!client.connected) return;
      const count = gateway.sent++;
      const payload = { ts: start + count * 1000, values: { n: count } };
      client.publish(`gw/${gateway.sn}/telemetry`, JSON.stringify(payload), { qos: 1 }, (fault) => {
        if (fault) return;
        gateway.acknowledged.push(count);
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

const readingsOf = async (deviceId: string): Promise<{ ts: number; value: unknown }[]> => {
  const readings: { ts: number; value: unknown }[] = [];
  let cursor: string | undefined;
  do {
    const page: ResponseOf<typeof deviceDataLog.calls.query> = await ask(deviceDataLog.calls.query, {
      deviceId,
      points: [{ slave: 1, pointId: "point-n" }],
      from: new Date(start).toISOString(),
      to: new Date(end).toISOString(),
      order: "asc",
      limit: 10_000,
      cursor,
    });
    readings.push(...page.rows.map(({ ts, values }) => ({ ts: Date.parse(ts), value: values[0] })));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return readings;
};

const openAlarms = async () => (await ask(alarmLog.calls.query, { open: true, pageSize: 100 })).list;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "gatehouse-kill-"));
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  // The devices are away between kills, which is not what this test is about.
  await db.deleteFrom("alarm_trigger").where("condition", "=", "noData").execute();
  await seedDevices(db, fleet);
  token = await tokenOf(db);
  await db.destroy();
  const [httpPort = 0, mqttPort = 0] = await freePorts(2);
  ports = { httpPort, mqttPort };
  server = await startServer({ dataDir, ...ports });
});

afterAll(async () => {
  await server?.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

it("keeps every acknowledged reading exactly once and an open alarm open when the server is killed twenty times during ingest", async () => {
  const gateways: Gateway[] = fleet.map(({ id, sn }) => ({ id, sn, sent: 0, acknowledged: [] }));
  const [alarmed] = fleet;
  if (!alarmed) throw new Error("there is no device");
  const raiser = await connect(alarmed.sn);
  await raiser.publishAsync(`gw/${alarmed.sn}/telemetry`, JSON.stringify({ ts: start, values: { t: 950 } }), { qos: 1 });
  const raised = await until(async () => (await openAlarms())[0], "the alarm");
  await raiser.endAsync();

  for (let kill = 1; kill <= kills; kill += 1) {
    const clients = await Promise.all(gateways.map(({ sn }) => connect(sn)));
    const before = gateways.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    const broken = Promise.all(
      clients.map((client, at) => publishUntilBroken(client, gateways[at] ?? { id: "", sn: "", sent: 0, acknowledged: [] })),
    );
    // Each life ends at another depth: inside the first batches, or hundreds of readings later.
    const wanted = before + 40 + ((kill * 173) % 700);
    await until(() => gateways.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0) >= wanted, `${wanted} readings`, 30_000);
    await server.end("SIGKILL");
    await broken;
    server = await startServer({ dataDir, ...ports });
  }

  for (const { id, sent, acknowledged } of gateways) {
    const stored = await readingsOf(id);
    expect(stored.filter(({ ts, value }) => ts !== start + Number(value) * 1000 || Number(value) >= sent)).toEqual([]);
    const values = new Set(stored.map(({ value }) => value));
    expect(values.size).toBe(stored.length);
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(acknowledged.filter((count) => !values.has(count))).toEqual([]);
  }
  expect((await openAlarms()).map(({ id, deviceId, raisedAt }) => ({ id, deviceId, raisedAt }))).toEqual([
    { id: raised.id, deviceId: raised.deviceId, raisedAt: raised.raisedAt },
  ]);
}, 600_000);
