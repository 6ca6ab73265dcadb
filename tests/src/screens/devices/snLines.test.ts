import { describe, expect, it } from "vitest";
import { transferCheck, transferLine } from "#contract/resources/deviceTransfer.ts";
import { readSnLines } from "#src/screens/devices/snLines.ts";

const linesOf = async (content: string | Uint8Array<ArrayBuffer>, name = "sns.txt") => readSnLines(new File([content], name));
const utf16 = (text: string, bigEndian: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !bigEndian);
  return bytes;
};

describe("a file of SNs", () => {
  it.each([
    ["of any system's line ends", "GW-0001\r\nGW-0002\rGW-0003\n", ["GW-0001", "GW-0002", "GW-0003"]],
    ["with a mark, blanks and blank lines", "\ufeff\u00a0GW-0001\u3000\n\n \t\n", ["GW-0001"]],
    ["in UTF-16", utf16("\ufeffGW-0001\r\n水泵\r\n", false), ["GW-0001", "水泵"]],
    ["in UTF-16, its bytes the other way round", utf16("\ufeffGW-0001\r\n", true), ["GW-0001"]],
  ])("is read %s", async (_, content, sns) => {
    expect(await linesOf(content)).toEqual({ sns });
  });

  it("has each line asked for, however long it is", async () => {
    const read = await linesOf(`GW-0001\n${"x".repeat(5000)}\nGW-0002`);
    expect(read).toEqual({ sns: ["GW-0001", "x".repeat(transferLine), "GW-0002"] });
    expect(transferCheck.safeParse(read).success).toBe(true);
  });

  it.each([
    ["form", "GW-0001", "sns.csv"],
    ["form", "GW\0-0001", "sns.txt"],
    ["empty", " \n\n", "sns.txt"],
    ["tooLarge", "x".repeat(200_001), "sns.txt"],
    ["tooMany", "GW-0001\n".repeat(1001), "sns.txt"],
  ])("is refused as %s", async (fault, content, name) => {
    expect(await linesOf(content, name)).toEqual({ fault });
  });
});
