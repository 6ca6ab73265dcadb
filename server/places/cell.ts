import type { Place } from "#contract/place.ts";

/** How often the world is halved each way: a cell is 38 m wide at the equator. */
export const cellLevels = 20;
const half = cellLevels / 2;
const across = 2 ** cellLevels;
/** Beyond it Web Mercator's square world has ended. */
const mostLatitude = 85.0511287798066;

const clamped = (cell: number): number => Math.min(across - 1, Math.max(0, Math.floor(cell)));

/** Column and row of a place, from 0 at the antimeridian and the north on, among 2^`levels` each way. */
export const columnRowOf = ({ lng, lat }: Place, levels = cellLevels): readonly [column: number, row: number] => {
  const angle = (Math.min(mostLatitude, Math.max(-mostLatitude, lat)) * Math.PI) / 180;
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI);
  const fewer = 2 ** (cellLevels - levels);
  return [Math.floor(clamped(((lng + 180) / 360) * across) / fewer), Math.floor(clamped(y * across) / fewer)];
};

/** Puts a zero before each of ten bits. */
const spread = (bits: number): number => {
  let wide = (bits | (bits << 8)) & 0x00ff00ff;
  wide = (wide | (wide << 4)) & 0x0f0f0f0f;
  wide = (wide | (wide << 2)) & 0x33333333;
  return (wide | (wide << 1)) & 0x55555555;
};

/** The bits of a column and a row by turns: cells of a larger square follow one another, whatever its size. */
export const cellNumber = (column: number, row: number): number => {
  const low = 2 ** half - 1;
  const part = (shifted: (bits: number) => number): number => spread(shifted(column)) + 2 * spread(shifted(row));
  return part((bits) => bits >> half) * 4 ** half + part((bits) => bits & low);
};

/** The cell of a place, null without one. */
export const cellOf = (place: { lng: number | null; lat: number | null }): number | null => {
  const { lng, lat } = place;
  return lng === null || lat === null ? null : cellNumber(...columnRowOf({ lng, lat }));
};
