import { CFB } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import type { SheetFaultCode } from "#server/sheets/fault.ts";
import type { SheetLimits } from "#server/sheets/limits.ts";
import { sheetReading } from "#server/sheets/sheetReading.ts";
import { builtWorkbook } from "./builtWorkbook.ts";
import { readAll, readByThread, stored } from "./readAll.ts";

const refusal = async (file: Buffer, limits?: Partial<SheetLimits>, read: typeof readAll = readAll) => {
  try {
    return await read(file, limits);
  } catch (error) {
    return { code: Reflect.get(Object(error), "code"), detail: Reflect.get(Object(error), "detail") };
  }
};

/** A file of compound parts, as Word and Excel before 2007 wrote it. */
const compound = (...names: string[]): Buffer => {
  const container = CFB.utils.cfb_new();
  for (const name of names) CFB.utils.cfb_add(container, `/${name}`, Buffer.alloc(5000, 1));
  return Buffer.from(CFB.write(container, { type: "buffer" }) as Uint8Array);
};

const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...texts: string[]): string => `<row>${texts.map(cell).join("")}</row>`;
function* repeated(text: string, count: number) {
  for (let done = 0; done < count; done += 1) yield text;
}

describe("a file that is no table", () => {
  it.each<[what: string, code: SheetFaultCode, file: () => Promise<Buffer> | Buffer]>([
    ["nothing", "empty", () => Buffer.alloc(0)],
    ["a workbook without a sheet", "empty", () => builtWorkbook({ sheets: {} })],
    ["a picture", "notATable", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
    ["a document of Word", "notATable", () => compound("WordDocument", "1Table")],
    ["a web page called xls", "otherFormat", () => Buffer.from("\ufeff\r\n<HTML><table><tr><td>1</td></tr></table></HTML>")],
    ["XML of Excel 2003", "otherFormat", () => Buffer.from('<?xml version="1.0"?><Workbook/>')],
    ["Excel 95", "otherFormat", () => compound("Book")],
    ["an xls with a password", "encrypted", () => stored("encrypted.xls")],
    ["an xlsx with a password", "encrypted", () => compound("EncryptionInfo", "EncryptedPackage")],
    ["text in no encoding", "otherEncoding", () => Buffer.from("ff41ff42ff43", "hex")],
    ["text that GB18030 has only for private use", "otherEncoding", () => Buffer.from("aaa1aaa2", "hex")],
  ])("is refused: %s", async (_what, code, file) => {
    expect(await refusal(await file())).toEqual({ code, detail: {} });
  });

  it("is told from what it holds: an xls that is cut off anywhere, or an xlsx, is torn", async () => {
    for (const name of ["main.xls", "main.xlsx"]) {
      const whole = await stored(name);
      for (const share of [0.3, 0.6, 0.9])
        expect(await refusal(whole.subarray(0, whole.length * share)), `${name} ${share}`).toEqual({ code: "torn", detail: {} });
    }
  });

  it("is torn where it unpacks to something else than was packed", async () => {
    const file = await builtWorkbook({ sheets: { a: [row("a")] } });
    const entry = file.indexOf("xl/worksheets/rId1.xml", file.readUInt32LE(file.length - 6)) - 46;
    file.writeUInt32LE(1, entry + 16);
    expect(await refusal(file)).toEqual({ code: "torn", detail: {} });
  });

  it("is torn where it names a sheet that is not there", async () => {
    const xls = await stored("main.xls");
    xls.writeUInt32LE(7, xls.indexOf(Buffer.from("设备", "utf16le")) - 8);
    expect(await refusal(xls)).toEqual({ code: "torn", detail: {} });
    expect(await refusal(await builtWorkbook({ sheets: { a: [row("a")] }, alsoNamed: "b" }))).toEqual({ code: "torn", detail: {} });
  });

  it.each([
    ["XML that is not closed", { sheets: { a: ["<row><c>"] } }],
    ["an entity of its own", { sheets: { a: ["<row><c><v>&lol;</v></c></row>"] } }],
    ["a shared text that is not there", { sheets: { a: ['<row><c t="s"><v>7</v></c></row>'] }, sharedTexts: ["<si><t>a</t></si>"] }],
    ["a number that is none", { sheets: { a: ["<row><c><v>12x</v></c></row>"] } }],
    ["a cell left of the one before", { sheets: { a: ['<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>'] } }],
    ["a row beyond the last one", { sheets: { a: ['<row r="1048577"/>'] } }],
    ["a row above the one before", { sheets: { a: ['<row r="2"/><row r="1"/>'] } }],
  ])("is torn where no spreadsheet writes such a thing: %s", async (_what, built) => {
    expect(await refusal(await builtWorkbook(built))).toEqual({ code: "torn", detail: {} });
  });

  it("unfolds no entities", async () => {
    const names = [..."abcdefghij"];
    const entities = names.map((name, place) => `<!ENTITY ${name} "${place === 0 ? "x" : `&${names[place - 1]};`.repeat(10)}">`).join("");
    const built = { sheets: { a: [row("x")] }, doctype: `<!DOCTYPE sst [${entities}]>` };
    expect((await readAll(await builtWorkbook({ ...built, sharedTexts: ["<si><t>x</t></si>"] }))).sheets).toHaveLength(1);
    expect(await refusal(await builtWorkbook({ ...built, sharedTexts: ["<si><t>&j;</t></si>"] }))).toEqual({ code: "torn", detail: {} });
  });
});

describe("a file beyond a limit", () => {
  it("is refused by its size before it is looked at", async () => {
    expect(await refusal(Buffer.alloc(5 * 1_048_576 + 1), {}, readByThread)).toEqual({ code: "tooLarge", detail: { limit: 5_242_880 } });
  });

  it.each<[limit: Partial<SheetLimits>, code: SheetFaultCode, row: number]>([
    [{ rows: 2 }, "tooManyRows", 4],
    [{ columns: 2 }, "tooManyColumns", 2],
    [{ cells: 5 }, "tooManyCells", 4],
    [{ cellCharacters: 3 }, "tooMuch", 4],
    [{ characters: 9 }, "tooMuch", 4],
  ])("is refused at the row that passes it: %j", async (limit, code, at) => {
    const file = await builtWorkbook({ sheets: { a: [row("a"), row("a", "b", "c"), row(" "), row("abcd", "ef")] } });
    const exact = { rows: 3, columns: 3, cells: 6, cellCharacters: 4, characters: 10 };
    expect((await readAll(file, exact)).sheets[0]?.rows).toHaveLength(3);
    expect(await refusal(file, { ...exact, ...limit })).toEqual({
      code,
      detail: { sheet: "a", row: at, limit: Object.values(limit)[0] },
    });
  });

  it("is refused by what it says to unpack to, and where it unpacks to more than it says", async () => {
    const bomb = await builtWorkbook({ sheets: { a: repeated(" ".repeat(1_048_576), 16) } });
    expect(await refusal(bomb, { unpackedBytes: 1_048_576 })).toEqual({ code: "tooMuch", detail: { limit: 1_048_576 } });
    const directory = bomb.readUInt32LE(bomb.length - 6);
    bomb.writeUInt32LE(1000, bomb.indexOf("xl/worksheets/rId1.xml", directory) - 46 + 24);
    expect(await refusal(bomb, { unpackedBytes: 1_048_576 })).toEqual({ code: "torn", detail: {} });
  });

  it("is refused where few texts are named by many cells", async () => {
    const sharedTexts = [`<si><t>${"x".repeat(32_000)}</t></si>`];
    const file = await builtWorkbook({ sheets: { a: repeated('<row><c t="s"><v>0</v></c></row>', 1001) }, sharedTexts });
    expect(await refusal(file)).toEqual({ code: "tooMuch", detail: { sheet: "a", row: 1001, limit: 32_000_000 } });
    expect(await refusal(file, { characters: 31_999 })).toEqual({ code: "tooMuch", detail: { limit: 31_999 } });
  });

  it("is refused where a row of text has no end", async () => {
    const limits = { cellCharacters: 5, columns: 2 };
    expect(await refusal(Buffer.from(`a,b\n"${"x".repeat(100)}`), limits)).toEqual({ code: "tooMuch", detail: { limit: 20 } });
  });

  it("is refused where it takes too long, and others are answered meanwhile", async () => {
    const file = await builtWorkbook({ sheets: { a: repeated("<row/>".repeat(1000), 1000) } });
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 1);
    expect(await refusal(file, { milliseconds: 20 }, readByThread)).toEqual({ code: "tooSlow", detail: { limit: 20 } });
    clearInterval(beat);
    expect(turns).toBeGreaterThan(1);
  });

  it("is refused where it needs more memory than it may", async () => {
    const texts = Array.from({ length: 400 }, (_, at) => `${at},${"1234567890,".repeat(1000)}`).join("\n");
    expect(await refusal(Buffer.from(texts), { megabytes: 16, columns: 2000 }, readByThread)).toEqual({
      code: "tooMuchMemory",
      detail: { limit: 16 },
    });
  });

  it("is read where empty rows are formatted as far as there are any", async () => {
    const formatted = function* (row: string) {
      yield row;
      for (let from = 1; from < 128; from += 1)
        yield Array.from({ length: 1024 }, (_, at) => `<row r="${from * 1024 + at}" ht="20"><c s="1"/></row>`).join("");
      yield '<row r="1048576" ht="20"/>';
    };
    const file = await builtWorkbook({ sheets: { a: formatted(row("SN")) } });
    expect((await readAll(file)).sheets[0]?.rows).toEqual([{ row: 1, cells: ["SN"] }]);
  });
});

