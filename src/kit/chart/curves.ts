import type { Data, Layout, LayoutAxis } from "plotly.js";
import type { Language } from "#contract/messages.ts";
import { bounds } from "#contract/pointLimits.ts";
import type { Curve, HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import { numberOf, pointLine, pointName, pointText } from "#src/kit/value/pointText.ts";
import { shownText } from "#src/kit/value/shownText.ts";
import { axisTime, doubledMark, doubledTimes, formatInstant, wallText, zoneName } from "#src/kit/value/zonedTime.ts";
import { type CurveWords, type EdgedCurve, withEdges } from "./curveEdges.ts";
import { brokenAtFolds } from "./curveFolds.ts";
import { type CurveMeta, decoration, type Figure } from "./figure.ts";
import { faded, type LineLook, lineLooks } from "./pointColor.ts";

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
  /** While it stays the same, what a person has zoomed to stays too. */
  revision?: string;
}

type Cell = Curve["value"][number];
type AxisName = "y" | "y2" | "y3" | "y4";
type Labels = readonly { value: number; text: string }[];

interface Line {
  curve: Curve;
  drawn: EdgedCurve;
  name: string;
  look: LineLook;
  x: string[];
  /** Of each place the offset, where its local time comes twice. */
  marks: string[];
  y: (number | null)[];
  stepped: boolean;
  /** What the axis shows instead of numbers. */
  labels: Labels | undefined;
  /** Curves with the same key share an axis. */
  axisKey: string;
}

const axisNames: readonly AxisName[] = ["y", "y2", "y3", "y4"];
const mostTexts = 20;
const invalidAxis = "y9";
const invalidHeight = 0.02;

/** The text is markup to the chart: a name must not become a tag. */
const plain = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const short = (text: string): string => plain([...text].length > 16 ? `${[...text].slice(0, 15).join("")}…` : text);

export const curveName = (point: HistoryPointInfo, language: Language, several: boolean): string =>
  several ? `${point.slaveName} · ${pointName(point, language)}` : pointName(point, language);

const silent = ({ value }: Curve): boolean => value.every((cell) => cell === null);

const isSwitch = (numbers: readonly (number | null)[]): boolean => {
  const present = numbers.filter((number) => number !== null);
  return present.length > 1 && present.every((number) => number === 0 || number === 1);
};

/** Words that are no numbers stand on the axis in the order of their appearance. */
const textLabels = (cells: readonly Cell[]): Labels => {
  const seen = new Set<string>();
  for (const cell of cells) if (typeof cell === "string" && numberOf(cell) === undefined && seen.size < mostTexts) seen.add(cell);
  return [...seen].map((text, value) => ({ value, text }));
};

const enumLabels = (point: HistoryPointInfo, language: Language): Labels =>
  point.enumeration.map(({ value, label, labelEn }) => ({ value, text: (language === "en" && labelEn) || label }));

const lineOf = (curve: Curve, name: string, look: LineLook, { zone, language, words, from, to, read }: CurveView): Line => {
  const { point } = curve;
  const drawn = withEdges(curve, read?.from ?? from, read?.to ?? to);
  const texts = textLabels(drawn.value);
  const places = new Map(texts.map(({ text, value }) => [text, value]));
  const labels = texts.length > 0 ? texts : point.enumeration.length > 0 ? enumLabels(point, language) : undefined;
  const y = drawn.value.map((cell) => (cell === null ? null : (numberOf(cell) ?? places.get(String(cell)) ?? null)));
  return {
    ...{ curve, drawn, look, labels, y },
    name: silent(curve) ? `${name} (${drawn.carried ? words.before(formatInstant(zone, drawn.carried.ts)) : words.nothing})` : name,
    x: drawn.ts.map((ts) => axisTime(zone, ts)),
    marks: drawn.ts.map((ts) => doubledMark(zone, ts)),
    stepped: labels !== undefined || point.storeMode === 2 || isSwitch(y),
    axisKey: labels ? `labels ${JSON.stringify(labels)}` : `unit ${point.unit}`,
  };
};

/** One axis per unit, four at most; the fourth takes all that is left. */
const axesOf = (lines: readonly Line[]): Map<string, AxisName> => {
  const units = [...new Set(lines.filter((line) => !line.labels).map((line) => line.axisKey))];
  const labelled = [...new Set(lines.filter((line) => line.labels).map((line) => line.axisKey))];
  // Words on an axis cannot be shared: they come before the units that may have to share the last one.
  const keys = [...units.slice(0, 1), ...labelled.slice(0, 2), ...units.slice(1), ...labelled.slice(2)];
  return new Map(keys.map((key, place) => [key, axisNames[Math.min(place, axisNames.length - 1)] ?? "y"]));
};

