import type { MessagePort, TransferListItem } from "node:worker_threads";
import type { BatchRows, SeriesKey } from "./batch.ts";
import type { BucketColumns, SampleColumns } from "./columns.ts";
import type { BucketQuery, CountQuery, RawQuery, ReducedQuery, Sample } from "./telemetry.ts";

/** What a worker can be asked for: the question and the answer of each call. */
export type Calls = Record<string, { ask: unknown; answer: unknown }>;

export interface WriterData {
  file: string;
  foldRows: number;
  /** The clock at the start, UTC in milliseconds. */
  now: number;
}

export interface ReaderData {
  file: string;
}

/** What the writer knows when it has opened the file. */
export interface WriterHello {
  keys: SeriesKey[];
  nextId: number;
  latestOf: number[];
  latest: SampleColumns;
  /** Series with readings that are not judged, and what was the newest of each before. */
  unjudged: { series: number; before: Sample | undefined }[];
}

export type WriterCalls = {
  /** Answers with the batch itself, so that its buffers come back. */
  batch: { ask: BatchRows; answer: BatchRows };
  /** Folds what is hot even if it is little. */
  fold: { ask: null; answer: null };
  erase: { ask: number[]; answer: null };
  cut: { ask: { series: number; from: number; to: number }; answer: { readings: number; newest: Sample | null } };
  expire: { ask: number; answer: number };
  ping: { ask: null; answer: null };
  close: { ask: null; answer: null };
};

export type ReaderCalls = {
  raw: { ask: RawQuery; answer: SampleColumns };
  buckets: { ask: BucketQuery; answer: BucketColumns };
  reduced: { ask: ReducedQuery; answer: SampleColumns };
  count: { ask: CountQuery; answer: number };
  readings: { ask: null; answer: number };
  ping: { ask: null; answer: null };
  close: { ask: null; answer: null };
};

export interface Question {
  id: number;
  call: string;
  body: unknown;
}

export type Reply = { id: number; value: unknown } | { id: number; error: Error };

/** Id of the message that a worker sends when it is ready. */
export const HELLO = 0;

/** Id of a message about a fault that the worker outlives: its error, or a value when it is over. */
export const TROUBLE = -1;

export type Answer<T> = { value: T; transfer?: readonly TransferListItem[] };

export type Handlers<C extends Calls> = { [K in keyof C]: (ask: C[K]["ask"]) => Answer<C[K]["answer"]> | Promise<Answer<C[K]["answer"]>> };

/** Answers the questions of the main thread, in the order in which they came. */
export const serve = <C extends Calls>(port: MessagePort, handlers: Handlers<C>, hello: Answer<unknown>): void => {
  const answer = ({ id }: Question, { value, transfer }: Answer<unknown>) => port.postMessage({ id, value } satisfies Reply, transfer);
  const refuse = ({ id }: Question, error: unknown) => port.postMessage({ id, error: portable(error) } satisfies Reply);
  port.on("message", (question: Question) => {
    try {
      const result = handlers[question.call as keyof C]?.(question.body);
      if (result instanceof Promise) {
        result.then(
          (done) => answer(question, done),
          (error: unknown) => refuse(question, error),
        );
      } else if (result) answer(question, result);
      else refuse(question, new Error(`no such call: ${question.call}`));
    } catch (error) {
      refuse(question, error);
    }
  });
  port.postMessage({ id: HELLO, value: hello.value } satisfies Reply, hello.transfer);
};

/** Whatever was thrown, as an error that reaches the main thread. */
export const portable = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
