import { SheetFault } from "#server/sheets/fault.ts";
import type { Merged, ParsedRow } from "#server/sheets/openFile.ts";
import { cellPlace, mostColumns, mostRows } from "#server/sheets/place.ts";
import type { CellValue } from "#server/sheets/values/cellText.ts";
import { type NumberFormat, plainFormat } from "#server/sheets/values/numberFormat.ts";
import { RichText } from "./richText.ts";
import { type Attributes, isTrue, meantText, type XmlHandler } from "./xmlEvents.ts";

interface Book {
  formats: readonly NumberFormat[];
  texts: readonly string[];
}

interface OpenCell {
  column: number;
  type: string;
  format: NumberFormat;
  formula: boolean;
  /** undefined where the file has none. */
  value: string | undefined;
}

const mostMerged = 10_000;

/** Rows and merged cells out of the events of a sheet's part. Throws a SheetFault at what no spreadsheet writes. */
export class SheetEvents implements XmlHandler {
  readonly merged: Merged[] = [];
  readonly #book: Book;
  readonly #inline = new RichText();
  #rows: ParsedRow[] = [];
  #row: ParsedRow | undefined;
  #lastRow = 0;
  #cell: OpenCell | undefined;
  #inValue = false;

  constructor(book: Book) {
    this.#book = book;
  }

  /** The rows that are complete and were not taken yet. */
  take(): ParsedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "row") this.#openRow(attributes);
    else if (name === "c") this.#openCell(attributes);
    else if (name === "mergeCell") this.#merge(attributes.ref ?? "");
    else if (this.#cell) this.#openInCell(name, this.#cell);
  }

  text(text: string): void {
    if (!this.#cell) return;
    if (this.#inValue) this.#cell.value = (this.#cell.value ?? "") + text;
    else this.#inline.add(text);
  }

  close(name: string): void {
    this.#inline.close(name);
    if (name === "v") this.#inValue = false;
    else if (name === "c") this.#closeCell();
    else if (name === "row" && this.#row) {
      this.#rows.push(this.#row);
      this.#row = undefined;
    }
  }

  #openRow({ r, hidden }: Attributes): void {
    const row = r === undefined ? this.#lastRow + 1 : Number(r);
    if (!Number.isInteger(row) || row <= this.#lastRow || row > mostRows) throw new SheetFault("torn");
    this.#lastRow = row;
    this.#row = { row, hidden: isTrue(hidden), cells: [] };
  }

  #openCell({ r, t = "n", s }: Attributes): void {
    if (!this.#row) throw new SheetFault("torn");
    const last = this.#row.cells.at(-1)?.column ?? 0;
    const column = r === undefined ? last + 1 : (cellPlace(r)?.column ?? 0);
    if (column <= last || column > mostColumns) throw new SheetFault("torn");
    this.#cell = { column, type: t, format: this.#book.formats[Number(s ?? 0)] ?? plainFormat, formula: false, value: undefined };
  }

  #openInCell(name: string, cell: OpenCell): void {
    this.#inline.open(name);
    if (name === "f") cell.formula = true;
    else if (name === "v") {
      this.#inValue = true;
      cell.value = "";
    }
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    const inline = this.#inline.take();
    const value = cell && this.#valueOf(cell, inline);
    if (value) this.#row?.cells.push({ column: cell.column, value, formula: cell.formula });
  }

  #valueOf({ type, format, formula, value }: OpenCell, inline: string): CellValue | undefined {
    if (type === "inlineStr") return { kind: "text", text: meantText(inline) };
    if (value === undefined || (value === "" && type !== "str")) return formula ? { kind: "none" } : undefined;
    switch (type) {
      case "s":
        return { kind: "text", text: this.#book.texts[Number(value)] ?? torn() };
      case "str":
        return { kind: "text", text: meantText(value) };
      case "b":
        return { kind: "boolean", value: isTrue(value) };
      case "e":
        return { kind: "error", text: value };
      case "d":
        return { kind: "text", text: value.replace("T", " ").replace(/(?: 00:00:00)?(?:\.\d+)?Z?$/, "") };
      case "n":
        return Number.isFinite(Number(value)) ? { kind: "number", value: Number(value), format } : torn();
      default:
        return torn();
    }
  }

  #merge(ref: string): void {
    const [first = "", last = ""] = ref.split(":");
    const [from, to] = [cellPlace(first), cellPlace(last)];
    if (from && to && this.merged.length < mostMerged) this.merged.push({ from, to });
  }
}

const torn = (): never => {
  throw new SheetFault("torn");
};
