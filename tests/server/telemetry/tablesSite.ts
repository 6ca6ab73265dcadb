import { onTestFinished } from "vitest";
import { Batch, GIVEN_TIME, ON_CHANGE } from "#server/telemetry/batch.ts";
import { LevelReader } from "#server/telemetry/levels.ts";
import { Queries } from "#server/telemetry/queries.ts";
import { openForReading, openForWriting } from "#server/telemetry/schema.ts";
import { TableWriter } from "#server/telemetry/tables.ts";
import type { Value } from "#server/telemetry/telemetry.ts";
import { temporaryFile } from "./store.ts";

export type Reading = readonly [ts: number, value: Value];

/** The tables of one file without their threads, so that a test says when the active one freezes and how far folding is. */
export const openTables = async (file = temporaryFile()) => {
  const db = await openForWriting(file);
  const reading = openForReading(file);
  onTestFinished(() => {
    db.close();
    reading.close();
  });
  const tables = new TableWriter(db);
  let batches = 0;
  const write = (series: number, readings: readonly Reading[], { onChange = false, given = false } = {}): void => {
    const batch = new Batch(batches++);
    if (given) batch.data.keys.push({ id: series, deviceId: "d1", slave: series, pointId: "p1" });
    for (const [ts, value] of readings) batch.add(series, ts, value, 0, (onChange ? ON_CHANGE : 0) | (given ? GIVEN_TIME : 0));
    tables.write(batch.data);
  };
  const foldAll = (): void => {
    while (tables.fold(Number.POSITIVE_INFINITY));
  };
  return {
    file,
    db,
    tables,
    levels: new LevelReader(reading),
    queries: new Queries(reading),
    write,
    freeze: () => tables.freeze(),
    foldAll,
    /** All that was written goes into obs. */
    settle(): void {
      foldAll();
      tables.freeze();
      foldAll();
    },
    /** What a start finds, of what the tables have now. */
    latest: (now = Number.MAX_SAFE_INTEGER / 2) => new TableWriter(db).known(now).latest,
  };
};
export type Tables = Awaited<ReturnType<typeof openTables>>;
