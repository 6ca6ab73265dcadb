import { limits } from "#contract/limits.ts";
import { transferLine } from "#contract/resources/deviceTransfer.ts";

/** What is wrong with a file of SNs; `undefined` where nothing is. */
export type LinesFault = "form" | "tooLarge" | "empty" | "tooMany";

export type SnLines = { readonly sns: readonly string[] } | { readonly fault: LinesFault };

const mostBytes = 200_000;

/** Editors of some systems write texts as UTF-16, which begins with a mark. */
const textOf = (bytes: Uint8Array): string => {
  const marks: readonly (readonly [string, number, number])[] = [
    ["utf-16le", 0xff, 0xfe],
    ["utf-16be", 0xfe, 0xff],
  ];
  const found = marks.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  return new TextDecoder(found?.[0] ?? "utf-8").decode(bytes);
};

/** The SNs of a .txt file, one in a line; blank lines do not count. A file that is no text is refused, whatever it is called. */
export const readSnLines = async (file: Pick<File, "name" | "size" | "arrayBuffer">): Promise<SnLines> => {
  if (!/\.txt$/i.test(file.name)) return { fault: "form" };
  if (file.size > mostBytes) return { fault: "tooLarge" };
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  if (text.includes("\0")) return { fault: "form" };
  const sns = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().slice(0, transferLine))
    .filter((line) => line !== "");
  if (sns.length === 0) return { fault: "empty" };
  return sns.length > limits.transfer ? { fault: "tooMany" } : { sns };
};
