import { assign, type EventObject, emit, fromCallback, fromPromise, setup } from "xstate";

/** New values of one device, each read at `ts` in UTC milliseconds. */
export interface DeviceValues {
  readonly deviceId: string;
  readonly values: readonly { slave: number; pointId: string; value: number | string; ts: number }[];
}

/** What the realtime link tells a subscription. */
export type SubscriptionReport =
  /** 0, or the code of the refusal. */
  | { type: "subscribed"; code: number }
  /** There is no connection: values are being missed. */
  | { type: "lost" }
  | { type: "values"; content: DeviceValues };

export interface WatchedDevice {
  readonly deviceId: string;
}

export interface MissedInput extends WatchedDevice {
  /** Milliseconds of the newest value that has come; 0 when none has. */
  readonly since: number;
}

type SubscriptionEvent = { type: "enter" } | { type: "leave" } | SubscriptionReport;

export type SubscriptionEmitted =
  | { type: "values"; content: DeviceValues }
  /** What was missed has been fetched. */
  | { type: "caughtUp" };

interface SubscriptionContext {
  readonly deviceId: string;
  readonly newest: number;
  readonly missing: boolean;
}

const notProvided = (): never => {
  throw new Error("provide this actor");
};

/**
 * One device whose page is open. `link` watches the device for as long as it runs and ends the watch when it is stopped;
 * `keepDeviceId` remembers the device for as long as it runs; `fetchMissed` has values fetched that came while there was no connection.
 */
export const deviceSubscription = setup({
  types: {
    input: {} as WatchedDevice,
    context: {} as SubscriptionContext,
    events: {} as SubscriptionEvent,
    emitted: {} as SubscriptionEmitted,
  },
  actors: {
    link: fromCallback<EventObject, WatchedDevice>(notProvided),
    keepDeviceId: fromCallback<EventObject, WatchedDevice>(notProvided),
    fetchMissed: fromPromise<unknown, MissedInput>(async () => notProvided()),
  },
  delays: { retry: 2_000 },
  guards: {
    /** Too much was asked at once, or too many devices are watched: later there is room. */
    isTooEarly: ({ event }) => event.type === "subscribed" && event.code === 429,
    isRefused: ({ event }) => event.type === "subscribed" && event.code !== 0,
    isMissing: ({ context }) => context.missing,
  },
  actions: {
    noteLoss: assign({ missing: true }),
    noteWhole: assign({ missing: false }),
    noteNewest: assign({
      newest: ({ context }, { content }: { content: DeviceValues }) =>
        content.values.reduce((newest, { ts }) => Math.max(newest, ts), context.newest),
    }),
    forget: assign({ newest: 0, missing: false }),
    emitValues: emit((_, { content }: { content: DeviceValues }): SubscriptionEmitted => ({ type: "values", content })),
    emitCaughtUp: emit({ type: "caughtUp" } satisfies SubscriptionEmitted),
  },
}).createMachine({
  id: "deviceSubscription",
  context: ({ input }) => ({ deviceId: input.deviceId, newest: 0, missing: false }),
  initial: "idle",
  states: {
    idle: {
      entry: "forget",
      on: { enter: { target: "watching" } },
    },
    watching: {
      invoke: [
        { src: "keepDeviceId", input: ({ context }) => ({ deviceId: context.deviceId }) },
        { src: "link", input: ({ context }) => ({ deviceId: context.deviceId }) },
      ],
      initial: "subscribing",
      on: {
        leave: { target: "idle" },
        lost: { target: ".subscribing", actions: "noteLoss" },
        values: {
          actions: [
            { type: "noteNewest", params: ({ event }) => event },
            { type: "emitValues", params: ({ event }) => event },
          ],
        },
        subscribed: [
          { guard: "isTooEarly", target: ".waiting" },
          { guard: "isRefused", target: ".refused" },
          { guard: "isMissing", target: ".catchingUp" },
          { target: ".live" },
        ],
      },
      states: {
        subscribing: {},
        live: {},
        waiting: { after: { retry: { target: "#deviceSubscription.watching", reenter: true } } },
        refused: {},
        catchingUp: {
          initial: "fetching",
          states: {
            fetching: {
              invoke: {
                src: "fetchMissed",
                input: ({ context }) => ({ deviceId: context.deviceId, since: context.newest }),
                onDone: { target: "#deviceSubscription.watching.live", actions: ["noteWhole", "emitCaughtUp"] },
                onError: { target: "pausing" },
              },
            },
            pausing: { after: { retry: { target: "fetching" } } },
          },
        },
      },
    },
  },
});
