import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparable, matchHeadings, type TableColumn } from "#server/sheets/headings.ts";
import { sheetReading } from "#server/sheets/sheetReading.ts";
import { meantSheet, readTable } from "#server/sheets/table.ts";
import { sheetTemplate } from "#server/sheets/template.ts";
import { ZipParts } from "#server/sheets/xlsx/zipParts.ts";
import { holds } from "#tests/property.ts";
import { xlsxCells } from "#tests/server/xlsxCells.ts";

const columns = [
  { id: "sn", headings: { zh: "序列号", en: "SN", more: ["Serial number"] }, required: true, width: 140 },
  { id: "name", headings: { zh: "设备名称", en: "Device name" }, required: true, width: 160 },
  { id: "remark", headings: { zh: "备注", en: "Remark" }, required: false, width: 200 },
] as const satisfies readonly (TableColumn & { width: number })[];
type Id = (typeof columns)[number]["id"];

const matched = (...cells: string[]) => {
  const { row, columns: places, faults } = matchHeadings<Id>({ row: 2, cells }, columns);
  return { row, places: Object.fromEntries(places), faults };
};

describe("headings", () => {
  it("are found in any order and either language; neither case, blanks nor full-width forms count", () => {
    expect(matched("备 注", "", "ＤＥＶＩＣＥ　ｎａｍｅ", " sn\u200b\n")).toEqual({
      row: 2,
      places: { remark: 1, name: 3, sn: 4 },
      faults: [],
    });
    expect(matched("SERIAL NUMBER", "设备名称")).toEqual({ row: 2, places: { sn: 1, name: 2 }, faults: [] });
  });

  it("that are unknown, repeated or missing are told by their place", () => {
    expect(matched("SN", "Colour", "序列号", "SN")).toEqual({
      row: 2,
      places: { sn: 1 },
      faults: [
        { code: "unknownHeading", column: 2, text: "Colour", id: null },
        { code: "repeatedHeading", column: 3, text: "序列号", id: "sn" },
        { code: "repeatedHeading", column: 4, text: "SN", id: "sn" },
        { code: "missingHeading", column: null, text: "", id: "name" },
      ],
    });
  });

  it("of two columns have to differ", () => {
    const twice = [...columns, { id: "other", headings: { zh: "其他", en: "ｓ n" }, required: false }];
    expect(() => matchHeadings({ row: 1, cells: [] }, twice)).toThrow(RangeError);
    expect(() => matchHeadings({ row: 1, cells: [] }, [{ id: "none", headings: { zh: " ", en: "x" }, required: false }])).toThrow(
      RangeError,
    );
  });

  it("are matched however they are shuffled and written, and nothing else is", () => {
    const written = (heading: string) =>
      fc
        .array(fc.constantFrom("", " ", "\u3000", "\u200b", "\n"), { minLength: heading.length + 1, maxLength: heading.length + 1 })
        .map(
          (gaps) =>
            [...heading].map((sign, at) => (gaps[at] ?? "") + (at % 2 ? sign.toUpperCase() : sign.toLowerCase())).join("") +
            (gaps.at(-1) ?? ""),
        );
    const heading = (column: (typeof columns)[number]) =>
      fc
        .constantFrom(column.headings.zh, column.headings.en)
        .chain(written)
        .map((text) => ({ id: column.id as Id | null, text }));
    const known = new Set(columns.flatMap(({ headings }) => [headings.zh, headings.en, "Serial number"].map(comparable)));
    const unknown = fc.string({ minLength: 1 }).filter((text) => comparable(text) !== "" && !known.has(comparable(text)));
    const line = fc
      .tuple(
        fc.tuple(...columns.map(heading)),
        fc.array(
          unknown.map((text) => ({ id: null, text })),
          { maxLength: 3 },
        ),
      )
      .chain(([ours, others]) => fc.shuffledSubarray([...ours, ...others], { minLength: ours.length + others.length }));
    holds(
      fc.property(line, (cells) => {
        const found = matchHeadings<Id>({ row: 1, cells: cells.map(({ text }) => text) }, columns);
        for (const [at, { id, text }] of cells.entries()) {
          if (id) expect(found.columns.get(id)).toBe(at + 1);
          else expect(found.faults).toContainEqual({ code: "unknownHeading", column: at + 1, text, id: null });
        }
        expect(found.faults).toHaveLength(cells.filter(({ id }) => !id).length);
      }),
    );
  });

  it("compare as the same when they are compared again, whatever one sign stands for", () => {
    expect(comparable("Ｆ㎒")).toBe(comparable("fmhz"));
    holds(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(comparable(comparable(text))).toBe(comparable(text));
      }),
    );
  });
});

const tableOf = (text: string) =>
  sheetReading()(Buffer.from(text), async ({ portions }) => {
    const table = await readTable<Id>(portions(0), columns);
    if (!table) return undefined;
    const rows = [];
    const notices = [];
    for await (const portion of table.portions) {
      rows.push(...portion.rows);
      notices.push(...portion.notices);
    }
    return { headingRow: table.headings.row, rows, notices };
  });

describe("a sheet as a table", () => {
  it("has its headings in the first row that is not blank, and rows by the names of their columns", async () => {
    expect(await tableOf("\n,\nDevice name,Colour,SN\n冷库,red,007\n\nshort\n,only red\n,,1.2E+12\n")).toEqual({
      headingRow: 3,
      rows: [
        { row: 4, cells: { name: "冷库", sn: "007" } },
        { row: 6, cells: { name: "short", sn: "" } },
        { row: 8, cells: { name: "", sn: "1200000000000" } },
      ],
      notices: [{ code: "roundedNumber", sheet: "", row: 8, column: 3 }],
    });
  });

  it("goes on after the portion that has its headings", async () => {
    const lines = Array.from({ length: 1200 }, (_, at) => `${at},n`);
    const table = await tableOf(["SN,设备名称", ...lines].join("\n"));
    expect(table?.rows.map(({ row }) => row)).toEqual(lines.map((_, at) => at + 2));
  });

  it("is none where every row is blank", async () => {
    expect(await tableOf("\n , \n")).toBeUndefined();
  });

  it("is the first one with values that can be seen, else the first with values", () => {
    const sheet = (filled: boolean, hidden = false) => ({ name: "a", filled, hidden });
    expect(meantSheet([sheet(false), sheet(true, true), sheet(true)])).toBe(2);
    expect(meantSheet([sheet(false), sheet(true, true)])).toBe(1);
    expect(meantSheet([sheet(false)])).toBeUndefined();
  });
});

describe("a template", () => {
  it.each(["zh", "en"] as const)("has the headings alone, in %s, is read by them, and keeps what is typed as text", async (language) => {
    const file = await buffer(Readable.from(sheetTemplate("设备", columns, language)));
    expect(xlsxCells(file)).toEqual([columns.map(({ headings }) => headings[language])]);
    const read = await sheetReading()(file, async ({ portions }) => (await readTable<Id>(portions(0), columns))?.headings);
    expect(read).toEqual({ row: 1, columns: new Map(columns.map(({ id }, at) => [id, at + 1])), faults: [] });
    const [, columnXml] = /<cols>(.*?)<\/cols>/.exec(await sheetXml(file)) ?? [];
    expect(columnXml?.match(/style="1"/g)).toHaveLength(columns.length);
  });
});

/** How a column without cells is formatted stands in the XML alone. */
const sheetXml = async (file: Buffer): Promise<string> => {
  const parts = await ZipParts.open(file, 1_048_576);
  return text(Readable.from(parts.text("xl/worksheets/sheet1.xml")));
};
