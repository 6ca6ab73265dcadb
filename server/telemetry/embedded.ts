import { stat } from "node:fs/promises";
import { hasPassed } from "#server/kit/hasPassed.ts";
import { openTroubles, type Troubles } from "#server/system/troubles.ts";
import { eachRow, GIVEN_TIME, ON_CHANGE } from "./batch.ts";
import { Catalog } from "./catalog.ts";
import { unpackBuckets, unpackSamples } from "./columns.ts";
import { takenAt } from "./newest.ts";
import type { ReaderCalls, ReaderData, WriterCalls, WriterData, WriterHello } from "./protocol.ts";
import { WriteQueue } from "./queue.ts";
import { checkVersion } from "./schema.ts";
import type { JudgedReading, Telemetry } from "./telemetry.ts";
import { type Log, Thread } from "./thread.ts";
import { Unjudged } from "./unjudged.ts";

const FOLD_ROWS = 500_000;
const FOLD_MS = 180_000;

export interface EmbeddedOptions {
  /** Path of the SQLite file; it is created when missing. */
  file: string;
  log: Log;
  troubles?: Pick<Troubles, "failed" | "over">;
  /** UTC milliseconds; decides when a small hot table is folded all the same. */
  clock?: () => number;
  /** Rows that the hot table gathers before it is folded. Should hold 20 rows or more of each series that reports. */
  foldRows?: number;
}

