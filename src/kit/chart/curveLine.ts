import type { Language } from "#contract/messages.ts";
import { entryLabel } from "#contract/point/enumeration.ts";
import { bounds } from "#contract/pointLimits.ts";
import { numberOf } from "#contract/pointValue.ts";
import type { HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import { isTextual, pointLine, pointName, pointText } from "#src/kit/value/pointText.ts";
import { axisTime, doubledMark, formatInstant } from "#src/kit/value/zonedTime.ts";
import type { Curve } from "#store/handles/deviceDataLog.ts";
import { type CurveWords, type EdgedCurve, withEdges } from "./curveEdges.ts";
import type { LineLook } from "./pointColor.ts";

export interface CurveView {
  /** The axis shows its local time: the zone of who looks. */
  zone: string;
  language: Language;
  words: CurveWords;
  /** Bounds of the time axis; those of the readings when left out. */
  from?: number;
  to?: number;
  /** What the readings are of, when that is less than the axis shows: held values are drawn to its bounds. */
  read?: { from: number; to: number };
  /** What each point looks like wherever it is drawn, by `slave/pointId`; those that are not among them follow in order. */
  looks?: ReadonlyMap<string, LineLook>;
  /** While it stays the same, what a person has zoomed to stays too. */
  revision?: string;
}

export type Cell = Curve["value"][number];
type Labels = readonly { value: number; text: string }[];

export interface Line {
  /** Of the point, within its device. */
  key: string;
  curve: Curve;
  drawn: EdgedCurve;
  /** What its point is called. */
  title: string;
  /** The same in the legend, which says too that there is nothing to draw. */
  name: string;
  look: LineLook;
  x: string[];
  /** Of each place the offset, where its local time comes twice. */
  marks: string[];
  y: (number | null)[];
  stepped: boolean;
  /** What the axis shows instead of numbers. */
  labels: Labels | undefined;
  /** Curves with the same key share an axis: those of one unit do. */
  axisKey: string;
}

export const keyOf = ({ slave, pointId }: Pick<HistoryPointInfo, "slave" | "pointId">): string => `${slave}/${pointId}`;

/** The text is markup to the chart: a name must not become a tag. */
export const plain = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
/** The text again. */
export const unmarked = (markup: string): string => markup.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
export const short = (text: string): string => plain([...text].length > 16 ? `${[...text].slice(0, 15).join("")}…` : text);

export const curveName = (point: HistoryPointInfo, language: Language, several: boolean): string =>
  several ? `${point.slaveName} · ${pointName(point, language)}` : pointName(point, language);

export const silent = ({ value }: Curve): boolean => value.every((cell) => cell === null);

const isSwitch = (numbers: readonly (number | null)[]): boolean => {
  const present = numbers.filter((number) => number !== null);
  return present.length > 1 && present.every((number) => number === 0 || number === 1);
};

/** Every text has a place of its own on the axis, in the order of appearance: nothing of a text point is drawn as a number. */
const textPlaces = (cells: readonly Cell[]): ReadonlyMap<string, number> => {
  const texts = new Set(cells.flatMap((cell) => (cell === null ? [] : [String(cell)])));
  return new Map([...texts].map((text, place) => [text, place]));
};

/** A point may have been of another type before: where one of its readings is no number, none is drawn as one. */
const isWords = (point: HistoryPointInfo, cells: readonly Cell[]): boolean =>
  isTextual(point) || cells.some((cell) => typeof cell === "string" && numberOf(cell) === undefined);

const wordLabels = (places: ReadonlyMap<string, number>, point: HistoryPointInfo, language: Language): Labels =>
  [...places].map(([text, value]) => ({ value, text: pointText(text, { ...point, unit: "" }, language).text }));

const enumLabels = (point: HistoryPointInfo, language: Language): Labels =>
  point.enumeration.map((entry) => ({ value: entry.value, text: entryLabel(entry, language) }));

export const lineOf = (curve: Curve, title: string, look: LineLook, { zone, language, words, from, to, read }: CurveView): Line => {
  const { point } = curve;
  const drawn = withEdges(curve, read?.from ?? from, read?.to ?? to);
  const places = isWords(point, drawn.value) ? textPlaces(drawn.value) : undefined;
  const labels = places ? wordLabels(places, point, language) : point.enumeration.length > 0 ? enumLabels(point, language) : undefined;
  const y = drawn.value.map((cell) => (cell === null ? null : ((places ? places.get(String(cell)) : numberOf(cell)) ?? null)));
  return {
    ...{ key: keyOf(point), curve, drawn, look, labels, y },
    title,
    name: silent(curve) ? `${title} (${drawn.carried ? words.before(formatInstant(zone, drawn.carried.ts)) : words.nothing})` : title,
    x: drawn.ts.map((ts) => axisTime(zone, ts)),
    marks: drawn.ts.map((ts) => doubledMark(zone, ts)),
    stepped: labels !== undefined || point.storeMode === 2 || isSwitch(y),
    axisKey: labels || point.unit === "" ? `point ${keyOf(point)}` : `unit ${point.unit}`,
  };
};

/** What is said of one place of a curve. */
export const hoverText = ({ curve, drawn, marks }: Line, place: number, { language, zone, words }: CurveView): string => {
  const { point, min, max, count } = curve;
  const values = [drawn.value[place], min?.[place], max?.[place]].map((value) => pointText(value, point, language).beyond?.bound);
  const beyond = bounds.filter((bound) => values.includes(bound)).map((bound) => words.beyond(bound, point, min !== undefined));
  const mark = [marks[place] ?? "", ...beyond].filter((text) => text !== "").map((text) => ` (${plain(text)})`);
  const said = plain(pointLine(drawn.value[place], point, language)) + mark.join("");
  if (drawn.carried && place === 0 && !silent(curve)) return `${said} (${plain(words.before(formatInstant(zone, drawn.carried.ts)))})`;
  const low = min?.[place];
  const high = max?.[place];
  if (low === undefined || low === null || high === undefined || high === null || count?.[place] === 1) return said;
  const bare = { ...point, unit: "" };
  return `${said} (${plain(pointLine(low, bare, language))} … ${plain(pointLine(high, bare, language))})`;
};
