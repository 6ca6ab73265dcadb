import type { RawData } from "ws";
import { WebSocket } from "ws";
import { z } from "zod";
import type { Troubles } from "#server/system/troubles.ts";
import type { GatheredLines } from "#server/wire/gatheredLines.ts";
import type { TransportLog } from "#server/wire/transport.ts";
import type { TuyaAccess } from "./tuyaAccess.ts";
import { queuePassword } from "./tuyaCipher.ts";

/** A message as it lies in the queue: `payload` is base64. */
export interface QueuedMessage {
  readonly payload: string;
  /** How its data is enciphered. */
  readonly mode: string | undefined;
}

/** The consumer of a project's message queue. What is not acknowledged comes again, also after a restart. */
export interface TuyaQueue {
  isConnected(): boolean;
  /** Takes no further message, and resolves when those under way have come to their end, or after the milliseconds. */
  stop(withinMs: number): Promise<void>;
}

export interface QueueTimes {
  /** A first attempt to connect again comes after so long, each further one after twice as long until a message or a pong came. */
  backMs: number;
  mostBackMs: number;
  /** The line is asked so often whether it stands. */
  pingMs: number;
}

export const queueTimes: QueueTimes = { backMs: 1000, mostBackMs: 60_000, pingMs: 30_000 };

interface Options {
  access: TuyaAccess;
  log: TransportLog;
  /** Of what the queue can send as often as it likes. */
  lines: Pick<GatheredLines, "write">;
  troubles: Pick<Troubles, "failed" | "over">;
  /** Resolves to whether the message is done with, and may be acknowledged. Never rejects. */
  take(message: QueuedMessage): Promise<boolean>;
  /** A message of another shape was acknowledged: it would come again for ever. */
  unfit(): void;
  times?: QueueTimes;
}

/** The queue sends again what was not acknowledged in this time. */
const acknowledgedWithinMs = 30_000;
/** Messages under way; with more nothing further is read. */
const mostUnderWay = 200;
const mostFrame = 1_048_576;

const frame = z.object({
  messageId: z.string(),
  payload: z.string(),
  properties: z.object({ em: z.string().optional() }).nullish(),
});
const named = frame.pick({ messageId: true });

const addressOf = ({ queue, id }: TuyaAccess): string =>
  `${queue}/ws/v2/consumer/persistent/${id}/out/event/${id}-sub?ackTimeoutMillis=${acknowledgedWithinMs}&subscriptionType=Failover`;

/** Connects, and connects anew for as long as it is not stopped: at longer and longer intervals, up to a minute. */
export const openTuyaQueue = ({ access, log, lines, troubles, take, unfit, times = queueTimes }: Options): TuyaQueue => {
  let line: WebSocket | undefined;
  let stopped = false;
  let connected = false;
  let backMs = times.backMs;
  let again: NodeJS.Timeout | undefined;
  let underWay = 0;
  let wake: (() => void) | undefined;

  const acknowledge = (own: WebSocket, messageId: string): void => {
    if (own.readyState === WebSocket.OPEN) own.send(JSON.stringify({ messageId }));
  };
  const passOver = (own: WebSocket, sent: unknown): void => {
    lines.write("warn", access.queue, {}, "the message queue sent what is no message");
    const read = named.safeParse(sent);
    if (!read.success) return;
    unfit();
    acknowledge(own, read.data.messageId);
  };
  const received = async (own: WebSocket, data: RawData): Promise<void> => {
    const sent = jsonIn(data);
    const read = frame.safeParse(sent);
    if (!read.success) return passOver(own, sent);
    const { messageId, payload, properties } = read.data;
    underWay += 1;
    if (underWay >= mostUnderWay) own.pause();
    try {
      if (await take({ payload, mode: properties?.em })) acknowledge(own, messageId);
    } finally {
      underWay -= 1;
      if (underWay < mostUnderWay && own.isPaused) own.resume();
      if (underWay === 0) wake?.();
    }
  };

  const connect = (): void => {
    const headers = { username: access.id, password: queuePassword(access) };
    const own = new WebSocket(addressOf(access), { headers, maxPayload: mostFrame, handshakeTimeout: 10_000 });
    line = own;
    let heard = true;
    const watch = setInterval(() => {
      if (!heard && !own.isPaused) return own.terminate();
      heard = false;
      if (own.readyState === WebSocket.OPEN) own.ping();
    }, times.pingMs);
    const alive = (): void => {
      heard = true;
    };
    /** The line does what it is for: a queue that only lets in is dialled less and less often. */
    const stands = (): void => {
      alive();
      backMs = times.backMs;
    };
    own.on("open", () => {
      alive();
      connected = true;
      log.info({ queue: access.queue }, "connected to the message queue");
      troubles.over("message queue");
    });
    own.on("ping", alive).on("pong", stands);
    own.on("message", (data) => {
      stands();
      if (!stopped) void received(own, data);
    });
    let why: Error | undefined;
    own.on("error", (fault) => {
      why = fault;
    });
    own.on("close", (code) => {
      clearInterval(watch);
      connected = false;
      if (stopped) return;
      troubles.failed("message queue", why ?? new Error(`closed with ${code}`), "no connection to the message queue, will be tried again");
      again = setTimeout(connect, backMs);
      backMs = Math.min(times.mostBackMs, 2 * backMs);
    });
  };
  connect();

  return {
    isConnected: () => connected,
    async stop(withinMs) {
      stopped = true;
      clearTimeout(again);
      if (underWay > 0)
        await new Promise<void>((resolve) => {
          const overdue = setTimeout(resolve, withinMs);
          wake = () => {
            clearTimeout(overdue);
            resolve();
          };
        });
      line?.terminate();
    },
  };
};

const jsonIn = (data: RawData): unknown => {
  try {
    return JSON.parse(String(data));
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
};
