import { SheetFault, type SheetFaultCode } from "#server/sheets/fault.ts";

const marks = [
  { encoding: "utf-8", mark: Buffer.from("efbbbf", "hex") },
  { encoding: "utf-16le", mark: Buffer.from("fffe", "hex") },
  { encoding: "utf-16be", mark: Buffer.from("feff", "hex") },
] as const;

/** Signs that stand in no text, in any encoding. */
const noText = /(?!\s)\p{Cc}/u;
/** What GB18030 makes of bytes that were something else. */
const forPrivateUse = /\p{Co}/u;

const decode = (encoding: string, bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/**
 * The text of a file: by its mark UTF-8 or UTF-16, otherwise UTF-16 where zeros stand beside its signs, UTF-8 where it is valid as such,
 * GB18030 else. Throws a SheetFault for bytes that are no text, and for text in none of these.
 */
export const decoded = (file: Buffer): string => {
  const text = decodedAsMarked(file);
  if (noText.test(text)) throw new SheetFault("notATable");
  return text;
};

const decodedAsMarked = (file: Buffer): string => {
  const marked = marks.find(({ mark }) => file.subarray(0, mark.length).equals(mark));
  if (marked) return decode(marked.encoding, file) ?? fault("torn");
  if (file.includes(0)) return decode(file[1] === 0 ? "utf-16le" : "utf-16be", file) ?? fault("notATable");
  const text = decode("utf-8", file) ?? decode("gb18030", file);
  return text === undefined || forPrivateUse.test(text) ? fault("otherEncoding") : text;
};

const fault = (code: SheetFaultCode): never => {
  throw new SheetFault(code);
};
