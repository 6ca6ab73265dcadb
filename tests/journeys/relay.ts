import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Relay {
  readonly base: string;
  /** The server is gone: connections break, new ones are refused at once. */
  cut(): void;
  /** Nothing comes through any more, and nothing says so. */
  freeze(): void;
  /** As before. */
  mend(): void;
  close(): Promise<void>;
}

/** A wire between browser and server, on a port that stays when the server is started anew. */
export const openRelay = async (port: () => number): Promise<Relay> => {
  let state: "open" | "cut" | "frozen" = "open";
  const ends = new Set<Socket>();
  const keep = (end: Socket): void => {
    ends.add(end);
    end.on("error", () => end.destroy());
    end.on("close", () => ends.delete(end));
  };
  const server = createServer((near) => {
    keep(near);
    if (state === "cut") {
      near.resetAndDestroy();
      return;
    }
    if (state === "frozen") {
      near.pause();
      return;
    }
    const far = connect(port(), "127.0.0.1");
    keep(far);
    near.pipe(far);
    far.pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const breakAll = (): void => {
    for (const end of ends) end.destroy();
  };
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      state = "cut";
      breakAll();
    },
    freeze() {
      state = "frozen";
      for (const end of ends) end.unpipe().pause();
    },
    mend() {
      // What was frozen stays dead, as behind a router that has forgotten it.
      state = "open";
    },
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
