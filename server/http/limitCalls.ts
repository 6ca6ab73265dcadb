import type { FastifyInstance, FastifyRequest } from "fastify";
import { asksForCall } from "#server/http/askedPath.ts";
import { Asker, type Passage } from "#server/http/asker.ts";
import { envelopeOf, tokenOf } from "#server/http/registerCalls.ts";
import { addressOf } from "#server/http/requestAddress.ts";
import type { UnreadAnswers } from "#server/http/unreadAnswers.ts";
import { addressBlock } from "#server/kit/addressBlock.ts";
import { Problem } from "#server/kit/problem.ts";
import { Turns } from "#server/kit/turns.ts";

interface CallLimits {
  /** Milliseconds of a turn of the event loop that calls may begin in. */
  turnMs: number;
  /** Calls of one asker that may wait for their turn: far above what a page with all its views asks. */
  waiting: number;
  /** Calls of one asker whose bodies may come in at the same time. */
  reading: number;
  /** Bytes of answers that an asker may leave unread; with more of them its calls wait. */
  unread: number;
}

const usual: CallLimits = { turnMs: 10, waiting: 200, reading: 50, unread: 8 * 1_048_576 };

interface Parts {
  /** Whether a session has this token: whoever else comes with one is a stranger. */
  readonly isSession: (token: string) => Promise<boolean>;
  readonly unread: Pick<UnreadAnswers, "reads" | "crowded" | "whenEased">;
  readonly limits?: Partial<CallLimits>;
}

/**
 * Those who ask at the same time take turns, call by call, whoever has more of them under way: sessions, and strangers by their address.
 * A call waits for a turn before its body is read, and for another before it is answered. One that finds too many of its own asker's
 * waiting is refused before anything is done: the console makes it again after the time that the answer names. Who leaves answers unread is
 * given no more before they are read.
 */
export const limitCalls = (app: FastifyInstance, { isSession, unread, limits }: Parts): void => {
  const { turnMs, waiting, reading, unread: mostUnread } = { ...usual, ...limits };
  const turns = new Turns(turnMs);
  const askers = new Map<string, Asker>();
  const passages = new WeakMap<FastifyRequest, Passage>();
  const mustRead = (bytes: number): boolean => bytes > mostUnread || (bytes > 0 && unread.crowded);
  unread.whenEased(() => {
    for (const asker of askers.values()) asker.goOn();
  });
  const nameOf = async (request: FastifyRequest): Promise<string> => {
    const token = tokenOf(request);
    return token !== "" && (await isSession(token)) ? `session ${token}` : `stranger ${addressBlock(addressOf(request))}`;
  };
  const askerOf = (name: string): Asker => {
    const known = askers.get(name);
    if (known) return known;
    const asker = new Asker({ turns, mustRead, reading, rested: () => askers.get(name) === asker && askers.delete(name) });
    askers.set(name, asker);
    return asker;
  };
  app.addHook("onRequest", async (request, reply) => {
    if (!asksForCall(request)) return;
    const asker = askerOf(await nameOf(request));
    if (asker.waiting >= waiting) {
      const problem = new Problem("tooMany");
      await reply.code(problem.status).header("Retry-After", 1).send(envelopeOf(problem, request));
      return;
    }
    unread.reads(request, asker);
    const passage = asker.pass();
    passages.set(request, passage);
    reply.raw.once("close", () => passage.over());
    await passage.read();
  });
  app.addHook("preHandler", async (request) => passages.get(request)?.answer());
};
