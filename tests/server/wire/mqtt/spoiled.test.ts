import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connectAsync } from "mqtt";
import { generate } from "mqtt-packet";
import { expect, onTestFinished, test } from "vitest";
import { openListener } from "#server/wire/mqtt/deviceListener.ts";
import { Openings } from "#server/wire/mqtt/openings.ts";
import { NotStored } from "#server/wire/transport.ts";
import { site } from "./brokerSite.ts";

function odd(): never {
  throw new Error("odd");
}

test.each<[string, Partial<Parameters<typeof openListener>[0]>]>([
  ["is not taken", { take: odd }],
  ["has no certificate to speak by", { secureContext: odd }],
])("a connection that %s is closed and told, and the server goes on", async (_what, more) => {
  const told: unknown[] = [];
  const listener = await openListener({
    take: () => undefined,
    ...{ port: 0, host: "127.0.0.1", maxConnections: 2, openings: new Openings(), openingMs: 1000, proxyProtocol: false },
    failed: odd,
    crowded: odd,
    spoiled: (fault) => void told.push(fault),
    ...more,
  });
  onTestFinished(() => listener.close());
  for (let n = 1; n <= 3; n += 1) {
    const socket: Socket = connect(listener.port, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "close");
    expect(told).toHaveLength(n);
  }
});

test("a log-in that fails by a fault of ours closes its connection alone", async () => {
  const attempt = async (sn: string) => (sn === "A1" ? odd() : { sn, deviceId: sn });
  const { broker, device, logged } = await site({}, { logIn: { attempt, stats: () => ({ refusedLogins: 0, limitedLogins: 0 }) } });
  const socket = connect(broker.port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  socket.write(generate({ cmd: "connect", clientId: "", username: "A1", password: Buffer.from("guess"), clean: true, keepalive: 0 }));
  await once(socket, "close");
  const other = await device("A2");
  expect(other.connected).toBe(true);
  expect(logged.join()).toContain("a device's connection failed and is closed");
});

test("a fault behind the answer to a message closes its connection alone", async () => {
  const lines: string[] = [];
  const { broker } = await site(
    {
      received: async ({ sn }) => {
        if (sn === "A1") throw new NotStored("disk full");
      },
    },
    { log: { info: odd, warn: odd, error: (_fields, message) => void lines.push(message) } },
  );
  const dial = (sn: string) =>
    connectAsync(`mqtt://127.0.0.1:${broker.port}`, { username: sn, password: `secret-${sn}`, protocolVersion: 4, reconnectPeriod: 0 });
  const [one, other] = [await dial("A1"), await dial("A2")];
  onTestFinished(() => other.endAsync(true));
  const gone = new Promise<void>((resolve) => one.once("close", resolve));
  one.publish("gw/A1/event", "1", { qos: 1 });
  await gone;
  await other.publishAsync("gw/A2/event", "1", { qos: 1 });
  expect(lines).toEqual(["a device's connection failed and is closed"]);
});
