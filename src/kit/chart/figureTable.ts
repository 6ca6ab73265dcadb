import type { Data } from "plotly.js";
import { unmarked } from "./curveLine.ts";
import { decoration, type Figure } from "./figure.ts";

/** The numbers of a chart as rows of texts; the first column is the time or the category. */
export interface FigureTable {
  columns: string[];
  rows: string[][];
}

type Scalar = string | number;

const isScalar = (value: unknown): value is Scalar => typeof value === "string" || typeof value === "number";

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Float64Array) : [];

const cellText = (value: unknown): string => (isScalar(value) ? String(value) : "–");

/** Times of whole seconds need no fraction. */
const timeText = (time: string): string => time.replace(/\.000(?=$|[+-])/, "");

const field = (trace: Data, name: string): unknown => Reflect.get(trace, name);

const metaOf = (trace: Data, name: "edges" | "marks"): readonly unknown[] => {
  const meta = field(trace, "meta");
  return typeof meta === "object" && meta !== null ? listOf(Reflect.get(meta, name)) : [];
};

const fold = /^(.*?)([+-]\d\d):(\d\d)$/;

/** Local times in order; of two that are the same the one with the larger offset came first. */
const inTime = (one: string, other: string): number => {
  const [, early = one, hours = "0", minutes = "0"] = fold.exec(one) ?? [];
  const [, late = other, otherHours = "0", otherMinutes = "0"] = fold.exec(other) ?? [];
  if (early !== late) return early < late ? -1 : 1;
  return Number(otherHours) * 60 + Number(otherMinutes) - (Number(hours) * 60 + Number(minutes));
};

const titleText = (title: unknown): string =>
  typeof title === "string" ? title : typeof title === "object" && title !== null ? unmarked(cellText(Reflect.get(title, "text"))) : "";

const pieTable = (trace: Data): FigureTable => {
  const values = listOf(field(trace, "values"));
  return {
    columns: ["", cellText(field(trace, "name") ?? "")],
    rows: listOf(field(trace, "labels")).map((label, place) => [cellText(label), cellText(values[place])]),
  };
};

const heatTable = (trace: Data): FigureTable => {
  const x = listOf(field(trace, "x"));
  const y = listOf(field(trace, "y"));
  const rows = listOf(field(trace, "z"));
  return { columns: ["", ...x.map(cellText)], rows: rows.map((row, place) => [cellText(y[place]), ...listOf(row).map(cellText)]) };
};

const seriesTable = (traces: readonly Data[], dates: boolean, heading: string): FigureTable => {
  const rows = new Map<Scalar, string[]>();
  for (const [column, trace] of traces.entries()) {
    const sideways = field(trace, "orientation") === "h";
    const at = listOf(field(trace, sideways ? "y" : "x"));
    const values = listOf(field(trace, sideways ? "x" : "y"));
    const texts = listOf(field(trace, "customdata"));
    const edges = metaOf(trace, "edges");
    const marks = metaOf(trace, "marks");
    for (const [place, shown] of at.entries()) {
      const key = marks[place] ? `${shown}${marks[place]}` : shown;
      if (!isScalar(key) || !isScalar(values[place]) || edges.includes(place)) continue;
      const row = rows.get(key) ?? Array.from(traces, () => "–");
      row[column] = unmarked(cellText(texts[place] ?? values[place]));
      rows.set(key, row);
    }
  }
  const keys = [...rows.keys()];
  const ordered = dates
    ? keys.sort((one, other) => inTime(String(one), String(other)))
    : keys.every((key) => typeof key === "number")
      ? keys.sort((one, other) => Number(one) - Number(other))
      : keys;
  const keyText = (key: Scalar): string => (dates ? timeText(String(key)) : String(key));
  return {
    columns: [heading, ...traces.map((trace) => unmarked(cellText(field(trace, "name") ?? "")))],
    rows: ordered.map((key) => [keyText(key), ...(rows.get(key) ?? [])]),
  };
};

/** What the chart shows, as a table: a row for each instant or category, a column for each series. */
export const figureTable = ({ data, layout }: Figure): FigureTable => {
  const traces = data.filter((trace) => field(trace, "meta") !== decoration);
  const [first] = traces;
  if (first === undefined) return { columns: [""], rows: [] };
  if (first.type === "pie") return pieTable(first);
  if (first.type === "heatmap") return heatTable(first);
  return seriesTable(traces, layout.xaxis?.type === "date", titleText(layout.xaxis?.title));
};
