import { z } from "zod";
import { pointTable } from "#contract/pointTable.ts";
import { pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { tableBlob } from "#src/kit/screen/tableBlob.ts";
import { cellText, type MakeRow, type Rows, type SheetRow } from "#src/kit/sheet/sheetRows.ts";
import type { PointNames, PointValues } from "./pointCells.ts";
import type { JudgedPoint } from "./pointFaults.ts";

/** What a JSON file of data points says that it is. */
const format = "gatehouse-data-points";

const file = z.object({ format: z.literal(format), version: z.literal(1), points: z.array(z.record(z.string(), z.unknown())) });

/** Names stand for categories and icon groups in a file, since another organisation has others of the same names. */
const namedIn = (point: PointValues, names: PointNames): Record<string, unknown> => {
  const { categoryId, iconGroupId, ...rest } = point;
  const name = (id: string | null, of: keyof PointNames) => (id === null ? "" : (names[of].shown.get(id) ?? ""));
  return { ...rest, category: name(categoryId, "categoryId"), iconGroup: name(iconGroupId, "iconGroupId") };
};

/** The points as JSON, in their order; rows that cannot be read are left out by who asks. */
export const pointsJson = (rows: Rows, judged: ReadonlyMap<string, JudgedPoint>, names: PointNames): Blob => {
  const points = rows.flatMap(({ key }) => {
    const values = judged.get(key)?.values;
    return values ? [namedIn(values, names)] : [];
  });
  return new Blob([`${JSON.stringify({ format, version: 1, points }, null, 2)}\n`], { type: "application/json" });
};

/** The points as a workbook that reads back unchanged. */
export const pointsXlsx = (rows: Rows, name: string, language: "zh" | "en"): Promise<Blob | undefined> =>
  tableBlob({
    ...{ name, format: "xlsx", columns: pointTable.map(({ headings, width }) => ({ heading: headings[language], width })) },
    batches: (async function* () {
      yield rows.map((row) => pointTable.map(({ id }) => cellText(row, id)));
    })(),
    cut: String,
  });

/** Cells of the points of a JSON file, by `cellsOf`; undefined where it is none. */
export const readPointsJson = (
  text: string,
  cellsOf: (point: PointValues) => Record<string, string>,
): readonly Record<string, string>[] | undefined => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = file.safeParse(parsed);
  return data?.points.map(({ category, iconGroup, ...point }) => {
    const read = pointFields.safeParse({ ...point, recipeId: "-", sort: 0 });
    const cells = read.data ? cellsOf(read.data) : textsOf(point);
    return { ...cells, categoryId: String(category ?? ""), iconGroupId: String(iconGroup ?? "") };
  });
};

/** A point that the contract does not take stands in the sheet as it was written, to be mended there. */
const textsOf = (point: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(point).map(([id, value]) => [
      id,
      value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );

/** How rows of a file come in. */
export type ImportMode = "merge" | "replace";

/**
 * The sheet with the rows of a file. A row of the same address and bits becomes as the file has it, in the columns that the file has;
 * others are added at the end. With `replace` the sheet has the rows of the file alone, in its order.
 */
export const withImported = (rows: Rows, imported: readonly Readonly<Record<string, string>>[], mode: ImportMode, make: MakeRow): Rows => {
  const placeOf = (cells: Readonly<Record<string, string>>) => {
    const [start, end] = [cells.startBit ?? "", cells.endBit ?? ""].map((bit) => bit.trim());
    return JSON.stringify([(cells.address ?? "").trim(), start || end, end || start]);
  };
  const known = new Map(rows.map((row) => [placeOf(row.cells), row]));
  const taken = new Map<string, SheetRow>();
  const read = imported.map((cells): SheetRow => {
    const row = known.get(placeOf(cells));
    if (!row || taken.has(row.key)) return make(cells);
    const same = Object.entries(cells).every(([id, text]) => cellText(row, id) === text);
    const next = same ? row : { ...row, cells: { ...row.cells, ...cells } };
    taken.set(row.key, next);
    return next;
  });
  if (mode === "replace") return read;
  const added = read.filter((row) => !taken.has(row.key));
  return [...rows.map((row) => taken.get(row.key) ?? row), ...added];
};
