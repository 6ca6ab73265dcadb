import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { inTransaction, openSqlite, prepareRows } from "#server/sqlite/sqlite.ts";
import { type EmbeddedOptions, openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import { Tally } from "#server/telemetry/tally.ts";
import type { Telemetry, Value } from "#server/telemetry/telemetry.ts";

const HOUR = 3_600_000;

export interface LogLine {
  level: "info" | "warn" | "error";
  message: string;
}

export function recordingLog() {
  const lines: LogLine[] = [];
  const write = (level: LogLine["level"]) => (_detail: object, message: string) => {
    lines.push({ level, message });
  };
  return { lines, info: write("info"), warn: write("warn"), error: write("error") };
}

export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "telemetry-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "telemetry.db");
}

export async function openStore(
  options: Partial<EmbeddedOptions> = {},
): Promise<{ store: Telemetry; file: string; log: ReturnType<typeof recordingLog> }> {
  const file = options.file ?? temporaryFile();
  const log = recordingLog();
  const store = await openEmbeddedTelemetry({ log, ...options, file });
  onTestFinished(() => store.stop());
  return { store, file, log };
}

export async function put(store: Telemetry, series: number, readings: readonly (readonly [ts: number, value: Value])[]): Promise<void> {
  for (const [ts, value] of readings) store.append(series, ts, value);
  await store.committed();
}

export function query<T>(file: string, sql: string): T[] {
  const db = openSqlite(file, { readOnly: true });
  try {
    return prepareRows<[], T>(db, sql).all();
  } finally {
    db.close();
  }
}

export function change(file: string, sql: string): void {
  const db = openSqlite(file);
  db.exec(sql);
  db.close();
}

export function rowsOf(file: string, table: "obs" | "hot_a" | "hot_b" | "doomed"): number {
  return query<{ n: number }>(file, `select count(*) as n from ${table}`)[0]?.n ?? 0;
}

/** Every hour that claims to be summed up holds exactly what obs has of it, and none is missing. */
export function expectExactRollups(file: string): void {
  const db = openSqlite(file, { readOnly: true });
  onTestFinished(() => db.close());
  const rows = prepareRows<[], { series: number; ts: number; value: Value }>(db, "select * from obs order by series, ts");
  const hours = prepareRows<[], { series: number; hour: number; n: number | null }>(db, "select * from roll_h");
  // From one state of the file: folding goes on.
  const [readings, rollups] = inTransaction(db, "deferred", () => [rows.all(), hours.all()] as const);
  const tallies = new Map<string, Tally>();
  for (const { series, ts, value } of readings) {
    const key = `${series}/${Math.floor(ts / HOUR)}`;
    const tally = tallies.get(key) ?? new Tally();
    tally.add(value);
    tallies.set(key, tally);
  }
  expect(rollups.map(({ series, hour }) => `${series}/${hour}`).sort()).toEqual([...tallies.keys()].sort());
  for (const { series, hour, ...rollup } of rollups) {
    if (rollup.n !== null) expect(rollup).toEqual(tallies.get(`${series}/${hour}`)?.rollup());
  }
}
