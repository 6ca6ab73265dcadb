import { assign, emit, enqueueActions, fromCallback, type SnapshotFrom, sendTo, setup } from "xstate";
import type { RealtimeMessage } from "#contract/realtime.ts";

/** What the link tells its socket. */
export type SocketCommand =
  /** Replaces the connection before, if there was one. */
  | { type: "connect" }
  /** Asks for a sign of life; `beat` is the answer. */
  | { type: "ask" }
  /** Gives up a connection on which nothing comes any more. */
  | { type: "drop" }
  | { type: "subscribe"; deviceId: string }
  | { type: "unsubscribe"; deviceId: string };

/** What the socket tells its link. */
export type SocketReport =
  | { type: "connected" }
  | { type: "lost"; reason: string }
  /** Answer to `ask`; `build` is the console that the server gives now. */
  | { type: "beat"; build?: string | undefined }
  /** The token is not valid (any more): trying again is of no use. */
  | { type: "refused" }
  | { type: "message"; message: RealtimeMessage }
  /** What the user may do changed. */
  | { type: "rights" }
  /** Another page changed records of these resources. */
  | { type: "stale"; resources: readonly string[] }
  /** Answer to `subscribe`: 0, or the code of the refusal. */
  | { type: "subscribed"; deviceId: string; code: number };

export interface SocketInput {
  readonly token: string;
  readonly lang: string;
}

type LinkEvent =
  | { type: "open"; token: string; lang: string }
  | { type: "close" }
  | { type: "retry" }
  | { type: "watch"; deviceId: string }
  | { type: "unwatch"; deviceId: string }
  | SocketReport;

export type LinkEmitted =
  | { type: "message"; message: RealtimeMessage }
  | { type: "rights" }
  | { type: "stale"; resources: readonly string[] }
  | { type: "subscribed"; deviceId: string; code: number }
  | { type: "lost" }
  | { type: "build"; build: string }
  /** Connected again after a loss, or after a first try that failed; subscriptions are asked for anew before this. */
  | { type: "reconnected" }
  | { type: "sessionEnded" };

interface LinkContext {
  /** How many parts of the page watch each device. */
  readonly watches: Readonly<Record<string, number>>;
  readonly attempts: number;
  /** There was a connection before, so messages may have been missed. */
  readonly returning: boolean;
  readonly now: () => number;
  /** When the server was heard last, or the link opened: by the server's clock, milliseconds. */
  readonly heardAt: number;
}

export interface LinkInput {
  /** The server's time. */
  readonly now: () => number;
}

const firstDelay = 1_000;
const longestDelay = 30_000;

const watchMore = (watches: LinkContext["watches"], deviceId: string) => ({ ...watches, [deviceId]: (watches[deviceId] ?? 0) + 1 });
const watchLess = (watches: LinkContext["watches"], deviceId: string) => {
  const { [deviceId]: count = 0, ...others } = watches;
  return count > 1 ? { ...others, [deviceId]: count - 1 } : others;
};

/**
 * The one realtime connection of the page. The token comes with `open` and goes into the socket's input, never into context.
 * Any number of parts may watch a device: it is subscribed to with the first and until the last, over reconnections.
 */
