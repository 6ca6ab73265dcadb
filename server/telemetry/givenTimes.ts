import type { DatabaseSync } from "node:sqlite";
import { prepareTuples, prepareValues, prepareWrite, type Query, type Write } from "#server/sqlite/sqlite.ts";
import type { LevelReader } from "./levels.ts";
import type { Value } from "./telemetry.ts";

const TABLES = ["hot_a", "hot_b", "obs", "held_a", "held_b"] as const;

/** Knows which readings were given their time by the server: none of them is the same as one that tells the instant as its own. */
export class GivenTimes {
  readonly #reader: LevelReader;
  readonly #known: Query<[], number>;
  readonly #mark: Write<[number]>;
  readonly #readings: Record<(typeof TABLES)[number], Query<[number, number], [value: Value, given: 1 | null]>>;
  /** Series with such readings: of all others no late reading has to look for one. */
  #series: Set<number>;

  constructor(db: DatabaseSync, reader: LevelReader) {
    this.#reader = reader;
    this.#known = prepareValues<[], number>(db, "select id from series where given = 1");
    this.#mark = prepareWrite<[number]>(db, "update series set given = 1 where id = ?");
    const reading = (table: string) =>
      prepareTuples<[number, number], [Value, 1 | null]>(db, `select value, given from ${table} where series = ? and ts = ?`);
    this.#readings = {
      ...{ hot_a: reading("hot_a"), hot_b: reading("hot_b"), obs: reading("obs") },
      ...{ held_a: reading("held_a"), held_b: reading("held_b") },
    };
    this.#series = new Set(this.#known.all());
  }

  has(series: number): boolean {
    return this.#series.has(series);
  }

  note(series: number): void {
    if (this.#series.has(series)) return;
    this.#mark.run(series);
    this.#series.add(series);
  }

  /** The value of the reading that stands at the instant, where that was given to it. */
  at(series: number, ts: number): Value | undefined {
    if (!this.#series.has(series)) return undefined;
    const { active, frozen } = this.#reader.levels();
    for (const table of [active, frozen, "obs", "held_a", "held_b"] as const) {
      const reading = this.#readings[table].get(series, ts);
      if (reading) return reading[1] === null ? undefined : reading[0];
    }
    return undefined;
  }

  /** After a transaction that was taken back. */
  forget(): void {
    this.#series = new Set(this.#known.all());
  }
}
