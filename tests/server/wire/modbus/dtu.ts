import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { ModbusRTUServer } from "jsmodbus";
import { crc16 } from "#server/wire/modbus/crc16.ts";

/** What a slave keeps; registers are big-endian, as on the line. */
export interface SlaveMemory {
  readonly holding: Buffer;
  readonly input: Buffer;
  readonly coils: Buffer;
  readonly discrete: Buffer;
}

export const slaveMemory = (bytes = 1000): SlaveMemory => ({
  holding: Buffer.alloc(bytes),
  input: Buffer.alloc(bytes),
  coils: Buffer.alloc(bytes),
  discrete: Buffer.alloc(bytes),
});

export interface Asked {
  readonly unit: number;
  readonly fn: number;
  readonly address: number;
  /** Of reads; of others what stands there. */
  readonly count: number;
}

/** What becomes of an answer on its way to the server; what it is given back as goes out one chunk after the other. */
export type Way = (answer: Buffer, asked: Asked) => readonly Buffer[];

interface Options {
  port: number;
  /** The first bytes that it sends. */
  registration: Buffer | string;
  slaves: ReadonlyMap<number, SlaveMemory>;
  way?: Way;
  /** A slave's exception in place of its answer. */
  refuses?(asked: Asked): number | undefined;
}

export interface Dtu {
  readonly socket: Socket;
  readonly asked: Asked[];
  way: Way;
  close(): Promise<void>;
}

const exception = ({ unit, fn }: Asked, code: number): Buffer => {
  const frame = Buffer.from([unit, fn | 0x80, code, 0, 0]);
  frame.writeUInt16LE(crc16(frame, 0, 3), 3);
  return frame;
};

/** A transparent gateway with slaves behind it that another implementation of Modbus answers for: it dials in and passes bytes on. */
export const dialIn = async ({ port, registration, slaves, way, refuses }: Options): Promise<Dtu> => {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  const asked: Asked[] = [];
  const dtu: Dtu = {
    socket,
    asked,
    way: way ?? ((answer) => [answer]),
    async close() {
      socket.destroy();
      if (!socket.closed) await once(socket, "close");
    },
  };
  const buses = new Map<number, Duplex>();
  let last: Asked = { unit: 0, fn: 0, address: 0, count: 0 };
  for (const [unit, memory] of slaves) {
    const bus = new Duplex({
      read() {},
      write(answer: Buffer, _encoding, done) {
        for (const part of dtu.way(answer, last)) socket.write(part);
        done();
      },
    });
    new ModbusRTUServer(bus as never, memory);
    buses.set(unit, bus);
  }
  socket.on("error", () => socket.destroy());
  socket.on("data", (frame: Buffer) => {
    last = { unit: frame[0] ?? 0, fn: frame[1] ?? 0, address: frame.readUInt16BE(2), count: frame.readUInt16BE(4) };
    asked.push(last);
    const bus = buses.get(last.unit);
    const code = bus && refuses?.(last);
    if (code !== undefined) for (const part of dtu.way(exception(last, code), last)) socket.write(part);
    else bus?.push(frame);
  });
  socket.write(registration);
  return dtu;
};
