import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import mqtt, { type MqttClient } from "mqtt";
import type { Db } from "#server/db/open.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { devicePassword, type FleetDevice, pointAddresses, seedDevices, seedTemplate } from "#tests/bench/fleetSeed.ts";
import { ruleValues } from "#tests/server/alarm/fleet.ts";

const stormPoints = ["a", "b", "c", "d", "e"] as const;
const [inFlight, answeredMs] = [4, 150];
/** A device's clock is so far behind, so that times of their own never run ahead of the server's. */
const behindMs = 2000;
/** Fewer than are a storm of one group, and than are records of their own within an hour. */
const mostTrips = 20;

interface Message {
  readonly ts: number;
  readonly point: (typeof stormPoints)[number];
  readonly trips: boolean;
  acknowledged: boolean;
}

export const ruleIdOf = (deviceId: string, point: string): string => `${deviceId} ${point}`;

/** Devices with a rule for each of their points, which tells a group of its own by webhook, also of the end. */
export const seedStorm = async (db: Db, devices: readonly FleetDevice[], webhook_url: string): Promise<void> => {
  await seedTemplate(db, [...pointAddresses, ...stormPoints]);
  await db.deleteFrom("alarm_trigger").execute();
  await seedDevices(db, devices);
  const stamps = { created_at: 0, updated_at: 0, updated_by: "" };
  const told = { company_id: rootCompanyId, message_types: '["webhook"]', webhook_url, webhook_secret: "s".repeat(32), tell_release: 1 };
  for (const { id: device_id } of devices)
    for (const point of stormPoints) {
      const id = ruleIdOf(device_id, point);
      await db
        .insertInto("alarm_group")
        .values({ id, name: id, ...told, ...stamps })
        .execute();
      const rule = { company_id: rootCompanyId, recipe_id: "bench-recipe", point_id: `point-${point}`, device_id, alarm_group_id: id };
      await db
        .insertInto("alarm_trigger")
        .values(ruleValues(id, { ...rule, condition: "above", a: 90, max: 80 }))
        .execute();
    }
};

/** A device that trips and clears one point after the other. It keeps what was not acknowledged, as gateways do, and sends it again first. */
export class StormDevice {
  readonly id: string;
  readonly sn: string;
  readonly messages: Message[] = [];

  constructor({ id, sn }: FleetDevice) {
    this.id = id;
    this.sn = sn;
  }

  get acknowledged(): number {
    return this.messages.filter(({ acknowledged }) => acknowledged).length;
  }

  async connect(mqttPort: number): Promise<MqttClient> {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      ...{ username: this.sn, password: devicePassword, protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 10_000 },
    });
    return client.on("error", () => undefined);
  }

  /** Until the connection breaks or, with `last`, all that was begun is acknowledged. */
  async send(client: MqttClient, last = false): Promise<void> {
    const kept = this.messages.filter(({ acknowledged }) => !acknowledged);
    await new Promise<void>((resolve) => {
      client.once("close", resolve);
      const next = (): void => {
        if (!client.connected) return;
        const message = kept.shift() ?? this.#another(last);
        if (!message) {
          if (last && this.acknowledged === this.messages.length) client.end();
          return;
        }
        const payload = { ts: message.ts, values: { [message.point]: message.trips ? 95 : 5 } };
        client.publish(`gw/${this.sn}/telemetry`, JSON.stringify(payload), { qos: 1 }, (fault) => {
          if (fault) return;
          message.acknowledged = true;
          next();
        });
      };
      for (let lane = 0; lane < inFlight; lane += 1) next();
    });
    client.end(true);
  }

  /** Times, each of its own, at which the point tripped or cleared. */
  times(of: string, tripped: boolean): number[] {
    return this.messages.flatMap(({ point, trips, ts }) => (point === of && trips === tripped ? ts : []));
  }

  #another(last: boolean): Message | undefined {
    const count = this.messages.length;
    const place = Math.floor(count / 2) % stormPoints.length;
    const trips = count % 2 === 0;
    // What has tripped clears.
    if (trips && (last || count >= mostTrips * stormPoints.length * 2)) return undefined;
    const ts = Math.max(Date.now() - behindMs, (this.messages.at(-1)?.ts ?? 0) + 1);
    const message = { ts, trips, point: stormPoints[place] ?? "a", acknowledged: false };
    this.messages.push(message);
    return message;
  }
}

export const eachPoint = (devices: readonly StormDevice[]): { device: StormDevice; point: string }[] =>
  devices.flatMap((device) => stormPoints.map((point) => ({ device, point })));

/** Answers a moment later, so that many are on their way whenever the server dies. Keeps the id of each delivery. */
export const openSlowReceiver = async () => {
  const deliveries: string[] = [];
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => {
      deliveries.push(String(request.headers["x-gatehouse-delivery"]));
      setTimeout(() => response.writeHead(204).end(), answeredMs);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  return {
    deliveries,
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    close() {
      receiver.closeAllConnections();
      return new Promise((resolve) => receiver.close(resolve));
    },
  };
};
