import type { MqttClient } from "mqtt";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realtimeMessage } from "#contract/realtime.ts";
import { device } from "#contract/resources/device.ts";
import { addDevice, addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { handTimer } from "#tests/server/handTimer.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const fleet = 40;

describe("a fleet and the restart of its server", () => {
  let site: Site;
  let token: string;
  const sns = Array.from({ length: fleet }, (_, at) => `FLEET-${at}`);
  let clients: MqttClient[] = [];
  const connectAll = async (some: readonly string[]): Promise<void> => {
    clients = await Promise.all(some.map((sn) => connectDevice(site, sn)));
  };
  const count = async (presence: string): Promise<number> =>
    (await site.ask(device.calls.query, { presence, pageSize: 1 }, { token })).data.total;

  beforeAll(async () => {
    site = await openSite();
    token = await site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(site, token, "T", [{ name: "P", address: "1" }]);
    for (const sn of sns) await addDevice(site, token, { sn, recipeId });
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.endAsync(true)));
    await site.close();
  });

  it("brings one notice for all that come back, and tells who did not [S7.126]", async () => {
    await connectAll(sns);
    await until(async () => (await count("online")) === fleet, "all online");
    const timer = handTimer();
    await site.restart({ presenceTimer: timer.later });
    expect(await count("online")).toBe(fleet);
    const socket = io(site.base, { query: { token, lang: "en" }, transports: ["websocket"] });
    const told: { state: number; count: number }[] = [];
    socket.on("message", (text: string) => {
      const { data } = realtimeMessage.parse(JSON.parse(text));
      if (data.type === 2) told.push({ state: data.content.state, count: data.content.count });
    });
    await until(() => socket.connected, "the socket");
    await Promise.all(clients.map((client) => client.endAsync(true)));
    await connectAll(sns.slice(0, fleet - 1));
    await until(() => site.gatehouse.services.presence.onlineCount() === fleet - 1, "those that came back");
    expect(told).toEqual([]);
    timer.runAll();
    await until(() => told.length >= 2, "the notices");
    expect([...told].sort((one, other) => one.state - other.state)).toEqual([
      { state: 0, count: 1 },
      { state: 1, count: fleet - 1 },
    ]);
    await until(async () => (await count("online")) === fleet - 1 && (await count("offline")) === 1, "the list");
    socket.close();
  });
});
