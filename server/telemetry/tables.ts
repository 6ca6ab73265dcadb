import type { DatabaseSync } from "node:sqlite";
import { inTransaction, prepareRows, prepareValues, prepareWrite, type Write } from "#server/sqlite/sqlite.ts";
import { AtStart, type Known, type LatestRow } from "./atStart.ts";
import { type BatchRows, type Cell, eachRow, GIVEN_TIME, ON_CHANGE, type Row, type SeriesKey } from "./batch.ts";
import { Changes } from "./changes.ts";
import { Folder, Rollups } from "./fold.ts";
import { FreeInstants } from "./freeInstants.ts";
import { GivenTimes } from "./givenTimes.ts";
import { LevelReader } from "./levels.ts";
import { type HotTable, type Levels, levelsOf } from "./schema.ts";
import type { Sample, Value } from "./telemetry.ts";

const DELETED_AT_ONCE = 5_000;
const ROWS_A_STATEMENT = [100, 10, 1];
const ALL = Number.MAX_SAFE_INTEGER;

/** All that is written to the file. Long work goes in slices: each is one transaction that ends soon after its deadline. */
export class TableWriter {
  /** Rows taken by the active hot table since it was empty, those written twice included. */
  activeRows: number;
  #levels: Levels;
  readonly #db: DatabaseSync;
  readonly #reader: LevelReader;
  readonly #rollups: Rollups;
  readonly #folder: Folder;
  readonly #changes: Changes;
  readonly #free: FreeInstants;
  readonly #given: GivenTimes;
  readonly #atStart: AtStart;
  #newestAtStart: LatestRow[];
  readonly #inserts: Record<HotTable, Insert[]>;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#reader = new LevelReader(db);
    this.#rollups = new Rollups(db);
    this.#folder = new Folder(db, this.#rollups);
    this.#free = new FreeInstants(db);
    this.#given = new GivenTimes(db, this.#reader);
    this.#changes = new Changes(db, this.#reader, this.#rollups, this.#given, (row) => this.#insert([row]));
    this.#inserts = { hot_a: inserts(db, "hot_a"), hot_b: inserts(db, "hot_b") };
    this.#statements = prepare(db);
    this.#levels = this.#reader.levels();
    this.activeRows = this.#statements.hotRows[this.#levels.active].get() ?? 0;
    this.#atStart = new AtStart(db, (series, until) => this.#lastUntil(series, until));
    this.#newestAtStart = this.#newest();
    for (const { series, ts } of this.#newestAtStart) this.#free.took(series, ts);
  }

