import { assign, emit, enqueueActions, fromCallback, type SnapshotFrom, sendTo, setup } from "xstate";
import type { RealtimeMessage } from "#contract/realtime.ts";

/** What the link tells its socket. */
export type SocketCommand = { type: "CONNECT" } | { type: "SUBSCRIBE"; deviceId: string } | { type: "UNSUBSCRIBE"; deviceId: string };

/** What the socket tells its link. */
export type SocketReport =
  | { type: "CONNECTED" }
  | { type: "LOST"; reason: string }
  /** The token is not valid (any more): trying again is of no use. */
  | { type: "REFUSED" }
  | { type: "MESSAGE"; message: RealtimeMessage }
  /** What the user may do changed. */
  | { type: "RIGHTS" }
  /** Another page changed records of these resources. */
  | { type: "STALE"; resources: readonly string[] }
  /** Answer to SUBSCRIBE: 0, or the code of the refusal. */
  | { type: "SUBSCRIBED"; deviceId: string; code: number };

export interface SocketInput {
  readonly token: string;
  readonly lang: string;
}

type LinkEvent =
  | { type: "OPEN"; token: string; lang: string }
  | { type: "CLOSE" }
  | { type: "RETRY" }
  | { type: "WATCH"; deviceId: string }
  | { type: "UNWATCH"; deviceId: string }
  | SocketReport;

export type LinkEmitted =
  | { type: "message"; message: RealtimeMessage }
  | { type: "rights" }
  | { type: "stale"; resources: readonly string[] }
  | { type: "subscribed"; deviceId: string; code: number }
  | { type: "lost" }
  /** Connected again after a loss; subscriptions are asked for anew before this. */
  | { type: "reconnected" }
  | { type: "sessionEnded" };

interface LinkContext {
  /** How many parts of the page watch each device. */
  readonly watches: Readonly<Record<string, number>>;
  readonly attempts: number;
  /** There was a connection before, so messages may have been missed. */
  readonly returning: boolean;
}

const firstDelay = 1_000;
const longestDelay = 30_000;

const watchMore = (watches: LinkContext["watches"], deviceId: string) => ({ ...watches, [deviceId]: (watches[deviceId] ?? 0) + 1 });
const watchLess = (watches: LinkContext["watches"], deviceId: string) => {
  const { [deviceId]: count = 0, ...others } = watches;
  return count > 1 ? { ...others, [deviceId]: count - 1 } : others;
};

/**
 * The one realtime connection of the page. The token comes with OPEN and goes into the socket's input, never into context.
 * Any number of parts may WATCH a device: it is subscribed to with the first and until the last, over reconnections.
 */
export const realtimeLink = setup({
  types: { context: {} as LinkContext, events: {} as LinkEvent, emitted: {} as LinkEmitted },
  actors: {
    socket: fromCallback<SocketCommand, SocketInput>(() => {
      throw new Error("provide a socket");
    }),
  },
  delays: {
    backoff: ({ context }) => Math.min(longestDelay, firstDelay * 2 ** (context.attempts - 1)) * (0.5 + Math.random() / 2),
  },
  guards: {
    isLastWatch: ({ context, event }) => event.type === "UNWATCH" && context.watches[event.deviceId] === 1,
    isReturning: ({ context }) => context.returning,
  },
  actions: {
    askToConnect: sendTo("socket", { type: "CONNECT" } satisfies SocketCommand),
    addWatch: assign(({ context, event }) => (event.type === "WATCH" ? { watches: watchMore(context.watches, event.deviceId) } : {})),
    dropWatch: assign(({ context, event }) => (event.type === "UNWATCH" ? { watches: watchLess(context.watches, event.deviceId) } : {})),
    subscribe: sendTo("socket", (_, { deviceId }: { deviceId: string }): SocketCommand => ({ type: "SUBSCRIBE", deviceId })),
    unsubscribe: sendTo("socket", (_, { deviceId }: { deviceId: string }): SocketCommand => ({ type: "UNSUBSCRIBE", deviceId })),
    restoreWatches: enqueueActions(({ context, enqueue }) => {
      for (const deviceId of Object.keys(context.watches))
        enqueue.sendTo("socket", { type: "SUBSCRIBE", deviceId } satisfies SocketCommand);
    }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    forgetAttempts: assign({ attempts: 0 }),
    rememberConnection: assign({ returning: true }),
    forgetConnection: assign({ returning: false, attempts: 0 }),
    emitMessage: emit((_, { message }: { message: RealtimeMessage }): LinkEmitted => ({ type: "message", message })),
    emitRights: emit({ type: "rights" } satisfies LinkEmitted),
    emitStale: emit((_, { resources }: { resources: readonly string[] }): LinkEmitted => ({ type: "stale", resources })),
    emitSubscribed: emit(
      (_, { deviceId, code }: { deviceId: string; code: number }): LinkEmitted => ({ type: "subscribed", deviceId, code }),
    ),
    emitLost: emit({ type: "lost" } satisfies LinkEmitted),
    emitReconnected: emit({ type: "reconnected" } satisfies LinkEmitted),
    emitSessionEnded: emit({ type: "sessionEnded" } satisfies LinkEmitted),
  },
}).createMachine({
  id: "realtimeLink",
  context: { watches: {}, attempts: 0, returning: false },
  initial: "off",
  on: {
    OPEN: { target: ".open", reenter: true },
    CLOSE: { target: ".off" },
    WATCH: { actions: "addWatch" },
    UNWATCH: { actions: "dropWatch" },
  },
  states: {
    off: { entry: "forgetConnection" },
    open: {
      invoke: {
        id: "socket",
        src: "socket",
        input: ({ event }) => (event.type === "OPEN" ? { token: event.token, lang: event.lang } : { token: "", lang: "" }),
      },
      initial: "connecting",
      on: { REFUSED: { target: "refused" } },
      states: {
        connecting: {
          entry: "askToConnect",
          on: {
            CONNECTED: [
              { guard: "isReturning", target: "online", actions: ["restoreWatches", "emitReconnected"] },
              { target: "online", actions: ["restoreWatches", "rememberConnection"] },
            ],
            LOST: { target: "waiting" },
          },
        },
        online: {
          entry: "forgetAttempts",
          exit: "emitLost",
          on: {
            LOST: { target: "waiting" },
            RIGHTS: { actions: "emitRights" },
            STALE: { actions: { type: "emitStale", params: ({ event }) => event } },
            MESSAGE: { actions: { type: "emitMessage", params: ({ event }) => event } },
            SUBSCRIBED: { actions: { type: "emitSubscribed", params: ({ event }) => event } },
            WATCH: { actions: ["addWatch", { type: "subscribe", params: ({ event }) => event }] },
            UNWATCH: [
              { guard: "isLastWatch", actions: ["dropWatch", { type: "unsubscribe", params: ({ event }) => event }] },
              { actions: "dropWatch" },
            ],
          },
        },
        waiting: {
          entry: "countAttempt",
          after: { backoff: { target: "connecting" } },
          on: { RETRY: { target: "connecting" } },
        },
      },
    },
    refused: { entry: ["forgetConnection", "emitSessionEnded"] },
  },
});

/** Where the link is, in one word. */
export type LinkState = "off" | "connecting" | "online" | "waiting" | "refused";

export const linkStateOf = (snapshot: SnapshotFrom<typeof realtimeLink>): LinkState =>
  typeof snapshot.value === "string" ? snapshot.value : snapshot.value.open;
