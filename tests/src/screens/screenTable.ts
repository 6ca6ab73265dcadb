import type { ListState } from "#src/kit/screen/listState.ts";
import type { ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";

/** What one action does with a row: which call it makes with what, and whether it asks before. */
export interface Deed<Row> {
  row: Row;
  sends: object;
  asks?: true;
}

/** What a list asks the server for, each call by its path, on page 3 of 40 rows by the newest `at`. */
export interface Ask {
  filters: Readonly<Record<string, string>>;
  sends: object;
}

/** What a form begins with and sends. */
export interface FormTable {
  blank: object;
  /** Of the table's row. */
  loaded: { values: object; version?: number };
  adds: { given: object; sends: object };
  /** What is sent when what was loaded is saved over version 9. */
  edits: object;
}

/** One more row, with its buttons. */
export interface OtherRow<Row> {
  row: Row;
  shows: readonly string[];
}

/** A control that a cell draws: its names, and what a click sends in the table's row and in each of the others. */
export interface ControlTable {
  zh: string;
  en: string;
  sends: readonly object[];
}

/** What a screen is, written down by hand beside its definition. */
export interface ScreenTable<Row> {
  definition: ScreenDefinition<Row, never>;
  /** Its fields all differ, so that a column that shows another is noticed. */
  row: Row;
  /** The text of each column: those that are the same in both languages, and those that are not. */
  both: Readonly<Record<string, string>>;
  zh: Readonly<Record<string, string>>;
  en: Readonly<Record<string, string>>;
  /** Of its columns those that a file holds as numbers; all others are text there, whatever its digits. */
  numbers?: Readonly<Record<string, number>>;
  /** Where a cell that the screen draws itself says something else than is copied of it. */
  cells?: Readonly<Record<"zh" | "en", Readonly<Record<string, string>>>>;
  /** How the list starts. */
  starts: Pick<ListState, "pageSize" | "sort">;
  /** Each filter is set in one of them. */
  asks: readonly Ask[];
  form: FormTable | undefined;
  /** The row's buttons for who may do everything. */
  shows: readonly string[];
  /** More rows; each button that only some rows have is missing in one and there in another. */
  others?: readonly OtherRow<Row>[] | undefined;
  /** Buttons that all rows have or none, as the whole screen's setting is. */
  together?: readonly string[];
  /** Controls in cells, by column. */
  controls?: Readonly<Record<string, ControlTable>>;
  /**
   * Each call with the buttons that it alone brings: `row edit`, `bulk removeMany`, or the words of one over the table. `Export` stands here
   * where a call makes the file; every other table's is for all who may read it.
   */
  buttons: Readonly<Record<string, readonly string[]>>;
  /** Buttons of everybody who may read the rows. */
  ofReaders?: readonly string[];
  /** The views that buttons lead to. */
  leads?: readonly string[];
  /** The buttons that lead there, where they are not the one that adds and the one that edits. */
  leading?: readonly string[];
  /** What `row <id>` and `bulk <id>` do, of those that make a call at once. */
  deeds?: Readonly<Record<string, Deed<Row>>>;
}

/** Keeps the row's type to itself. */
export const screenTable = <Row>(table: Omit<ScreenTable<Row>, "definition"> & { definition: object }): ScreenTable<unknown> =>
  table as unknown as ScreenTable<unknown>;

export const paged = { pageNo: 3, pageSize: 40, sortField: "at", sortOrder: "desc" } as const;
export const unsorted = { pageSize: 20, sort: undefined } as const;
export const byName = { pageSize: 20, sort: { field: "name", order: "asc" } } as const;
export const newestFirst = { pageSize: 20, sort: { field: "at", order: "desc" } } as const;

interface PlainForm {
  id: string;
  blank: object;
  values: object;
  /** What is filled in to add one; as the row where left out. */
  given?: object;
  /** Paths. */
  adds: string;
  edits: string;
}

/** A form that sends what is filled in as it stands, for a row of version 4. */
export const plainForm = ({ id, blank, values, given = values, adds, edits }: PlainForm): FormTable => ({
  blank,
  loaded: { values, version: 4 },
  adds: { given, sends: { [adds]: given } },
  edits: { [edits]: { ...values, id, version: 9 } },
});

type RecordTable<Row> = Pick<ScreenTable<Row>, "row" | "both" | "numbers" | "starts" | "asks" | "others" | "leads" | "leading"> &
  Partial<Pick<ScreenTable<Row>, "zh" | "en">> & {
    definition: object;
    form: Pick<PlainForm, "blank" | "values" | "given">;
    /** The verb that saves a record. */
    edits?: string;
    /** Row actions beside the usual ones, each with the verb of its call, or with the path of another resource's. */
    more?: Readonly<Record<string, string>>;
  };

/** Of a record with the usual calls of the resource: an add button, edit in the row, deleting one and many. */
export const recordTable = <Row extends { id: string }>(
  resource: string,
  adds: string,
  { form, edits = "put", more = {}, ...table }: RecordTable<Row>,
): ScreenTable<unknown> => {
  const { id } = table.row;
  const deed = { row: table.row, asks: true as const, sends: { [`/api/${resource}/delete`]: { ids: [id] } } };
  return screenTable<Row>({
    ...{ zh: {}, en: {}, ...table },
    form: plainForm({ ...form, id, adds: `/api/${resource}/post`, edits: `/api/${resource}/${edits}` }),
    shows: ["row edit", "row remove", ...Object.keys(more)].sort(),
    buttons: {
      [`/api/${resource}/post`]: [adds],
      [`/api/${resource}/${edits}`]: ["row edit"],
      ...Object.fromEntries(
        Object.entries(more).map(([button, verb]) => [verb.startsWith("/") ? verb : `/api/${resource}/${verb}`, [button]]),
      ),
      [`/api/${resource}/delete`]: ["bulk removeMany", "row remove"],
    },
    deeds: { "row remove": deed, "bulk removeMany": deed },
  });
};
