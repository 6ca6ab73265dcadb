import { sheetImport } from "#contract/resources/sheetImport.ts";
import { attach } from "#store/attach.ts";

export const sheetImportCalls = attach(sheetImport);
