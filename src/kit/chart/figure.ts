import type { Data, Layout } from "plotly.js";

/** What a chart draws. Colours of text, ground and grid are the theme's and need not be given. */
export interface Figure {
  data: readonly Data[];
  layout: Partial<Layout>;
}

/** `meta` of a trace with places that are no readings: no rows of the table. */
export interface CurveMeta {
  edges: readonly number[];
  /** By place what tells one instant from another of the same local time, as +02:00; empty where that comes once. */
  marks?: readonly string[];
}

/** `meta` of a trace that only decorates another one: no row of the table, no entry of the legend. */
export const decoration = "decoration";
