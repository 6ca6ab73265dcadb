import type { Layout, LayoutAxis } from "plotly.js";
import { shownText } from "#src/kit/value/shownText.ts";
import { type Line, plain, short } from "./curveLine.ts";

/** Of a trace; its axis of the layout is `yaxis`, `yaxis2` and so on. */
export type AxisName = "y" | `y${number}`;

export interface CurveAxes {
  of(line: Line): AxisName;
  /** The axis that marks without a value of their own lie over. */
  under(line: Line): AxisName;
  /** The axis at whose foot the time stands. */
  foot: AxisName;
  layout: Partial<Layout>;
  /** px that they need; undefined where any height will do. */
  leastHeight: number | undefined;
}

/** Beside so many axes a curve can still be followed to its own; more stand below one another. */
const mostBeside = 4;
const paneHeight = 96;
const paneGap = 20;
const roundPanes = 120;

const nameOf = (place: number): AxisName => (place === 0 ? "y" : `y${place + 1}`);
export const axisField = (name: AxisName): string => name.replace("y", "yaxis");

/** Units in the order of their curves; then points without a unit, each on its own. */
const keysOf = (lines: readonly Line[]): string[] => {
  const keys = (own: (line: Line) => boolean) => [...new Set(lines.filter(own).map((line) => line.axisKey))];
  const shared = (line: Line): boolean => line.axisKey.startsWith("unit ");
  return [...keys(shared), ...keys((line) => !shared(line))];
};

const titleOf = (lines: readonly Line[]): string => {
  const [first] = lines;
  if (!first) return "";
  return first.axisKey.startsWith("unit ") ? first.curve.point.unit : short(shownText(first.title));
};

/** So many labels can be read one above another; of more only some are named, and every place still is by the pointer. */
const mostLabels = 20;

const ticksOf = (labels: NonNullable<Line["labels"]>): NonNullable<Line["labels"]> => {
  const step = Math.ceil(labels.length / mostLabels);
  return labels.filter((_label, place) => place % step === 0);
};

const axisOf = (lines: readonly Line[]): Partial<LayoutAxis> => {
  const labels = lines[0]?.labels;
  const values = labels?.map(({ value }) => value) ?? [];
  const own = lines.length === 1 ? lines[0]?.look.color : undefined;
  const title = titleOf(lines);
  return {
    automargin: true,
    zeroline: false,
    title: { text: lines[0]?.axisKey.startsWith("unit ") ? plain(title) : title, standoff: 4, ...(own ? { font: { color: own } } : {}) },
    ...(own ? { tickfont: { color: own } } : {}),
    ...(labels
      ? {
          tickmode: "array" as const,
          tickvals: ticksOf(labels).map(({ value }) => value),
          ticktext: ticksOf(labels).map(({ text }) => short(shownText(text))),
          range: [Math.min(...values) - 0.5, Math.max(...values) + 0.5],
        }
      : { tickmode: "auto" as const }),
  };
};

const beside = (place: number): Partial<LayoutAxis> => ({
  showgrid: place === 0,
  ...(place === 0 ? {} : { overlaying: "y", side: place % 2 === 1 ? "right" : "left" }),
  ...(place > 1 ? { anchor: "free", autoshift: true } : {}),
});

const stacked = (place: number, count: number): Partial<LayoutAxis> => {
  const whole = count * paneHeight + (count - 1) * paneGap;
  const top = 1 - (place * (paneHeight + paneGap)) / whole;
  return { domain: [Math.max(0, top - paneHeight / whole), top], nticks: 4, anchor: "x" };
};

/** One axis a unit, and one for each point without: beside one another up to four, else in panes below one another over one time. */
export const curveAxes = (lines: readonly Line[]): CurveAxes => {
  // An axis of nothing but empty curves would have no range to draw.
  const drawn = lines.filter(({ y }) => y.some((value) => value !== null));
  const keys = keysOf(drawn);
  const panes = keys.length > mostBeside;
  const of = (line: Line): AxisName => nameOf(Math.max(0, keys.indexOf(line.axisKey)));
  const axes = keys.map((key, place) => {
    const own = drawn.filter((line) => line.axisKey === key);
    return [axisField(nameOf(place)), { ...axisOf(own), ...(panes ? stacked(place, keys.length) : beside(place)) }];
  });
  return {
    of,
    under: panes ? of : () => "y",
    foot: panes ? nameOf(keys.length - 1) : "y",
    layout: Object.fromEntries(axes),
    leastHeight: panes ? keys.length * (paneHeight + paneGap) + roundPanes : undefined,
  };
};
