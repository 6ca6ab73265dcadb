import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteOrderMark, csv } from "#contract/kit/csv.ts";
import { sheetLimits } from "#server/sheets/limits.ts";
import { textFile } from "#server/sheets/text/textFile.ts";
import { holds } from "#tests/property.ts";
import { readAll, rowsOf } from "./readAll.ts";

const wide = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(text, "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
};
/** SN,名称 */
const inGb18030 = Buffer.from("534e2cc3fbb3c60d0a303031322cc0e4bfe20d0a", "hex");

describe("a table of text", () => {
  const table = "SN,名称\r\n0012,冷库\r\n";
  const rows = [
    { row: 1, cells: ["SN", "名称"] },
    { row: 2, cells: ["0012", "冷库"] },
  ];

  it.each<[encoding: string, file: Buffer]>([
    ["UTF-8", Buffer.from(table)],
    ["UTF-8 with its mark", Buffer.from(byteOrderMark + table)],
    ["GB18030", inGb18030],
    ["UTF-16, as Excel writes Unicode text", wide(byteOrderMark + table.replaceAll(",", "\t"))],
    ["UTF-16 of the other order", wide(byteOrderMark + table, true)],
    ["UTF-16 without a mark", wide(table)],
    ["UTF-16 of the other order without a mark", wide(table, true)],
    ["semicolons", Buffer.from(table.replaceAll(",", ";"))],
    ["tabs", Buffer.from(table.replaceAll(",", "\t"))],
    ["its separator told", Buffer.from(`sep=;\r\n${table.replaceAll(",", ";")}`)],
    ["line feeds", Buffer.from(table.replaceAll("\r\n", "\n").trimEnd())],
    ["carriage returns", Buffer.from(table.replaceAll("\r\n", "\r"))],
  ])("is read in %s", async (_encoding, file) => {
    const sheet = { name: "", hidden: false, filled: true };
    expect(await readAll(file)).toEqual({ format: "text", sheets: [{ ...sheet, rows, notices: [] }] });
  });

  it("numbers its rows as a spreadsheet does, over blank ones and lines within a cell", async () => {
    expect(await rowsOf(Buffer.from('\n,\na;b,"x\ny"\n \n"1 ""2""",3"4\n'))).toEqual([
      { row: 3, cells: ["a;b", "x\ny"] },
      { row: 5, cells: ['1 "2"', '3"4'] },
    ]);
  });

  it("takes the separator of its first line with anything in it, outside quotation marks", async () => {
    expect(await rowsOf(Buffer.from('\n"a,b,c";d\n1,5;2,5\n'))).toEqual([
      { row: 2, cells: ["a,b,c", "d"] },
      { row: 3, cells: ["1,5", "2,5"] },
    ]);
    expect(await rowsOf(Buffer.from("SN\n1;2\n"))).toEqual([
      { row: 1, cells: ["SN"] },
      { row: 2, cells: ["1;2"] },
    ]);
  });

  it("keeps digits that were kept as text, and tells numbers that Excel shortened", async () => {
    const file = await readAll(Buffer.from('="0012",1.23457E+11,-1E+15,1E5,1.5e+12,1.2E+10,12E+12,0x1E+11\n'));
    expect(file.sheets[0]?.rows).toEqual([
      { row: 1, cells: ["0012", "123457000000", "-1000000000000000", "1E5", "1.5e+12", "1.2E+10", "12E+12", "0x1E+11"] },
    ]);
    expect(file.sheets[0]?.notices).toEqual([
      { code: "roundedNumber", sheet: "", row: 1, column: 2 },
      { code: "roundedNumber", sheet: "", row: 1, column: 3 },
    ]);
  });

  it("says in which row a quotation mark is not closed", async () => {
    await expect(readAll(Buffer.from('a,b\n1,"2\n3,4\n'))).rejects.toMatchObject({ code: "torn", detail: { row: 2 } });
  });

  it("reads back unchanged whatever an export wrote", async () => {
    const sign = fc.constantFrom(..."'=+-@＝﹦\t \u200b\u202eaZ09.,;\"\r\n一");
    const text = fc.string({ unit: sign, minLength: 1, maxLength: 8 }).filter((cell) => /\S/.test(cell) && !/^="[^"]*"$/.test(cell));
    await holds(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), async (records) => {
        const cells: string[][] = [];
        const [sheet] = textFile(csv([["a", "b"], ...records]), sheetLimits).sheets;
        if (!sheet) throw new Error("no sheet");
        for await (const portion of sheet.read())
          for (const row of portion) cells.push(row.cells.map(({ value }) => (value.kind === "text" ? value.text : value.kind)));
        expect(cells).toEqual([["a", "b"], ...records]);
      }),
    );
  });
});
