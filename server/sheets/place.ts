import { columnLetters } from "#server/kit/columnLetters.ts";
import type { Place } from "./sheet.ts";

/** As many as a sheet has. */
export const mostRows = 1_048_576;
export const mostColumns = 16_384;

/** `C12` for row 12, column 3. */
export const placeText = ({ row, column }: Place): string => columnLetters(column) + row;

/** Row and column of `C12` or `$C$12`; undefined for what names no cell. */
export const cellPlace = (text: string): Place | undefined => {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i.exec(text) ?? [];
  if (!letters || !digits) return undefined;
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  const row = Number(digits);
  return row <= mostRows && column <= mostColumns ? { row, column } : undefined;
};
