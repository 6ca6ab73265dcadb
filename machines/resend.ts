import { assign, fromPromise, setup } from "xstate";

/** No code was sent, and what the server said of it. */
export interface Unsent {
  ok: false;
  code: number | string;
  message: string;
}

/** `seconds`: how long the server wants to be left alone, where that is longer than usual. */
export type SendResult = { ok: true; seconds?: number } | Unsent;

interface ResendInput {
  /** Seconds to wait after a code was sent. */
  seconds: number;
  /** When a wait that began before a reload ends, UTC milliseconds. */
  until?: number | undefined;
  now: () => number;
}

interface ResendContext {
  seconds: number;
  until: number;
  now: () => number;
  remaining: number;
  message: string;
}

const unprovided = (): never => {
  throw new Error("provided from outside");
};

const left = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));

/** The button that sends a code: it counts down by the clock, so that a sleeping tab or a reload loses no second. */
export const resendMachine = setup({
  types: {
    context: {} as ResendContext,
    input: {} as ResendInput,
    events: {} as { type: "send"; request: unknown },
  },
  actors: { send: fromPromise<SendResult, { request: unknown }>(unprovided) },
  actions: {
    /** Keeps the end of the wait where a reload finds it. */
    keep: (_, _until: number): void => unprovided(),
    told: (): void => unprovided(),
  },
  guards: {
    isOver: ({ context }) => left(context.until, context.now()) === 0,
    isWaiting: ({ context }) => left(context.until, context.now()) > 0,
    wasSent: (_, result: SendResult) => result.ok,
  },
}).createMachine({
  id: "resend",
  context: ({ input }) => ({
    seconds: input.seconds,
    until: input.until ?? 0,
    now: input.now,
    remaining: left(input.until ?? 0, input.now()),
    message: "",
  }),
  initial: "judging",
  states: {
    judging: { always: [{ guard: "isWaiting", target: "counting" }, { target: "idle" }] },
    idle: { entry: assign({ remaining: 0 }), on: { send: "sending" } },
    sending: {
      entry: assign({ message: "" }),
      invoke: {
        src: "send",
        input: ({ event }) => ({ request: event.type === "send" ? event.request : undefined }),
        onDone: [
          {
            guard: { type: "wasSent", params: ({ event }) => event.output },
            target: "counting",
            actions: [
              assign({
                until: ({ context, event }) =>
                  context.now() + Math.max(context.seconds, (event.output.ok && event.output.seconds) || 0) * 1000,
              }),
              { type: "keep", params: ({ context }) => context.until },
              "told",
            ],
          },
          { target: "idle", actions: assign({ message: ({ event }) => (event.output.ok ? "" : event.output.message) }) },
        ],
        onError: "idle",
      },
    },
    counting: {
      entry: assign({ remaining: ({ context }) => left(context.until, context.now()) }),
      after: {
        1000: [
          { guard: "isOver", target: "idle" },
          { target: "counting", reenter: true },
        ],
      },
    },
  },
});
