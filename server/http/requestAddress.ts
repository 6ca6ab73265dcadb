import type { FastifyInstance, FastifyRequest } from "fastify";

const addresses = new WeakMap<FastifyRequest, string>();

/**
 * Reads the address of who asks before anything else: once the connection is gone, nobody can tell it any more. A request whose asker is
 * gone by then is not looked at: nobody hears an answer, and nothing is done that the operation log could not say from where it came.
 */
export const noteAddresses = (app: FastifyInstance): void => {
  // Asked for at once, it stays known to the socket.
  app.server.on("connection", (socket) => void socket.remoteAddress);
  app.addHook("onRequest", (request, reply, done) => {
    const address: string | undefined = request.ip;
    if (address === undefined) {
      reply.hijack();
      request.raw.destroy();
      return;
    }
    addresses.set(request, address);
    done();
  });
};

/** The address that a request came from. */
export const addressOf = (request: FastifyRequest): string => {
  const address = addresses.get(request);
  if (address === undefined) throw new Error("the request has no address: noteAddresses comes before every other hook");
  return address;
};
