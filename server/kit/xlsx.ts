import type { Cell } from "#contract/kit/csv.ts";
import { columnLetters } from "./columnLetters.ts";
import { zip } from "./zip.ts";

export interface Sheet {
  name: string;
  /** px of each column, about. */
  widths: readonly number[];
  headings: readonly string[];
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
  /** Cells that are still empty take what is typed as text, too. */
  columnsOfText?: boolean;
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaging = "http://schemas.openxmlformats.org/package/2006";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export const xlsxType = `${sheetType}.sheet`;

/** A cell holds no more, and a spreadsheet repairs a file that has more. */
const longestText = 32_767;
/** A spreadsheet counts with doubles and shows no digit behind these. */
const shownDigits = 15;
const pixelsPerSign = 7;

/** Styles by number: 0 as it comes, 1 text that stays text when it is edited, 2 a heading. */
const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;
const textStyle = 1;
const headingStyle = 2;

const contentTypes = `${head}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`;
const relations = (...targets: readonly [kind: string, target: string][]): string =>
  `${head}<Relationships xmlns="${packaging}/relationships">${targets
    .map(([kind, target], place) => `<Relationship Id="rId${place + 1}" Type="${office}/${kind}" Target="${target}"/>`)
    .join("")}</Relationships>`;
const workbook = (name: string): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** One sheet as an xlsx file, written while its rows are read. Text is never a formula, a number or a date. */
export const xlsx = (sheet: Sheet): AsyncGenerator<Buffer> =>
  zip([
    { name: "[Content_Types].xml", content: [contentTypes] },
    { name: "_rels/.rels", content: [relations(["officeDocument", "xl/workbook.xml"])] },
    { name: "xl/workbook.xml", content: [workbook(sheet.name)] },
    { name: "xl/_rels/workbook.xml.rels", content: [relations(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"])] },
    { name: "xl/styles.xml", content: [styles] },
    { name: "xl/worksheets/sheet1.xml", content: rows(sheet) },
  ]);

async function* rows({ widths, headings, batches, columnsOfText = false }: Sheet): AsyncGenerator<string> {
  const style = columnsOfText ? ` style="${textStyle}"` : "";
  const columns = widths
    .map((width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width / pixelsPerSign}" customWidth="1"${style}/>`)
    .join("");
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns}</cols><sheetData>`;
  const letters = headings.map((_, place) => columnLetters(place + 1));
  let row = 1;
  const line = (cells: readonly Cell[], style: number): string => {
    const at = row;
    row += 1;
    return `<row r="${at}">${cells.map((cell, place) => cellXml(cell, `${letters[place] ?? columnLetters(place + 1)}${at}`, style)).join("")}</row>`;
  };
  yield line(headings, headingStyle);
  for await (const batch of batches) yield batch.map((cells) => line(cells, textStyle)).join("");
  yield `</sheetData><ignoredErrors><ignoredError sqref="A1:${letters.at(-1) ?? "A"}${row}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

const cellXml = (cell: Cell, place: string, style: number): string => {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === "bigint" && String(cell).replace("-", "").length <= shownDigits) return `<c r="${place}"><v>${cell}</v></c>`;
  return `<c r="${place}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(shortened(String(cell)))}</t></is></c>`;
};

const shortened = (text: string): string => (text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`);

const unfitForXml = /[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const looksEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g;
const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for XML; a control character stands as the format's own `_x001B_`, half a character as the sign for one that cannot be read. */
const escaped = (text: string): string =>
  text
    .replace(looksEscaped, "_x005F_")
    .replace(unfitForXml, (sign) => (sign < " " ? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_` : "\ufffd"))
    .replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

const sheetName = (name: string): string => [...name.replace(/[[\]:*?/\\']/g, "_")].slice(0, 31).join("") || "1";
