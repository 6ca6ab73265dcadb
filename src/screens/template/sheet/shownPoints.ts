import type { Rows, SheetRow } from "#src/kit/sheet/sheetRows.ts";
import type { Base } from "./pointChanges.ts";
import { type JudgedPoint, noFaults } from "./pointFaults.ts";

/** What the server said of cells, by row and column. */
export type RefusedCells = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** All that the cells of a row show: the same object as long as none of it is another, so that the table draws no other row again. */
export interface ShownPoint {
  readonly key: string;
  readonly row: SheetRow;
  /** From 1 on. */
  readonly place: number;
  readonly faults: JudgedPoint["faults"];
  /** As it is stored; undefined of a new one. */
  readonly before: SheetRow | undefined;
  readonly refused: ReadonlyMap<string, string> | undefined;
}

interface Sheet {
  readonly rows: Rows;
  readonly judged: ReadonlyMap<string, JudgedPoint>;
  readonly base: Base;
  readonly refused: RefusedCells | undefined;
}

const alike = (one: ShownPoint, other: ShownPoint): boolean =>
  one.row === other.row &&
  one.place === other.place &&
  one.faults === other.faults &&
  one.before === other.before &&
  one.refused === other.refused;

export const openShownPoints = (): ((sheet: Sheet) => readonly ShownPoint[]) => {
  let known = new Map<string, ShownPoint>();
  return ({ rows, judged, base, refused }) => {
    const points = rows.map((row, at): ShownPoint => {
      const { key } = row;
      const faults = judged.get(key)?.faults ?? noFaults;
      const now = { key, row, place: at + 1, faults, before: base.get(key)?.row, refused: refused?.get(key) };
      const before = known.get(key);
      return before && alike(before, now) ? before : now;
    });
    known = new Map(points.map((point) => [point.key, point]));
    return points;
  };
};
