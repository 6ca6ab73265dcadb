import type { FastifyInstance, FastifyRequest } from "fastify";
import { envelopeOf, tokenOf } from "#server/http/registerCalls.ts";
import { addressOf } from "#server/http/requestAddress.ts";
import type { Reader, UnreadAnswers } from "#server/http/unreadAnswers.ts";
import { addressBlock } from "#server/kit/addressBlock.ts";
import { Problem } from "#server/kit/problem.ts";
import { type Served, Turns } from "#server/kit/turns.ts";

interface CallLimits {
  /** Milliseconds of a turn of the event loop that calls may begin in. */
  turnMs: number;
  /** Calls of one asker that may wait for their turn: far above what a page with all its views asks. */
  waiting: number;
  /** Bytes of answers that an asker may leave unread; with more of them its calls wait. */
  unread: number;
}

const usual: CallLimits = { turnMs: 10, waiting: 200, unread: 8 * 1_048_576 };

interface Parts {
  /** Whether a session has this token: whoever else comes with one is a stranger. */
  readonly isSession: (token: string) => Promise<boolean>;
  readonly unread: Pick<UnreadAnswers, "reads" | "crowded" | "whenEased">;
  readonly limits?: Partial<CallLimits>;
}

/** Calls waiting from which on an asker goes behind those that ask little. */
const much = 8;

/** A session, or the strangers of one address. */
class Asker implements Served, Reader {
  readonly #turns: Turns;
  /** Whether it has to read first, by the bytes that it leaves unread. */
  readonly #mustRead: (unread: number) => boolean;
  readonly #rested: () => void;
  readonly #waiting = new Set<() => void>();
  #underWay = 0;
  #unread = 0;

  constructor(turns: Turns, mustRead: (unread: number) => boolean, rested: () => void) {
    this.#turns = turns;
    this.#mustRead = mustRead;
    this.#rested = rested;
  }

  get heavy(): boolean {
    return this.#waiting.size > much;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** The first call begins at once where it may, what is asked beside it waits for a turn. `gone` is told what to do when it hangs up before. */
  turn(whenGone: (listener: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const begin = (): void => {
        this.#underWay += 1;
        resolve();
      };
      this.#waiting.add(begin);
      whenGone(() => {
        if (!this.#waiting.delete(begin)) this.#underWay -= 1;
        this.#rest();
      });
      if (this.#underWay === 0 && !this.#mustRead(this.#unread)) this.#turns.ask(this);
      else this.goOn();
    });
  }

  serve(): void {
    if (this.#mustRead(this.#unread)) return;
    const [begin] = this.#waiting;
    if (!begin) return;
    this.#waiting.delete(begin);
    begin();
    this.goOn();
  }

  waits(bytes: number): void {
    this.#unread += bytes;
    if (bytes < 0) this.goOn();
    this.#rest();
  }

  goOn(): void {
    if (this.#waiting.size > 0 && !this.#mustRead(this.#unread)) this.#turns.askLater(this);
  }

  #rest(): void {
    if (this.#underWay === 0 && this.#waiting.size === 0 && this.#unread === 0) this.#rested();
  }
}

/**
 * Those who ask at the same time take turns, call by call, whoever has more of them under way: sessions, and strangers by their address.
 * A call that finds too many of its own asker's waiting is refused before its body is read and anything is done: the console makes it again
 * after the time that the answer names. Who leaves answers unread is given no more before they are read.
 */
export const limitCalls = (app: FastifyInstance, { isSession, unread, limits }: Parts): void => {
  const { turnMs, waiting, unread: mostUnread } = { ...usual, ...limits };
  const turns = new Turns(turnMs);
  const askers = new Map<string, Asker>();
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
    const asker = new Asker(turns, mustRead, () => askers.get(name) === asker && askers.delete(name));
    askers.set(name, asker);
    return asker;
  };
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/api/")) return;
    const asker = askerOf(await nameOf(request));
    if (asker.waiting >= waiting) {
      const problem = new Problem("tooMany");
      await reply.code(problem.status).header("Retry-After", 1).send(envelopeOf(problem, request));
      return;
    }
    unread.reads(request, asker);
    await asker.turn((gone) => reply.raw.once("close", gone));
  });
};
