import mqtt, { type MqttClient } from "mqtt";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import type { Site } from "#tests/server/site.ts";

export interface NewDevice {
  sn: string;
  name?: string;
  recipeId: string;
  password?: string;
  typeId?: string;
}

const done = <Data>(answer: { code: number; message: string; data: Data }): Data => {
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`);
  return answer.data;
};

/** A data template with these points; answers its id and the points' ids by address. */
export const addTemplate = async (
  site: Site,
  token: string,
  name: string,
  points: readonly object[],
): Promise<{ recipeId: string; points: Record<string, string> }> => {
  const { id } = done(await site.ask(deviceDataRecipe.calls.post, { name }, { token }));
  const ids: Record<string, string> = {};
  for (const point of points) {
    const added = done(await site.ask(deviceDataRecipe.calls.add_body, { recipeId: id, ...point }, { token }));
    if ("address" in point) ids[String(point.address)] = added.id;
  }
  return { recipeId: id, points: ids };
};

export const addDevice = async (
  site: Site,
  token: string,
  { sn, name = sn, recipeId, password = "devicepw", typeId = "type-general" }: NewDevice,
): Promise<string> =>
  done(
    await site.ask(
      device.calls.post,
      { name, sn, password, typeId, industry: "水务", slaves: [{ no: 1, name: "Main", recipeId }] },
      { token },
    ),
  ).id;

/** Connects as this device; rejects when the broker refuses. */
export const connectDevice = (site: Site, sn: string, password = "devicepw"): Promise<MqttClient> =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${site.gatehouse.mqttPort}`, {
    username: sn,
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 5000,
  });

/** Publishes telemetry and resolves with the acknowledgement. */
export const sendTelemetry = async (client: MqttClient, sn: string, payload: unknown): Promise<void> => {
  await client.publishAsync(`gw/${sn}/telemetry`, typeof payload === "string" ? payload : JSON.stringify(payload), { qos: 1 });
};

/** Waits until the look answers something, and gives it. */
export const until = async <T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  withinMs = 10_000,
): Promise<T> => {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resume) => setTimeout(resume, 25));
  }
};
