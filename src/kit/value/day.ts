import { toWall } from "./zonedTime.ts";

const two = (number: number): string => String(number).padStart(2, "0");

/** A day as yyyy-MM-dd, of a date whose local parts are meant. */
export const dayText = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

const written = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;

/** The day that a person typed, as a date whose local parts say it; undefined for what is none, as 2026-02-30. */
export const typedDay = (text: string): Date | undefined => {
  // An input method may leave wide digits.
  const [, year, month, day] = written.exec(text.normalize("NFKC").trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  date.setFullYear(Number(year));
  return date.getMonth() === Number(month) - 1 && date.getDate() === Number(day) ? date : undefined;
};

/** What was typed, as yyyy-MM-dd where it is a day; else as it is, for the rule to tell. */
export const dayTyped = (text: string): string => {
  const day = typedDay(text);
  return day ? dayText(day) : text;
};

/** An instant's local time in the zone, as a date whose local parts say it. */
export const wallDate = (zone: string, ts: number): Date => {
  const wall = new Date(toWall(zone, ts));
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  return new Date(year, month, day, wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds());
};
