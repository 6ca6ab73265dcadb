/** Labels of one size on a sheet of A4; lengths in mm. */
export interface LabelSheet {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** From the edges of the paper to the first label. */
  readonly left: number;
  readonly top: number;
  /** Between columns; rows stand on one another. */
  readonly gap: number;
}

/** Sheets that are sold everywhere. */
export const labelSheets = [
  { id: "70x37", width: 70, height: 37, columns: 3, rows: 8, left: 0, top: 0.5, gap: 0 },
  { id: "63.5x38.1", width: 63.5, height: 38.1, columns: 3, rows: 7, left: 7.2, top: 15.1, gap: 2.5 },
  { id: "99.1x38.1", width: 99.1, height: 38.1, columns: 2, rows: 7, left: 4.65, top: 15.1, gap: 2.5 },
  { id: "48.5x25.4", width: 48.5, height: 25.4, columns: 4, rows: 11, left: 8, top: 8.8, gap: 0 },
  { id: "38.1x21.2", width: 38.1, height: 21.2, columns: 5, rows: 13, left: 4.65, top: 10.7, gap: 2.5 },
] as const satisfies readonly LabelSheet[];

export type LabelSheetId = (typeof labelSheets)[number]["id"];

const paper = { width: 210, height: 297 };

/** Whether all labels of a sheet lie on the paper. */
export const fitsPaper = ({ width, height, columns, rows, left, top, gap }: LabelSheet): boolean =>
  left + columns * width + (columns - 1) * gap <= paper.width && top + rows * height <= paper.height;

/** What stands on the sheets, label by label; undefined where one was used before. */
export const onSheets = <Label>(labels: readonly Label[], { columns, rows }: LabelSheet, used: number): (Label | undefined)[][] => {
  const places: (Label | undefined)[] = [...Array.from({ length: used }, () => undefined), ...labels];
  const perSheet = columns * rows;
  return Array.from({ length: Math.ceil(places.length / perSheet) }, (_, sheet) => places.slice(sheet * perSheet, (sheet + 1) * perSheet));
};
