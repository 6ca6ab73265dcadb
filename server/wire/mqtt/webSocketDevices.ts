import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { createWebSocketStream, WebSocketServer } from "ws";
import { CutSocket } from "./webSocketFrames.ts";

/** Where devices speak MQTT over a web socket on the port of HTTP. */
export const mqttPath = "/mqtt";

/** Bytes of what is read as a whole: binary frames, which MQTT comes in, are cut, so that what is too long is judged by its packet, as over TCP. */
const longestWhole = 1_048_576;
const nothing = Buffer.alloc(0);
const protocols = ["mqtt", "mqttv3.1"];

interface Options {
  http: Server;
  /** The address that a socket is asked for from. */
  address(request: IncomingMessage): string;
  take(socket: Duplex, remote: string): void;
}

/** Takes devices that speak MQTT over web sockets. What it answers stops that. */
export const takeWebSockets = ({ http, address, take }: Options): (() => void) => {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: longestWhole,
    handleProtocols: (offered) => protocols.find((protocol) => offered.has(protocol)) ?? false,
  });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.url?.split("?")[0] !== mqttPath) return;
    server.handleUpgrade(request, new CutSocket(socket, head), nothing, (opened) => take(createWebSocketStream(opened), address(request)));
  };
  http.on("upgrade", upgrade);
  return () => http.off("upgrade", upgrade);
};
