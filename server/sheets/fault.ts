/** Why a file cannot be read; the words for it belong to who asks. */
export const sheetFaultCodes = [
  /** No byte, or no sheet. */
  "empty",
  /** More than `limit` bytes. */
  "tooLarge",
  /** A picture, a document, a program, … */
  "notATable",
  /** A table in a format that is not read: a web page or XML with the ending xls, xlsb, ods, Excel 95. */
  "otherFormat",
  /** Protected by a password. */
  "encrypted",
  /** Cut off or damaged; of a text, a quotation mark that is not closed, at `row`. */
  "torn",
  /** Text in no encoding that is read. */
  "otherEncoding",
  "tooManyRows",
  "tooManyColumns",
  "tooManyCells",
  /** More characters, or more of an unpacked part, than `limit`. */
  "tooMuch",
  /** Took longer than `limit` milliseconds. */
  "tooSlow",
  /** Needed more memory than `limit` megabytes. */
  "tooMuchMemory",
] as const;
export type SheetFaultCode = (typeof sheetFaultCodes)[number];

export interface SheetFaultDetail {
  sheet?: string;
  row?: number;
  limit?: number;
}

/** An expected refusal of a file that somebody uploaded. */
export class SheetFault extends Error {
  readonly code: SheetFaultCode;
  readonly detail: SheetFaultDetail;

  constructor(code: SheetFaultCode, detail: SheetFaultDetail = {}, cause?: unknown) {
    super(code, { cause });
    this.name = "SheetFault";
    this.code = code;
    this.detail = detail;
  }
}

/** Whatever a parser throws at a damaged file. */
export const asFault = (error: unknown): SheetFault => (error instanceof SheetFault ? error : new SheetFault("torn", {}, error));
