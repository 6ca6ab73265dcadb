import { parentPort, workerData } from "node:worker_threads";
import { buffersOf, packBuckets, packSamples } from "./columns.ts";
import { type Answer, type ReaderCalls, type ReaderData, serve } from "./protocol.ts";
import { Queries } from "./queries.ts";
import { openForReading } from "./schema.ts";
import type { Sample } from "./telemetry.ts";

if (!parentPort) throw new Error("the telemetry reader runs as a worker");
const port = parentPort;
const { file }: ReaderData = workerData;
let queries: Queries | undefined;

serve<ReaderCalls>(
  port,
  {
    raw: (query) => packed(opened().raw(query)),
    reduced: (query) => packed(opened().reduced(query)),
    buckets(query) {
      const value = packBuckets(opened().buckets(query));
      return { value, transfer: buffersOf(value) };
    },
    count: (query) => ({ value: opened().count(query) }),
    readings: () => ({ value: opened().readings() }),
    ping: () => ({ value: null }),
    close() {
      queries?.close();
      return { value: null };
    },
  },
  { value: null },
);

/** Opened by the first question, since the thread starts beside the writer, which makes the file. */
const opened = (): Queries => {
  queries ??= new Queries(openForReading(file));
  return queries;
};

const packed = (samples: readonly Sample[]): Answer<ReaderCalls["raw"]["answer"]> => {
  const value = packSamples(samples);
  return { value, transfer: buffersOf(value) };
};
