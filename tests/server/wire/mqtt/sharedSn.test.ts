import mqtt, { type MqttClient } from "mqtt";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { deviceEvent } from "#contract/resources/log.ts";
import { addDevice, addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { site as brokerSite } from "./brokerSite.ts";

let opened: Site | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Comes back whenever it is thrown out, as gateways do. */
const stubborn = (port: number, username: string, password: string, clientId: string): MqttClient => {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, { username, password, clientId, protocolVersion: 4, reconnectPeriod: 30 });
  client.on("error", () => undefined);
  onTestFinished(() => void client.end(true));
  return client;
};

it("says in one line that two devices use one SN, not in one for every connection", async () => {
  const { broker, events, logged } = await brokerSite();
  stubborn(broker.port, "A1", "secret-A1", "north");
  stubborn(broker.port, "A1", "secret-A1", "south");
  await until(() => events.length > 20, "many connections", 20_000);
  const told = logged.filter((line) => line.startsWith("two devices use one SN"));
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/"sn":"A1","times":3,"addresses":\["127\.0\.0\.1"\],"clientIds":\["(north|south)","(north|south)"\]/);
  expect(logged.filter((line) => line.startsWith("connection taken over"))).toHaveLength(2);
});

it("says nothing of the kind of one device that comes back before its broken line was noticed", async () => {
  const { device, logged } = await brokerSite();
  for (let times = 0; times < 3; times += 1) await device("A1");
  expect(logged.filter((line) => line.startsWith("two devices"))).toEqual([]);
});

it("keeps one row of it in the device's log, and few of the connections", async () => {
  opened = await openSite();
  const site = opened;
  const token = await site.signIn("admin", "adminpw1");
  const { recipeId } = await addTemplate(site, token, "Pump", []);
  const deviceId = await addDevice(site, token, { sn: "TWIN-1", recipeId });
  let connections = 0;
  for (const clientId of ["north", "south"])
    stubborn(site.gatehouse.mqttPort, "TWIN-1", "devicepw", clientId).on("connect", () => {
      connections += 1;
    });
  await until(() => connections > 15, "many connections", 20_000);
  const faults = async () => (await site.ask(deviceEvent.calls.query, { deviceId, kind: "fault" }, { token })).data.list;
  const [row] = await until(async () => ((await faults()).length > 0 ? faults() : undefined), "the row");
  expect(JSON.parse(row?.content ?? "{}")).toMatchObject({ code: "sharedSn", values: { times: 3, addresses: "127.0.0.1" } });
  await site.gatehouse.services.presence.flush();
  const states = await site.gatehouse.services.db
    .selectFrom("device_state_log")
    .select("reason")
    .where("device_id", "=", deviceId)
    .execute();
  expect(states.filter(({ reason }) => reason === "replaced").length).toBeLessThanOrEqual(3);
  expect(await faults()).toHaveLength(1);
  // It is one device again, once the other is away.
  const last = await connectDevice(site, "TWIN-1");
  onTestFinished(() => void last.end(true));
  expect(site.gatehouse.services.presence.isOnline(deviceId)).toBe(true);
});
