import { once } from "node:events";
import { connect } from "node:net";
import { generate } from "mqtt-packet";
import { devicePassword } from "./fleetSeed.ts";

/** What the bench tells the flooders: each device sends this much of it, again and again until the process ends. */
export interface FloodAsk {
  port: number;
  devices: readonly string[];
  kind: "pings" | "messages";
  bytes: number;
}

const packetOf = (sn: string, kind: FloodAsk["kind"]): Buffer =>
  kind === "pings"
    ? Buffer.from([0xc0, 0])
    : generate({
        ...{ cmd: "publish", topic: `gw/${sn}/telemetry`, qos: 1, messageId: 1, retain: false, dup: false },
        payload: `{"values":{${Array.from({ length: 3000 }, (_, at) => `"x${at}":${at}`).join()}}}`,
      });

const flood = async ({ port, kind, bytes }: FloodAsk, sn: string): Promise<void> => {
  const packet = packetOf(sn, kind);
  const all = Buffer.alloc(Math.floor(bytes / packet.length) * packet.length, packet);
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.resume();
    const closed = once(socket, "close");
    await once(socket, "connect").catch(() => undefined);
    socket.write(
      generate({ cmd: "connect", clientId: sn, username: sn, password: Buffer.from(devicePassword), clean: true, keepalive: 0 }),
    );
    socket.write(all);
    await closed;
  }
};

process.on("message", (ask: FloodAsk) => {
  for (const sn of ask.devices) void flood(ask, sn);
  process.send?.({ flooding: ask.devices.length });
});
process.on("disconnect", () => process.exit(0));
