import { z } from "zod";
import type { Language } from "#contract/messages.ts";

/** What the values of a data point stand for. */
export const enumeration = z.array(z.object({ value: z.number(), label: z.string(), labelEn: z.string() }));
export type Enumeration = z.output<typeof enumeration>;

/** The word of an entry; one without an English word has its other one in both languages. */
export const entryLabel = ({ label, labelEn }: { label: string; labelEn: string }, language: Language): string =>
  (language === "en" && labelEn) || label;

/** The entry that names a value; undefined for one that none names. */
export const entryOf = (entries: Readonly<Enumeration>, value: number): Enumeration[number] | undefined =>
  entries.find((each) => each.value === value);

/** What a value stands for; undefined for one that the enumeration does not name. */
export const labelOf = (entries: Readonly<Enumeration>, value: number, language: Language): string | undefined => {
  const entry = entryOf(entries, value);
  return entry && entryLabel(entry, language);
};
