import type { NoticeCode } from "#server/sheets/sheet.ts";
import { dateText } from "./dateText.ts";
import type { NumberFormat } from "./numberFormat.ts";
import { isRounded, numberText } from "./numberText.ts";

export type CellValue =
  | { kind: "text"; text: string }
  /** `rounded` where the file has fewer digits than there were. */
  | { kind: "number"; value: number; format: NumberFormat; rounded?: boolean }
  | { kind: "boolean"; value: boolean }
  | { kind: "error"; text: string }
  /** A formula that was saved without one. */
  | { kind: "none" };

/** The text by which a person knows the value. */
export const cellText = (value: CellValue, from1904: boolean): string => {
  switch (value.kind) {
    case "text":
    case "error":
      return value.text;
    case "boolean":
      return value.value ? "TRUE" : "FALSE";
    case "number":
      return shownNumber(value.value, value.format, from1904);
    case "none":
      return "";
  }
};

const shownNumber = (value: number, format: NumberFormat, from1904: boolean): string => {
  const date = format.date ? dateText(value, { from1904, elapsed: format.elapsed }) : undefined;
  if (date !== undefined) return date;
  const text = numberText(value);
  return format.digits > 0 && /^\d+$/.test(text) ? format.prefix + text.padStart(format.digits, "0") : text;
};

export const cellNotices = (value: CellValue, formula: boolean): NoticeCode[] => {
  if (value.kind === "none") return ["formulaWithoutValue"];
  const codes: NoticeCode[] = formula ? ["formula"] : [];
  if (value.kind === "error") codes.push("errorValue");
  if (value.kind === "number" && (value.rounded || isRounded(value.value))) codes.push("roundedNumber");
  return codes;
};
