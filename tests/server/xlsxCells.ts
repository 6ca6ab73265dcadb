import { crc32, inflateRawSync } from "node:zlib";

/** The entries of a zip file, as its directory lists them. */
const unzipped = (file: Buffer): Map<string, string> => {
  const end = file.lastIndexOf(Buffer.from("504b0506", "hex"));
  const entries = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packed, size] = [file.readUInt32LE(at + 16), file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)];
    const label = file.readUInt16LE(at + 28);
    const start = file.readUInt32LE(at + 42);
    const from = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
    const content = inflateRawSync(file.subarray(from, from + packed));
    if (content.length !== size || crc32(content) !== crc) throw new Error("a zip entry is broken");
    entries.set(file.toString("utf8", at + 46, at + 46 + label), content.toString("utf8"));
    at += 46 + label;
  }
  return entries;
};

const plain = (xml: string): string =>
  xml.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** The cells of the only sheet: text as text, numbers as numbers, null for an empty one. Texts stand in their cells or in a list of their own. */
export const xlsxCells = (file: Buffer): (string | number | null)[][] => {
  const entries = unzipped(file);
  const listed = [...(entries.get("xl/sharedStrings.xml") ?? "").matchAll(/<si><t[^>]*>(.*?)<\/t><\/si>/gs)].map(([, text = ""]) =>
    plain(text),
  );
  const sheet = entries.get("xl/worksheets/sheet1.xml") ?? "";
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = ""]) => {
    const cells: (string | number | null)[] = [];
    for (const [, letters = "", listedText, text, number] of row.matchAll(
      /<c r="([A-Z]+)\d+"(?: s="\d+")?(?: t="s"><v>(\d+)<\/v>| t="inlineStr" s="\d"><is><t xml:space="preserve">(.*?)<\/t><\/is>|><v>([^<]*)<\/v>)<\/c>/gs,
    )) {
      const place = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      while (cells.length < place) cells.push(null);
      if (listedText !== undefined) cells.push(listed[Number(listedText)] ?? null);
      else cells.push(text === undefined ? Number(number) : plain(text));
    }
    return cells;
  });
};

/** All that the file says, in no order: other writers keep texts apart from their cells. */
export const textOfSheet = (file: Buffer): string => [...unzipped(file).values()].map(plain).join("\n");
