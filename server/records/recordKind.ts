import type { Expression, Selectable, SqlBool } from "kysely";
import type { z } from "zod";
import type { Call, Noun, RequestOf, Resource } from "#contract/kit/call.ts";
import type { SortFieldOf } from "#contract/kit/page.ts";
import type { Change } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { Stamped } from "./edits.ts";
import type { Sorting } from "./sorting.ts";

interface Named extends Stamped {
  id: string;
  name: string;
}
interface Kept extends Named {
  created_at: number;
}
type TablesWith<Columns> = { [T in keyof Database]: Selectable<Database[T]> extends Columns ? T : never }[keyof Database];

type OfOrganisations = TablesWith<Kept & { company_id: string }>;
type OfUsers = TablesWith<Kept & { user_id: string }>;
type OfNobody = Exclude<TablesWith<Named>, TablesWith<{ company_id: string }> | TablesWith<{ user_id: string }>>;

/** Tables of records: named, stamped, and each an organisation's, a user's or the platform's. */
export type RecordTable = OfOrganisations | OfUsers | OfNobody;

/** Whose the records of a table can be. */
export type ReachOf<T extends RecordTable> = T extends OfOrganisations ? "shared" | "scoped" : T extends OfUsers ? "own" : "everybody";

/** A name as it is outside the database. */
export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
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
export type RecordResource = Resource<
  string,
  Readonly<Record<"query" | "post" | "put", Call>> & { readonly delete: Call<z.ZodType<{ ids: string[] }>> }
>;
export type FieldsOf<R extends RecordResource> = RequestOf<R["calls"]["post"]>;
export type QueryOf<R extends RecordResource> = RequestOf<R["calls"]["query"]>;
export type EditOf<R extends RecordResource> = RequestOf<R["calls"]["put"]>;

type Naming<T extends keyof Database> = {
  [U in T]: {
    readonly table: U;
    readonly column: Column<U>;
    /** Where not the rows count, but what they are of: its column. */
    readonly of?: Column<U>;
  };
}[T];

/** How many rows of another table name a record. */
export type Use = Naming<keyof Database> & {
  /** What they are, where a record that is named by one stays. */
  readonly keeps?: Noun;
  /** A condition for those that are counted before the caller's eyes, on rows that are called `u`; whatever is not seen keeps a record as well. */
  seen?(db: Db, caller: Caller): Expression<SqlBool>;
};

/** The name of a record of another table that a column names. */
export interface NameOf<T extends keyof Database> {
  readonly table: TablesWith<{ id: string; name: string }>;
  readonly by: Column<T>;
}

type Related<T extends keyof Database, Field extends string> = Readonly<Record<Field, Use | NameOf<T>>>;

type Told = Readonly<Record<string, unknown>>;

/** A record as others use it: its columns, with the organisation that it is of. */
export type KeptRow<T extends RecordTable> = Selectable<Database[T]> & { readonly companyName: string; readonly path: string };

type UnaskedFieldOf<R extends RecordResource, T extends RecordTable> = [SortFieldOf<QueryOf<R>>] extends [never]
  ? FieldOf<T>
  : SortFieldOf<QueryOf<R>>;

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
   * seen by it and those above alone. `own`: of one user, whom nobody else sees over the shoulder. `everybody`: the platform's, seen by all.
   */
  readonly reach: ReachOf<T>;
  /** What is typed and stands in the table, in columns of the same names. */
  readonly fields: readonly (FieldOf<T> & keyof FieldsOf<R>)[];
  /** The same of what is said when a record is added, and stays. */
  readonly fixed?: readonly (FieldOf<T> & keyof FieldsOf<R>)[];
  /** What no two records of one owner have alike, as it is written; the name, in any case, when left out. */
  readonly distinct?: readonly FieldOf<T>[];
  readonly searched: readonly FieldOf<T>[];
  /** Filters beside organisation and search: a text that the column holds, or what it is. */
  readonly filters?: Readonly<Partial<Record<FieldOf<T> & keyof QueryOf<R>, "holds" | "is">>>;
  readonly sorted: Sorting<UnaskedFieldOf<R, T>>;
  /** What records that are alike in that are sorted by, before their age; the name when left out. */
  readonly ties?: readonly FieldOf<T>[];
  /** What rows tell of other tables, by the field that tells it; whatever the list can be sorted by is here, a column, or the organisation's name. */
  readonly related: Related<T, string> & Related<T, Exclude<SortFieldOf<QueryOf<R>>, FieldOf<T> | "companyName">>;
  /** What keeps a record, and its row tells nothing of. */
  readonly keptBy?: readonly (Use & { readonly keeps: Noun })[];
  /** Records that the product brings and reads by their ids: not deleted, and edited but for these fields. */
  readonly builtin?: { is(id: string): boolean; readonly keeps?: readonly FieldOf<T>[] };
  /** What a record is called where one that it is about is refused or gone; its name when left out. */
  called?(row: Selectable<Database[T]>): string;
  /** What the log says of a record that is gone; its id and what it is called when left out. */
  gone?(row: Selectable<Database[T]>): readonly [which: string, what: string];
  /** The log says to which organisation a record was added. */
  readonly ownerTold?: true;
  /** The table does not say when a record was added. */
  readonly undated?: true;
  /** A condition beside the reach, for what not everybody in it may see. */
  visible?(caller: Caller): Expression<SqlBool>;
  /** The organisation that a record is added to; who adds it when left out. */
  organisation?(fields: FieldsOf<R>, edited: Edited<T>): Promise<string>;
  /** Throws for who may change no record. */
  admit?(caller: Caller): void;
  /** Throws where a record that the caller sees is not theirs to change. */
  guard?(row: KeptRow<T>, db: Db, caller: Caller): void | Promise<void>;
  /** Throws where the fields cannot stand. */
  check?(fields: FieldsOf<R> | EditOf<R>, edited: Edited<T>): Promise<void>;
  /** Writes what stands in other tables, within the same transaction. */
  write?(id: string, fields: FieldsOf<R> | EditOf<R>, edited: Edited<T>): Promise<void>;
  /** What the log tells of what stands in other tables: as it was typed, and as it is kept. */
  told?: {
    typed(fields: FieldsOf<R> | EditOf<R>): Told;
    /** Of what was left out of the edit and stays, nothing need be told. */
    kept(id: string, db: Db, fields: EditOf<R>): Promise<Told>;
  };
  /** What others are told of records that were edited or deleted, once they are. */
  changed?(ids: readonly string[]): Change;
  /** What rows tell beside their columns, in their order. */
  more?(rows: readonly Selectable<Database[T]>[], db: Db, caller: Caller): Promise<readonly object[]>;
}