const hoverText = ({ curve, drawn, marks }: Line, place: number, { language, zone, words }: CurveView): string => {
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

const aloneAt = (y: readonly (number | null)[], place: number): boolean =>
  y[place] !== null && (y[place - 1] ?? null) === null && (y[place + 1] ?? null) === null;

/** A closed shape around each unbroken stretch of minima and maxima, so that the band breaks where the curve does. */
export const bandOf = (
  x: readonly string[],
  low: readonly (number | null)[],
  high: readonly (number | null)[],
): { x: (string | null)[]; y: (number | null)[] } => {
  const band: { x: (string | null)[]; y: (number | null)[] } = { x: [], y: [] };
  let stretch: number[] = [];
  const close = () => {
    if (stretch.length === 0) return;
    if (band.x.length > 0) {
      band.x.push(null);
      band.y.push(null);
    }
    const back = stretch.toReversed();
    for (const [places, side] of [
      [stretch, high],
      [back, low],
    ] as const) {
      for (const place of places) {
        band.x.push(x[place] ?? null);
        band.y.push(side[place] ?? null);
      }
    }
    stretch = [];
  };
  for (let place = 0; place < x.length; place += 1) {
    if ((low[place] ?? null) === null || (high[place] ?? null) === null) close();
    else stretch.push(place);
  }
  close();
  return band;
};

/** Up to so many points are marked: a line between two of them may be too short to be seen. */
const fewPoints = 40;

const tracesOf = (line: Line, axis: AxisName, view: CurveView): Data[] => {
  const { curve, drawn, look, name } = line;
  // A trace of no place at all would not stand in the legend.
  const [x, y] = line.x.length > 0 || view.from === undefined ? [line.x, line.y] : [[axisTime(view.zone, view.from)], [null]];
  const doubled = line.marks.some((mark) => mark !== "");
  const shape = line.stepped ? ("hv" as const) : ("linear" as const);
  const group = `${curve.point.slave}/${curve.point.pointId}`;
  const traces: Data[] = [];
  if (curve.min && curve.max && !line.labels) {
    const numbers = (cells: readonly Cell[]) => cells.map((cell) => numberOf(cell) ?? null);
    traces.push({
      ...{ type: "scatter", mode: "lines", meta: decoration, legendgroup: group, showlegend: false, hoverinfo: "skip", yaxis: axis },
      ...bandOf(x, numbers(curve.min), numbers(curve.max)),
      fill: "toself",
      fillcolor: faded(look.color, 0.16),
      line: { width: 1, color: faded(look.color, 0.16) },
    });
  }
  traces.push({
    ...{
      type: "scatter",
      mode: y.length <= fewPoints ? "lines+markers" : "lines",
      connectgaps: false,
      legendgroup: group,
      yaxis: axis,
      x,
      y,
    },
    ...(drawn.edges.length > 0 || doubled
      ? { meta: { edges: drawn.edges, ...(doubled ? { marks: line.marks } : {}) } satisfies CurveMeta }
      : {}),
    marker: { size: drawn.edges.length > 0 ? y.map((_value, place) => (drawn.edges.includes(place) ? 0 : 4)) : 4 },
    name: plain(name),
    customdata: y.map((value, place) => (value === null ? "" : hoverText(line, place, view))),
    hovertemplate: "%{customdata}",
    line: { color: look.color, dash: look.dash, width: 1.5, shape },
  });
  const alone = y.flatMap((_value, place) => (aloneAt(y, place) ? [place] : []));
  if (alone.length > 0) {
    traces.push({
      ...{ type: "scatter", mode: "markers", meta: decoration, legendgroup: group, showlegend: false, hoverinfo: "skip", yaxis: axis },
      x: alone.map((place) => x[place] ?? null),
      y: alone.map((place) => y[place] ?? null),
      marker: { color: look.color, size: 4 },
    });
  }
  return traces;
};

/** Crosses along the time axis, on an axis of their own: what could not be read has no value to stand at. */
const invalidTraces = ({ curve, look, name }: Line, { zone, words }: CurveView): Data[] => {
  const { invalid = [], point } = curve;
  if (invalid.length === 0) return [];
  return [
    {
      ...{ type: "scatter", mode: "markers", legendgroup: `${point.slave}/${point.pointId}`, showlegend: false, yaxis: invalidAxis },
      name: plain(`${name} · ${words.invalid}`),
      x: invalid.map(({ ts }) => axisTime(zone, ts)),
      y: invalid.map(() => invalidHeight),
      customdata: invalid.map(({ code }) => plain(words.invalidReading(code))),
      hovertemplate: "%{customdata}",
      marker: { color: look.color, size: 7, symbol: "x" },
    },
  ];
};

/** What comes twice is shaded: the axis has one place for both. */
const doubledParts = (lines: readonly Line[], { zone, words, from, to }: CurveView): Pick<Layout, "shapes" | "annotations"> | undefined => {
  const times = lines.flatMap(({ curve }) => [curve.ts[0] ?? [], curve.ts.at(-1) ?? []].flat());
  if (times.length === 0) return undefined;
  const stretches = doubledTimes(zone, from ?? Math.min(...times), to ?? Math.max(...times) + 1);
  if (stretches.length === 0) return undefined;
  return {
    shapes: stretches.map((stretch) => ({
      ...{ type: "rect", xref: "x", yref: "paper", x0: wallText(stretch.from), x1: wallText(stretch.to), y0: 0, y1: 1, layer: "below" },
      fillcolor: "rgba(143, 153, 168, 0.25)",
      line: { width: 0 },
    })),
    annotations: stretches.map((stretch) => ({
      ...{ xref: "x", yref: "paper", x: wallText(stretch.from), y: 0.99, xanchor: "left", yanchor: "top", showarrow: false },
      text: plain(words.doubled),
      font: { size: 11 },
    })),
  };
};

const titleOf = (lines: readonly Line[]): string => [...new Set(lines.map((line) => line.curve.point.unit).filter(Boolean))].join(", ");

const axisLayout = (name: AxisName, lines: readonly Line[]): Partial<LayoutAxis> => {
  const place = axisNames.indexOf(name);
  const labels = new Set(lines.map((line) => line.axisKey)).size === 1 ? lines[0]?.labels : undefined;
  const values = labels?.map(({ value }) => value) ?? [];
  const own = lines.length === 1 ? lines[0]?.look.color : undefined;
  return {
    automargin: true,
    zeroline: false,
    showgrid: place === 0,
    title: { text: plain(titleOf(lines)), standoff: 4, ...(own ? { font: { color: own } } : {}) },
    ...(own ? { tickfont: { color: own } } : {}),
    ...(place === 0 ? {} : { overlaying: "y", side: place % 2 === 1 ? "right" : "left" }),
    ...(place > 1 ? { anchor: "free", autoshift: true } : {}),
    ...(labels
      ? {
          tickmode: "array" as const,
          tickvals: values,
          ticktext: labels.map(({ text }) => short(shownText(text))),
          range: [Math.min(...values) - 0.5, Math.max(...values) + 0.5],
        }
      : { tickmode: "auto" as const }),
  };
};

/**
 * Curves as lines over local time: gaps stay gaps, one axis per unit, steps for points with labels and for switches, a band from minimum
 * to maximum behind aggregated ones.
 */
export const curveFigure = (curves: readonly Curve[], view: CurveView): Figure => {
  const several = new Set(curves.map((curve) => curve.point.slave)).size > 1;
  const looks = lineLooks(curves.map((curve) => curve.point.pointId));
  const lines = curves.flatMap((curve, place) => {
    const look = looks[place];
    return look ? [lineOf(brokenAtFolds(curve, view.zone), curveName(curve.point, view.language, several), look, view)] : [];
  });
  // An axis of nothing but empty curves would have no range to draw.
  const axes = axesOf(lines.filter(({ y }) => y.some((value) => value !== null)));
  const axisFor = (line: Line): AxisName => axes.get(line.axisKey) ?? "y";
  const layout: Partial<Layout> = {
    hovermode: "x unified",
    showlegend: true,
    xaxis: {
      type: "date",
      hoverformat: "%Y-%m-%d %H:%M:%S",
      automargin: true,
      title: { text: zoneName(view.zone, view.to ?? view.from ?? curves[0]?.ts.at(-1) ?? 0), standoff: 8 },
      ...(view.from === undefined || view.to === undefined
        ? {}
        : { range: [axisTime(view.zone, view.from), axisTime(view.zone, view.to)] as [string, string] }),
    },
    ...(view.revision === undefined ? {} : { uirevision: view.revision }),
  };
  for (const name of axisNames) {
    const own = lines.filter((line) => axes.get(line.axisKey) === name);
    if (own.length > 0) Object.assign(layout, { [name.replace("y", "yaxis")]: axisLayout(name, own) });
  }
  const invalid = lines.flatMap((line) => invalidTraces(line, view));
  if (invalid.length > 0) Object.assign(layout, { yaxis9: { overlaying: "y", range: [0, 1], visible: false, fixedrange: true } });
  Object.assign(layout, doubledParts(lines, view));
  return { data: [...lines.flatMap((line) => tracesOf(line, axisFor(line), view)), ...invalid], layout };
};
