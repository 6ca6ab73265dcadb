import { pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { wordedIssues } from "#src/kit/form/contractResolver.ts";
import type { Rows, SheetRow } from "#src/kit/sheet/sheetRows.ts";
import { type PointId, type PointNames, type PointValues, pointIn } from "./pointCells.ts";

/** A message and the values to fill in. */
export interface CellFault {
  readonly message: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface JudgedPoint {
  readonly values: PointValues | undefined;
  readonly faults: ReadonlyMap<PointId, CellFault>;
}

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
  return { values: point, faults };
};

/** Judges the rows of a sheet; those that stay the same are judged once. */
export const openJudge = (names: PointNames): ((rows: Rows) => ReadonlyMap<string, JudgedPoint>) => {
  const judged = new WeakMap<SheetRow, JudgedPoint>();
  const alone = (row: SheetRow): JudgedPoint => {
    const known = judged.get(row) ?? judge(row, names);
    judged.set(row, known);
    return known;
  };
  return (rows) => {
    const all = new Map(rows.map((row) => [row.key, alone(row)]));
    for (const [key, ids] of repeated(rows, all)) {
      const { values, faults } = all.get(key) ?? { values: undefined, faults: new Map() };
      const more = new Map(faults);
      for (const id of ids) if (!more.has(id)) more.set(id, { message: "code.addressRepeated", values: {} });
      all.set(key, { values, faults: more });
    }
    return all;
  };
};

const bitsOf = ({ startBit, endBit }: PointValues): string => `${startBit ?? endBit}-${endBit ?? startBit}`;

const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

/** Rows of points that devices could not tell apart, by the rule of the server: all of those that are alike. */
const repeated = (rows: Rows, all: ReadonlyMap<string, JudgedPoint>): Map<string, Set<PointId>> => {
  const points = rows.flatMap(({ key }) => {
    const values = all.get(key)?.values;
    return values ? [{ key, ...values }] : [];
  });
  const found = new Map<string, Set<PointId>>();
  const mark = (key: string, id: PointId) => found.set(key, (found.get(key) ?? new Set()).add(id));
  const places = grouped(points, (point) => JSON.stringify([point.address, bitsOf(point)]));
  for (const alike of places.values()) if (alike.length > 1) for (const { key } of alike) mark(key, "address");
  const named = points.filter(({ nameEn }) => nameEn !== "");
  for (const alike of grouped(named, ({ nameEn }) => nameEn).values())
    if (alike.length > 1) for (const { key } of alike) mark(key, "nameEn");
  const addresses = grouped(points, ({ address }) => address);
  for (const { key, nameEn, address } of named) {
    const others = nameEn === address ? [] : (addresses.get(nameEn) ?? []);
    if (others.length > 0) mark(key, "nameEn");
    for (const other of others) mark(other.key, "address");
  }
  return found;
};
