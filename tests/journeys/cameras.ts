import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { openStreams, type Streams } from "#demo/video/streams.ts";

export interface Cameras {
  readonly origin: string;
  /** What is asked for, in its order, without queries. */
  readonly asked: readonly string[];
  /** Statuses that are answered instead of streams, by the camera's name. */
  readonly answers: Map<string, number>;
  /** Connections that are open. */
  connections(): number;
  stop(): Promise<void>;
  /** Again at the same port. */
  start(): Promise<void>;
}

/** A server of streams that the test makes itself, on a port of its own. */
export const openCameras = async (): Promise<Cameras> => {
  const asked: string[] = [];
  const answers = new Map<string, number>();
  const sockets = new Set<Socket>();
  let streams: Streams;
  let server: Server;
  let port = 0;
  const start = async (): Promise<void> => {
    streams = openStreams();
    server = createServer((request, response) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      asked.push(path);
      const status = answers.get(/^\/(\w+)/.exec(path)?.[1] ?? "");
      if (status === undefined) return streams.answer(request, response);
      response.writeHead(status, { "Access-Control-Allow-Origin": "*", "Content-Type": "text/html" });
      response.end("<p>no stream</p>");
    });
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
    port = (server.address() as AddressInfo).port;
  };
  await start();
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    answers,
    connections: () => sockets.size,
    start,
    async stop() {
      streams.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
};
