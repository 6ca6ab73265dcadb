import { assign, type EventObject, fromCallback, setup } from "xstate";

/** Why a stream is not shown. */
export type VideoFault =
  /** No answer, or none that this page may read. */
  | "unreachable"
  /** Its host is none of those that this server lets pages load streams from. */
  | "source"
  /** A stream by http on a page by https. */
  | "mixed"
  | "missing"
  | "unauthorised"
  /** Another status of HTTP than these. */
  | "refused"
  | "codec"
  /** What came is no such stream. */
  | "format"
  | "ended"
  /** A recording, which has been shown to its end. */
  | "over"
  /** Nothing came, or nothing more. */
  | "silent"
  /** The browser has nothing that streams can be played with. */
  | "unsupported"
  /** The browser does not let it begin by itself. */
  | "blocked"
  /** The player itself did not come from this server. */
  | "unloaded";

export interface VideoTrouble {
  readonly why: VideoFault;
  readonly status?: number;
  /** Whose answer was kept from the page. */
  readonly origin?: string;
}

/** What the player tells. */
export type VideoReport = { type: "live" } | { type: "stalled" } | ({ type: "failed" } & VideoTrouble);

interface PlaybackInput {
  now: () => number;
}

interface PlaybackContext {
  readonly now: () => number;
  readonly trouble: VideoTrouble | undefined;
  /** Tries in a row that failed. */
  readonly failures: number;
  /** When the next try begins, in milliseconds of `now`. */
  readonly until: number;
}

const unprovided = (): never => {
  throw new Error("provided from outside");
};

/** Milliseconds before each try; the last one for all that follow. */
export const videoPauses = [2_000, 4_000, 8_000, 15_000, 30_000] as const;

const pauseAfter = (failures: number): number => videoPauses[Math.min(failures, videoPauses.length) - 1] ?? videoPauses[0];

/** What another try by itself would only repeat. */
const lasting: ReadonlySet<VideoFault> = new Set(["source", "mixed", "unauthorised", "codec", "over", "unsupported", "blocked"]);

/**
 * A stream that is to be seen. `player` plays it for as long as it runs and lets go of everything when it is stopped. What fails is tried again, later each time, unless
 * another try would come to the same; a person may always have it tried at once.
 */
export const videoPlayback = setup({
  types: {
    input: {} as PlaybackInput,
    context: {} as PlaybackContext,
    events: {} as VideoReport | { type: "retry" },
  },
  actors: { player: fromCallback<EventObject>(unprovided) },
  delays: {
    patience: 20_000,
    stall: 15_000,
    steady: 30_000,
    pause: ({ context }) => pauseAfter(context.failures),
  },
  guards: { isLasting: (_, { why }: VideoTrouble) => lasting.has(why) },
  actions: {
    noteTrouble: assign((_, { why, status, origin }: VideoTrouble) => ({
      trouble: { why, ...(status === undefined ? {} : { status }), ...(origin === undefined ? {} : { origin }) },
    })),
    noteFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    noteUntil: assign({ until: ({ context }) => context.now() + pauseAfter(context.failures) }),
    forgetFailures: assign({ failures: 0 }),
    forgetTrouble: assign({ trouble: undefined }),
  },
}).createMachine({
  id: "videoPlayback",
  context: ({ input }) => ({ now: input.now, trouble: undefined, failures: 0, until: 0 }),
  initial: "playing",
  states: {
    playing: {
      invoke: { src: "player" },
      initial: "loading",
      on: {
        failed: [
          {
            guard: { type: "isLasting", params: ({ event }) => event },
            target: "refused",
            actions: { type: "noteTrouble", params: ({ event }) => event },
          },
          { target: "waiting", actions: { type: "noteTrouble", params: ({ event }) => event } },
        ],
        live: { target: ".live" },
        stalled: { target: ".stalled" },
      },
      states: {
        loading: { after: { patience: { target: "#videoPlayback.waiting", actions: { type: "noteTrouble", params: { why: "silent" } } } } },
        live: { entry: "forgetTrouble", after: { steady: { actions: "forgetFailures" } } },
        stalled: { after: { stall: { target: "#videoPlayback.waiting", actions: { type: "noteTrouble", params: { why: "silent" } } } } },
      },
    },
    waiting: {
      entry: ["noteFailure", "noteUntil"],
      after: { pause: { target: "playing" } },
      on: { retry: { target: "playing" } },
    },
    refused: { on: { retry: { target: "playing" } } },
  },
});
