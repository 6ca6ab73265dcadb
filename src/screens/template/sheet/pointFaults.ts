import { pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { wordedIssues } from "#src/kit/form/contractResolver.ts";
import type { Rows, SheetRow } from "#src/kit/sheet/sheetRows.ts";
import { type PointId, type PointNames, type PointValues, pointIn } from "./pointCells.ts";
import { openPointClashes } from "./pointClashes.ts";

/** A message and the values to fill in. */
export interface CellFault {
  readonly message: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface JudgedPoint {
  readonly values: PointValues | undefined;
  readonly faults: ReadonlyMap<PointId, CellFault>;
}

/** One for all rows without a fault: where nothing is wrong, before and after, nothing is drawn again. */
export const noFaults: JudgedPoint["faults"] = new Map();

const judge = ({ cells }: SheetRow, names: PointNames): JudgedPoint => {
  const { values, faults: unread } = pointIn(cells, names);
  const faults = new Map<PointId, CellFault>([...unread].map(([id, message]) => [id, { message, values: {} }]));
  const given = Object.fromEntries(Object.entries(values).filter(([id]) => !unread.has(id as PointId)));
  const parsed = pointFields.safeParse({ ...given, recipeId: "-" });
  if (parsed.error)
    for (const { path, message, values: said } of wordedIssues(parsed.error.issues, given)) {
      const id = path.split(".")[0] as PointId;
      if (!faults.has(id)) faults.set(id, { message, values: said });
    }
  if (!parsed.data || faults.size > 0) return { values: undefined, faults };
  const { recipeId, sort, ...point } = parsed.data;
  return { values: point, faults: noFaults };
};

const clashing = ({ values }: JudgedPoint, ids: readonly PointId[]): JudgedPoint => ({
  values,
  faults: new Map(ids.map((id) => [id, { message: "code.addressRepeated", values: {} }])),
});

const sameJudgement = (one: JudgedPoint | undefined, values: PointValues | undefined, ids: readonly PointId[]): boolean =>
  one !== undefined && one.values === values && one.faults.size === ids.length && ids.every((id) => one.faults.has(id));

export interface PointJudge {
  /**
   * The judgement of all rows. A step judges the rows that are others than at the step before and those that clash with them; all others keep
   * the judgement that they had, the very object.
   */
  all(rows: Rows): ReadonlyMap<string, JudgedPoint>;
  /** That of the rows that were judged last. */
  latest(): ReadonlyMap<string, JudgedPoint>;
  /** Rows that were in no judgement yet; `prepare` takes the greater part of what they take. */
  unknown(rows: Rows): Rows;
  prepare(row: SheetRow): void;
}

export const openJudge = (names: PointNames): PointJudge => {
  const known = new WeakMap<SheetRow, JudgedPoint>();
  const clashes = openPointClashes();
  let held = new Map<string, SheetRow>();
  let judged: ReadonlyMap<string, JudgedPoint> = new Map();
  const alone = (row: SheetRow): JudgedPoint => {
    const found = known.get(row) ?? judge(row, names);
    known.set(row, found);
    return found;
  };
  const anew = (row: SheetRow): JudgedPoint => {
    const own = alone(row);
    const ids = clashes.of(row.key);
    if (ids.length === 0) return own;
    const before = judged.get(row.key);
    return before && sameJudgement(before, own.values, ids) ? before : clashing(own, ids);
  };
  return {
    all(rows) {
      const now = new Map(rows.map((row) => [row.key, row]));
      for (const key of held.keys()) if (!now.has(key)) clashes.put(key, undefined);
      for (const [key, row] of now) if (held.get(key) !== row) clashes.put(key, alone(row).values);
      const touched = clashes.takeTouched();
      const next = new Map<string, JudgedPoint>();
      for (const [key, row] of now) {
        const before = held.get(key) === row && !touched.has(key) ? judged.get(key) : undefined;
        next.set(key, before ?? anew(row));
      }
      held = now;
      judged = next;
      return next;
    },
    latest: () => judged,
    unknown: (rows) => rows.filter((row) => !known.has(row)),
    prepare: alone,
  };
};
