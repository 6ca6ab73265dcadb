import type { Socket } from "node:net";
import type { WrittenPoint } from "#server/wire/pointWriter.ts";
import type { Fault } from "#server/wire/protocol.ts";
import type { PolledReading, RegisteredDevice } from "#server/wire/registered.ts";
import type { DeviceSession } from "#server/wire/transport.ts";
import { framings } from "./framing.ts";
import { LinePoller } from "./linePoller.ts";
import { ModbusBus } from "./modbusBus.ts";
import { polledSlaves } from "./polling.ts";
import type { PollingSettings } from "./pollingSettings.ts";
import { registerWrites, writeRegisters } from "./registerWrites.ts";

export type Ending = "lost" | "keepalive" | "refused" | "replaced" | "stopped";

interface Options {
  socket: Socket;
  session: DeviceSession;
  remote: string;
  device: RegisteredDevice;
  settings: PollingSettings;
  uptime: () => number;
  store(readings: readonly PolledReading[], place: string, frame: Buffer): Promise<void>;
  fault(what: string, fault: Fault, frame: Buffer): void;
  flooded(): void;
  answered(): void;
  ended(line: DtuLine, ending: Ending): void;
}

/** How long a gateway may say nothing at all: what sends heartbeats is missed sooner. */
const silence = { withHeartbeat: 180_000, without: 900_000 };
/** Bytes that a gateway may send within a second: ten times what the fastest serial line brings. */
const mostPerSecond = 131_072;

/** The connection of one registered gateway, and the line behind it. */
export class DtuLine {
  readonly session: DeviceSession;
  readonly remote: string;
  readonly settings: PollingSettings;
  #options: Options;
  #device: RegisteredDevice;
  #poller: LinePoller;
  #watch: NodeJS.Timeout;
  #ending: Ending | undefined;
  #second = { at: 0, bytes: 0 };

  constructor(options: Options) {
    const { socket, session, remote, settings, device, uptime, store, fault, answered } = options;
    this.session = session;
    this.remote = remote;
    this.settings = settings;
    this.#options = options;
    this.#device = device;
    const bus = new ModbusBus(framings[settings.framing], (frame) => {
      if (socket.writable) socket.write(frame);
    });
    this.#poller = new LinePoller({
      ...{ bus, uptime, fault, answered },
      isHeartbeat: (came) => isRepeated(came, settings.heartbeat),
      limits: { timeoutMs: settings.timeoutMs, numbered: settings.framing === "tcp" },
      store: ({ no }, readings, frame) => store(readings, `modbus/${no}`, frame),
    });
    // The socket's own time-out counts what is sent to it as well.
    this.#watch = setTimeout(
      () => this.close("keepalive"),
      settings.heartbeat.length > 0 ? silence.withHeartbeat : silence.without,
    ).unref();
    socket.on("data", (chunk: Buffer) => {
      this.#watch.refresh();
      if (!this.#fits(chunk.length)) {
        options.flooded();
        this.close("refused");
      } else bus.heard(chunk);
    });
    socket.on("close", () => this.close("lost"));
    this.#plan();
  }

  /** The device as it is now; its connection stays where it is polled as before. */
  follow(device: RegisteredDevice | undefined): void {
    if (device === this.#device) return;
    if (!device || !isAlike(device.polling, this.settings)) return this.close("refused");
    this.#device = device;
    this.#plan();
  }

  /** Writes the points of a slave and reads them back; rejects with a Problem that says why not. `begin` throws where nobody waits any more. */
  async write(slave: number, points: readonly WrittenPoint[], begin: () => void): Promise<void> {
    const writes = registerWrites(points);
    await this.#poller.command(async (ask) => {
      begin();
      for (const write of writes) await writeRegisters(ask, slave, write, begin);
    });
    this.#poller.hasten(slave, (read) =>
      writes.some(
        ({ type, address, cells }) => type === read.type && address < read.address + read.count && read.address < address + cells.length,
      ),
    );
  }

  close(ending: Ending): void {
    if (this.#ending) return;
    this.#ending = ending;
    clearTimeout(this.#watch);
    this.#poller.close();
    this.#options.socket.destroy();
    this.#options.ended(this, ending);
  }

  /** Resolves when nothing of it is being stored. */
  idle(): Promise<void> {
    return this.#poller.idle();
  }

  #plan(): void {
    const { slaves, unread } = polledSlaves(this.#device, this.settings);
    for (const fault of unread)
      this.#options.fault(`${fault.code} ${fault.values?.slave} ${fault.values?.address}`, fault, Buffer.alloc(0));
    this.#poller.plan(slaves);
  }

  #fits(bytes: number): boolean {
    const second = Math.floor(this.#options.uptime() / 1000);
    if (this.#second.at !== second) this.#second = { at: second, bytes: 0 };
    this.#second.bytes += bytes;
    return this.#second.bytes <= mostPerSecond;
  }
}

const isRepeated = (came: Buffer, heartbeat: Buffer): boolean =>
  heartbeat.length > 0 &&
  came.length % heartbeat.length === 0 &&
  came.equals(Buffer.concat(Array.from({ length: came.length / heartbeat.length }, () => heartbeat)));

const isAlike = (one: PollingSettings | undefined, other: PollingSettings): boolean => JSON.stringify(one) === JSON.stringify(other);
