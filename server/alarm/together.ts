import type { PointReading } from "#server/wire/registered.ts";
import type { TakenReading } from "./parts.ts";
import type { Watch } from "./watch.ts";

/** Readings of a message by the watches of several parts that look at them. */
export type Gathered = Map<Watch, TakenReading[]>;

export const gather = (gathered: Gathered | undefined, watch: Watch, { point, value, ts }: PointReading): Gathered => {
  const all: Gathered = gathered ?? new Map();
  const reading = { pointId: point.id, value, textual: point.compiled.definition.valueType === "text", ts, reach: point.reach };
  const some = all.get(watch);
  if (some) some.push(reading);
  else all.set(watch, [reading]);
  return all;
};

/** Those of each watch that were taken at one time, the oldest first. */
export function* inTime(gathered: Gathered): Generator<{ watch: Watch; ts: number; readings: readonly TakenReading[] }> {
  for (const [watch, all] of gathered) {
    const ordered = all.length > 1 ? all.toSorted((one, other) => one.ts - other.ts) : all;
    for (let from = 0; from < ordered.length; ) {
      const ts = ordered[from]?.ts ?? 0;
      let end = from + 1;
      while (ordered[end]?.ts === ts) end += 1;
      yield { watch, ts, readings: ordered.slice(from, end) };
      from = end;
    }
  }
}
