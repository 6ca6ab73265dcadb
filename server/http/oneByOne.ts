import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Requests that may stand behind one another on a connection. Browsers and proxies send the next when the last is answered. */
const mostBehind = 20;

interface Line {
  count: number;
  last: Promise<void>;
}

/** Answers the requests of a connection one after the other: none is made an answer that has to wait for the one before it. */
export const answerOneByOne = (app: FastifyInstance): void => {
  const lines = new WeakMap<Socket, Line>();
  app.addHook("onRequest", async (request, reply) => {
    const { socket } = request.raw;
    const line = lines.get(socket) ?? { count: 0, last: Promise.resolve() };
    lines.set(socket, line);
    if (line.count > mostBehind) {
      reply.hijack();
      socket.destroy();
      return;
    }
    const before = line.last;
    line.count += 1;
    line.last = new Promise((resolve) => {
      reply.raw.once("close", () => {
        line.count -= 1;
        resolve();
      });
    });
    await before;
  });
};
