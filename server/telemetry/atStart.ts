import type { DatabaseSync } from "node:sqlite";
import { prepareRows, prepareValues, prepareWrite } from "#server/sqlite/sqlite.ts";
import type { SeriesKey } from "./batch.ts";
import { farthestAhead } from "./newest.ts";
import type { Sample, Value } from "./telemetry.ts";
import { unpackUnjudged } from "./unjudged.ts";

export interface LatestRow {
  series: number;
  ts: number;
  value: Value;
}

/** What the main thread keeps in memory, as the tables had it at the start. */
export interface Known {
  keys: SeriesKey[];
  nextId: number;
  latest: LatestRow[];
  unjudged: { series: number; before: Sample | undefined }[];
}

/** Reads what is known at a start, and keeps with each batch what the next one has to know. */
export class AtStart {
  readonly #statements: ReturnType<typeof prepare>;
  /** The newest reading of a series up to and at a time. */
  readonly #lastUntil: (series: number, until: number) => Sample | undefined;

  constructor(db: DatabaseSync, lastUntil: (series: number, until: number) => Sample | undefined) {
    this.#statements = prepare(db);
    this.#lastUntil = lastUntil;
  }

  keepUnjudged(pairs: Float64Array<ArrayBuffer> | undefined): void {
    if (pairs) this.#statements.keepUnjudged.run(new Uint8Array(pairs.buffer));
  }

  /** What lies in the future gives way to what does not. */
  known(newest: readonly LatestRow[], now: number): Known {
    const until = now + farthestAhead;
    const latest = newest.map((row) => {
      const past = row.ts <= until ? undefined : this.#lastUntil(row.series, until);
      return past ? { series: row.series, ...past } : row;
    });
    const unjudged = unpackUnjudged(this.#statements.unjudged.get() ?? new Uint8Array()).map(({ series, ts }) => ({
      series,
      before: Number.isFinite(ts) ? (this.#lastUntil(series, Math.min(ts, until)) ?? this.#lastUntil(series, ts)) : undefined,
    }));
    return { keys: this.#statements.keys.all(), nextId: (this.#statements.lastId.get() ?? 0) + 1, latest, unjudged };
  }
}

const prepare = (db: DatabaseSync) => ({
  keys: prepareRows<[], SeriesKey>(db, "select id, device_id as deviceId, slave, point_id as pointId from series"),
  lastId: prepareValues<[], number>(db, "select max(id) from (select max(id) as id from series union all select max(series) from doomed)"),
  unjudged: prepareValues<[], Uint8Array | null>(db, "select unjudged from state"),
  keepUnjudged: prepareWrite<[Uint8Array]>(db, "update state set unjudged = ?"),
});
