import { columnLetters } from "#server/kit/columnLetters.ts";
import { Problem } from "#server/kit/problem.ts";
import { SheetFault } from "#server/sheets/fault.ts";
import type { MatchedHeadings, TableColumn } from "#server/sheets/headings.ts";
import type { SheetInfo } from "#server/sheets/sheet.ts";
import { type ReadSheets, type SheetFile, sheetReading } from "#server/sheets/sheetReading.ts";
import type { CellFault } from "./sheetKind.ts";

/** What is to be known of a file as a whole. */
export type FileNotice = Omit<CellFault, "column">;

const namedMerges = 5;

/** Two are read at once, whoever uploads them. */
const readSheets: ReadSheets = sheetReading();

/** Reads an uploaded table; one that cannot be read is refused. */
export const readUploaded = async <Result>(file: File, use: (sheets: SheetFile) => Promise<Result>): Promise<Result> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return await readSheets(bytes, use);
  } catch (fault) {
    if (!(fault instanceof SheetFault)) throw fault;
    throw new Problem("badRequest", { fields: [{ path: "file", message: `sheet.${fault.code}` }] });
  }
};

/** Refuses a table without the columns that it cannot do without. */
export const refuseMissing = (columns: readonly TableColumn[], { faults }: MatchedHeadings): void => {
  const missing = faults.filter(({ code }) => code === "missingHeading").map(({ id }) => id);
  if (missing.length === 0) return;
  const names = (language: "zh" | "en"): string =>
    columns
      .filter(({ id }) => missing.includes(id))
      .map(({ headings }) => headings[language])
      .join(language === "zh" ? "、" : ", ");
  const values = { names: { zh: names("zh"), en: names("en") } };
  throw new Problem("badRequest", { fields: [{ path: "file", message: "import.missingHeadings", values }] });
};

/** Which other sheets have values as well. */
export const otherSheetNotices = (sheets: readonly SheetInfo[], place: number): FileNotice[] => {
  const sheet = sheets[place]?.name ?? "";
  const others = sheets.filter(({ filled }, at) => filled && at !== place).map(({ name }) => name);
  return others.length === 0 ? [] : [{ message: "import.otherSheets", values: { sheet, others: others.slice(0, 10).join(", ") } }];
};

/** Which headings are unknown, or stand there twice. */
export const headingNotices = ({ faults }: MatchedHeadings): FileNotice[] =>
  faults
    .flatMap(({ code, column, text }): FileNotice[] =>
      code === "missingHeading" || column === null
        ? []
        : [{ message: `import.${code}`, values: { place: columnLetters(column), text: text.slice(0, 60) } }],
    )
    .slice(0, 20);

/** Which cells are merged. */
export const mergedNotices = (places: readonly string[]): FileNotice[] => [
  ...places.slice(0, namedMerges).map((place): FileNotice => ({ message: "import.merged", values: { place } })),
  ...(places.length > namedMerges ? [{ message: "import.mergedMore", values: { count: places.length - namedMerges } } as const] : []),
];
