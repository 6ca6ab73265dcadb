import type { Layout } from "plotly.js";
import { axisTime } from "#src/kit/value/zonedTime.ts";
import { plain } from "./curveLine.ts";
import type { Figure } from "./figure.ts";

/** Where a mark stands for something that is wrong, for what ended it, or for neither. */
export type MarkTone = "bad" | "good" | "limit";

/** Seen on light ground and on dark. */
const colors: Readonly<Record<MarkTone, string>> = { bad: "#d5484c", good: "#2f9e6a", limit: "#c8761d" };
const ground = "rgba(213, 72, 76, 0.16)";

export interface CurveMarks {
  /** Values of the first axis that a line is drawn at, each with what it is. */
  readonly levels?: readonly { readonly value: number; readonly text: string; readonly tone: MarkTone }[];
  /** Instants (UTC ms), each with what happened. */
  readonly moments?: readonly { readonly at: number; readonly text: string; readonly tone: MarkTone }[];
  /** Stretches of time (UTC ms) that are shaded. */
  readonly spans?: readonly { readonly from: number; readonly to: number }[];
}

type Shape = NonNullable<Layout["shapes"]>[number];
type Annotation = NonNullable<Layout["annotations"]>[number];

/** Labels of levels alternate between both ends, so that two limits that are close to each other can both be read. */
const levelLabel = (value: number, text: string, place: number): Partial<Annotation> => ({
  ...{ xref: "paper", yref: "y", x: place % 2 === 0 ? 1 : 0, y: value, showarrow: false },
  ...{ xanchor: place % 2 === 0 ? "right" : "left", yanchor: "bottom", text: plain(text), font: { size: 11 } },
});

/** The figure of curves with limits, moments and stretches of time on it. */
export const withMarks = (figure: Figure, zone: string, { levels = [], moments = [], spans = [] }: CurveMarks): Figure => {
  const shapes: Partial<Shape>[] = [
    ...spans.map(({ from, to }) => ({
      ...({
        type: "rect",
        xref: "x",
        yref: "paper",
        x0: axisTime(zone, from),
        x1: axisTime(zone, to),
        y0: 0,
        y1: 1,
        layer: "below",
      } as const),
      ...{ fillcolor: ground, line: { width: 0 } },
    })),
    ...levels.map(({ value, tone }) => ({
      ...({ type: "line", xref: "paper", yref: "y", x0: 0, x1: 1, y0: value, y1: value } as const),
      line: { color: colors[tone], width: 1, dash: "dash" as const },
    })),
    ...moments.map(({ at, tone }) => ({
      ...({ type: "line", xref: "x", yref: "paper", x0: axisTime(zone, at), x1: axisTime(zone, at), y0: 0, y1: 1 } as const),
      line: { color: colors[tone], width: 2 },
    })),
  ];
  const annotations: Partial<Annotation>[] = [
    ...levels.map(({ value, text }, place) => levelLabel(value, text, place)),
    ...moments.map(({ at, text }, place) => ({
      ...({ xref: "x", yref: "paper", x: axisTime(zone, at), y: place % 2 === 0 ? 1 : 0.9, showarrow: false } as const),
      ...({ xanchor: "left", yanchor: "top", text: plain(text), font: { size: 11 } } as const),
    })),
  ];
  const { layout } = figure;
  return {
    ...figure,
    layout: {
      ...layout,
      shapes: [...(layout.shapes ?? []), ...shapes] as Shape[],
      annotations: [...(layout.annotations ?? []), ...annotations] as Annotation[],
    },
  };
};
