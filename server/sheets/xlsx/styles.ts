import { builtinFormat, type NumberFormat, numberFormat } from "#server/sheets/values/numberFormat.ts";
import { readXml } from "./xmlEvents.ts";

/** The number formats that cells name by the place of their style. */
export const readStyles = async (pieces: AsyncIterable<string>): Promise<NumberFormat[]> => {
  const codes = new Map<number, NumberFormat>();
  const styles: number[] = [];
  let inCellStyles = false;
  await readXml(pieces, {
    open: (name, attributes) => {
      if (name === "numFmt") codes.set(Number(attributes.numFmtId), numberFormat(attributes.formatCode ?? ""));
      else if (name === "cellXfs") inCellStyles = true;
      else if (name === "xf" && inCellStyles) styles.push(Number(attributes.numFmtId ?? 0));
    },
    close: (name) => {
      if (name === "cellXfs") inCellStyles = false;
    },
  });
  return styles.map((id) => codes.get(id) ?? builtinFormat(id));
};
