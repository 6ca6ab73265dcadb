import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type SecureContext, TLSSocket } from "node:tls";
import type { Openings } from "./openings.ts";
import { takeProxyHeader } from "./proxyHeader.ts";

export interface DeviceListener {
  readonly port: number;
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** 0 takes a free port. */
  port: number;
  host: string | undefined;
  /** That have not been handed on yet. */
  maxConnections: number;
  openings: Openings;
  /** How long a connection may take until its device can speak MQTT. */
  openingMs: number;
  /** Each connection begins with a header of the PROXY protocol, version 1 or 2. */
  proxyProtocol: boolean;
  /** With it the connections are TLS; asked for each. */
  secureContext?: (() => SecureContext) | undefined;
  take(socket: Duplex, remote: string): void;
  failed(error: Error): void;
  /** A connection could not be handed on, and was closed. */
  spoiled(fault: unknown, remote: string): void;
  /** A connection was dropped, since there are as many as there may be. */
  crowded(): void;
}

/** Listens for devices, takes off what stands before their MQTT, and hands the connections on. */
export const openListener = async (options: ListenerOptions): Promise<DeviceListener> => {
  const opening = new Set<Socket>();
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    socket.on("error", () => socket.destroy());
    if (opening.size >= options.maxConnections && !options.openings.makeRoom()) {
      options.crowded();
      socket.destroy();
      return;
    }
    opening.add(socket);
    options.openings.add(socket, socket.remoteAddress ?? "");
    socket.once("close", () => opening.delete(socket));
    openConnection(socket, options)
      .then((opened) => {
        opening.delete(socket);
        options.openings.delete(socket);
        if (opened) options.take(opened.socket, opened.remote);
      })
      .catch((fault: unknown) => {
        options.spoiled(fault, socket.remoteAddress ?? "");
        options.openings.delete(socket);
        socket.destroy();
      });
  });
  await listening(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of opening) socket.destroy();
      return closed;
    },
  };
};

const listening = (server: Server, { port, host, failed }: ListenerOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      server.on("error", failed);
      resolve();
    });
  });

const openConnection = async (socket: Socket, { openingMs, proxyProtocol, secureContext }: ListenerOptions) => {
  const remote = proxyProtocol ? await takeProxyHeader(socket, openingMs) : (socket.remoteAddress ?? "");
  if (remote === undefined) return undefined;
  if (!secureContext) return { socket, remote };
  const secure = new TLSSocket(socket, { isServer: true, secureContext: secureContext() });
  const handshaken = await new Promise<boolean>((resolve) => {
    const overdue = setTimeout(() => secure.destroy(), openingMs);
    secure.on("error", () => secure.destroy());
    secure.once("secure", () => resolve(true));
    secure.once("close", () => resolve(false));
    secure.once("secure", () => clearTimeout(overdue));
    secure.once("close", () => clearTimeout(overdue));
  });
  return handshaken ? { socket: secure, remote } : undefined;
};
