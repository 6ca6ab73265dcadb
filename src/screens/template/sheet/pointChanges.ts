import type { ArgumentOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { pointTable } from "#contract/pointTable.ts";
import type { deviceDataRecipe, ListedPoint } from "#contract/resources/deviceDataRecipe.ts";
import { cellText, type MakeRow, type Rows, type SheetRow } from "#src/kit/sheet/sheetRows.ts";
import type { PointId, PointValues } from "./pointCells.ts";
import type { JudgedPoint } from "./pointFaults.ts";
import { sortNumbers } from "./pointOrder.ts";

/** A stored point as it was when the sheet was opened; the key of its row is its id. */
export interface BasePoint {
  readonly row: SheetRow;
  readonly version: number;
  readonly sort: number;
  readonly place: number;
}

export type Base = ReadonlyMap<string, BasePoint>;

export const baseOf = (points: readonly ListedPoint[], cellsOf: (point: ListedPoint) => Record<string, string>): Base =>
  new Map(
    points.map((point, place) => [
      point.id,
      { row: { key: point.id, cells: cellsOf(point) }, version: point.version, sort: point.sort, place },
    ]),
  );

export const columnIds: readonly PointId[] = pointTable.map(({ id }) => id);

const compared = new WeakMap<SheetRow, { readonly before: SheetRow; readonly columns: readonly PointId[] }>();

/** The columns in which the rows differ; those of a row that stays are found once. */
const changedColumns = (before: SheetRow, after: SheetRow): readonly PointId[] => {
  if (before === after) return [];
  const known = compared.get(after);
  if (known?.before === before) return known.columns;
  const columns = columnIds.filter((id) => cellText(before, id) !== cellText(after, id));
  compared.set(after, { before, columns });
  return columns;
};

export interface SheetChanges {
  readonly added: readonly SheetRow[];
  readonly changed: readonly { readonly row: SheetRow; readonly before: SheetRow; readonly columns: readonly PointId[] }[];
  readonly removed: readonly SheetRow[];
  /** Whether stored rows stand in another order. */
  readonly moved: boolean;
  readonly count: number;
}

/** What differs between the stored points and the rows of the sheet. */
export const changesOf = (base: Base, rows: Rows): SheetChanges => {
  const kept = new Set(rows.map(({ key }) => key));
  const added = rows.filter(({ key }) => !base.has(key));
  const changed = rows.flatMap((row) => {
    const before = base.get(row.key)?.row;
    const columns = before ? changedColumns(before, row) : [];
    return before && columns.length > 0 ? [{ row, before, columns }] : [];
  });
  const removed = [...base.values()].filter(({ row }) => !kept.has(row.key)).map(({ row }) => row);
  const places = rows.flatMap(({ key }) => base.get(key)?.place ?? []);
  const moved = places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0));
  return { added, changed, removed, moved, count: added.length + changed.length + removed.length + (moved ? 1 : 0) };
};

/** Cells of rows to be saved that cannot be saved as they are. */
export const faultyCells = (
  rows: Rows,
  judged: ReadonlyMap<string, JudgedPoint>,
  { added, changed }: SheetChanges,
): readonly { readonly at: number; readonly column: PointId }[] => {
  const differing = new Set([...added, ...changed.map(({ row }) => row)]);
  return rows.flatMap((row, at) =>
    differing.has(row) ? [...(judged.get(row.key)?.faults.keys() ?? [])].map((column) => ({ at, column })) : [],
  );
};

type Request = ArgumentOf<typeof deviceDataRecipe.calls.put_bodies>;

/** What is sent of the changes, and the rows that its parts speak of; every row that differs has to be without a fault. */
export const requestOf = (
  recipeId: string,
  base: Base,
  rows: Rows,
  judged: ReadonlyMap<string, JudgedPoint>,
): { request: Request; added: readonly string[]; changed: readonly string[] } => {
  const sorts = sortNumbers(
    rows.map(({ key }) => ({ place: base.get(key)?.place, sort: base.get(key)?.sort })),
    limits.point.sort,
  );
  const added: { key: string; point: Record<string, unknown> }[] = [];
  const changed: { key: string; version: number; changes: Record<string, unknown> }[] = [];
  for (const [at, row] of rows.entries()) {
    const known = base.get(row.key);
    const values: PointValues | undefined = judged.get(row.key)?.values;
    const sort = sorts[at] ?? 0;
    if (!known) added.push({ key: row.key, point: { ...values, sort } });
    else {
      const columns = changedColumns(known.row, row);
      const changes = { ...Object.fromEntries(columns.map((id) => [id, values?.[id]])), ...(sort === known.sort ? {} : { sort }) };
      if (Object.keys(changes).length > 0) changed.push({ key: row.key, version: known.version, changes });
    }
  }
  const removed = changesOf(base, rows).removed.map(({ key: id }) => ({ id, version: base.get(id)?.version ?? 0 }));
  return {
    request: {
      ...{ recipeId, removed },
      added: added.map(({ point }) => point) as Request["added"],
      changed: changed.map(({ key: id, version, changes }) => ({ id, version, changes })),
    },
    ...{ added: added.map(({ key }) => key), changed: changed.map(({ key }) => key) },
  };
};

/** The row whose cell a refused request names by its path, such as `changed.3.address`. */
export const refusedCell = (
  path: string,
  { added, changed }: { added: readonly string[]; changed: readonly string[] },
): { key: string; column: string } | undefined => {
  const [list, index, ...rest] = path.split(".");
  const key = (list === "added" ? added : list === "changed" ? changed : [])[Number(index)];
  const column = rest.filter((part) => part !== "changes")[0] ?? "name";
  return key === undefined ? undefined : { key, column };
};

/**
 * The rows over points that somebody else saved meanwhile: cells that were edited here stay, all others are as they are stored now. A row
 * that was removed there and edited here is a new one; one that was added there stands behind the one that it follows.
 */
export const rebase = (base: Base, rows: Rows, now: Base, make: MakeRow): Rows => {
  const merged = rows.flatMap((row): SheetRow[] => {
    const [before, theirs] = [base.get(row.key)?.row, now.get(row.key)?.row];
    if (!before) return [row];
    const own = changedColumns(before, row);
    if (!theirs) return own.length > 0 ? [make(row.cells)] : [];
    if (own.length === 0) return [theirs];
    return [{ key: row.key, cells: { ...theirs.cells, ...Object.fromEntries(own.map((id) => [id, cellText(row, id)])) } }];
  });
  const stored = [...now.values()];
  for (const [at, { row }] of stored.entries()) {
    if (base.has(row.key)) continue;
    const follows = stored[at - 1]?.row.key;
    const place = merged.findIndex(({ key }) => key === follows);
    merged.splice(place < 0 ? (at === 0 ? 0 : merged.length) : place + 1, 0, row);
  }
  return merged;
};
