import type { Data, Layout } from "plotly.js";

/** What a chart draws. Colours of text, ground and grid are the theme's and need not be given. */
export interface Figure {
  data: readonly Data[];
  layout: Partial<Layout>;
  /** px that it needs to be read; a smaller place scrolls. */
  leastHeight?: number;
  /** Says what is where the pointer is; without it the chart says it itself. */
  readout?: ReadoutAt;
}

export interface ReadoutRow {
  key: string;
  name: string;
  color: string;
  text: string;
  /** When it was read, where that is another instant. */
  since: string | undefined;
}

/** Every series at one instant. */
export interface Readout {
  /** Where it stands on the x axis: local milliseconds. */
  wall: number;
  time: string;
  rows: readonly ReadoutRow[];
}

/** `wall` as the x axis counts; a reading no further than `reach` (ms) is meant instead. Series of hidden groups are left out. */
export type ReadoutAt = (wall: number, reach: number, hidden: ReadonlySet<string>) => Readout;

/** `meta` of a trace with places that are no readings: no rows of the table. */
export interface CurveMeta {
  edges: readonly number[];
  /** By place what tells one instant from another of the same local time, as +02:00; empty where that comes once. */
  marks?: readonly string[];
}

/** `meta` of a trace that only decorates another one: no row of the table, no entry of the legend. */
export const decoration = "decoration";
