/** A row that is edited as texts; its key stays as long as it does. */
export interface SheetRow {
  readonly key: string;
  readonly cells: Readonly<Record<string, string>>;
}

/** Rows from `top` to `bottom`, both included, and these columns. */
export interface CellArea {
  readonly top: number;
  readonly bottom: number;
  readonly columns: readonly string[];
}

export type Rows = readonly SheetRow[];

/** Makes a new row; what it has no cell of is empty. */
export type MakeRow = (cells?: SheetRow["cells"]) => SheetRow;

export const cellText = (row: SheetRow, column: string): string => row.cells[column] ?? "";

/** The row with these cells; itself where nothing differs. */
const written = (row: SheetRow, cells: Readonly<Record<string, string>>): SheetRow =>
  Object.entries(cells).every(([column, text]) => cellText(row, column) === text) ? row : { ...row, cells: { ...row.cells, ...cells } };

/** The rows with those of the area as `of` has them; the same rows where none differs. */
const changed = (rows: Rows, { top, bottom }: Pick<CellArea, "top" | "bottom">, of: (row: SheetRow, index: number) => SheetRow): Rows => {
  let differs = false;
  const next = rows.map((row, index) => {
    if (index < top || index > bottom) return row;
    const now = of(row, index);
    differs ||= now !== row;
    return now;
  });
  return differs ? next : rows;
};

export const writeCell = (rows: Rows, key: string, column: string, text: string): Rows => {
  const at = rows.findIndex((row) => row.key === key);
  return at < 0 ? rows : changed(rows, { top: at, bottom: at }, (row) => written(row, { [column]: text }));
};

export const clearCells = (rows: Rows, area: CellArea): Rows =>
  changed(rows, area, (row) => written(row, Object.fromEntries(area.columns.map((column) => [column, ""]))));

/** The texts of the first row go into those below; a single row takes those of the row above it. */
export const fillDown = (rows: Rows, area: CellArea): Rows => {
  const from = area.top === area.bottom ? area.top - 1 : area.top;
  const first = rows[from];
  if (!first) return rows;
  const cells = Object.fromEntries(area.columns.map((column) => [column, cellText(first, column)]));
  return changed(rows, { top: from + 1, bottom: area.bottom }, (row) => written(row, cells));
};

/** Columns that a pasted table takes. */
export const widthOf = (texts: readonly (readonly string[])[]): number => texts.reduce((most, row) => Math.max(most, row.length), 0);

/**
 * Texts put in from the first cell of the area on: rows come where there are not enough. An area of more cells than these is filled with
 * them again and again where they go into it.
 */
export const pasteCells = (
  rows: Rows,
  { top, bottom, columns, onward }: CellArea & { readonly onward: readonly string[] },
  texts: readonly (readonly string[])[],
  make: MakeRow,
): Rows => {
  const [high, wide] = [texts.length, widthOf(texts)];
  if (high === 0 || wide === 0) return rows;
  const times = (whole: number, part: number) => (whole > part && whole % part === 0 ? whole : part);
  const height = times(bottom - top + 1, high);
  const width = times(columns.length, wide);
  const taken = onward.slice(0, width);
  const grown = [...rows];
  while (grown.length < top + height) grown.push(make());
  const next = changed(grown, { top, bottom: top + height - 1 }, (row, index) => {
    const line = texts[(index - top) % high] ?? [];
    return written(row, Object.fromEntries(taken.map((column, at) => [column, line[at % wide] ?? ""])));
  });
  return grown.length === rows.length && next === grown ? rows : next;
};

export const insertRows = (rows: Rows, at: number, added: Rows): Rows => [...rows.slice(0, at), ...added, ...rows.slice(at)];

/** Copies of the rows, below them. */
export const duplicateRows = (rows: Rows, { top, bottom }: Pick<CellArea, "top" | "bottom">, make: MakeRow): Rows =>
  insertRows(
    rows,
    bottom + 1,
    rows.slice(top, bottom + 1).map(({ cells }) => make(cells)),
  );

export const removeRows = (rows: Rows, { top, bottom }: Pick<CellArea, "top" | "bottom">): Rows =>
  rows.filter((_, index) => index < top || index > bottom);

/** The row at `from` stands at `to` of the others. */
export const moveRow = (rows: Rows, from: number, to: number): Rows => {
  const row = rows[from];
  if (!row || from === to) return rows;
  const others = rows.filter((_, index) => index !== from);
  return insertRows(others, Math.max(0, Math.min(others.length, to)), [row]);
};
