import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import { type PacketLimits, PacketRate } from "#server/wire/packetRate.ts";

/** A page asks for its fifty devices at once, and seldom for anything else. */
export const pageLimits: PacketLimits = { perSecond: 50, burst: 500, bytesAsPacket: 1024, idleWeight: 10, idlePerMinute: 300 };

/** Counts every frame and every byte, also of what is being closed and of what no message comes of. */
const pace = (webSocket: WebSocket, line: Duplex, flooded: () => void): void => {
  const rate = new PacketRate(pageLimits, performance.now());
  const count = (packets: number, idle: number, bytes: number): void => {
    if (line.destroyed) return;
    const now = performance.now();
    if (rate.count(packets, idle, bytes, now) && rate.wait(now) === 0) return;
    // What has been read by then would still be handed on.
    webSocket.removeAllListeners("message");
    webSocket.terminate();
    flooded();
  };
  webSocket.on("message", () => count(1, 0, 0));
  webSocket.on("ping", () => count(1, 1, 0));
  webSocket.on("pong", () => count(1, 1, 0));
  line.on("data", (chunk: Buffer) => count(0, 0, chunk.length));
};

interface Options {
  /** The address that a socket is asked for from. */
  address: (request: IncomingMessage) => string;
  /** More was sent than any page has reason to; the web socket is cut. */
  flooded: (remote: string) => void;
}

/** Web sockets of pages: of each one frame is read in a turn of the event loop. */
export const pacedWebSockets = ({ address, flooded }: Options) =>
  class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, allowSynchronousEvents: false });
    }

    override handleUpgrade(
      request: IncomingMessage,
      line: Duplex,
      head: Buffer,
      done: (webSocket: WebSocket, request: IncomingMessage) => void,
    ): void {
      const remote = address(request);
      super.handleUpgrade(request, line, head, (webSocket, asked) => {
        pace(webSocket, line, () => flooded(remote));
        done(webSocket, asked);
      });
    }
  };
