import type { TableColumn } from "./tableColumn.ts";
import { type ColumnNeed, minColumnWidth } from "./tableLayout.ts";

const looked = 60;
const padding = 18;
/** What a drawn mark stands on, beside its word. */
const markWidth = 20;
/** Of the arrow beside the heading of the column that the table is sorted by. */
const sortMark = 16;
/** Texts up to here are words rather than sentences, and times and codes where all are about as long. */
const [short, longestCode] = [100, 240];
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\p{Extended_Pictographic}]/u;

/** px of a text, about, where nothing can be drawn: in a test without a browser. */
const guessed = (text: string, mono: boolean): number => {
  let width = 0;
  for (const sign of text) width += wide.test(sign) ? 12 : mono ? 7.3 : 6.7;
  return Math.ceil(width);
};

/** Widths that were measured: the same texts are measured at every change of a table. */
const measured = new Map<string, number>();
const mostMeasured = 5000;

type Measure = (text: string, look: { mono?: boolean | undefined; bold?: boolean }) => number;

/** Measures texts in the console's fonts; nothing is laid out for it. */
const openMeasure = (): Measure => {
  const pen = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!pen) return (text, { mono = false }) => guessed(text, mono);
  const page = getComputedStyle(document.body);
  const fonts = { plain: page.fontFamily, mono: page.getPropertyValue("--gh-font-mono") || "monospace" };
  return (text, { mono = false, bold = false }) => {
    const font = `${bold ? 600 : 400} 12px ${mono ? fonts.mono : fonts.plain}`;
    const known = measured.get(`${font} ${text}`);
    if (known !== undefined) return known;
    pen.font = font;
    const width = Math.ceil(pen.measureText(text).width);
    if (measured.size >= mostMeasured) measured.clear();
    measured.set(`${font} ${text}`, width);
    return width;
  };
};

/** px of the wider line of a heading that is broken into two where that takes the least. */
const inTwoLines = (label: string, measure: Measure): number => {
  const words = label.split(" ");
  const lineOf = (from: number, to?: number) => measure(words.slice(from, to).join(" "), { bold: true });
  return Math.min(...words.map((_, at) => Math.max(lineOf(0, at), lineOf(at))));
};

const isEmpty = (text: string): boolean => text === "" || text === "–";

/** Room for the heading, on two lines if need be, and for nine of ten of the texts at hand, by column. */
export const columnNeeds = <Row>(columns: readonly TableColumn<Row>[], rows: readonly (Row | undefined)[]): ColumnNeed[] => {
  const some = rows.slice(0, looked).flatMap((row) => (row === undefined ? [] : [row]));
  const measure = openMeasure();
  return columns.map((column) => {
    const around = padding + (column.sortable ? sortMark : 0);
    const heading = measure(column.label, { bold: true }) + around;
    const broken = Math.max(minColumnWidth, inTwoLines(column.label, measure) + around);
    const texts = some.map((row) => column.text(row)).filter((text) => !isEmpty(text));
    if (texts.length === 0) return { width: some.length === 0 ? Math.max(broken, heading) : broken, heading, whole: false, least: broken };
    const widths = texts.map((text) => measure(text, { mono: column.mono })).sort((one, other) => one - other);
    const text = widths[Math.ceil(widths.length * 0.9) - 1] ?? 0;
    const content = text + padding + (column.render ? markWidth : 0);
    return {
      heading,
      width: Math.max(content, broken),
      least: Math.max(broken, column.least ?? 0),
      whole: content <= short || (content <= longestCode && (widths[0] ?? 0) > text * 0.85),
    };
  });
};
