import type { Language } from "#contract/messages.ts";
import type { HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import { curveName } from "#src/kit/chart/curveLine.ts";
import { pointLine } from "#src/kit/value/pointText.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";

type Reading = { ts: string; value: number | string } | null;

export interface SilentPoint {
  key: string;
  name: string;
  /** What still held, and since when in local time; undefined where nothing is known. */
  held: { value: string; at: string } | undefined;
}

interface Page {
  points: readonly HistoryPointInfo[];
  before: readonly Reading[];
  rows: readonly { values: readonly (number | string | null)[] }[];
}

/** The points of a whole answer that have no row, which an empty column alone would not explain. */
export const silentPoints = ({ points, before, rows }: Page, zone: string, language: Language): SilentPoint[] => {
  const several = new Set(points.map((point) => point.slave)).size > 1;
  return points.flatMap((point, place) => {
    if (rows.some(({ values }) => (values[place] ?? null) !== null)) return [];
    const held = before[place];
    return {
      key: `${point.slave}/${point.pointId}`,
      name: curveName(point, language, several),
      held: held ? { value: pointLine(held.value, point, language), at: formatInstant(zone, held.ts) } : undefined,
    };
  });
};

const wide = /[\u2e80-\uffef]/;
const leastWidth = 120;
const mostWidth = 280;
const room = 48;

/** px of a text, about: measured ones would cost too much for ten thousand rows. */
export const textWidth = (text: string): number => {
  let width = 0;
  for (const sign of text) width += wide.test(sign) ? 12 : 7;
  return width;
};

/** px that a heading takes, within bounds; what is left of the table stays empty rather than tearing time and values apart. */
export const headingWidth = (label: string): number => Math.min(mostWidth, Math.max(leastWidth, textWidth(label) + room));
