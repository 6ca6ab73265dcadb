import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { type Beyond, beyondLimits } from "./beyondLimits.ts";
import { type Gaps, gapsOf } from "./gaps.ts";
import type { HistoryRow } from "./historyCells.ts";
import type { HistoryChoice } from "./historyChoice.ts";
import type { InvalidReading } from "./invalidReadings.ts";

export interface MarkedRow extends HistoryRow {
  /** Places of points whose readings are missing before this one. */
  gaps: number[];
  invalid: Pick<InvalidReading, "place" | "code">[];
  beyond: Beyond[];
}

/** Marks rows in order of time, batch after batch; those of the first batch know what stands before them in the period. */
export const openMarks = async (
  telemetry: Pick<Telemetry, "raw">,
  choice: HistoryChoice,
  start: number,
): Promise<(rows: readonly HistoryRow[], invalid: readonly InvalidReading[]) => MarkedRow[]> => {
  const { points, from } = choice;
  const judges: Gaps[] = await Promise.all(points.map((point) => gapsOf(telemetry, choice, point)));
  const lasts = await Promise.all(
    points.map(async ({ series }) => {
      if (series === undefined || start <= from) return undefined;
      const [last] = await telemetry.raw({ series, from, to: start, limit: 1, order: "desc" });
      return last?.ts;
    }),
  );
  return (rows, invalid) => {
    const marked = new Map<number, MarkedRow>();
    for (const { ts, cells } of rows) {
      const gaps: number[] = [];
      for (const [place, cell] of cells.entries()) {
        if (cell === undefined) continue;
        const last = lasts[place];
        if (last !== undefined && judges[place]?.between(last, ts) !== undefined) gaps.push(place);
        lasts[place] = ts;
      }
      marked.set(ts, { ts, cells, gaps, invalid: [], beyond: beyondLimits(points, cells) });
    }
    for (const { ts, place, code } of invalid) {
      const row = marked.get(ts) ?? { ts, cells: points.map(() => undefined), gaps: [], invalid: [], beyond: [] };
      row.invalid.push({ place, code });
      marked.set(ts, row);
    }
    return [...marked.values()].sort((one, other) => one.ts - other.ts);
  };
};
