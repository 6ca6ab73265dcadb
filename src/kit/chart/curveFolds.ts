import { toWall } from "#src/kit/value/zonedTime.ts";
import type { Curve } from "#store/handles/deviceDataLog.ts";

/**
 * The curve with an empty cell wherever local time goes back between two readings, so that no line is drawn backwards over the hour that
 * comes twice.
 */
export const brokenAtFolds = (curve: Curve, zone: string): Curve => {
  const folds = new Set(
    curve.ts.flatMap((ts, place) => (place > 0 && toWall(zone, ts) < toWall(zone, curve.ts[place - 1] ?? ts) ? [place] : [])),
  );
  if (folds.size === 0) return curve;
  const opened = <T>(cells: readonly T[], empty: (place: number) => T): T[] =>
    cells.flatMap((cell, place) => (folds.has(place) ? [empty(place), cell] : [cell]));
  const { min, max, count } = curve;
  return {
    ...curve,
    ts: opened(curve.ts, (place) => curve.ts[place] ?? 0),
    value: opened(curve.value, () => null),
    ...(min ? { min: opened(min, () => null) } : {}),
    ...(max ? { max: opened(max, () => null) } : {}),
    ...(count ? { count: opened(count, () => 0) } : {}),
  };
};
