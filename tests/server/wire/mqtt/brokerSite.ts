import { once } from "node:events";
import { connect as dial, type Socket } from "node:net";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { afterEach } from "vitest";
import { type Broker, openBroker } from "#server/wire/mqtt/broker.ts";
import type { BrokerHooks } from "#server/wire/mqtt/brokerHooks.ts";
import type { BrokerOptions } from "#server/wire/mqtt/brokerOptions.ts";

export interface Site {
  broker: Broker;
  events: string[];
  logged: string[];
  device(sn: string, options?: IClientOptions): Promise<MqttClient>;
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A broker on a free port and real clients; all of it ends with the test. */
export async function site(hooks: Partial<BrokerHooks> = {}, options: Partial<BrokerOptions> = {}): Promise<Site> {
  const events: string[] = [];
  const logged: string[] = [];
  const note = (fields: object, message: string) => {
    logged.push(`${message} ${JSON.stringify(fields)}`);
  };
  const broker = await openBroker({
    port: 0,
    host: "127.0.0.1",
    log: { info: note, warn: note, error: note },
    hooks: {
      authenticate: async (sn, password) => (password?.toString() === `secret-${sn}` ? { sn, deviceId: `id-${sn}` } : "refused"),
      connected: (session, clientId) => events.push(`${session.sn} ${clientId} connected`),
      disconnected: (session, clientId) => events.push(`${session.sn} ${clientId} disconnected`),
      received: async (session, kind, payload, retained) => {
        events.push(`${session.deviceId} ${kind} ${payload}${retained ? " retained" : ""}`);
      },
      failed: async (session, kind, _payload, fault) => {
        events.push(`${session.deviceId} ${kind} failed: ${fault instanceof Error ? fault.message : fault}`);
      },
      refused: (session, { reason, topic, bytes }) => events.push(`${session.deviceId} refused for its ${reason}: ${topic} ${bytes}`),
      ...hooks,
    },
    ...options,
  });
  closers.push(() => broker.stop());
  return {
    broker,
    events,
    logged,
    async device(sn, client = {}) {
      const connected = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
        username: sn,
        password: `secret-${sn}`,
        clientId: `c-${sn}`,
        protocolVersion: 4,
        reconnectPeriod: 0,
        ...client,
      });
      closers.push(() => connected.endAsync(true));
      return connected;
    },
  };
}

export function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

export function closed(connection: MqttClient | Socket): Promise<void> {
  connection.on("error", () => undefined);
  return new Promise((resolve) => connection.once("close", () => resolve()));
}

export function subscribe(client: MqttClient, topics: string | string[], qos: 0 | 1 | 2 = 1): Promise<number[]> {
  return new Promise((resolve) =>
    client.subscribe(topics, { qos }, (_error, _granted, packet) => resolve(packet?.granted.map(Number) ?? [])),
  );
}

/** A plain connection that speaks no MQTT yet. */
export async function raw(broker: Broker): Promise<Socket> {
  const socket = dial(broker.port, "127.0.0.1");
  closers.push(async () => socket.destroy());
  socket.on("error", () => undefined);
  socket.resume();
  await once(socket, "connect");
  return socket;
}
