import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connectPacket, mqttPacket, mqttText } from "./leastMqtt.ts";
import type { PublisherAsk, PublisherReply, Speech } from "./publisherCalls.ts";
import { birthsOf, dataOf } from "./sparkplugMessages.ts";

const say = (reply: PublisherReply): boolean | undefined => process.send?.(reply);
const puback = 0x40;
const first = Date.now() - 30 * 86_400_000;

/** A string of the least: publishers are to cost the machine little. */
const jsonOf = ({ ts, t, p, n }: Record<"ts" | "t" | "p" | "n", number>): string => `{"ts":${ts},"values":{"t":${t},"p":${p},"n":${n}}}`;

let running = false;
let outstanding = 0;
let acknowledged = 0;
let drained: (() => void) | undefined;
let latencies: number[] = [];

class Publisher {
  readonly #socket: Socket;
  readonly #topic: Buffer;
  readonly #number: number;
  readonly #speaks: Speech;
  readonly #sentAt = new Map<number, number>();
  #count = 0;
  #rest = Buffer.alloc(0);

  private constructor(socket: Socket, sn: string, number: number, speaks: Speech) {
    this.#socket = socket;
    this.#topic = mqttText(speaks === "json" ? `gw/${sn}/telemetry` : `spBv1.0/bench/DDATA/${sn}/1`);
    this.#number = number;
    this.#speaks = speaks;
    if (speaks === "sparkplug")
      for (const [topic, payload] of birthsOf(sn)) socket.write(mqttPacket(0x30, Buffer.concat([mqttText(topic), payload])));
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("close", () => say({ failed: `the connection of ${sn} was closed` }));
  }

  static async connected(port: number, sn: string, password: string, number: number, speaks: Speech): Promise<Publisher> {
    const socket = connect(port, "127.0.0.1");
    socket.setNoDelay(true);
    await once(socket, "connect");
    socket.write(connectPacket(sn, password));
    const [answer] = (await once(socket, "data")) as [Buffer];
    if (answer[0] !== 0x20 || answer[3] !== 0) throw new Error(`${sn} was refused`);
    return new Publisher(socket, sn, number, speaks);
  }

  publish(messages: number): void {
    const packets: Buffer[] = [];
    for (let at = 0; at < messages; at += 1) packets.push(this.#next());
    outstanding += messages;
    this.#socket.write(packets.length === 1 && packets[0] ? packets[0] : Buffer.concat(packets));
  }

  /** Three points and a time of its own; one message in a thousand is above the rule's limit. */
  #next(): Buffer {
    this.#count += 1;
    const count = this.#count;
    const high = (count + this.#number) % 1000 === 0;
    const values = { ts: first + count * 1000, t: high ? 950 : 200 + (count % 50), p: (count % 90) / 10, n: count };
    const payload = this.#speaks === "json" ? Buffer.from(jsonOf(values), "latin1") : dataOf(values, count + 1);
    const length = this.#topic.length + 2 + payload.length;
    const wide = length > 127;
    const bytes = Buffer.allocUnsafe(length + (wide ? 3 : 2));
    let at = bytes.writeUInt8(0x32, 0);
    if (wide) at = bytes.writeUInt8(length >> 7, bytes.writeUInt8((length & 0x7f) | 0x80, at));
    else at = bytes.writeUInt8(length, at);
    at += this.#topic.copy(bytes, at);
    const id = (count % 65_535) + 1;
    at = bytes.writeUInt16BE(id, at);
    payload.copy(bytes, at);
    this.#sentAt.set(id, performance.now());
    return bytes;
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const now = performance.now();
    let at = 0;
    let answered = 0;
    for (; at + 4 <= bytes.length; at += 4) {
      if (bytes[at] !== puback) throw new Error(`not an acknowledgement: ${bytes.subarray(at).toString("hex")}`);
      const id = bytes.readUInt16BE(at + 2);
      const sentAt = this.#sentAt.get(id);
      if (sentAt === undefined) throw new Error(`message ${id} was acknowledged, but not sent`);
      this.#sentAt.delete(id);
      if (running) latencies.push(now - sentAt);
      answered += 1;
    }
    this.#rest = Buffer.from(bytes.subarray(at));
    outstanding -= answered;
    acknowledged += answered;
    if (running) this.publish(answered);
    else if (outstanding === 0) drained?.();
  }
}

const publishers: Publisher[] = [];

const run = async ({ milliseconds, inFlight }: { milliseconds: number; inFlight: number }): Promise<void> => {
  const before = acknowledged;
  const start = performance.now();
  latencies = [];
  running = true;
  for (const publisher of publishers) publisher.publish(inFlight);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  running = false;
  const during = acknowledged - before;
  const seconds = (performance.now() - start) / 1000;
  if (outstanding > 0) await new Promise<void>((resolve) => (drained = resolve));
  const sorted = Float64Array.from(latencies).sort();
  const at = (q: number): number => sorted[Math.floor(sorted.length * q)] ?? 0;
  say({ rate: during / seconds, acknowledged: acknowledged - before, p50: at(0.5), p95: at(0.95) });
};

process.on("message", async (ask: PublisherAsk) => {
  try {
    if ("connect" in ask) {
      for (const sn of ask.connect.devices) {
        publishers.push(await Publisher.connected(ask.connect.port, sn, ask.connect.password, publishers.length, ask.connect.speaks));
      }
      say({ connected: publishers.length });
    } else await run(ask.run);
  } catch (fault) {
    say({ failed: String(fault) });
  }
});
process.on("disconnect", () => process.exit(0));
