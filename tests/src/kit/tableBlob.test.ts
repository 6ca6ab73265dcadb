import { expect, it } from "vitest";
import { byteOrderMark, type Cell } from "#contract/kit/csv.ts";
import { tableBlob } from "#src/kit/screen/tableBlob.ts";
import { xlsxCells } from "#tests/server/xlsxCells.ts";

const texts = ["007", "1.10", "-007", "1E5", "3-4", "000125", "9007199254740993", "+86 138"];

const fileOf = async (format: "csv" | "xlsx", rows: readonly (readonly Cell[])[]): Promise<Buffer> => {
  async function* batches() {
    yield rows;
  }
  const columns = (rows[0] ?? []).map((_, place) => ({ heading: `c${place}`, width: 100 }));
  const blob = await tableBlob({ name: "Pumps", format, columns, batches: batches(), cut: () => "" });
  return Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer());
};

it.each(texts)("a sheet holds %s as the text that it is [S9.034]", async (text) => {
  const [, row] = await xlsxCells(await fileOf("xlsx", [[text, 12.5, 1234]]));
  expect(row).toEqual([text, 12.5, 1234]);
});

it("a number with an exponent is no formula, and nothing is an empty cell", async () => {
  expect(String(await fileOf("csv", [["-1E5", "+1.5e-3", null, -8.7, 9007199254740993n, "-1E5+A1"]]))).toBe(
    `${byteOrderMark}c0,c1,c2,c3,c4,c5\r\n-1E5,+1.5e-3,,-8.7,9007199254740993,'-1E5+A1\r\n`,
  );
  const [, row] = await xlsxCells(await fileOf("xlsx", [[-8.7, null, 9007199254740993n, "–"]]));
  expect(row).toEqual([-8.7, null, "9007199254740993", "–"]);
});

it("values stand bare in a csv, and formulas do not run [S9.034]", async () => {
  expect(String(await fileOf("csv", [["007", 1234, "＝1", "=1+1", "a,b"]]))).toBe(
    `${byteOrderMark}c0,c1,c2,c3,c4\r\n007,1234,'＝1,'=1+1,"a,b"\r\n`,
  );
});
