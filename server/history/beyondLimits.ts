import { type Bound, bounds, passedBound } from "#contract/pointLimits.ts";
import type { Value } from "#server/telemetry/telemetry.ts";
import type { HistoryCell } from "./historyCells.ts";
import type { ChosenPoint } from "./historyChoice.ts";

/** What a reading, or one of those behind a bucket, passes. */
export interface Beyond {
  place: number;
  bound: Bound;
}

const counter = /^-?\d{1,40}$/;

/** The number that a value is; counters that no number holds come as text. */
const numberOf = (value: Value | null | undefined): number | bigint | undefined =>
  typeof value === "string" ? (counter.test(value) ? BigInt(value) : undefined) : (value ?? undefined);

export const beyondLimits = (points: readonly ChosenPoint[], cells: readonly (HistoryCell | undefined)[]): Beyond[] =>
  points.flatMap(({ info }, place) => {
    const cell = cells[place];
    if (cell === undefined || info.valueType === "text") return [];
    const numbers = [cell.value, cell.min, cell.max].map(numberOf).filter((number) => number !== undefined);
    const passed = new Set(numbers.map((number) => passedBound(number, info)));
    return bounds.filter((bound) => passed.has(bound)).map((bound) => ({ place, bound }));
  });
