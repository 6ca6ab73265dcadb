import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openStreams } from "./streams.ts";

export interface StreamServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves the cameras at the port, or at any that is free where that is taken. */
export const startStreams = async (host: string, wanted: number): Promise<StreamServer> => {
  const streams = openStreams();
  const listen = (port: number): Promise<ReturnType<typeof createServer>> =>
    new Promise((resolve, reject) => {
      const server = createServer((request, response) => streams.answer(request, response));
      server.once("error", reject);
      server.listen(port, host, () => resolve(server));
    });
  const server = await listen(wanted).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === "EADDRINUSE") return listen(0);
    throw fault;
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      streams.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
