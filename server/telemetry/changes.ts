import type { DatabaseSync } from "node:sqlite";
import { prepareRows, prepareValues, prepareWrite } from "#server/sqlite/sqlite.ts";
import type { Cell, Row } from "./batch.ts";
import type { Rollups } from "./fold.ts";
import type { GivenTimes } from "./givenTimes.ts";
import type { LevelReader } from "./levels.ts";
import { HOUR } from "./schema.ts";
import type { Sample, Value } from "./telemetry.ts";

// Of points that are stored on change the readings that repeat the one before them are not stored. That each was taken is kept for a while,
// since a late reading may come between two of them: then the one behind it is a change after all.

type HeldTable = "held_a" | "held_b";

/** At least this many of the last repetitions are known, of all series together; at most twice as many. */
const HELD_ROWS = 500_000;
const EVER = Number.MAX_SAFE_INTEGER;
const ROWS_A_STATEMENT = [100, 10, 1];

/** Stores a row now, in its own place among the levels. */
type Store = (row: Row) => void;

/** Decides which readings of points that are stored on change are changes, whatever the order in which they come. */
export class Changes {
  readonly #reader: LevelReader;
  readonly #rollups: Rollups;
  readonly #given: GivenTimes;
  readonly #store: Store;
  readonly #statements: ReturnType<typeof prepare>;
  /** Newest reading of each series that was looked at, as the transaction that is open leaves it. */
  readonly #newest = new Map<number, Sample>();
  #active: HeldTable;
  #activeRows: number;
  /** Hours of which rows have gone, by series: to be counted again once, however many went. */
  readonly #reduced = new Map<number, Set<number>>();

  constructor(db: DatabaseSync, reader: LevelReader, rollups: Rollups, given: GivenTimes, store: Store) {
    this.#reader = reader;
    this.#rollups = rollups;
    this.#given = given;
    this.#store = store;
    this.#statements = prepare(db);
    this.#active = this.#statements.active.get() ?? "held_a";
    this.#activeRows = this.#statements.count[this.#active].get() ?? 0;
  }

  /** What a reading is beside the newest one of its series. */
  kindOf([series, ts, value]: Row): "change" | "repetition" | "known" | "late" {
    const newest = this.#newestOf(series);
    if (newest && ts <= newest.ts) return ts === newest.ts && value === newest.value ? "known" : "late";
    this.#newest.set(series, { ts, value });
    return newest?.value === value ? "repetition" : "change";
  }

