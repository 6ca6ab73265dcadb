import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { askedPath, asksForCall } from "#server/http/askedPath.ts";
import { envelopeOf } from "#server/http/registerCalls.ts";
import { Problem } from "#server/kit/problem.ts";
import type { CommandSender } from "#server/wire/commands.ts";
import { pushPath } from "#server/wire/push/postRequest.ts";

export interface InFlight {
  watch(app: FastifyInstance): void;
  /** From now on calls are refused, in the envelope; what is being answered goes on. */
  refuse(): void;
  /** Resolves once nothing is being answered. */
  idle(): Promise<void>;
}

/** Tells once when each of these has happened. */
const all = (names: readonly string[], over: () => void): ((name: string) => void) => {
  const missing = new Set(names);
  return (name) => {
    if (missing.delete(name) && missing.size === 0) over();
  };
};

/**
 * Knows which calls are being answered, whether or not who asked is still there. One whose body has not come yet is none of them: it would hold the server up for as long as a
 * stranger likes. Nor is a device's post: those end with the devices' connections, so that replies to commands still come in.
 */
export const openInFlight = (): InFlight => {
  let refusing = false;
  let count = 0;
  let wake: (() => void) | undefined;
  const answered = new WeakMap<FastifyRequest, () => void>();
  const refused = new Problem("stopping");
  const refuseCall = (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (!refusing || !asksForCall(request)) return false;
    reply.code(refused.status).header("Connection", "close").send(envelopeOf(refused, request));
    return true;
  };
  return {
    watch(app) {
      app.addHook("onRequest", (request, reply, done) => void (refuseCall(request, reply) || done()));
      app.addHook("preHandler", (request, reply, done) => {
        if (refuseCall(request, reply)) return;
        if (askedPath(request).startsWith(pushPath)) return done();
        count += 1;
        const ends = all(["answered", "closed"], () => {
          count -= 1;
          if (count === 0) wake?.();
        });
        answered.set(request, () => ends("answered"));
        if (reply.raw.closed) ends("closed");
        else reply.raw.once("close", () => ends("closed"));
        done();
      });
      app.addHook("onSend", (request, _reply, payload, done) => {
        answered.get(request)?.();
        done(null, payload);
      });
    },
    refuse() {
      refusing = true;
    },
    idle: () =>
      new Promise((resolve) => {
        if (count === 0) resolve();
        else wake = resolve;
      }),
  };
};

/** Takes no more calls and lets those that are under way end within the milliseconds; who waits for a device's answer gives up when half of them are over. */
export const endCalls = async (inFlight: InFlight, commands: Pick<CommandSender, "stop">, withinMs: number): Promise<void> => {
  inFlight.refuse();
  const given = setTimeout(() => commands.stop(), withinMs / 2);
  await Promise.race([inFlight.idle(), delay(withinMs, undefined, { ref: false })]);
  clearTimeout(given);
  commands.stop();
};
