import { limits } from "#contract/limits.ts";
import type { Db } from "#server/db/open.ts";
import type { JobParts } from "#server/jobs/jobKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import type { Notice } from "#server/sheets/sheet.ts";
import type { SheetFile } from "#server/sheets/sheetReading.ts";
import { meantSheet, readTable, type TableRow } from "#server/sheets/table.ts";
import { cellNotices, mergedPlaces } from "./cellNotices.ts";
import type { CellFault, GivenRow, SheetKind } from "./sheetKind.ts";
import { headingNotices, mergedNotices, otherSheetNotices, readUploaded, refuseMissing } from "./uploadedSheets.ts";

const rowsAtOnce = 250;

export interface Given {
  readonly caller: Caller;
  readonly kind: SheetKind;
  readonly companyId: string;
  readonly file: File;
  readonly at: number;
}

/** Reads a table and judges its rows; answers the id under which it waits to be taken over. Refused is what holds no such table. */
export const keepUpload = (db: Db, parts: Pick<JobParts, "licensing">, given: Given): Promise<{ id: string; total: number }> =>
  readUploaded(given.file, (sheets) => new Upload(db, parts, given, sheets).keep());

/** One table on its way into the database: nothing of it is seen before all of it is there. */
class Upload {
  readonly #db: Db;
  readonly #parts: Pick<JobParts, "licensing">;
  readonly #given: Given;
  readonly #sheets: SheetFile;
  readonly #id: string;
  readonly #lines = new Map<string, number>();
  #columns: string[] = [];
  #total = 0;
  #same = 0;
  #faulty = 0;

  constructor(db: Db, parts: Pick<JobParts, "licensing">, given: Given, sheets: SheetFile) {
    this.#db = db;
    this.#parts = parts;
    this.#given = given;
    this.#sheets = sheets;
    this.#id = newId(given.at);
  }

  async keep(): Promise<{ id: string; total: number }> {
    const { kind } = this.#given;
    if (!kind.formats.includes(this.#sheets.format)) throw fieldProblem("file", "import.format.xlsxOnly");
    const place = meantSheet(this.#sheets.sheets);
    const table = place === undefined ? undefined : await readTable(this.#sheets.portions(place), kind.columns);
    if (place === undefined || !table) throw fieldProblem("file", "sheet.empty");
    refuseMissing(kind.columns, table.headings);
    this.#columns = [...table.headings.columns].sort(([, one], [, other]) => one - other).map(([id]) => id);
    const sheet = this.#sheets.sheets[place]?.name ?? "";
    const merged: Notice[] = [];
    await this.#insertHead(sheet);
    try {
      for await (const { rows, notices } of table.portions) {
        merged.push(...notices.filter(({ code }) => code === "mergedCells").slice(0, 1000 - merged.length));
        const told = cellNotices(notices, table.headings.columns);
        for (let from = 0; from < rows.length; from += rowsAtOnce) {
          await this.#keepRows(rows.slice(from, from + rowsAtOnce), told);
          await nextTurn();
        }
      }
      if (this.#total === 0) throw fieldProblem("file", "import.noRows");
      const good = this.#total - this.#same - this.#faulty;
      const notices = [
        ...otherSheetNotices(this.#sheets.sheets, place),
        ...headingNotices(table.headings),
        ...mergedNotices(mergedPlaces(merged, table.headings.row)),
        ...(await kind.notices(this.#db, this.#parts, good)),
      ];
      await this.#db
        .updateTable("sheet_upload")
        .set({ notices: JSON.stringify(notices), total: this.#total, same: this.#same, faulty: this.#faulty })
        .where("id", "=", this.#id)
        .execute();
      return { id: this.#id, total: this.#total };
    } catch (fault) {
      await this.#db.deleteFrom("sheet_upload").where("id", "=", this.#id).execute();
      throw fault;
    }
  }

  async #insertHead(sheet: string): Promise<void> {
    const { caller, companyId, kind, file, at } = this.#given;
    await this.#db
      .insertInto("sheet_upload")
      .values({
        ...{ id: this.#id, user_id: caller.userId, company_id: companyId, kind: kind.name, file_name: file.name.slice(0, 200), sheet },
        ...{ columns: JSON.stringify(this.#columns), notices: "[]", total: 0, same: 0, faulty: 0, created_at: at, job_id: "" },
      })
      .execute();
  }

  async #keepRows(rows: readonly TableRow[], told: ReadonlyMap<number, readonly CellFault[]>): Promise<void> {
    if (this.#total + rows.length > limits.sheet.rows)
      throw new Problem("badRequest", { fields: [{ path: "file", message: "import.mostRows", values: { max: limits.sheet.rows } }] });
    const { caller, companyId, kind } = this.#given;
    const given = rows.map(({ row, cells }): GivenRow => ({ line: row, cells: cells as Record<string, string> }));
    const judged = await kind.judge(this.#db, caller, { companyId, columns: this.#columns }, given);
    const kept = given.map((row, at) => {
      const { state, faults } = judged[at] ?? { state: "faulty", faults: [] };
      const all = merge(faults, told.get(row.line) ?? [], this.#repeated(row));
      this.#total += 1;
      const fitting = all.some(({ note }) => !note) ? "faulty" : state;
      if (fitting === "same") this.#same += 1;
      if (fitting === "faulty") this.#faulty += 1;
      return {
        ...{ upload_id: this.#id, place: this.#total, line: row.line, state: fitting, cells: JSON.stringify(row.cells) },
        ...{ faults: JSON.stringify(all), outcome: "" },
      };
    });
    if (kept.length > 0) await this.#db.insertInto("sheet_upload_row").values(kept).execute();
  }

  /** Told of a row whose record stands further up already. */
  #repeated({ line, cells }: GivenRow): CellFault[] {
    const column = this.#given.kind.record;
    const key = (cells[column] ?? "").trim().toLowerCase();
    if (key === "") return [];
    const first = this.#lines.get(key);
    if (first === undefined) this.#lines.set(key, line);
    return first === undefined ? [] : [{ column, message: this.#given.kind.repeated, values: { line: first } }];
  }
}

/** What a cell's text was lost to counts before what is wrong with what is left of it. */
const merge = (faults: readonly CellFault[], told: readonly CellFault[], repeated: readonly CellFault[]): CellFault[] => {
  const lost = new Set(told.filter(({ note }) => !note).map(({ column }) => column));
  return [...told, ...faults.filter(({ column }) => !lost.has(column)), ...repeated];
};
