import type { ColumnType } from "kysely";

/** Text ids, integer milliseconds, 0/1 for booleans, JSON as text: one schema for every engine. */
export type Flag = number;
export type Stamp = number;
/** Empty unless it is given. */
export type Text = ColumnType<string, string | undefined, string>;

export interface Edited {
  version: ColumnType<number, number | undefined, number>;
  updated_at: Stamp;
  updated_by: string;
}

export interface OptionallyEdited {
  version: ColumnType<number, number | undefined, number>;
  updated_at: ColumnType<number, number | undefined, number>;
  updated_by: Text;
}
