import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { HandlerContext } from "#server/kit/implement.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { companiesOf, narrowedTo } from "#server/kit/scope.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped, type Stamped } from "./edits.ts";
import { refuseInUse } from "./inUse.ts";
import type { ListRequest, RecordKind, RecordResource, RecordTable } from "./recordKind.ts";
import { sortingOf } from "./sorting.ts";
import { changeable, listedCompanies, mayChange } from "./usable.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A record as the database has it, with its organisation's name and path where it is one's. */
interface Found extends Stamped, Fields {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly companyName: string;
  readonly path: string;
}

type Asking = ListRequest & { companyId?: string; search?: string } & Fields;

type RowOf<R extends RecordResource> = ResponseOf<R["calls"]["query"]> extends { list: readonly (infer Row)[] } ? Row : never;

interface Answers<R extends RecordResource> {
  query(request: RequestOf<R["calls"]["query"]>, context: HandlerContext): Promise<ResponseOf<R["calls"]["query"]>>;
  get(request: { id: string }, context: HandlerContext): Promise<RowOf<R>>;
  post(request: RequestOf<R["calls"]["post"]>, context: HandlerContext): Promise<{ id: string }>;
  put(request: RequestOf<R["calls"]["put"]>, context: HandlerContext): Promise<null>;
  delete(request: { ids: string[] }, context: HandlerContext): Promise<{ removed: number }>;
}

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const iso = (at: number): string => new Date(at).toISOString();
const conditions = (all: readonly Expression<SqlBool>[]) => sql<SqlBool>`(${sql.join(all, sql` and `)})`;

/** A record as others use it: its columns, with the organisation that it is of. */
export type KeptRow<T extends RecordTable> = Selectable<Database[T]> & { readonly companyName: string; readonly path: string };

export interface Records<R extends RecordResource, T extends RecordTable> {
  /** The calls of `recordCalls`, all kinds alike: scope, names that are taken, versions, what is in use, and the operation log. */
  readonly answers: Answers<R>;
  /** A record that the caller sees, as lists answer it; any other is not found. */
  row(db: Db, caller: Caller, id: string): Promise<RowOf<R>>;
  toSee(db: Db, caller: Caller, id: string): Promise<KeptRow<T>>;
  /** One that the caller may change; one of an organisation above is seen and refused. */
  toChange(db: Db, caller: Caller, id: string): Promise<KeptRow<T>>;
}

export const keepRecords = <R extends RecordResource, T extends RecordTable>(kind: RecordKind<R, T>): Records<R, T> =>
  keep(kind as never) as never;

