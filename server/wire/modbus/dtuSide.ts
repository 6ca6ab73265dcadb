import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { addressBlock } from "#server/kit/addressBlock.ts";
import type { DeviceLogIn, LogInRefusal } from "#server/wire/deviceLogIn.ts";
import type { DeviceSide } from "#server/wire/deviceSide.ts";
import type { FaultLog } from "#server/wire/faults.ts";
import { openGatheredLines } from "#server/wire/gatheredLines.ts";
import type { MessageRecord } from "#server/wire/messageRecord.ts";
import { openTakeovers } from "#server/wire/mqtt/takeovers.ts";
import type { PointWriter } from "#server/wire/pointWriter.ts";
import type { PresenceKeeper } from "#server/wire/presence.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";
import type { DeviceRegistry } from "#server/wire/registry.ts";
import { type DeviceSession, NotStored, type TransportLog } from "#server/wire/transport.ts";
import { DtuLine, type Ending } from "./dtuLine.ts";
import { requestsOf } from "./registerWrites.ts";
import { mostRegistration, type Registration, registrationEnd, registrationOf } from "./registration.ts";

/** Gateways that dial in and are polled. */
export interface DtuSide extends PointWriter {
  readonly port: number;
  isConnected(sn: string): boolean;
  /** Its connection may not stay. */
  kick(sn: string): void;
  /** Devices, their templates or models may have changed: lines of those that did are looked at anew. */
  refresh(): Promise<void>;
  /** Closes all lines, and resolves when what came by them is stored, or after the milliseconds. */
  stop(withinMs: number): Promise<void>;
  stats(): { lines: number; refused: number };
}

export interface DtuLimits {
  /** Connections that have not registered yet, of all and of one address. */
  strangers: number;
  strangersPerPlace: number;
  /** How long one may take to register. */
  registerMs: number;
  /** After so long a silence what it has sent is taken for the whole. */
  quietMs: number;
  /** How long a connection that was refused is kept before it may try again. */
  refusedMs: number;
}

export const dtuLimits: DtuLimits = { strangers: 2000, strangersPerPlace: 500, registerMs: 30_000, quietMs: 250, refusedMs: 3000 };

interface Options {
  port: number;
  host: string;
  door: DeviceLogIn;
  side: Pick<DeviceSide, "polled" | "withDevice">;
  registry: Pick<DeviceRegistry, "byId">;
  presence: Pick<PresenceKeeper, "connected" | "disconnected" | "communicated">;
  faults: Pick<FaultLog, "note" | "noteHourly" | "noteMinutely">;
  messages: Pick<MessageRecord, "noted">;
  log: TransportLog;
  now: () => number;
  uptime: () => number;
  /** It is connected by another transport as well, which says when it goes. */
  connectedElsewhere(sn: string): boolean;
  /** A device has registered whose model says that it is not polled. */
  unpolled?(device: RegisteredDevice, remote: string): void;
  limits?: DtuLimits;
}

type Refusal = LogInRefusal["refused"] | "unread" | "unpolled" | "late";

const nothing: Buffer = Buffer.alloc(0);

/** The first bytes of a connection, until they end or it falls silent; undefined: nothing came in time, or too much. */
const registrationBytes = (socket: Socket, { registerMs, quietMs }: DtuLimits): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    let held = nothing;
    let quiet: NodeJS.Timeout | undefined;
    const end = (bytes: Buffer | undefined): void => {
      clearTimeout(quiet);
      clearTimeout(overdue);
      socket.off("data", take).off("close", gone);
      socket.pause();
      resolve(bytes);
    };
    const gone = (): void => end(undefined);
    const take = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk]);
      clearTimeout(quiet);
      if (held.length > mostRegistration) return end(undefined);
      if (registrationEnd(held) >= 0) return end(held);
      quiet = setTimeout(() => end(held), quietMs);
    };
    const overdue = setTimeout(gone, registerMs);
    socket.on("data", take).on("close", gone);
  });