export const realtimeLink = setup({
  types: { input: {} as LinkInput, context: {} as LinkContext, events: {} as LinkEvent, emitted: {} as LinkEmitted },
  actors: {
    socket: fromCallback<SocketCommand, SocketInput>(() => {
      throw new Error("provide a socket");
    }),
  },
  delays: {
    /** Between two signs of life. */
    beat: 7_000,
    /** How long a sign of life may take. */
    silence: 8_000,
    /** How long a connection may take, over all ways that there are. */
    connecting: 20_000,
    backoff: ({ context }) => Math.min(longestDelay, firstDelay * 2 ** (context.attempts - 1)) * (0.5 + Math.random() / 2),
  },
  guards: {
    isLastWatch: ({ context, event }) => event.type === "unwatch" && context.watches[event.deviceId] === 1,
    isReturning: ({ context }) => context.returning || context.attempts > 0,
  },
  actions: {
    askToConnect: sendTo("socket", { type: "connect" } satisfies SocketCommand),
    askForBeat: sendTo("socket", { type: "ask" } satisfies SocketCommand),
    drop: sendTo("socket", { type: "drop" } satisfies SocketCommand),
    noteHeard: assign({ heardAt: ({ context }) => context.now() }),
    noteOpened: assign({ heardAt: ({ context }) => (context.attempts > 0 ? context.heardAt : context.now()) }),
    addWatch: assign(({ context, event }) => (event.type === "watch" ? { watches: watchMore(context.watches, event.deviceId) } : {})),
    dropWatch: assign(({ context, event }) => (event.type === "unwatch" ? { watches: watchLess(context.watches, event.deviceId) } : {})),
    subscribe: sendTo("socket", (_, { deviceId }: { deviceId: string }): SocketCommand => ({ type: "subscribe", deviceId })),
    unsubscribe: sendTo("socket", (_, { deviceId }: { deviceId: string }): SocketCommand => ({ type: "unsubscribe", deviceId })),
    restoreWatches: enqueueActions(({ context, enqueue }) => {
      for (const deviceId of Object.keys(context.watches))
        enqueue.sendTo("socket", { type: "subscribe", deviceId } satisfies SocketCommand);
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
    emitBuild: enqueueActions(({ enqueue, event }) => {
      if (event.type === "beat" && event.build !== undefined) enqueue.emit({ type: "build", build: event.build });
    }),
    emitLost: emit({ type: "lost" } satisfies LinkEmitted),
    emitReconnected: emit({ type: "reconnected" } satisfies LinkEmitted),
    emitSessionEnded: emit({ type: "sessionEnded" } satisfies LinkEmitted),
  },
}).createMachine({
  id: "realtimeLink",
  context: ({ input }) => ({ watches: {}, attempts: 0, returning: false, now: input.now, heardAt: input.now() }),
  initial: "off",
  on: {
    open: { target: ".open", reenter: true },
    close: { target: ".off" },
    watch: { actions: "addWatch" },
    unwatch: { actions: "dropWatch" },
  },
  states: {
    off: { entry: "forgetConnection" },
    open: {
      entry: "noteOpened",
      invoke: {
        id: "socket",
        src: "socket",
        input: ({ event }) => (event.type === "open" ? { token: event.token, lang: event.lang } : { token: "", lang: "" }),
      },
      initial: "connecting",
      on: { refused: { target: "refused" } },
      states: {
        connecting: {
          entry: "askToConnect",
          on: {
            connected: [
              { guard: "isReturning", target: "online", actions: ["restoreWatches", "rememberConnection", "emitReconnected"] },
              { target: "online", actions: ["restoreWatches", "rememberConnection"] },
            ],
            lost: { target: "waiting" },
          },
          after: { connecting: { target: "waiting", actions: "drop" } },
        },
        online: {
          entry: ["forgetAttempts", "noteHeard"],
          exit: "emitLost",
          // A connection that died without a word looks like one on which nothing happens.
          initial: "asking",
          states: {
            asking: {
              entry: "askForBeat",
              after: { silence: { target: "#realtimeLink.open.waiting", actions: "drop" } },
              on: { beat: { target: "heard", actions: ["noteHeard", "emitBuild"] } },
            },
            heard: { after: { beat: { target: "asking" } } },
          },
          on: {
            lost: { target: "waiting" },
            rights: { actions: "emitRights" },
            stale: { actions: { type: "emitStale", params: ({ event }) => event } },
            message: { actions: ["noteHeard", { type: "emitMessage", params: ({ event }) => event }] },
            subscribed: { actions: { type: "emitSubscribed", params: ({ event }) => event } },
            watch: { actions: ["addWatch", { type: "subscribe", params: ({ event }) => event }] },
            unwatch: [
              { guard: "isLastWatch", actions: ["dropWatch", { type: "unsubscribe", params: ({ event }) => event }] },
              { actions: "dropWatch" },
            ],
          },
        },
        waiting: {
          entry: "countAttempt",
          after: { backoff: { target: "connecting" } },
          on: { retry: { target: "connecting" } },
        },
      },
    },
    refused: { entry: ["forgetConnection", "emitSessionEnded"] },
  },
});

/** Where the link is, in one word. */
export type LinkState = "off" | "connecting" | "online" | "waiting" | "refused";

export const linkStateOf = (snapshot: SnapshotFrom<typeof realtimeLink>): LinkState =>
  typeof snapshot.value === "string" ? snapshot.value : typeof snapshot.value.open === "string" ? snapshot.value.open : "online";

/** Since when nothing has been heard of the server, while the link is down: milliseconds by the server's clock. */
export const lostSinceOf = (snapshot: SnapshotFrom<typeof realtimeLink>): number | undefined =>
  snapshot.context.attempts > 0 && linkStateOf(snapshot) !== "online" ? snapshot.context.heardAt : undefined;
