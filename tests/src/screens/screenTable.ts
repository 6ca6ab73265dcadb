import type { ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";

/** What one action does with a row: which call it makes with what, and whether it asks before. */
export interface Deed<Row> {
  row: Row;
  sends: object;
  asks?: true;
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
  /** Where a cell that the screen draws itself says something else than is copied of it. */
  cells?: Readonly<Record<"zh" | "en", Readonly<Record<string, string>>>>;
  /** More rows, for buttons that only some have. */
  others?: readonly Row[];
  /**
   * Each call with the buttons that it alone brings: `row edit`, `bulk removeMany`, or the words of one over the table. `Export` stands here
   * where a call makes the file; every other table's is for all who may read it.
   */
  buttons: Readonly<Record<string, readonly string[]>>;
  /** The views that buttons lead to. */
  leads?: readonly string[];
  /** What `row <id>` and `bulk <id>` do, of those that make a call at once. */
  deeds?: Readonly<Record<string, Deed<Row>>>;
}

/** Keeps the row's type to itself. */
export const screenTable = <Row>(table: Omit<ScreenTable<Row>, "definition"> & { definition: object }): ScreenTable<unknown> =>
  table as unknown as ScreenTable<unknown>;

/** Of a record with the usual calls of the resource: an add button, edit in the row, deleting one and many. */
export const recordTable = <Row extends { id: string }>(
  resource: string,
  adds: string,
  table: Pick<ScreenTable<Row>, "row" | "both"> & Partial<Pick<ScreenTable<Row>, "zh" | "en">> & { definition: object },
): ScreenTable<unknown> => {
  const deed = { row: table.row, asks: true as const, sends: { [`/api/${resource}/delete`]: { ids: [table.row.id] } } };
  return screenTable<Row>({
    ...{ zh: {}, en: {}, ...table },
    buttons: {
      [`/api/${resource}/post`]: [adds],
      [`/api/${resource}/put`]: ["row edit"],
      [`/api/${resource}/delete`]: ["bulk removeMany", "row remove"],
    },
    deeds: { "row remove": deed, "bulk removeMany": deed },
  });
};
