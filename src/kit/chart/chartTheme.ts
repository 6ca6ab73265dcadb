import type { Layout, LayoutAxis } from "plotly.js";
import { type RefObject, useLayoutEffect, useState } from "react";
import { pointPalette } from "./pointColor.ts";

export interface ChartTheme {
  text: string;
  muted: string;
  line: string;
  ground: string;
  /** Of what floats above it. */
  raised: string;
  font: string;
}

const tokens: Record<keyof ChartTheme, [token: string, fallback: string]> = {
  text: ["--gh-text", "#1c2127"],
  muted: ["--gh-text-muted", "#5f6b7c"],
  line: ["--gh-line", "#d9dee5"],
  ground: ["--gh-surface", "#ffffff"],
  raised: ["--gh-surface-raised", "#ffffff"],
  font: ["--gh-font", "sans-serif"],
};

const readTheme = (element: Element): ChartTheme => {
  const style = getComputedStyle(element);
  const entries = Object.entries(tokens).map(([name, [token, fallback]]) => [name, style.getPropertyValue(token).trim() || fallback]);
  return Object.fromEntries(entries) as Record<keyof ChartTheme, string>;
};

/** The tokens where the chart stands; they follow a change of theme and mode. */
export const useChartTheme = (place: RefObject<Element | null>): ChartTheme | undefined => {
  const [theme, setTheme] = useState<ChartTheme>();
  useLayoutEffect(() => {
    const read = () => {
      const element = place.current;
      if (!element) return;
      const next = readTheme(element);
      setTheme((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
    return () => observer.disconnect();
  }, [place]);
  return theme;
};

const axisKey = /^[xy]axis\d*$/;

const timeFormats: NonNullable<LayoutAxis["tickformatstops"]> = [
  { dtickrange: [null, 1000], value: "%H:%M:%S.%L" },
  { dtickrange: [1000, 60_000], value: "%H:%M:%S" },
  { dtickrange: [60_000, 86_400_000], value: "%H:%M\n%Y-%m-%d" },
  { dtickrange: [86_400_000, "M1"], value: "%m-%d\n%Y" },
  { dtickrange: ["M1", "M12"], value: "%Y-%m" },
  { dtickrange: ["M12", null], value: "%Y" },
];

const themedAxis = (axis: Partial<LayoutAxis>, theme: ChartTheme): Partial<LayoutAxis> => {
  const small = { color: theme.muted, size: 11 };
  const themed: Partial<LayoutAxis> = {
    gridcolor: theme.line,
    linecolor: theme.line,
    tickcolor: theme.line,
    zerolinecolor: theme.line,
    ...(axis.type === "date" ? { tickformatstops: timeFormats } : {}),
    ...axis,
  };
  themed.tickfont = { ...small, ...axis.tickfont };
  if (axis.title) themed.title = { ...axis.title, font: { ...small, ...axis.title.font } };
  return themed;
};

/** The figure's layout in the colours of the theme and the size of its place. */
export const themedLayout = (layout: Partial<Layout>, theme: ChartTheme, size: { width: number; height: number }): Partial<Layout> => {
  const given: Partial<Layout> = { xaxis: {}, yaxis: {}, ...layout };
  const axes = Object.entries(given)
    .filter(([name]) => axisKey.test(name))
    .map(([name, axis]) => {
      const themed = themedAxis(axis as Partial<LayoutAxis>, theme);
      return [name, name.startsWith("x") ? { spikecolor: theme.muted, spikethickness: 1, ...themed } : themed];
    });
  return {
    paper_bgcolor: theme.ground,
    plot_bgcolor: theme.ground,
    colorway: [...pointPalette],
    dragmode: "zoom",
    margin: { l: 48, r: 16, t: 8, b: 56 },
    ...given,
    ...Object.fromEntries(axes),
    ...size,
    font: { family: theme.font, color: theme.text, size: 12 },
    hoverlabel: { bgcolor: theme.raised, bordercolor: theme.line, font: { color: theme.text, size: 12 }, namelength: -1 },
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom", font: { color: theme.text, size: 12 }, ...given.legend },
  };
};
