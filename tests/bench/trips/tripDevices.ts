import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connectPacket, mqttPacket, mqttText } from "#tests/bench/leastMqtt.ts";
import type { TripAsk, TripReply } from "./tripCalls.ts";

// Devices in a process of their own, each of which waits for the answer to its message.

const say = (reply: TripReply): boolean | undefined => process.send?.(reply);
const abreast = 50;
const calm = { t: 200, p: 5, n: 1 };
const clock = (): number => performance.timeOrigin + performance.now();

interface Device {
  readonly sn: string;
  readonly socket: Socket;
  acknowledged: () => void;
}
const devices: Device[] = [];

const connected = async (port: number, sn: string, password: string): Promise<Device> => {
  const socket = connect(port, "127.0.0.1");
  socket.setNoDelay(true);
  await once(socket, "connect");
  socket.write(connectPacket(sn, password));
  const [answer] = (await once(socket, "data")) as [Buffer];
  if (answer[0] !== 0x20 || answer[3] !== 0) throw new Error(`${sn} was refused`);
  const device: Device = { sn, socket, acknowledged: () => undefined };
  socket.on("data", () => device.acknowledged());
  socket.on("close", () => say({ failed: `the connection of ${sn} was closed` }));
  return device;
};

const connectAll = async ({ port, devices: sns, password }: Extract<TripAsk, { connect: object }>["connect"]): Promise<void> => {
  for (let from = 0; from < sns.length; from += abreast)
    devices.push(...(await Promise.all(sns.slice(from, from + abreast).map((sn) => connected(port, sn, password)))));
  say({ connected: devices.length });
};

const sendAll = async ({ milliseconds, trips, own }: Extract<TripAsk, { send: object }>["send"]): Promise<void> => {
  const sentAt: number[] = [];
  const acknowledgedAfter: number[] = [];
  const answers: Promise<void>[] = [];
  const start = performance.now();
  const send = (device: Device, nth: number): void => {
    const values = !trips ? calm : nth < own ? { ...calm, p: 950 } : { ...calm, t: 950 };
    const payload = Buffer.from(JSON.stringify({ values }));
    const at = clock();
    sentAt.push(at);
    answers.push(
      new Promise((resolve) => {
        device.acknowledged = () => {
          acknowledgedAfter.push(clock() - at);
          resolve();
        };
      }),
    );
    device.socket.write(mqttPacket(0x32, Buffer.concat([mqttText(`gw/${device.sn}/telemetry`), Buffer.from([0, 1]), payload])));
  };
  // Whose turn it is by the clock goes together, so that a late timer slows nothing down.
  for (let next = 0; next < devices.length; ) {
    const due = Math.min(devices.length, Math.ceil(((performance.now() - start) / milliseconds) * devices.length));
    for (; next < due; next += 1) if (devices[next]) send(devices[next] as Device, next);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(answers);
  say({ sentAt, acknowledgedAfter });
};

process.on("message", async (ask: TripAsk) => {
  try {
    await ("connect" in ask ? connectAll(ask.connect) : sendAll(ask.send));
  } catch (fault) {
    say({ failed: String(fault) });
  }
});
process.on("disconnect", () => process.exit(0));
