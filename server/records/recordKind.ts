import type { Expression, Selectable, SqlBool } from "kysely";
import type { Call, Noun, RequestOf, Resource } from "#contract/kit/call.ts";
import type { SortFieldOf } from "#contract/kit/page.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { Stamped } from "./edits.ts";
import type { Sorting } from "./sorting.ts";

interface Kept extends Stamped {
  id: string;
  name: string;
  created_at: number;
}
type TablesWith<Columns> = { [T in keyof Database]: Selectable<Database[T]> extends Columns ? T : never }[keyof Database];

/** Tables of records: named, stamped, and each an organisation's or a user's. */
export type RecordTable = TablesWith<Kept & { company_id: string }> | TablesWith<Kept & { user_id: string }>;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
type Column<T extends keyof Database> = keyof Database[T] & string;
/** What a column is called outside the database. */
export type FieldOf<T extends keyof Database> = Camel<Column<T>>;

/** Of a request that says which page of a list is wanted. */
export interface ListRequest {
  pageNo: number;
  pageSize: number;
  sortField?: string | undefined;
  sortOrder?: "asc" | "desc" | undefined;
}

/** A resource with the calls of `recordCalls`; one may do without `get`. */
export type RecordResource = Resource<string, Readonly<Record<"query" | "post" | "put" | "delete", Call>>>;
export type FieldsOf<R extends RecordResource> = RequestOf<R["calls"]["post"]>;
export type QueryOf<R extends RecordResource> = RequestOf<R["calls"]["query"]>;
export type EditOf<R extends RecordResource> = RequestOf<R["calls"]["put"]>;

type Named<T extends keyof Database> = { [U in T]: { readonly table: U; readonly column: Column<U> } }[T];

/** How many rows of another table name a record. */
export type Use = Named<keyof Database> & {
  /** What they are, where a record that is named by one stays. */
  readonly keeps?: Noun;
};

/** The name of a record of another table that a column names. */
export interface NameOf<T extends keyof Database> {
  readonly table: TablesWith<{ id: string; name: string }>;
  readonly by: Column<T>;
}

type Related<T extends keyof Database, Field extends string> = Readonly<Record<Field, Use | NameOf<T>>>;

type Told = Readonly<Record<string, unknown>>;

export interface Edited<T extends RecordTable> {
  readonly db: Db;
  readonly caller: Caller;
  readonly at: number;
  /** The record as it was; nothing while it is added. */
  readonly before: Selectable<Database[T]> | undefined;
}

/** All that the kit is told of a kind of record. */
export interface RecordKind<R extends RecordResource = RecordResource, T extends RecordTable = RecordTable> {
  readonly resource: R;
  readonly table: T;
  /**
   * Whose the records are. `shared`: an organisation's, seen and used below it, changed by it and those above. `scoped`: an organisation's,
   * seen by it and those above alone. `own`: of one user, whom nobody else sees over the shoulder.
   */
  readonly reach: "shared" | "scoped" | "own";
  /** What is typed and stands in the table, in columns of the same names. */
  readonly fields: readonly (FieldOf<T> & keyof FieldsOf<R>)[];
  /** The same of what is said when a record is added, and stays. */
  readonly fixed?: readonly (FieldOf<T> & keyof FieldsOf<R>)[];
  readonly searched: readonly FieldOf<T>[];
  /** Filters beside organisation and search: a text that the column holds, or what it is. */
  readonly filters?: Readonly<Partial<Record<FieldOf<T> & keyof QueryOf<R>, "holds" | "is">>>;
  readonly sorted: Sorting<SortFieldOf<QueryOf<R>>>;
  /** What rows tell of other tables, by the field that tells it; whatever the list can be sorted by is here, a column, or the organisation's name. */
  readonly related: Related<T, string> & Related<T, Exclude<SortFieldOf<QueryOf<R>>, FieldOf<T> | "companyName">>;
  /** What the log calls a record that is gone; its name when left out. */
  readonly called?: (row: Selectable<Database[T]>) => string;
  /** A condition beside the reach, for what not everybody in it may see. */
  visible?(caller: Caller): Expression<SqlBool>;
  /** The organisation that a record is added to; who adds it when left out. */
  organisation?(fields: FieldsOf<R>, edited: Edited<T>): Promise<string>;
  /** Throws where the fields cannot stand. */
  check?(fields: FieldsOf<R> | EditOf<R>, edited: Edited<T>): Promise<void>;
  /** Writes what stands in other tables, within the same transaction. */
  write?(id: string, fields: FieldsOf<R> | EditOf<R>, edited: Edited<T>): Promise<void>;
  /** What the log tells of what stands in other tables: as it was typed, and as it is kept. */
  told?: {
    typed(fields: FieldsOf<R> | EditOf<R>): Told;
    kept(id: string, db: Db): Promise<Told>;
  };
  /** What rows tell beside their columns, in their order. */
  more?(rows: readonly Selectable<Database[T]>[], db: Db, caller: Caller): Promise<readonly object[]>;
}
