import type { SheetFaultCode, SheetFaultDetail } from "./fault.ts";
import type { SheetLimits } from "./limits.ts";
import type { Portion, SheetFormat, SheetInfo } from "./sheet.ts";

/** What the thread that reads is given when it starts. */
export interface ReadOrder {
  file: Uint8Array;
  limits: SheetLimits;
}

export interface Opened {
  format: SheetFormat;
  sheets: SheetInfo[];
}

/** A portion of a sheet, by its place: the first one, or the one that follows. */
export interface Ask {
  sheet: number;
  first: boolean;
}

export type Answer =
  | { opened: Opened }
  /** null after the last one. */
  | { portion: Portion | null }
  | { fault: { code: SheetFaultCode; detail: SheetFaultDetail; cause: unknown } };
