import type { Data, Layout, LayoutAxis } from "plotly.js";
import { numberOf } from "#contract/pointValue.ts";
import { axisTime, doubledTimes, wallText, zoneName } from "#src/kit/value/zonedTime.ts";
import type { Curve } from "#store/handles/deviceDataLog.ts";
import { type AxisName, axisField, type CurveAxes, curveAxes } from "./curveAxes.ts";
import { brokenAtFolds } from "./curveFolds.ts";
import { type Cell, type CurveView, curveName, hoverText, keyOf, type Line, lineOf, plain } from "./curveLine.ts";
import { readoutOf } from "./curveReadout.ts";
import { type CurveMeta, decoration, type Figure } from "./figure.ts";
import { faded, lineLooks } from "./pointColor.ts";

/** Axes of marks that have no value to stand at begin behind those of curves. */
const firstMarkAxis = 20;
const invalidHeight = 0.02;

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
  const traces: Data[] = [];
  if (curve.min && curve.max && !line.labels) {
    const numbers = (cells: readonly Cell[]) => cells.map((cell) => numberOf(cell) ?? null);
    traces.push({
      ...{ type: "scatter", mode: "lines", meta: decoration, legendgroup: line.key, showlegend: false, hoverinfo: "skip", yaxis: axis },
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
      legendgroup: line.key,
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
    hoverinfo: "skip",
    line: { color: look.color, dash: look.dash, width: 1.5, shape },
  });
  const alone = y.flatMap((_value, place) => (aloneAt(y, place) ? [place] : []));
  if (alone.length > 0) {
    traces.push({
      ...{ type: "scatter", mode: "markers", meta: decoration, legendgroup: line.key, showlegend: false, hoverinfo: "skip", yaxis: axis },
      x: alone.map((place) => x[place] ?? null),
      y: alone.map((place) => y[place] ?? null),
      marker: { color: look.color, size: 4 },
    });
  }
  return traces;
};

const markAxis = (under: AxisName): AxisName => `y${firstMarkAxis + (under === "y" ? 1 : Number(under.slice(1)))}`;

/** Crosses along the foot of the curve's axis, on an axis of their own: what could not be read has no value to stand at. */
const invalidTraces = ({ key, curve, look, name }: Line, under: AxisName, { zone, words }: CurveView): Data[] => {
  const { invalid = [] } = curve;
  if (invalid.length === 0) return [];
  return [
    {
      ...{ type: "scatter", mode: "markers", legendgroup: key, showlegend: false, hoverinfo: "skip", yaxis: markAxis(under) },
      name: plain(`${name} · ${words.invalid}`),
      x: invalid.map(({ ts }) => axisTime(zone, ts)),
      y: invalid.map(() => invalidHeight),
      customdata: invalid.map(({ code }) => plain(words.invalidReading(code))),
      marker: { color: look.color, size: 7, symbol: "x" },
    },
  ];
};

const markAxes = (lines: readonly Line[], { under }: CurveAxes): Record<string, object> =>
  Object.fromEntries(
    lines
      .filter(({ curve }) => (curve.invalid ?? []).length > 0)
      .map((line) => [axisField(markAxis(under(line))), { overlaying: under(line), range: [0, 1], visible: false, fixedrange: true }]),
  );

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

/**
 * Curves as lines over local time: gaps stay gaps, one axis a unit, steps for points with labels and for switches, a band from minimum to
 * maximum behind aggregated ones. What is said of an instant says it of every curve.
 */
export const curveFigure = (curves: readonly Curve[], view: CurveView): Figure => {
  const several = new Set(curves.map((curve) => curve.point.slave)).size > 1;
  const looks = view.looks ?? lineLooks(curves.map((curve) => keyOf(curve.point)));
  const lines = curves.flatMap((curve) => {
    const look = looks.get(keyOf(curve.point));
    return look ? [lineOf(brokenAtFolds(curve, view.zone), curveName(curve.point, view.language, several), look, view)] : [];
  });
  const axes = curveAxes(lines);
  const layout: Partial<Layout> = {
    // Only where the pointer is has to be told: what is said there is the figure's own.
    hovermode: "x",
    hoveranywhere: true,
    showlegend: true,
    xaxis: {
      type: "date",
      automargin: true,
      anchor: axes.foot as NonNullable<LayoutAxis["anchor"]>,
      title: { text: zoneName(view.zone, view.to ?? view.from ?? curves[0]?.ts.at(-1) ?? 0), standoff: 8 },
      ...(view.from === undefined || view.to === undefined
        ? {}
        : { range: [axisTime(view.zone, view.from), axisTime(view.zone, view.to)] as [string, string] }),
    },
    ...(view.revision === undefined ? {} : { uirevision: view.revision }),
    ...axes.layout,
    ...markAxes(lines, axes),
    ...doubledParts(lines, view),
  };
  return {
    data: [
      ...lines.flatMap((line) => tracesOf(line, axes.of(line), view)),
      ...lines.flatMap((line) => invalidTraces(line, axes.under(line), view)),
    ],
    layout,
    readout: readoutOf(lines, view),
    ...(axes.leastHeight === undefined ? {} : { leastHeight: axes.leastHeight }),
  };
};
