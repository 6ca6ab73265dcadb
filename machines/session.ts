import { assign, fromPromise, setup } from "xstate";

/** What the browser still holds of an earlier visit. */
export interface Restored {
  signedIn: boolean;
}

export interface SignIn {
  token: string;
  paths: readonly string[];
  remember: boolean;
  account: string;
}

export type LoadResult = { ok: true } | { ok: false; expired: boolean; message: string };

type SessionEvent =
  | ({ type: "signedIn" } & SignIn)
  | { type: "expired" }
  | { type: "signOut" }
  | { type: "retry" }
  | { type: "keyChanged"; present: boolean };

interface SessionContext {
  /** The server's words when the session could not be loaded. */
  message: string;
  /** Why nobody is signed in; `expired` is told to the user. */
  reason: "none" | "expired" | "signedOut";
}

const unprovided = (): never => {
  throw new Error("provided from outside");
};

/** Who is signed in. The token itself lives in the browser's store and never in here. */
export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent },
  actors: {
    load: fromPromise<LoadResult>(unprovided),
    leave: fromPromise<void>(unprovided),
  },
  actions: {
    keep: (_, _signIn: SignIn): void => unprovided(),
    forget: (): void => unprovided(),
    clearCaches: (): void => unprovided(),
  },
  guards: {
    isRestored: (): boolean => unprovided(),
    isPresent: ({ event }) => event.type === "keyChanged" && event.present,
    loaded: (_, result: LoadResult) => result.ok,
    isExpired: (_, result: LoadResult) => !result.ok && result.expired,
  },
}).createMachine({
  id: "session",
  context: { message: "", reason: "none" },
  initial: "restoring",
  states: {
    restoring: {
      always: [
        { guard: "isRestored", target: "loading" },
        { target: "signedOut", actions: "forget" },
      ],
    },
    loading: {
      entry: assign({ message: "" }),
      invoke: {
        src: "load",
        onDone: [
          { guard: { type: "loaded", params: ({ event }) => event.output }, target: "signedIn" },
          {
            guard: { type: "isExpired", params: ({ event }) => event.output },
            target: "signedOut",
            actions: ["forget", assign({ reason: "expired" })],
          },
          { target: "failed", actions: assign({ message: ({ event }) => (event.output.ok ? "" : event.output.message) }) },
        ],
        onError: "failed",
      },
    },
    failed: { on: { retry: "loading" } },
    signedIn: {},
    leaving: {
      invoke: {
        src: "leave",
        onDone: { target: "signedOut", actions: ["forget", assign({ reason: "signedOut" })] },
        onError: { target: "signedOut", actions: ["forget", assign({ reason: "signedOut" })] },
      },
    },
    signedOut: {
      entry: "clearCaches",
      on: { expired: {}, signOut: {} },
    },
  },
  on: {
    signedIn: {
      target: ".loading",
      actions: [
        "clearCaches",
        {
          type: "keep",
          params: ({ event }) => ({ token: event.token, paths: event.paths, remember: event.remember, account: event.account }),
        },
        assign({ reason: "none" }),
      ],
    },
    expired: { target: ".signedOut", actions: ["forget", assign({ reason: "expired" })] },
    signOut: ".leaving",
    keyChanged: [
      { guard: "isPresent", target: ".loading", actions: ["clearCaches", assign({ reason: "none" })] },
      { target: ".signedOut", actions: assign({ reason: "signedOut" }) },
    ],
  },
});
