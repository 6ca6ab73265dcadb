import { once } from "node:events";
import { connect } from "node:net";
import { connectPacket, mqttPacket, mqttText } from "./leastMqtt.ts";

/** Devices that connect and wait for commands; the `silent` ones take theirs and never answer. */
export interface CommandAsk {
  port: number;
  password: string;
  answering: readonly string[];
  silent: readonly string[];
}

/** `connected` once all of them are; then, whenever it is asked for by any message, how many commands each kind has taken. */
export type CommandTold = { connected: number } | { answered: number; kept: number };

const taken = { answered: 0, kept: 0 };
const publishHead = 0x30;
const atOnce = 200;

/** Visits the whole packets of what has come and gives back what is left of it. */
const eachPacket = (bytes: Buffer, visit: (head: number, body: Buffer) => void): Buffer => {
  let from = 0;
  for (;;) {
    let [at, length, shift] = [from + 1, 0, 0];
    for (; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) return bytes.subarray(from);
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (at + length > bytes.length) return bytes.subarray(from);
    visit(bytes[from] ?? 0, bytes.subarray(at, at + length));
    from = at + length;
  }
};

const dial = async ({ port, password }: CommandAsk, sn: string, answers: boolean): Promise<void> => {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  socket.write(connectPacket(sn, password));
  const [answer] = (await once(socket, "data")) as [Buffer];
  if (answer[0] !== 0x20 || answer[3] !== 0) throw new Error(`${sn} was refused`);
  const subscription = Buffer.concat([Buffer.from([0, 1]), mqttText(`gw/${sn}/command`), Buffer.from([1])]);
  socket.write(mqttPacket(0x82, subscription));
  await once(socket, "data");
  const topic = mqttText(`gw/${sn}/command/reply`);
  let rest: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    rest = eachPacket(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk, (head, body) => {
      if ((head & 0xf0) !== publishHead) return;
      const isSure = (head & 0x06) !== 0;
      const after = 2 + body.readUInt16BE(0);
      if (isSure) socket.write(mqttPacket(0x40, body.subarray(after, after + 2)));
      const { id } = JSON.parse(body.toString("utf8", after + (isSure ? 2 : 0))) as { id: string };
      taken[answers ? "answered" : "kept"] += 1;
      if (answers) socket.write(mqttPacket(publishHead, Buffer.concat([topic, Buffer.from(JSON.stringify({ id, code: 0, message: "" }))])));
    });
  });
};

const start = async (ask: CommandAsk): Promise<void> => {
  const all = [...ask.answering.map((sn) => ({ sn, answers: true })), ...ask.silent.map((sn) => ({ sn, answers: false }))];
  for (let from = 0; from < all.length; from += atOnce)
    await Promise.all(all.slice(from, from + atOnce).map(({ sn, answers }) => dial(ask, sn, answers)));
  process.send?.({ connected: all.length } satisfies CommandTold);
};

process.on("message", (ask: CommandAsk | "taken") => {
  if (ask === "taken") process.send?.({ ...taken } satisfies CommandTold);
  else
    start(ask).catch((fault: unknown) => {
      throw fault;
    });
});
