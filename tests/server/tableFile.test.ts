import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileFormat } from "#contract/fileFormat.ts";
import type { Cell } from "#contract/kit/csv.ts";
import { tableFile } from "#server/kit/tableFile.ts";
import { holds } from "#tests/property.ts";
import { xlsxCells } from "./xlsxCells.ts";

async function* inBatches(rows: readonly (readonly Cell[])[], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

const written = async (format: FileFormat, rows: readonly (readonly Cell[])[], most?: number) => {
  const columns = Array.from({ length: rows[0]?.length ?? 1 }, (_, place) => ({ heading: `H${place}`, width: 100 }));
  const file = await tableFile({
    ...{ name: "冷库/1号", format, language: "en", columns, batches: inBatches(rows, 3) },
    ...(most === undefined ? {} : { most }),
  });
  if (typeof file.body === "string" || Buffer.isBuffer(file.body)) throw new Error("not streamed");
  return { ...file, bytes: await buffer(file.body) };
};
const csvLines = async (rows: readonly (readonly Cell[])[]) => (await written("csv", rows)).bytes.toString("utf8").trimEnd().split("\r\n");

describe("a table as a file", () => {
  it("keeps in xlsx text as text and numbers as numbers, whatever they look like", async () => {
    const texts = ["007", "00012345", "-007", "1E5", "3-4", "1.10", "=1+1", "＝1+1", " a\tb ", "一\n二", "<&>\"'", "", "x".repeat(32_767)];
    const numbers = [0, -1.5, 1e21, 123456789012345n, -7];
    const file = await written("xlsx", [texts, numbers]);
    expect(file.fileName).toBe("冷库_1号.xlsx");
    expect(file.contentType).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    expect(xlsxCells(file.bytes).slice(1)).toEqual([texts, numbers.map(Number)]);
    expect(xlsxCells((await written("xlsx", [[18446744073709551615n, "a\u001bb_x0041_", "\ud800", "x".repeat(40_000)]])).bytes)[1]).toEqual(
      ["18446744073709551615", "a_x001B_b_x005F_x0041_", "\ufffd", `${"x".repeat(32_766)}…`],
    );
  });

  it("writes in csv values bare, with nothing added but the apostrophe before what a spreadsheet would run", async () => {
    const bare = ["007", "00012345", "-007", "+8613800138000", "1E5", "3-4", "1.10", "-1.5", "–", "SN-01"];
    expect(await csvLines([[...bare, -1.5, 18446744073709551615n, null]])).toEqual([
      `\ufeff${[...bare, 1, 2, 3].map((_, place) => `H${place}`).join(",")}`,
      `${bare.join(",")},-1.5,18446744073709551615,`,
    ]);
    for (const start of ["=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"]) {
      const formula = `${start}cmd|' /C calc'!A0`;
      expect((await csvLines([[formula]]))[1]).toBe(`'${formula}`);
    }
    for (const before of [" ", "  ", "\u00a0", "\u3000", "\u200b", "\ufeff", "\u202e", "\u2066", "\u0000", "\u001b"])
      for (const sign of ["=", "@", "＝", "﹦"]) expect((await csvLines([[`${before}${sign}1`]]))[1]).toBe(`'${before}${sign}1`);
    for (const sign of ["﹦", "﹢", "﹣", "﹫"]) expect((await csvLines([[`${sign}1+1`]]))[1]).toBe(`'${sign}1+1`);
    for (const hidden of ["\u202egnp.exe", "\u200ftext", "\u0007bell", "\u009bcsi"])
      expect((await csvLines([[hidden]]))[1]).toBe(`'${hidden}`);
    const harmless = [" -1.5", "\u00a0+3", " text", "\u3000段落", "\u200btext", "a=1", "⁼1", "−3", "‑1", "x;y", "é"];
    expect((await csvLines([harmless]))[1]).toBe(harmless.join(","));
    expect((await csvLines([['=HYPERLINK("x"),1']]))[1]).toBe(`"'=HYPERLINK(""x""),1"`);
    expect((await csvLines([["-1+1"]]))[1]).toBe("'-1+1");
    // So that what is read back loses no apostrophe of its own.
    expect((await csvLines([["'=1", "''@x", "'text", "'"]]))[1]).toBe("''=1,'''@x,'text,'");
  });

  it("gives every row back in either format, or says where it was cut", async () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ unit: fc.constantFrom(..."aZ09._-一号") }),
    );
    await holds(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }), async (rows) => {
        const cells = xlsxCells((await written("xlsx", rows)).bytes).slice(1);
        const padded = cells.map((row) => [row[0] ?? null, row[1] ?? null]);
        expect(padded).toEqual(rows.map((row) => row.map((value) => (value === 0 ? 0 : value))));
        expect(await csvLines(rows.map(() => ["a"]))).toHaveLength(rows.length + 1);
      }),
      { numRuns: 30 },
    );
    const many = Array.from({ length: 7 }, (_, row) => [row]);
    expect(xlsxCells((await written("xlsx", many, 7)).bytes)).toHaveLength(8);
    const cut = "Export limit reached: only the first 4 rows are included";
    expect(xlsxCells((await written("xlsx", many, 4)).bytes)).toEqual([["H0"], [0], [1], [2], [3], [cut]]);
    expect((await written("csv", many, 4)).bytes.toString("utf8")).toBe(`\ufeffH0\r\n0\r\n1\r\n2\r\n3\r\n${cut}\r\n`);
  });

  it("refuses a table without rows instead of writing a heading", async () => {
    await expect(written("csv", [])).rejects.toMatchObject({ code: "nothingToExport" });
    await expect(written("xlsx", [])).rejects.toMatchObject({ code: "nothingToExport" });
  });

  it("stops reading when nobody takes the file any more", async () => {
    let open = true;
    async function* endless() {
      try {
        for (;;) yield Array.from({ length: 1000 }, () => ["x".repeat(100), 1]);
      } finally {
        open = false;
      }
    }
    for (const format of ["csv", "xlsx"] as const) {
      open = true;
      const { body } = await tableFile({ name: "x", format, language: "zh", columns: [{ heading: "a", width: 9 }], batches: endless() });
      if (typeof body === "string" || Buffer.isBuffer(body)) throw new Error("not streamed");
      for await (const chunk of body) if (String(chunk).length > 4000) break;
      await expect.poll(() => open).toBe(false);
    }
  });
});