export const openDtuSide = async (options: Options): Promise<DtuSide> => {
  const { door, side, registry, presence, faults, messages, log, now, uptime, limits = dtuLimits } = options;
  const text = openGatheredLines(log);
  const takeovers = openTakeovers(uptime);
  const lines = new Map<string, DtuLine>();
  const strangers = new Map<Socket, string>();
  const counts = { refused: 0 };
  let stopping = false;

  const signIn = async ({ sns, password }: Registration, remote: string): Promise<DeviceSession | LogInRefusal> => {
    let answer: DeviceSession | LogInRefusal = { refused: "unknown" };
    for (const sn of sns) {
      answer = await door.attempt(sn, password, remote);
      if (!("refused" in answer) || answer.refused !== "unknown") return answer;
    }
    return answer;
  };

  const store = async (
    session: DeviceSession,
    readings: Parameters<DeviceSide["polled"]>[1],
    place: string,
    frame: Buffer,
  ): Promise<void> => {
    try {
      await side.polled(session, readings, place, frame);
    } catch (fault) {
      const words =
        fault instanceof NotStored ? "what was read of a device is not stored" : "what was read of a device could not be processed";
      text.write("error", session.sn, { sn: session.sn, err: fault }, words);
    }
  };

  const ended = (line: DtuLine, ending: Ending): void => {
    const { session } = line;
    if (lines.get(session.sn) !== line) return;
    lines.delete(session.sn);
    if (ending === "replaced" || ending === "stopped" || options.connectedElsewhere(session.sn)) return;
    void side.withDevice(session, (device) => presence.disconnected(device, ending));
  };

  /** The newer connection stays: the older one may be one that broke without a word. */
  const takeOver = (older: DtuLine, device: RegisteredDevice, remote: string): void => {
    const seen = takeovers.note(device.sn, { remote: older.remote, clientId: "Modbus" }, { remote, clientId: "Modbus" });
    older.close("replaced");
    if (typeof seen === "string") return;
    const values = { times: seen.times, addresses: seen.addresses.join(", "), clients: seen.clientIds.join(", ") };
    faults.note(device, { code: "sharedSn", values }, nothing);
  };

  const admit = (socket: Socket, session: DeviceSession, remote: string, device: RegisteredDevice): void => {
    const { polling: settings } = device;
    if (!settings) return;
    const older = lines.get(session.sn);
    if (older) takeOver(older, device, remote);
    const withDevice = (work: (known: RegisteredDevice) => void): void => void side.withDevice(session, work);
    const line = new DtuLine({
      ...{ socket, session, remote, device, settings, uptime, ended },
      store: (readings, place, frame) => store(session, readings, place, frame),
      fault: (what, fault, frame) =>
        withDevice((known) => {
          faults.noteHourly(known, what, fault, frame);
          const place = `modbus/${fault.values?.slave ?? ""}`;
          messages.noted(known.id, { kind: "telemetry", place, payload: frame, outcome: "faulty", faults: [fault] });
        }),
      flooded: () => withDevice((known) => faults.noteMinutely(known, "flood", { code: "flooding" }, nothing, 0)),
      answered: () => presence.communicated(session.deviceId, now()),
    });
    lines.set(session.sn, line);
    presence.connected(device);
    socket.resume();
  };

  const refuse = (socket: Socket, remote: string, reason: Refusal, sn = ""): void => {
    counts.refused += 1;
    text.write("warn", remote, { sn: sn.slice(0, 128), reason }, "a gateway's registration was refused");
    setTimeout(() => socket.destroy(), limits.refusedMs).unref();
  };

  const register = async (socket: Socket, remote: string): Promise<void> => {
    const bytes = await registrationBytes(socket, limits);
    if (socket.destroyed) return;
    const registration = bytes && registrationOf(bytes);
    if (!registration) return refuse(socket, remote, bytes ? "unread" : "late");
    const session = await signIn(registration, remote);
    if ("refused" in session) return refuse(socket, remote, session.refused, registration.sns[0]);
    const device = await registry.byId(session.deviceId);
    if (socket.destroyed || stopping) return;
    if (!device?.polling) {
      if (device) options.unpolled?.(device, remote);
      return refuse(socket, remote, "unpolled", session.sn);
    }
    strangers.delete(socket);
    admit(socket, session, remote, device);
  };

  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    const remote = socket.remoteAddress ?? "";
    socket.on("error", () => socket.destroy());
    const place = addressBlock(remote);
    const ofPlace = [...strangers.values()].filter((other) => other === place).length;
    if (strangers.size >= limits.strangers || ofPlace >= limits.strangersPerPlace) {
      text.write("warn", remote, {}, "a connection was closed: too many have not registered");
      socket.destroy();
      return;
    }
    strangers.set(socket, place);
    socket.once("close", () => strangers.delete(socket));
    register(socket, remote).catch((fault: unknown) => {
      text.write("error", remote, { err: fault }, "a gateway could not be registered");
      socket.destroy();
    });
  });
  const port = await listening(server, options);

  return {
    port,
    isConnected: (sn) => lines.has(sn),
    write({ sn }, { slave, points }, begin) {
      const done = lines.get(sn)?.write(slave, points, begin);
      return done && { place: `modbus/${slave}`, done };
    },
    preview({ polling }, { slave, points }) {
      return polling && { place: `modbus/${slave}`, message: requestsOf(slave, points, polling.framing).join("\n") };
    },
    kick: (sn) => lines.get(sn)?.close("refused"),
    async refresh() {
      for (const line of [...lines.values()]) line.follow(await registry.byId(line.session.deviceId));
    },
    async stop(withinMs) {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const open = [...lines.values()];
      for (const socket of strangers.keys()) socket.destroy();
      for (const line of open) line.close("stopped");
      const idle = Promise.all(open.map((line) => line.idle()));
      let overdue: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        overdue = setTimeout(resolve, withinMs);
      });
      await Promise.race([idle, late]);
      clearTimeout(overdue);
      await closed;
      text.flush();
    },
    stats: () => ({ lines: lines.size, refused: counts.refused }),
  };
};

const listening = (server: Server, { port, host, log }: Pick<Options, "port" | "host" | "log">): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      server.on("error", (err) => log.error({ err }, "the port of gateways has failed"));
      resolve((server.address() as AddressInfo).port);
    });
  });
