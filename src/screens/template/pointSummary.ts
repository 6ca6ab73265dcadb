import type { IntlShape } from "react-intl";
import { entryLabel } from "#contract/point/enumeration.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";

const dash = "–";

/** `0–3`, `5`, or a dash for a point that takes the whole value. */
export const bitsText = ({ startBit, endBit }: Pick<PointRow, "startBit" | "endBit">): string => {
  const [start, end] = [startBit ?? endBit, endBit ?? startBit];
  if (start === null || end === null) return dash;
  return start === end ? String(start) : `${start}–${end}`;
};

/** `0 Off, 1 On` in the interface's language. */
export const enumerationText = ({ enumeration }: Pick<PointRow, "enumeration">, intl: IntlShape): string => {
  if (enumeration.length === 0) return dash;
  const entries = enumeration.map(({ value, label, labelEn }) => `${value} ${entryLabel({ label, labelEn }, languageOf(intl))}`);
  return entries.join(languageOf(intl) === "en" ? ", " : "，");
};

/** A number that need not be there; zero is one. */
export const numberOrDash = (value: number | null): string => (value === null ? dash : String(value));
