import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

interface UnreadLimits {
  /** Milliseconds without a byte being taken, after which a connection is closed. */
  idleMs: number;
  /** Bytes a second that an answer is taken at, at the least, once that time is over. */
  perSecond: number;
  /** Bytes of all answers together from which on nobody who leaves some unread is given more. */
  crowded: number;
  /** Bytes of all answers together beyond which the connection is closed whose answer waits for the longest. */
  most: number;
}

const usual: UnreadLimits = { idleMs: 30_000, perSecond: 16_384, crowded: 64 * 1_048_576, most: 128 * 1_048_576 };

/** Larger answers than the system takes at once wait in the server's memory. */
const large = 16_384;

/** Who answers are made for. */
export interface Reader {
  /** So many bytes more (or less) wait to be read. */
  waits(bytes: number): void;
}

export interface UnreadAnswers {
  /** Has to come before answers are packed: what waits is held as it was made. */
  watch(app: FastifyInstance): void;
  /** The reader is told of what waits of the request's answer. */
  reads(request: FastifyRequest, reader: Reader): void;
  /** So much waits to be read that who leaves some of it unread is given no more. */
  readonly crowded: boolean;
  /** Told when that is over. */
  whenEased(listener: () => void): void;
}

const bytesOf = (payload: unknown): number =>
  typeof payload === "string" || Buffer.isBuffer(payload) ? Buffer.byteLength(payload as string | Buffer) : 0;

/** Knows how much of the answers waits to be read, and closes connections that do not read theirs. */
export const openUnreadAnswers = (limits: Partial<UnreadLimits> = {}): UnreadAnswers => {
  const { idleMs, perSecond, crowded, most } = { ...usual, ...limits };
  const readers = new WeakMap<FastifyRequest, Reader>();
  const eased = new Set<() => void>();
  /** The oldest first. */
  const unread = new Set<FastifyReply>();
  let total = 0;

  const drop = (reply: FastifyReply): void => void reply.raw.destroy();

  /** Who has nothing to read yet is not the one that is late. */
  const closeIdle = ({ raw }: FastifyReply): void => {
    raw.setTimeout(idleMs, () => {
      if (raw.writableLength > 0) raw.destroy();
      else raw.setTimeout(idleMs);
    });
  };

  const hold = (reply: FastifyReply, bytes: number, reader: Reader | undefined): void => {
    const overdue = bytes > large ? setTimeout(() => drop(reply), idleMs + (bytes / perSecond) * 1000).unref() : undefined;
    total += bytes;
    unread.add(reply);
    reader?.waits(bytes);
    reply.raw.once("close", () => {
      clearTimeout(overdue);
      const wasCrowded = total > crowded;
      total -= bytes;
      unread.delete(reply);
      reader?.waits(-bytes);
      if (wasCrowded && total <= crowded) for (const listener of eased) listener();
    });
    const [oldest] = total > most ? unread : [];
    if (oldest) drop(oldest);
  };

  return {
    watch(app) {
      app.addHook("onSend", async (request, reply, payload) => {
        closeIdle(reply);
        const bytes = bytesOf(payload);
        if (bytes > 0) hold(reply, bytes, readers.get(request));
      });
    },
    reads: (request, reader) => void readers.set(request, reader),
    get crowded() {
      return total > crowded;
    },
    whenEased: (listener) => void eased.add(listener),
  };
};
