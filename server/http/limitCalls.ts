import type { FastifyInstance } from "fastify";
import { envelopeOf } from "#server/http/registerCalls.ts";
import { Problem } from "#server/kit/problem.ts";
import { type Served, Turns } from "#server/kit/turns.ts";

interface CallLimits {
  /** Milliseconds of a turn of the event loop that calls may begin in. */
  turnMs: number;
  /** Calls of one session that may wait for their turn: far above what a page with all its views asks. */
  waiting: number;
}

const usual: CallLimits = { turnMs: 10, waiting: 200 };

/** Calls waiting from which on a session goes behind those that ask little. */
const much = 8;

/** Sessions that are kept in mind; what hung up before its turn is forgotten at the latest when there are more. */
const mostKnown = 5000;

class Session implements Served {
  readonly #turns: Turns;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  get heavy(): boolean {
    return this.#waiting.length > much;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get resting(): boolean {
    return this.#underWay === 0 && this.#waiting.length === 0;
  }

  /** The first call begins at once where it may, what is asked beside it waits for a turn. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#underWay === 0) this.#turns.ask(this);
      else this.#turns.askLater(this);
    });
  }

  ended(): void {
    this.#underWay -= 1;
  }

  serve(): void {
    const begin = this.#waiting.shift();
    if (!begin) return;
    this.#underWay += 1;
    begin();
    if (this.#waiting.length > 0) this.#turns.askLater(this);
  }
}

/**
 * Sessions that ask at the same time take turns, call by call, whoever has more of them under way. A call that finds too many of its own
 * session waiting is refused before its body is read and anything is done: the console makes it again after the time that the answer names.
 */
export const limitCalls = (app: FastifyInstance, { turnMs, waiting }: CallLimits = usual): void => {
  const turns = new Turns(turnMs);
  const sessions = new Map<string, Session>();
  const asking = new WeakMap<object, string>();
  app.addHook("onRequest", async (request, reply) => {
    const { token } = request.headers;
    if (typeof token !== "string" || token === "" || !request.url.startsWith("/api/")) return;
    const session = sessions.get(token) ?? new Session(turns);
    if (session.waiting >= waiting) {
      const problem = new Problem("tooMany");
      await reply.code(problem.status).header("Retry-After", 1).send(envelopeOf(problem, request));
      return;
    }
    if (sessions.size >= mostKnown) for (const [known, { resting }] of sessions) if (resting) sessions.delete(known);
    sessions.set(token, session);
    asking.set(request, token);
    await session.turn();
  });
  app.addHook("onResponse", async (request) => {
    const token = asking.get(request);
    const session = token === undefined ? undefined : sessions.get(token);
    session?.ended();
    if (token !== undefined && session?.resting) sessions.delete(token);
  });
};