/** Telemetry in one SQLite file, written and read by a worker thread each. Rejects when the file cannot be opened. */
export const openEmbeddedTelemetry = async (options: EmbeddedOptions): Promise<Telemetry> => {
  const { file, log, clock = Date.now, foldRows = FOLD_ROWS } = options;
  const troubles = options.troubles ?? openTroubles(log, clock, () => performance.now());
  const writer: Thread<WriterCalls> = new Thread({
    name: "telemetry writer",
    script: new URL("./writer.ts", import.meta.url),
    data: { file, foldRows, now: clock() } satisfies WriterData,
    log,
    onTrouble: (error) =>
      error
        ? troubles.failed("folding of readings", error, "telemetry writer: background work failed and is tried again later")
        : troubles.over("folding of readings"),
    onRestart: () => queue.resume(),
    onRestartFailed: (error) => queue.refuse(error),
  });
  const reader = new Thread<ReaderCalls>({
    name: "telemetry reader",
    script: new URL("./reader.ts", import.meta.url),
    data: { file } satisfies ReaderData,
    log,
  });
  checkVersion(file);
  const hello = await started(writer, reader);
  const startedAt = clock();
  const catalog = cataloged(hello, startedAt);
  const unjudged = new Unjudged();
  for (const { series, before } of hello.unjudged) unjudged.load(series, before && { ...before, taken: takenAt(before.ts, startedAt) });
  const newestOf = (series: number): JudgedReading | undefined => {
    const latest = catalog.latest(series);
    return latest && { ...latest, taken: catalog.latestTaken(series) ?? latest.ts };
  };
  const queue = new WriteQueue({
    writer,
    keyOf: (series, batch) => catalog.unsaved(series, batch),
    unjudged: () => unjudged.packed(),
    onCommitted(batch, arrivals) {
      catalog.saved(batch.keys);
      eachRow(batch, (series, ts, value, at) => {
        const given = ((batch.marks[at] ?? 0) & GIVEN_TIME) !== 0;
        catalog.advance(series, { ts, value }, arrivals[at] ?? ts, given);
      });
      foldInTime();
      troubles.over("readings");
    },
    onFollowingFailed: (error) =>
      troubles.failed("readings", error, "telemetry writer: readings were written, and what follows from them failed"),
    onFailed: (error) => troubles.failed("readings", error, "telemetry writer: a batch of readings was not written"),
  });
  let foldedAt = clock();
  let stopping: Promise<void> | undefined;

  const foldInTime = (): void => {
    if (!hasPassed(foldedAt, clock(), FOLD_MS) || !writer.up) return;
    foldedAt = clock();
    writer.ask("fold", null).catch((error: Error) => log.error({ err: error }, "telemetry writer: folding could not be started"));
  };

  /** Of what came last nobody knows otherwise that it is judged, where the server is killed before more comes. */
  const keepJudged = (): void => {
    if (unjudged.isStale && writer.up && queue.rows === 0) void queue.keepUnjudged();
  };
  const timer = setInterval(() => {
    foldInTime();
    keepJudged();
  }, FOLD_MS / 6).unref();

  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await queue.drained();
    if (unjudged.isKept && writer.up) await queue.keepUnjudged();
    try {
      await reader.close();
    } finally {
      await writer.close();
    }
  };

  return {
    series: (deviceId, slave, pointId) => catalog.series(deviceId, slave, pointId),
    find: (deviceId, slave, pointId) => catalog.find(deviceId, slave, pointId),
    append(series, ts, value, { arrivedAt = clock(), onChange = false, given = false } = {}) {
      if (stopping) throw new Error("the telemetry store was stopped");
      const marks = (onChange ? ON_CHANGE : 0) | (given ? GIVEN_TIME : 0);
      queue.append(catalog.current(series), checked(ts), plain(value), arrivedAt, marks);
    },
    timeFor: (series, arrivedAt) => catalog.timeFor(catalog.current(series), arrivedAt),
    committed: () => queue.committed(),
    get congested() {
      return queue.congested;
    },
    latest: (series) => catalog.latest(series),
    latestTaken: (series) => catalog.latestTaken(series),
    judging: (series) =>
      unjudged.begin(
        series.map((id) => catalog.current(id)),
        newestOf,
      ),
    judged: (series) => (unjudged.has(series) ? unjudged.before(series) : newestOf(series)),
    touch: (series, ts, value, arrivedAt = clock()) =>
      catalog.advance(catalog.current(series), { ts: checked(ts), value: plain(value) }, arrivedAt),
    raw: async (query) => unpackSamples(await reader.ask("raw", query)),
    buckets: async (query) => unpackBuckets(await reader.ask("buckets", query)),
    reduced: async (query) => unpackSamples(await reader.ask("reduced", query)),
    count: (query) => reader.ask("count", query),
    async erase(deviceIds) {
      const erased = deviceIds.map((deviceId) => ({ deviceId, series: catalog.erase(deviceId) }));
      const all = erased.flatMap(({ series }) => series);
      if (all.length > 0) await queue.erase(all);
      for (const { deviceId, series } of erased) catalog.gone(deviceId, series);
    },
    async cut(series, from, to) {
      const current = catalog.current(series);
      await queue.committed().catch(() => undefined);
      const { readings, newest } = await writer.ask("cut", { series: current, from: checked(from), to: checked(to) });
      catalog.cut(current, from, to, newest ?? undefined);
      return readings;
    },
    expire: (before) => writer.ask("expire", before),
    async ping(worker) {
      await (worker === "writer" ? writer.ask("ping", null) : reader.ask("ping", null));
    },
    async stats() {
      const readings = await reader.ask("readings", null);
      return { series: catalog.size, readings, bytes: await bytesOf(file), queued: queue.rows };
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
};

const started = async (writer: Thread<WriterCalls>, reader: Thread<ReaderCalls>): Promise<WriterHello> => {
  const [wrote, read] = await Promise.allSettled([writer.start(), reader.start()]);
  if (wrote.status === "fulfilled" && read.status === "fulfilled") return wrote.value as WriterHello;
  await Promise.all([writer.close(), reader.close()]);
  const [failed] = [wrote, read].filter((outcome) => outcome.status === "rejected");
  throw failed?.reason;
};

const cataloged = ({ keys, nextId, latestOf, latest }: WriterHello, now: number): Catalog => {
  const catalog = new Catalog(nextId);
  for (const key of keys) catalog.load(key);
  unpackSamples(latest).forEach(({ ts, value }, at) => {
    const series = latestOf[at];
    if (series !== undefined) catalog.advance(series, { ts, value }, now);
  });
  return catalog;
};

const checked = (ts: number): number => {
  if (!Number.isSafeInteger(ts)) throw new RangeError(`not a time in whole milliseconds: ${ts}`);
  return ts;
};

/** Minus zero is zero. */
const plain = (value: number | string): number | string => {
  if (typeof value === "string") return value;
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`);
  return value + 0;
};

const bytesOf = async (file: string): Promise<number> => {
  const sizes = await Promise.all([file, `${file}-wal`].map((path) => stat(path).then(({ size }) => size, missing)));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const missing = (error: NodeJS.ErrnoException): number => {
  if (error.code === "ENOENT") return 0;
  throw error;
};