  /** Times that were given may move; the batch then has them as they were written. */
  write(batch: BatchRows): void {
    try {
      this.#inTransaction(() => {
        for (const key of batch.keys) this.#addSeries(key);
        this.#place(batch);
        this.#atStart.keepUnjudged(batch.unjudged);
        this.#changes.recount();
        this.#changes.makeRoom();
      });
    } catch (fault) {
      this.#changes.forget();
      this.#given.forget();
      throw fault;
    }
  }

  /** Rows are gathered for as long as they come in order; what comes late looks at the tables, and finds all that came before it there. */
  #place(batch: BatchRows): void {
    let stored: Row[] = [];
    let repeated: Row[] = [];
    const flush = (): void => {
      this.#insert(inKeyOrder(stored));
      this.#changes.note(inKeyOrder(repeated));
      stored = [];
      repeated = [];
    };
    eachRow(batch, (series, asked, value, at) => {
      const marks = batch.marks[at] ?? 0;
      const given = (marks & GIVEN_TIME) !== 0;
      const onChange = (marks & ON_CHANGE) !== 0;
      let ts = asked;
      let displaced: Row | undefined;
      if (given) this.#given.note(series);
      if (!this.#free.surely(series, ts) && this.#given.has(series)) {
        flush();
        if (given) {
          ts = this.#free.next(series, ts);
          batch.ts[at] = ts;
        } else displaced = this.#displaced(series, ts);
      }
      this.#free.took(series, ts);
      const row: Row = [series, ts, value, given ? 1 : null];
      if (!onChange) {
        this.#changes.leave(series);
        if (displaced) stored.push(displaced);
        stored.push(row);
        return;
      }
      if (displaced) this.#changes.late(displaced);
      const kind = displaced ? "late" : this.#changes.kindOf(row);
      if (kind === "change") stored.push(row);
      else if (kind === "repetition") repeated.push(row);
      else if (kind === "late") {
        flush();
        this.#changes.late(row);
      }
    });
    flush();
  }

  /**
   * A reading whose time was given gives way to one that tells this instant as its own, and goes before it, as it came: behind it, it would
   * be the newest.
   */
  #displaced(series: number, ts: number): Row | undefined {
    const value = this.#given.at(series, ts);
    return value === undefined ? undefined : [series, this.#free.before(series, ts), value, 1];
  }

  #insert(rows: readonly Row[]): void {
    const values = rows.flat();
    let done = 0;
    for (const { size, statement } of this.#inserts[this.#levels.active]) {
      for (; rows.length - done >= size; done += size) statement.run(...values.slice(done * 4, (done + size) * 4));
    }
    this.activeRows += rows.length;
  }

  /** Makes the active table the one to be folded, once the other is empty. */
  freeze(): void {
    const { frozen } = this.#levels;
    if (this.#statements.anyHot[frozen].get() !== undefined) return;
    this.#inTransaction(() => this.#statements.activate.run(frozen));
    this.#levels = levelsOf(frozen);
    this.activeRows = 0;
  }

  /** True while more is to be folded. */
  fold(deadline: number): boolean {
    const { frozen } = this.#levels;
    if (this.#statements.anyHot[frozen].get() === undefined) return false;
    return this.#slice(deadline, () => this.#folder.step(frozen));
  }

  /** From this moment the series are unknown, also after a restart; their rows go with the next purges. */
  doom(series: readonly number[]): void {
    this.#inTransaction(() => {
      for (const id of series) this.#doomOne(id);
    });
  }

  /** True while rows of doomed series are left. */
  purge(deadline: number): boolean {
    if (this.#statements.nextDoomed.get() === undefined) return false;
    return this.#slice(deadline, () => {
      const series = this.#statements.nextDoomed.get();
      if (series === undefined) return false;
      if (this.#trim(series, ALL) === 0) {
        this.#statements.removeLatest.run(series);
        this.#changes.erase(series);
        this.#statements.spare.run(series);
      }
      return true;
    });
  }

  /** True while readings older than `before` are left; `progress` says how far it got and how many readings went. */
  expire(before: number, progress: { series: number; readings: number }, deadline: number): boolean {
    return this.#slice(deadline, () => {
      const series = this.#statements.nextSeries.get(progress.series);
      if (series === undefined) return false;
      const removed = this.#trim(series, before);
      progress.readings += removed;
      if (removed === 0) progress.series = series + 1;
      return true;
    });
  }

  /** True while readings of the range are left; `progress` says how many went. */
  cut({ series, from, to }: SeriesRange, progress: { readings: number }, deadline: number): boolean {
    return this.#slice(deadline, () => {
      const removed = this.#cutSome(series, from, to);
      progress.readings += removed;
      if (removed > 0) return true;
      this.#changes.cut(series, from, to);
      this.#changes.recount();
      this.#statements.cutLatest.run(series, from, to);
      const newest = this.#reader.rows({ series, from: -ALL, to: ALL, limit: 1, descending: true })[0];
      if (newest) this.#statements.keepLatest.run(series, newest.ts, newest.value);
      return false;
    });
  }

  /** The newest reading of a series as the tables have it. */
  newestOf(series: number): Sample | undefined {
    const [stored = this.#statements.latestOf.get(series)] = this.#reader.rows({ series, from: -ALL, to: ALL, limit: 1, descending: true });
    const held = this.#changes.heldUntil(series, ALL);
    return held && held.ts > (stored?.ts ?? -ALL) ? held : stored;
  }

  known(now: number): Known {
    const newest = this.#newestAtStart;
    this.#newestAtStart = [];
    return this.#atStart.known(newest, now);
  }

  #lastUntil(series: number, until: number): Sample | undefined {
    const [stored] = this.#reader.rows({ series, from: -ALL, to: until + 1, limit: 1, descending: true });
    const held = this.#changes.heldUntil(series, until);
    return held && held.ts > (stored?.ts ?? -ALL) ? held : stored;
  }

  #newest(): LatestRow[] {
    const { active, frozen } = this.#levels;
    const newest = new Map<number, LatestRow>();
    const { latest, newestHot, doomed } = this.#statements;
    for (const row of [...latest.all(), ...newestHot[frozen].all(), ...newestHot[active].all(), ...this.#changes.newestHeld()]) {
      if (row.ts >= (newest.get(row.series)?.ts ?? Number.NEGATIVE_INFINITY)) newest.set(row.series, row);
    }
    for (const series of doomed.all()) newest.delete(series);
    return [...newest.values()];
  }

  /** Deletes the oldest readings before the instant from all levels and returns their number: 0 when there are none left. */
  #trim(series: number, before: number): number {
    const { deleteBefore, nth } = this.#statements;
    const { active, frozen } = this.#levels;
    const tables = [frozen, active, "obs"] as const;
    const cut = Math.min(before, ...tables.map((table) => nth[table].get(series, DELETED_AT_ONCE) ?? before));
    const removed = this.#reader.folded(series, -ALL, cut) + this.#reader.unfolded(series, -ALL, cut);
    if (removed === 0) return 0;
    this.#folder.keepLatest(frozen, series, cut);
    this.#folder.keepLatest(active, series, cut);
    for (const table of tables) deleteBefore[table].run(series, cut);
    this.#rollups.cut(series, cut, cut < before);
    return removed;
  }

  /** Deletes the oldest readings of the range from all levels and returns their number: 0 when there are none left. */
  #cutSome(series: number, from: number, to: number): number {
    const { deleteWithin, nthFrom } = this.#statements;
    const { active, frozen } = this.#levels;
    const tables = [frozen, active, "obs"] as const;
    const end = Math.min(to, ...tables.map((table) => nthFrom[table].get(series, from, DELETED_AT_ONCE) ?? to));
    const removed = this.#reader.folded(series, from, end) + this.#reader.unfolded(series, from, end);
    if (removed === 0) return 0;
    for (const table of tables) deleteWithin[table].run(series, from, end);
    this.#rollups.cutWithin(series, from, end);
    return removed;
  }

  /** A new id for a known key follows an erasure that never reached the file. */
  #addSeries({ id, deviceId, slave, pointId }: SeriesKey): void {
    const predecessor = this.#statements.seriesOf.get(deviceId, slave, pointId);
    if (predecessor === id) return;
    if (predecessor !== undefined) this.#doomOne(predecessor);
    this.#statements.addSeries.run(id, deviceId, slave, pointId);
  }

  #doomOne(series: number): void {
    this.#statements.doom.run(series);
    this.#statements.removeSeries.run(series);
  }

  #slice(deadline: number, step: () => boolean): boolean {
    return this.#inTransaction(() => {
      let more = step();
      while (more && performance.now() < deadline) more = step();
      return more;
    });
  }

  #inTransaction<T>(change: () => T): T {
    return inTransaction(this.#db, "immediate", change);
  }
}

