import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pointTable } from "#contract/pointTable.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { workbook } from "./tables.ts";

let site: Site;
let token: string;
beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

const read = (file: Buffer | string, name = "points.xlsx") => {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  return site.ask(deviceDataRecipe.calls.read_table, { file: new File([new Uint8Array(bytes)], name) }, { token, language: "en" });
};

describe("a table of data points that is uploaded", () => {
  it("is read by its headings in either language and any order, with its texts as they stand", async () => {
    const file = await workbook(
      ["单位", "Point address", "名称", "Colour"],
      [
        ["kW", "00001", "功率", "red"],
        ["", "1234567890123456789", "Flow", ""],
      ],
    );
    const { code, data } = await read(file);
    expect(code).toBe(0);
    expect(data).toEqual({
      ...{ sheet: "Sheet", columns: ["unit", "address", "name"] },
      notices: ["Column D “Colour” is unknown and was not read"],
      rows: [
        { line: 2, cells: { unit: "kW", address: "00001", name: "功率" }, notes: [] },
        { line: 3, cells: { unit: "", address: "1234567890123456789", name: "Flow" }, notes: [] },
      ],
    });
  });

  it("may be text, and says of each cell what it lost on its way", async () => {
    const { data } = await read("Name,Address\nFlow,1.23E+12\n", "points.csv");
    expect(data.rows).toEqual([
      {
        line: 2,
        cells: { name: "Flow", address: "1230000000000" },
        notes: [{ column: "address", message: expect.stringMatching(/digits/i) }],
      },
    ]);
  });

  it.each([
    ["without a column that it cannot do without", "Name\nFlow\n", "Point address"],
    ["without a row", "Name,Point address\n", "no row"],
    ["of more rows than a template has points", `Name,Point address\n${"n,1\n".repeat(2001)}`, "2,000|2000"],
    ["that is none", "\u0000\u0001", ""],
  ])("is refused %s", async (_, text, said) => {
    const { code, data } = await read(text, "points.csv");
    expect(code).toBe(400);
    expect(JSON.stringify(data)).toMatch(new RegExp(said, "i"));
  });

  it("has a heading for every column that no other has", () => {
    const headings = pointTable.flatMap(({ headings: { zh, en, more = [] } }) => [...new Set([zh, en, ...more])]);
    expect(new Set(headings).size).toBe(headings.length);
  });
});
