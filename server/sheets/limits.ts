export interface SheetLimits {
  /** Of the file as it was uploaded. */
  bytes: number;
  /** Of each part of an xlsx file, unpacked. */
  unpackedBytes: number;
  /** Of one sheet, rows with values only. */
  rows: number;
  /** The last column that has a value. */
  columns: number;
  /** Of one sheet, cells with values only. */
  cells: number;
  /** Of one cell. */
  cellCharacters: number;
  /** Of the texts of one sheet, and of the list of texts that the sheets of an xlsx file share. */
  characters: number;
  /** For opening the file, and for each portion of rows. */
  milliseconds: number;
  /** Of the heap of the thread that reads. */
  megabytes: number;
}

export const sheetLimits: SheetLimits = {
  bytes: 5 * 1_048_576,
  unpackedBytes: 256 * 1_048_576,
  rows: 100_000,
  columns: 500,
  cells: 2_000_000,
  cellCharacters: 32_767,
  characters: 32_000_000,
  milliseconds: 20_000,
  megabytes: 512,
};