/** In the order of the key rows visit each page once; of the same instant twice the later stays the later. */
const inKeyOrder = (rows: Row[]): Row[] => rows.sort((one, other) => one[0] - other[0] || one[1] - other[1]);

interface SeriesRange {
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

interface Insert {
  size: number;
  statement: Write<Cell[]>;
}

const inserts = (db: DatabaseSync, table: HotTable): Insert[] =>
  ROWS_A_STATEMENT.map((size) => ({
    size,
    statement: prepareWrite<Cell[]>(db, `insert or replace into ${table} values ${Array(size).fill("(?, ?, ?, ?)").join(", ")}`),
  }));

const prepare = (db: DatabaseSync) => {
  const number = (sql: string) => prepareValues<[], number>(db, sql);
  const perHot = <T>(make: (table: HotTable) => T) => ({ hot_a: make("hot_a"), hot_b: make("hot_b") });
  const perTable = <T>(make: (table: HotTable | "obs") => T) => ({ ...perHot(make), obs: make("obs") });
  return {
    addSeries: prepareWrite<[number, string, number, string]>(
      db,
      "insert into series (id, device_id, slave, point_id) values (?, ?, ?, ?)",
    ),
    seriesOf: prepareValues<[string, number, string], number>(
      db,
      "select id from series where device_id = ? and slave = ? and point_id = ?",
    ),
    removeSeries: prepareWrite<[number]>(db, "delete from series where id = ?"),
    nextSeries: prepareValues<[number], number>(db, "select id from series where id >= ? order by id limit 1"),
    doom: prepareWrite<[number]>(db, "insert into doomed values (?) on conflict do nothing"),
    spare: prepareWrite<[number]>(db, "delete from doomed where series = ?"),
    doomed: number("select series from doomed"),
    nextDoomed: number("select series from doomed limit 1"),
    activate: prepareWrite<[string]>(db, "update state set active = ?"),
    latest: prepareRows<[], LatestRow>(db, "select series, ts, value from latest"),
    removeLatest: prepareWrite<[number]>(db, "delete from latest where series = ?"),
    anyHot: perHot((table) => number(`select 1 from ${table} limit 1`)),
    hotRows: perHot((table) => number(`select count(*) from ${table}`)),
    newestHot: perHot((table) => prepareRows<[], LatestRow>(db, `select series, max(ts) as ts, value from ${table} group by series`)),
    nth: perTable((table) =>
      prepareValues<[number, number], number>(db, `select ts from ${table} where series = ? order by ts limit 1 offset ?`),
    ),
    cutLatest: prepareWrite<[number, number, number]>(db, "delete from latest where series = ? and ts >= ? and ts < ?"),
    keepLatest: prepareWrite<[number, number, Value]>(db, "insert into latest values (?, ?, ?) on conflict (series) do nothing"),
    latestOf: prepareRows<[number], Sample>(db, "select ts, value from latest where series = ?"),
    nthFrom: perTable((table) =>
      prepareValues<[number, number, number], number>(
        db,
        `select ts from ${table} where series = ? and ts >= ? order by ts limit 1 offset ?`,
      ),
    ),
    deleteWithin: perTable((table) =>
      prepareWrite<[number, number, number]>(db, `delete from ${table} where series = ? and ts >= ? and ts < ?`),
    ),
    deleteBefore: perTable((table) => prepareWrite<[number, number]>(db, `delete from ${table} where series = ? and ts < ?`)),
  };
};