  /** Puts a reading that came late, or again, in its place: it is compared with the one before it in time, and the one after it with it. */
  late(row: Row): void {
    const [series, ts, value] = row;
    const before = this.#before(series, ts);
    const after = this.#after(series, ts);
    if (before === value) this.#hold(row);
    else this.#show(row);
    if (after) {
      const follower: Row = [series, after.ts, after.value, this.#given.at(series, after.ts) === undefined ? null : 1];
      if (after.value === value) this.#hold(follower);
      else this.#show(follower);
    }
    const newest = this.#newestOf(series);
    if (!newest || ts >= newest.ts) this.#newest.set(series, { ts, value });
  }

  /** Notes repetitions, in the order of their key. */
  note(rows: readonly Row[]): void {
    let done = 0;
    const values = rows.flat();
    for (const { size, statement } of this.#statements.note[this.#active]) {
      for (; rows.length - done >= size; done += size) statement.run(...values.slice(done * 4, (done + size) * 4));
    }
    this.#activeRows += rows.length;
  }

  /** Counts again what rows have gone of. */
  recount(): void {
    for (const [series, hours] of this.#reduced) for (const hour of hours) this.#rollups.recount(series, hour);
    this.#reduced.clear();
  }

  /** Forgets the older half of what was noted, once the newer one is full. */
  makeRoom(): void {
    if (this.#activeRows < HELD_ROWS) return;
    this.#active = this.#active === "held_a" ? "held_b" : "held_a";
    this.#statements.clear[this.#active].run();
    this.#statements.activate.run(this.#active);
    this.#activeRows = 0;
  }

  /** Newest repetitions of all series. */
  newestHeld(): { series: number; ts: number; value: Value }[] {
    return [...this.#statements.newest.held_a.all(), ...this.#statements.newest.held_b.all()];
  }

  /** The newest repetition that is not later than this. */
  heldUntil(series: number, ts: number): Sample | undefined {
    const [one, other] = (["held_a", "held_b"] as const).map((table) => this.#statements.heldUntil[table].get(series, ts));
    return one && other ? (one.ts > other.ts ? one : other) : (one ?? other);
  }

  /** The series is stored in another way now, or its readings are gone. */
  leave(series: number): void {
    this.#newest.delete(series);
  }

  erase(series: number): void {
    this.leave(series);
    for (const table of ["held_a", "held_b"] as const) this.#statements.erase[table].run(series);
  }

  /** The readings of the range have gone: so do its repetitions, and the one that repeated what has gone is a change now. */
  cut(series: number, from: number, to: number): void {
    this.leave(series);
    for (const table of ["held_a", "held_b"] as const) this.#statements.cut[table].run(series, from, to);
    const after = this.#after(series, to - 1);
    if (!after || this.#before(series, after.ts) === after.value) return;
    if (!(["held_a", "held_b"] as const).some((table) => this.#statements.isHeld[table].get(series, after.ts) !== undefined)) return;
    this.#show([series, after.ts, after.value, this.#given.at(series, after.ts) === undefined ? null : 1]);
  }

  /** After a transaction that was taken back. */
  forget(): void {
    this.#newest.clear();
    this.#reduced.clear();
    this.#active = this.#statements.active.get() ?? "held_a";
  }

  #newestOf(series: number): Sample | undefined {
    const known = this.#newest.get(series);
    if (known) return known;
    const { latest } = this.#statements;
    const [stored = latest.get(series)] = this.#reader.rows({ series, from: -EVER, to: EVER, limit: 1, descending: true });
    const held = this.heldUntil(series, EVER);
    const newest = held && held.ts > (stored?.ts ?? -EVER) ? held : stored;
    if (newest) this.#newest.set(series, newest);
    return newest;
  }

  /** The value before the instant; of readings that are too old to be kept the latest is. */
  #before(series: number, ts: number): Value | undefined {
    const [stored] = this.#reader.rows({ series, from: -EVER, to: ts, limit: 1, descending: true });
    if (stored) return stored.value;
    const latest = this.#statements.latest.get(series);
    return latest && latest.ts < ts ? latest.value : undefined;
  }

  /** The reading behind the instant, stored or not. */
  #after(series: number, ts: number): Sample | undefined {
    let [after] = this.#reader.rows({ series, from: ts + 1, to: EVER, limit: 1, descending: false });
    for (const table of ["held_a", "held_b"] as const) {
      const held = this.#statements.nextHeld[table].get(series, ts);
      if (held && held.ts < (after?.ts ?? EVER)) after = held;
    }
    return after;
  }

  #show(row: Row): void {
    this.#letGo(row);
    this.#store(row);
  }

  #hold(row: Row): void {
    const [series, ts, value] = row;
    this.#letGo(row);
    this.note([row]);
    if (this.#reader.rows({ series, from: ts, to: ts + 1, limit: 1, descending: false }).length === 0) return;
    for (const table of ["hot_a", "hot_b", "obs"] as const) this.#statements.remove[table].run(series, ts);
    this.#statements.correctLatest.run(value, series, ts);
    const hours = this.#reduced.get(series) ?? new Set();
    this.#reduced.set(series, hours.add(Math.floor(ts / HOUR)));
  }

  #letGo([series, ts]: Row): void {
    for (const table of ["held_a", "held_b"] as const) this.#statements.letGo[table].run(series, ts);
  }
}

const prepare = (db: DatabaseSync) => {
  const perHeld = <T>(make: (table: HeldTable) => T) => ({ held_a: make("held_a"), held_b: make("held_b") });
  const remove = (table: string) => prepareWrite<[number, number]>(db, `delete from ${table} where series = ? and ts = ?`);
  return {
    active: prepareValues<[], HeldTable>(db, "select held from state"),
    activate: prepareWrite<[string]>(db, "update state set held = ?"),
    latest: prepareRows<[number], Sample>(db, "select ts, value from latest where series = ?"),
    correctLatest: prepareWrite<[Value, number, number]>(db, "update latest set value = ? where series = ? and ts = ?"),
    remove: { hot_a: remove("hot_a"), hot_b: remove("hot_b"), obs: remove("obs") },
    count: perHeld((table) => prepareValues<[], number>(db, `select count(*) from ${table}`)),
    note: perHeld((table) =>
      ROWS_A_STATEMENT.map((size) => ({
        size,
        statement: prepareWrite<Cell[]>(db, `insert or replace into ${table} values ${Array(size).fill("(?, ?, ?, ?)").join(", ")}`),
      })),
    ),
    heldUntil: perHeld((table) =>
      prepareRows<[number, number], Sample>(db, `select ts, value from ${table} where series = ? and ts <= ? order by ts desc limit 1`),
    ),
    nextHeld: perHeld((table) =>
      prepareRows<[number, number], Sample>(db, `select ts, value from ${table} where series = ? and ts > ? order by ts limit 1`),
    ),
    newest: perHeld((table) =>
      prepareRows<[], { series: number; ts: number; value: Value }>(
        db,
        `select series, max(ts) as ts, value from ${table} group by series`,
      ),
    ),
    letGo: perHeld((table) => remove(table)),
    cut: perHeld((table) => prepareWrite<[number, number, number]>(db, `delete from ${table} where series = ? and ts >= ? and ts < ?`)),
    isHeld: perHeld((table) => prepareValues<[number, number], number>(db, `select 1 from ${table} where series = ? and ts = ?`)),
    erase: perHeld((table) => prepareWrite<[number]>(db, `delete from ${table} where series = ?`)),
    clear: perHeld((table) => prepareWrite<[]>(db, `delete from ${table}`)),
  };
};
