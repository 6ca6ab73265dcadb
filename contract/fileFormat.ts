import { z } from "zod";

/** xlsx for Excel, in which text cells stay text; csv for anything else, with values bare. */
export const fileFormats = ["xlsx", "csv"] as const;
export const fileFormat = z.enum(fileFormats);
export type FileFormat = z.output<typeof fileFormat>;

/** The most rows of a file; a longer table is cut and says so. */
export const fileRows = 1_000_000;

/** What every call that answers a table as a file takes besides. */
export const fileFields = { format: fileFormat.default("csv"), language: z.enum(["zh", "en"]).optional() };
