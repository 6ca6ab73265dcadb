import { parentPort, workerData } from "node:worker_threads";
import { buffersOfBatch } from "./batch.ts";
import { buffersOf, packSamples } from "./columns.ts";
import { type Answer, portable, type Reply, serve, TROUBLE, type WriterCalls, type WriterData, type WriterHello } from "./protocol.ts";
import { openForWriting } from "./schema.ts";
import { TableWriter } from "./tables.ts";

if (!parentPort) throw new Error("the telemetry writer runs as a worker");
const port = parentPort;
const { file, foldRows, now }: WriterData = workerData;

// Short enough for a batch that arrives meanwhile.
const SLICE_MS = 30;

// After folding failed, for a full disk say.
const PAUSE_MS = 10_000;

const db = await openForWriting(file);
const tables = new TableWriter(db);
let working = false;
let closed = false;
let pausedUntil = 0;
let troubled = false;

/** Folds and purges in slices, letting messages in between them. */
const work = (): void => {
  if (working || performance.now() < pausedUntil) return;
  working = true;
  between(() => {
    if (tables.activeRows >= foldRows) tables.freeze();
    const folding = tables.fold(performance.now() + SLICE_MS) || tables.activeRows >= foldRows;
    const purging = tables.purge(performance.now() + SLICE_MS);
    return folding || purging;
  })
    .then(() => {
      if (troubled) port.postMessage({ id: TROUBLE, value: null } satisfies Reply);
      troubled = false;
    })
    .catch((error: unknown) => {
      // Readings are still taken and read meanwhile; only the hot tables grow.
      pausedUntil = performance.now() + PAUSE_MS;
      troubled = true;
      if (!closed) port.postMessage({ id: TROUBLE, error: portable(error) } satisfies Reply);
    })
    .finally(() => {
      working = false;
    });
};

const between = (slice: () => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const turn = () => {
      try {
        if (closed) throw new Error("the telemetry store was stopped");
        if (slice()) setImmediate(turn);
        else resolve();
      } catch (error) {
        reject(error);
      }
    };
    setImmediate(turn);
  });

const hello = (): Answer<WriterHello> => {
  const { keys, nextId, latest, unjudged } = tables.known(now);
  const columns = packSamples(latest.map(({ ts, value }) => ({ ts, value })));
  const latestOf = latest.map(({ series }) => series);
  return { value: { keys, nextId, latestOf, latest: columns, unjudged }, transfer: buffersOf(columns) };
};

serve<WriterCalls>(
  port,
  {
    batch(batch) {
      tables.write(batch);
      work();
      return { value: batch, transfer: buffersOfBatch(batch) };
    },
    fold() {
      if (tables.activeRows > 0) tables.freeze();
      work();
      return { value: null };
    },
    erase(series) {
      tables.doom(series);
      work();
      return { value: null };
    },
    async cut({ series, from, to }) {
      const progress = { readings: 0 };
      await between(() => tables.cut({ series, from, to }, progress, performance.now() + SLICE_MS));
      return { value: { readings: progress.readings, newest: tables.newestOf(series) ?? null } };
    },
    async expire(before) {
      const progress = { series: 0, readings: 0 };
      await between(() => tables.expire(before, progress, performance.now() + SLICE_MS));
      return { value: progress.readings };
    },
    ping: () => ({ value: null }),
    close() {
      closed = true;
      db.close();
      return { value: null };
    },
  },
  hello(),
);
work();
