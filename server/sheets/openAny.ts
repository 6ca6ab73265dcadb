import { SheetFault } from "./fault.ts";
import type { SheetLimits } from "./limits.ts";
import type { OpenFile } from "./openFile.ts";

const zipStart = Buffer.from("504b0304", "hex");
const compoundStart = Buffer.from("d0cf11e0a1b11ae1", "hex");
const markup = /^\s*<(?:\?xml|!doctype|html|table|meta|head|body|!--)/i;

const startsWith = (file: Buffer, start: Buffer): boolean => file.subarray(0, start.length).equals(start);

/** Opens a file by what it holds, whatever its name. A reader is loaded when a file of its format comes. */
export const openAny = async (file: Buffer, limits: SheetLimits): Promise<OpenFile> => {
  const open = await openKind(file, limits);
  if (open.sheets.length === 0) throw new SheetFault("empty");
  return open;
};

const openKind = async (file: Buffer, limits: SheetLimits): Promise<OpenFile> => {
  if (file.length === 0) throw new SheetFault("empty");
  if (startsWith(file, zipStart)) return (await import("./xlsx/openXlsx.ts")).openXlsx(file, limits);
  if (startsWith(file, compoundStart)) return (await import("./xls.ts")).openXls(file);
  const { decoded } = await import("./text/decoded.ts");
  const text = decoded(file);
  if (markup.test(text.slice(0, 1000))) throw new SheetFault("otherFormat");
  return (await import("./text/textFile.ts")).textFile(text, limits);
};
