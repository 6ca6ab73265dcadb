import { connect } from "node:net";
import { crc16 } from "#server/wire/modbus/crc16.ts";

/** What the bench tells the gateways: where to dial, who they are, and whether every tenth slave says nothing. */
export interface ModbusAsk {
  port: number;
  gateways: readonly string[];
  silent: boolean;
}

/** Answers of slaves so far; of the silent ones none. */
export interface ModbusTold {
  answers: number;
}

const redialMs = 500;
let answers = 0;
let turn = 0;

const answerTo = (request: Buffer): Buffer => {
  const count = request.readUInt16BE(4);
  const frame = Buffer.alloc(5 + 2 * count);
  frame[0] = request[0] ?? 0;
  frame[1] = request[1] ?? 0;
  frame[2] = 2 * count;
  turn = (turn + 1) & 0xffff;
  for (let at = 0; at < count; at += 1) frame.writeUInt16BE(at % 10 === 0 ? turn : at, 3 + 2 * at);
  frame.writeUInt16LE(crc16(frame, 0, frame.length - 2), frame.length - 2);
  return frame;
};

/** Dials in, and again when the line is closed. */
const dial = (ask: ModbusAsk, sn: string, index: number): void => {
  const socket = connect({ port: ask.port, host: "127.0.0.1", noDelay: true }, () => socket.write(`${sn}\n`));
  socket.on("error", () => socket.destroy());
  socket.on("close", () => setTimeout(dial, redialMs, ask, sn, index));
  socket.on("data", (request: Buffer) => {
    const slave = 3 * index + (request[0] ?? 0);
    if (ask.silent && slave % 10 === 0) return;
    answers += 1;
    socket.write(answerTo(request));
  });
};

process.on("message", (ask: ModbusAsk) => {
  for (const [index, sn] of ask.gateways.entries()) dial(ask, sn, index);
  setInterval(() => process.send?.({ answers } satisfies ModbusTold), 250);
});
