import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { xlsx } from "#server/kit/xlsx.ts";
import { builtWorkbook } from "./builtWorkbook.ts";
import { readAll, readByThread, rowsOf, stored } from "./readAll.ts";

const sheet = "设备";

describe("a workbook that another program wrote", () => {
  it.each(["main.xlsx", "main.xls", "from1904.xlsx", "from1904.xls"])("is read as a person sees it: %s", async (name) => {
    expect(await readByThread(await stored(name))).toEqual({
      format: name.endsWith("xls") ? "xls" : "xlsx",
      sheets: [
        {
          ...{ name: sheet, hidden: false, filled: true },
          rows: [
            { row: 2, cells: ["SN", "设备名称", "Value", "Date"] },
            { row: 3, cells: ["00012345", "冷库一号 & <b>", "123456789012345", "2026-05-01"] },
            { row: 4, cells: ["12345678901234600000", "long", "0.1", "2026-05-01 08:09:10"] },
            { row: 7, cells: ["00012345", "hidden", "-1.5", "08:30:00"] },
            { row: 8, cells: ["merged", "", "246913578024690", "#N/A"] },
            { row: 9, cells: ["", "", "TRUE", "ab"] },
          ],
          notices: [
            { code: "roundedNumber", sheet, row: 4, column: 1 },
            { code: "hiddenRow", sheet, row: 7, column: null },
            { code: "formula", sheet, row: 8, column: 3 },
            { code: "formula", sheet, row: 8, column: 4 },
            { code: "errorValue", sheet, row: 8, column: 4 },
            { code: "formula", sheet, row: 9, column: 4 },
            { code: "mergedCells", sheet, row: 8, column: 1, to: { row: 9, column: 2 } },
          ],
        },
        { name: "空", hidden: false, filled: false, rows: [], notices: [] },
        { name: "Second", hidden: true, filled: true, rows: [{ row: 1, cells: ["only here"] }], notices: [] },
      ],
    });
  });

  it("counts days from 1904 where the file says so, without a change of what is shown", async () => {
    const row = '<row r="1"><c r="A1" s="1"><v>44681</v></c></row>';
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    expect(await rowsOf(await builtWorkbook({ sheets: { a: [row] }, styles, properties: 'date1904="1"' }))).toEqual([
      { row: 1, cells: ["2026-05-01"] },
    ]);
    expect(await rowsOf(await builtWorkbook({ sheets: { a: [row] }, styles }))).toEqual([{ row: 1, cells: ["2022-04-30"] }]);
  });

  it("keeps texts whole: runs without their pronunciation, blanks, control characters, CDATA", async () => {
    const texts = [
      "<si><r><rPr><b/></rPr><t>冷</t></r><r><t xml:space='preserve'>库 </t></r><rPh sb='0' eb='1'><t>lengku</t></rPh></si>",
      "<si><t>a_x000A_b_x005F_x0041_</t></si>",
      "<si><t/></si>",
    ];
    const cells = [
      '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c>',
      '<c t="inlineStr"><is><r><t>00</t></r><r><t>7</t></r></is></c><c t="str"><f>A1</f><v><![CDATA[<x>]]></v></c>',
    ];
    expect(await rowsOf(await builtWorkbook({ sheets: { a: [`<row>${cells.join("")}</row>`] }, sharedTexts: texts }))).toEqual([
      { row: 1, cells: ["冷库 ", "a\nb_x0041_", "", "007", "<x>"] },
    ]);
  });

  it("tells a formula that was saved without a value, and takes no zero for it", async () => {
    const cells =
      '<c r="B3"><f>1+1</f></c><c r="C3"><f>A1</f><v></v></c><c r="D3" t="str"><f>""</f><v></v></c><c r="E3"><f>1</f><v>1</v></c>';
    expect((await readAll(await builtWorkbook({ sheets: { a: [`<row r="3">${cells}</row>`] } }))).sheets).toEqual([
      {
        ...{ name: "a", hidden: false, filled: true, rows: [{ row: 3, cells: ["", "", "", "", "1"] }] },
        notices: [
          { code: "formulaWithoutValue", sheet: "a", row: 3, column: 2 },
          { code: "formulaWithoutValue", sheet: "a", row: 3, column: 3 },
          { code: "formula", sheet: "a", row: 3, column: 4 },
          { code: "formula", sheet: "a", row: 3, column: 5 },
        ],
      },
    ]);
  });

  it("reads dates by what Excel calls them in Chinese, and days as ISO text", async () => {
    const styles = `<numFmts><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="31"/><xf numFmtId="176"/><xf numFmtId="46"/><xf numFmtId="10"/></cellXfs>`;
    const cells = '<c s="1"><v>46143</v></c><c s="2"><v>46143.5</v></c><c s="3"><v>1.5</v></c><c s="4"><v>0.125</v></c>';
    const days = '<c t="d"><v>2026-05-01</v></c><c t="d"><v>2026-05-01T08:09:10Z</v></c><c t="d"><v>2026-05-01T00:00:00.000</v></c>';
    expect(await rowsOf(await builtWorkbook({ sheets: { a: [`<row>${cells}${days}</row>`] }, styles }))).toEqual([
      { row: 1, cells: ["2026-05-01", "2026-05-01 12:00:00", "36:00:00", "0.125", "2026-05-01", "2026-05-01 08:09:10", "2026-05-01"] },
    ]);
  });

  it("reads back unchanged what an export wrote", async () => {
    const rows = [
      ["007", "=1+1", "'=1", " a\tb ", "一\n二", "<&>\"'", "18446744073709551615"],
      [-1.5, 123_456_789_012_345, 0.1, "x"],
    ];
    async function* batches() {
      yield rows;
    }
    const written = await buffer(Readable.from(xlsx({ name: "x", widths: [9], headings: ["H"], batches: batches() })));
    expect((await rowsOf(written)).map(({ cells }) => cells)).toEqual([["H"], ...rows.map((row) => row.map(String))]);
  });
});