const keep = (kind: RecordKind): Records<RecordResource, RecordTable> => {
  const table = sql.table(kind.table);
  const own = kind.reach === "own";
  const owner = own ? "user_id" : "company_id";
  const related = Object.entries(kind.related);
  const fixed = kind.fixed ?? [];
  const of = (column: string): RawBuilder<string> => sql.ref<string>(`${kind.table}.${column}`);
  const seen = (db: Db, caller: Caller, narrowed = caller): Expression<SqlBool> => {
    if (own) return sql<SqlBool>`${of(owner)} = ${caller.userId}`;
    const companies = kind.reach === "shared" ? listedCompanies(db, caller, narrowed) : companiesOf(db, narrowed);
    const within = sql<SqlBool>`${of(owner)} in ${companies}`;
    const visible = kind.visible?.(caller);
    return visible ? conditions([within, visible]) : within;
  };

  const read = async (db: Db, where: Expression<SqlBool>, end = sql``): Promise<Found[]> => {
    const organisation = own ? [] : [sql`company.name as "companyName"`, sql`company.path as path`];
    const told = related.map(([field, other]) =>
      "by" in other
        ? sql`(select name from ${sql.table(other.table)} n where n.id = ${of(other.by)}) as ${sql.ref(field)}`
        : sql`(select count(*) from ${sql.table(other.table)} u where ${sql.ref(`u.${other.column}`)} = ${of("id")}) as ${sql.ref(field)}`,
    );
    const join = own ? sql`` : sql`join company on company.id = ${of(owner)}`;
    const select = sql`select ${sql.join([sql`${table}.*`, ...organisation, ...told])}`;
    return (await sql<Found>`${select} from ${table} ${join} where ${where} ${end}`.execute(db)).rows;
  };

  const answered = async (db: Db, caller: Caller, rows: readonly Found[]): Promise<object[]> => {
    const more = (await kind.more?.(rows as never, db, caller)) ?? [];
    return rows.map((row, place) => ({
      ...Object.fromEntries([...fixed, ...kind.fields].map((field) => [field, row[columnOf(field)]])),
      ...Object.fromEntries(related.map(([field]) => [field, row[field]])),
      ...{ id: row.id, version: row.version, createdAt: iso(row.created_at), updatedAt: iso(row.updated_at) },
      ...(own ? {} : { companyName: row.companyName, changeable: mayChange(caller, row.path) }),
      ...more[place],
    }));
  };

  const filtered = (request: Asking): Expression<SqlBool>[] => {
    const search = request.search ?? "";
    const found = kind.searched.map((field) => containsFolded(of(columnOf(field)), search));
    const narrowing = Object.entries(kind.filters ?? {}).flatMap(([field, how]) => {
      const asked = request[field];
      if (asked === undefined || asked === "") return [];
      return [how === "holds" ? containsFolded(of(columnOf(field)), String(asked)) : sql<SqlBool>`${of(columnOf(field))} = ${asked}`];
    });
    return [...(search === "" ? [] : [sql<SqlBool>`(${sql.join(found, sql` or `)})`]), ...narrowing];
  };

  const sortedBy = (field: string): Expression<unknown> => {
    if (field in kind.related) return sql.ref(field);
    return field === "companyName" ? sql.ref("company.name") : of(columnOf(field));
  };

  const toSee = async (db: Db, caller: Caller, id: string): Promise<Found> => {
    const [row] = await read(db, conditions([seen(db, caller), sql<SqlBool>`${of("id")} = ${id}`]));
    if (!row) throw new Problem("notFound");
    return row;
  };

  const row = async (db: Db, caller: Caller, id: string): Promise<never> =>
    (await answered(db, caller, [await toSee(db, caller, id)]))[0] as never;

  const toChange = async (db: Db, caller: Caller, id: string): Promise<Found> => {
    const row = await toSee(db, caller, id);
    return own ? row : changeable(caller, row);
  };

  const refuseTaken = async (db: Db, ownerId: unknown, name: string, except = ""): Promise<void> => {
    const { rows } = await sql`select 1 from ${table} where ${of(owner)} = ${ownerId} and lower(${of("name")}) = ${name.toLowerCase()}
      and ${of("id")} <> ${except} limit 1`.execute(db);
    if (rows.length > 0) throw new Problem("nameExists");
  };

  const valuesOf = (fields: Fields, which: readonly string[] = kind.fields): Record<string, unknown> =>
    Object.fromEntries(which.map((field) => [field, fields[field]]));
  const typedOf = (fields: Fields): Record<string, unknown> => ({ ...valuesOf(fields), ...kind.told?.typed(fields as never) });
  const keptOf = async (row: Found, db: Db): Promise<Record<string, unknown>> => ({
    ...Object.fromEntries(kind.fields.map((field) => [field, row[columnOf(field)]])),
    ...(await kind.told?.kept(row.id, db)),
  });
  const columnsOf = (fields: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [columnOf(field), value]));

  const answers: Answers<RecordResource> = {
    async query(asked, { services: { db }, caller }) {
      const request = asked as Asking;
      const { field, order } = sortingOf(request, kind.sorted);
      const narrowed = own ? caller : await narrowedTo(db, caller, request.companyId);
      const where = conditions([seen(db, caller, narrowed), ...filtered(request)]);
      const counted = await sql<{ total: number }>`select count(*) as total from ${table} where ${where}`.execute(db);
      const total = Number(counted.rows[0]?.total ?? 0);
      const { offset, pageNo } = pageOf(request, total);
      const direction = order === "desc" ? sql`desc nulls last` : sql`asc nulls first`;
      const rows = await read(
        db,
        where,
        sql`order by ${sortedBy(field)} ${direction}, ${of("name")}, ${of("id")} limit ${request.pageSize} offset ${offset}`,
      );
      return listOf(await answered(db, caller, rows), total, pageNo, request) as never;
    },
    get: ({ id }, { services, caller }) => row(services.db, caller, id),
    async post(asked, { services, caller, at, trace }) {
      const fields = asked as Found;
      return await services.db.transaction().execute(async (db) => {
        const edited = { db, caller, at, before: undefined };
        const ownerId = own ? caller.userId : ((await kind.organisation?.(fields, edited)) ?? caller.companyId);
        await refuseTaken(db, ownerId, fields.name);
        await kind.check?.(fields, edited);
        const id = newId(at);
        const columns = columnsOf(valuesOf(fields, [...fixed, ...kind.fields]));
        const row = { id, [owner]: ownerId, ...columns, created_at: at, updated_at: at, updated_by: authorOf(caller) };
        await db
          .insertInto(kind.table)
          .values(row as never)
          .execute();
        await kind.write?.(id, fields, edited);
        trace.change = creationOf(id, { ...valuesOf(fields, fixed), ...typedOf(fields) });
        return { id };
      });
    },
    async put(asked, { services, caller, at, trace }) {
      const request = asked as Found;
      return await services.db.transaction().execute(async (db) => {
        const before = await toChange(db, caller, request.id);
        checkVersion(before, request.version);
        await refuseTaken(db, before[owner], request.name, before.id);
        const edited = { db, caller, at, before: before as never };
        await kind.check?.(request, edited);
        const kept = await keptOf(before, db);
        const row = { ...columnsOf(valuesOf(request)), ...restamped(before, caller, at) };
        await db
          .updateTable(kind.table)
          .set(row as never)
          .where("id", "=", before.id as never)
          .execute();
        await kind.write?.(before.id, request, edited);
        trace.change = changeOf(kept, typedOf(request));
        return null;
      });
    },
    /** All of them, or none. */
    async delete({ ids }, { services, caller, trace }) {
      return await services.db.transaction().execute(async (db) => {
        const rows: Found[] = [];
        for (const id of new Set(ids)) rows.push(await toChange(db, caller, id));
        for (const [field, other] of related) {
          if (!("keeps" in other) || !other.keeps) continue;
          refuseInUse(
            rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0),
            other.keeps,
          );
        }
        const gone = rows.map((row) => row.id);
        await sql`delete from ${table} where ${of("id")} in (${sql.join(gone)})`.execute(db);
        const called = (row: Found): string => kind.called?.(row as never) ?? row.name;
        trace.change = changeOf(Object.fromEntries(rows.map((row) => [row.id, called(row)])), {});
        return { removed: rows.length };
      });
    },
  };
  return { answers, row, toSee: toSee as never, toChange: toChange as never };
};
