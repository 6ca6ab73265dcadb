import type { Call } from "#contract/kit/call.ts";
import type { Language, MessageId } from "#contract/messages.ts";
import type { SheetKindName, SheetRowState } from "#contract/resources/sheetImport.ts";
import type { Db } from "#server/db/open.ts";
import type { JobKindName, JobParts } from "#server/jobs/jobKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FieldFault } from "#server/kit/problem.ts";
import type { SheetFormat } from "#server/sheets/sheet.ts";
import type { TemplateColumn } from "#server/sheets/template.ts";

/** What is to be told of a cell; of the whole row where the column is empty. */
export interface CellFault {
  readonly column: string;
  readonly message: MessageId;
  readonly values?: FieldFault["values"];
  /** Only told: the row is taken all the same. */
  readonly note?: true;
}

/** Texts by the ids of columns. */
export type Cells = Readonly<Record<string, string>>;

export interface GivenRow {
  readonly line: number;
  readonly cells: Cells;
}

export interface JudgedRow {
  readonly state: SheetRowState;
  readonly faults: readonly CellFault[];
}

/** The table that a row is of. */
export interface OfTable {
  /** Whose a row's record becomes unless it says otherwise. */
  readonly companyId: string;
  /** The columns that the table has. */
  readonly columns: readonly string[];
}

/** What became of a row. Kept within the transaction that made it so. */
export interface Taken {
  readonly state: "added" | "same" | "refused";
  /** Of the record that was added. */
  readonly id?: string;
  readonly companyId?: string;
  /** Made up for it, and told with the result alone. */
  readonly password?: string;
  /** For the operation log. */
  readonly change?: string;
  /** Why it was refused. */
  readonly code?: number;
  readonly message?: MessageId;
  readonly values?: FieldFault["values"];
}

/** What a table may bring, and how its rows are judged and taken. */
export interface SheetKind {
  readonly name: SheetKindName;
  /** Takes a table of the kind over: whose right is needed. */
  readonly call: Call;
  readonly job: JobKindName;
  readonly columns: readonly TemplateColumn[];
  readonly formats: readonly SheetFormat[];
  readonly title: Readonly<Record<Language, string>>;
  /** Which of a row's columns names it. */
  readonly record: string;
  /** Said of a row whose record stands further up already; `line` is where. */
  readonly repeated: MessageId;
  /** Judges rows together, in their order; nothing is written. Who looks has `caller`'s rights. */
  judge(db: Db, caller: Caller, table: OfTable, rows: readonly GivenRow[]): Promise<readonly JudgedRow[]>;
  /** What is to be known of so many good rows. */
  notices(db: Db, parts: Pick<JobParts, "licensing">, good: number): Promise<readonly Omit<CellFault, "column">[]>;
  /** Takes rows within the transaction: each whole, or refused. */
  take(tx: Db, caller: Caller, table: OfTable, rows: readonly GivenRow[], parts: JobParts, at: number): Promise<readonly Taken[]>;
  /** After the commit. */
  told(parts: JobParts, taken: readonly Taken[]): Promise<void>;
}
