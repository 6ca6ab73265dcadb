import { assign, fromPromise, setup } from "xstate";
import { codePoints, limits } from "#contract/limits.ts";
import type { MessageId } from "#contract/messages.ts";

/** 1 handled, 2 false alarm. */
export type ProcessResult = 1 | 2;

export interface SelectedRecord {
  readonly id: string;
  readonly processed: boolean;
}

export interface ProcessRequest {
  readonly ids: readonly string[];
  readonly state: ProcessResult;
  readonly remark: string;
}

/** `message` is a text in the interface's language. */
export type ProcessOutcome = { ok: true; processed: number } | { ok: false; message: string };

interface ProcessingContext {
  /** The selected records that nobody has processed. */
  readonly ids: readonly string[];
  /** How many of the selected ones are processed already. */
  readonly processed: number;
  readonly result: ProcessResult;
  readonly remark: string;
  /** Submitting was tried, so that a fault of the remark is shown. */
  readonly tried: boolean;
  /** Why the server refused; empty where it told nothing. */
  readonly refusal: string;
}

type ProcessingEvent =
  | { type: "open"; records: readonly SelectedRecord[] }
  | { type: "result"; result: ProcessResult }
  | { type: "remark"; remark: string }
  /** Goes on with the selected records that are not processed. */
  | { type: "leaveOut" }
  | { type: "submit" }
  | { type: "close" };

const notProvided = (): never => {
  throw new Error("provide this from outside");
};

/** What is wrong with a remark: blanks alone are none, length is counted in code points. */
export const remarkFault = (remark: string): MessageId | undefined => {
  const text = remark.trim();
  if (text === "") return "rule.required";
  return codePoints(text) > limits.remark ? "rule.tooLong" : undefined;
};

const nothing: ProcessingContext = { ids: [], processed: 0, result: 1, remark: "", tried: false, refusal: "" };

/**
 * Alarm records being processed, all of them or none. `process` makes the call; `told` says that it went well. A selection with processed
 * records in it is refused before anything is asked.
 */
export const alarmProcessing = setup({
  types: { context: {} as ProcessingContext, events: {} as ProcessingEvent },
  actors: { process: fromPromise<ProcessOutcome, ProcessRequest>(async () => notProvided()) },
  actions: {
    told: (_, _params: { processed: number }): void => notProvided(),
    take: assign((_, { records }: { records: readonly SelectedRecord[] }) => {
      const ids = records.filter(({ processed }) => !processed).map(({ id }) => id);
      return { ...nothing, ids, processed: records.length - ids.length };
    }),
    noteResult: assign((_, { result }: { result: ProcessResult }) => ({ result })),
    noteRemark: assign((_, { remark }: { remark: string }) => ({ remark })),
    noteTry: assign({ tried: true }),
    noteRefusal: assign((_, { refusal }: { refusal: string }) => ({ refusal })),
    forgetProcessed: assign({ processed: 0 }),
    forget: assign(nothing),
  },
  guards: {
    isEmpty: (_, { records }: { records: readonly SelectedRecord[] }) => records.length === 0,
    hasProcessed: (_, { records }: { records: readonly SelectedRecord[] }) => records.some(({ processed }) => processed),
    hasOthers: ({ context }) => context.ids.length > 0,
    remarkFits: ({ context }) => remarkFault(context.remark) === undefined,
    wentWell: (_, { outcome }: { outcome: ProcessOutcome }) => outcome.ok,
  },
}).createMachine({
  id: "alarmProcessing",
  context: nothing,
  initial: "idle",
  states: {
    idle: {
      entry: "forget",
      on: {
        open: [
          { guard: { type: "isEmpty", params: ({ event }) => event } },
          {
            guard: { type: "hasProcessed", params: ({ event }) => event },
            target: "refused.mixed",
            actions: { type: "take", params: ({ event }) => event },
          },
          { target: "editing", actions: { type: "take", params: ({ event }) => event } },
        ],
      },
    },
    editing: {
      on: {
        result: { actions: { type: "noteResult", params: ({ event }) => event } },
        remark: { actions: { type: "noteRemark", params: ({ event }) => event } },
        submit: [{ guard: "remarkFits", target: "submitting" }, { actions: "noteTry" }],
        close: "idle",
      },
    },
    submitting: {
      invoke: {
        src: "process",
        input: ({ context: { ids, result, remark } }) => ({ ids, state: result, remark: remark.trim() }),
        onDone: [
          {
            guard: { type: "wentWell", params: ({ event }) => ({ outcome: event.output }) },
            target: "done",
            actions: { type: "told", params: ({ event }) => ({ processed: event.output.ok ? event.output.processed : 0 }) },
          },
          {
            target: "refused.answered",
            actions: { type: "noteRefusal", params: ({ event }) => ({ refusal: event.output.ok ? "" : event.output.message }) },
          },
        ],
        onError: { target: "refused.answered", actions: { type: "noteRefusal", params: { refusal: "" } } },
      },
    },
    refused: {
      on: { close: "idle" },
      initial: "mixed",
      states: {
        /** The selection holds processed records: nothing was asked. */
        mixed: { on: { leaveOut: { guard: "hasOthers", target: "#alarmProcessing.editing", actions: "forgetProcessed" } } },
        /** The server refused: what was typed is kept, and it can be sent again. */
        answered: {
          on: {
            result: { target: "#alarmProcessing.editing", actions: { type: "noteResult", params: ({ event }) => event } },
            remark: { target: "#alarmProcessing.editing", actions: { type: "noteRemark", params: ({ event }) => event } },
            submit: [{ guard: "remarkFits", target: "#alarmProcessing.submitting" }, { actions: "noteTry" }],
          },
        },
      },
    },
    done: { always: "idle" },
  },
});