describe("reading by a thread", () => {
  const file = () => Buffer.from("a,b\n1,2\n");

  it("refuses as it would without one, when the file is opened and further on", async () => {
    expect(await refusal(await stored("encrypted.xls"), {}, readByThread)).toEqual({ code: "encrypted", detail: {} });
    expect(await refusal(file(), { rows: 1 }, readByThread)).toEqual({ code: "tooManyRows", detail: { sheet: "", row: 2, limit: 1 } });
  });

  it("takes so many files at once, and the next one when the use of one has failed or ended", async () => {
    const read = sheetReading({ atOnce: 1 });
    const order: string[] = [];
    const uses: Promise<unknown>[] = [];
    for (const name of ["first", "second", "third"])
      uses.push(
        read(file(), async ({ portions }) => {
          order.push(`${name} begins`);
          for await (const { rows } of portions(0)) expect(rows).toHaveLength(2);
          order.push(`${name} ends`);
          if (name === "first") throw new Error("by its user");
          return name;
        }),
      );
    expect((await Promise.allSettled(uses)).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    await expect(uses[0]).rejects.toThrow("by its user");
    expect(order).toEqual(["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it("begins a sheet anew each time, and refuses a sheet that there is not", async () => {
    await sheetReading()(file(), async ({ portions }) => {
      for (let time = 0; time < 2; time += 1)
        for await (const { rows } of portions(0)) expect(rows.map(({ row: at }) => at)).toEqual([1, 2]);
      expect(() => portions(1)).toThrow(RangeError);
    });
  });
});
