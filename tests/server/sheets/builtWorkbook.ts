import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type ZipEntry, zip } from "#server/kit/zip.ts";

type Content = ZipEntry["content"];

export interface Built {
  /** What stands in `sheetData` of each sheet, by its name. */
  sheets: Readonly<Record<string, Content>>;
  /** What stands after it. */
  after?: string;
  sharedTexts?: Content;
  /** What stands before them. */
  doctype?: string;
  styles?: string;
  properties?: string;
  /** A sheet that is named and not there. */
  alsoNamed?: string;
}

const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;

const xml = (text: string): Content => [`<?xml version="1.0" encoding="UTF-8"?>${text}`];

function* around(before: string, content: Content, after: string): Generator<Content> {
  yield [before];
  yield content;
  yield [after];
}

async function* joined(parts: Iterable<Content>): AsyncGenerator<string> {
  for (const part of parts) yield* part;
}

/** A workbook as other programs write it, part by part. */
export const builtWorkbook = ({
  sheets,
  after = "",
  sharedTexts,
  doctype = "",
  styles,
  properties = "",
  alsoNamed,
}: Built): Promise<Buffer> => {
  const listed = Object.entries(sheets).map(([name, content], place) => ({ name, content, id: `rId${place + 1}` }));
  const relations = [
    ...listed.map(({ id }) => relation(id, "worksheet", `worksheets/${id}.xml`)),
    ...(sharedTexts ? [relation("texts", "sharedStrings", "/xl/sharedStrings.xml")] : []),
    ...(styles ? [relation("styles", "styles", "styles.xml")] : []),
  ];
  const entries: ZipEntry[] = [
    { name: "_rels/.rels", content: xml(`<Relationships>${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`) },
    {
      name: "xl/workbook.xml",
      content: xml(
        `<x:workbook xmlns:x="main" xmlns:r="office"><x:workbookPr ${properties}/><x:sheets>${listed
          .map(({ name, id }, place) => `<x:sheet name="${name}" sheetId="${place + 1}" r:id="${id}"/>`)
          .join("")}${alsoNamed ? `<x:sheet name="${alsoNamed}" sheetId="99" r:id="none"/>` : ""}</x:sheets></x:workbook>`,
      ),
    },
    { name: "xl/_rels/workbook.xml.rels", content: xml(`<Relationships>${relations.join("")}</Relationships>`) },
    ...listed.map(({ id, content }) => ({
      name: `xl/worksheets/${id}.xml`,
      content: joined(around("<worksheet><sheetData>", content, `</sheetData>${after}</worksheet>`)),
    })),
    ...(sharedTexts ? [{ name: "xl/sharedStrings.xml", content: joined(around(`${doctype}<sst>`, sharedTexts, "</sst>")) }] : []),
    ...(styles ? [{ name: "xl/styles.xml", content: xml(`<styleSheet>${styles}</styleSheet>`) }] : []),
  ];
  return buffer(Readable.from(zip(entries)));
};
