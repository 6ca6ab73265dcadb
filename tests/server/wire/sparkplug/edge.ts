import { newClient } from "sparkplug-client";
import { get } from "sparkplug-payload";
import type { Site } from "#tests/server/site.ts";

const codec = get("spBv1.0");
if (!codec) throw new Error("no codec");
export const { encodePayload, decodePayload } = codec;

export type Payload = Parameters<typeof encodePayload>[0];
export type Metric = NonNullable<Payload["metrics"]>[number];

/** A command as an edge node hears it; without a device it is meant for itself. */
export interface HeardCommand {
  device: string | undefined;
  metrics: readonly Metric[];
}

export interface Edge {
  readonly commands: readonly HeardCommand[];
  nodeBirth(metrics?: Metric[]): void;
  nodeData(metrics: Metric[], more?: Payload): void;
  deviceBirth(device: string, metrics: Metric[]): void;
  deviceData(device: string, metrics: Metric[], more?: Payload): void;
  deviceDeath(device: string): void;
  /** What it does with a command. */
  obeys: (command: HeardCommand) => void;
  /** Its line breaks without a word. */
  cut(): void;
  stop(): void;
  readonly closed: Promise<void>;
}

export const rebirth = "Node Control/Rebirth";

export interface EdgeOptions {
  sn: string;
  password?: string;
  group?: string;
  /** Whether it says that it dies before it goes. */
  publishDeath?: boolean;
}

/** An edge node of the field's own client, Eclipse Tahu's; resolves when it is to send its births. */
export const edgeNode = async (
  site: Site,
  { sn, password = "devicepw", group = "Plant", publishDeath = false }: EdgeOptions,
): Promise<Edge> => {
  const client = newClient({
    ...{ serverUrl: `mqtt://127.0.0.1:${site.gatehouse.mqttPort}`, username: sn, password, clientId: `edge-${sn}` },
    ...{ groupId: group, edgeNode: sn, publishDeath, keepalive: 60, mqttOptions: { reconnectPeriod: 0 } },
  });
  const commands: HeardCommand[] = [];
  const hear = (device: string | undefined, { metrics }: Payload): void => {
    const command = { device, metrics: metrics ?? [] };
    commands.push(command);
    edge.obeys(command);
  };
  client.on("ncmd", (payload) => hear(undefined, payload));
  client.on("dcmd", hear);
  const closed = new Promise<void>((resolve) => client.on("close", resolve));
  const inner = Reflect.get(client, "client");
  const edge: Edge = {
    ...{ commands, closed, obeys: () => undefined },
    nodeBirth: (metrics = []) => client.publishNodeBirth({ timestamp: Date.now(), metrics: [...metrics] }),
    nodeData: (metrics, more) => client.publishNodeData({ timestamp: Date.now(), metrics, ...more }),
    deviceBirth: (device, metrics) => client.publishDeviceBirth(device, { timestamp: Date.now(), metrics }),
    deviceData: (device, metrics, more) => client.publishDeviceData(device, { timestamp: Date.now(), metrics, ...more }),
    deviceDeath: (device) => client.publishDeviceDeath(device, { timestamp: Date.now() }),
    cut: () => inner.stream.destroy(),
    stop: () => client.stop(),
  };
  await new Promise<void>((resolve, reject) => {
    client.on("birth", resolve);
    client.on("error", reject);
  });
  return edge;
};
