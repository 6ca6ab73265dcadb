import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { HandlerContext } from "#server/kit/implement.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { companiesOf, narrowedTo } from "#server/kit/scope.ts";
import { utcText } from "#server/kit/utcText.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import type { Services } from "#server/services.ts";
import { columnOf } from "./columnOf.ts";
import { authorOf, checkVersion, restamped, type Stamped } from "./edits.ts";
import { refuseInUse } from "./inUse.ts";
import type { FieldsOf, KeptRow, ListRequest, RecordKind, RecordResource, RecordTable, Use } from "./recordKind.ts";
import { sortingOf } from "./sorting.ts";
import { listedCompanies, mayChange, refuseOfAbove } from "./usable.ts";

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

/** What the answers need of a call that is asked. */
export interface RecordContext extends Pick<HandlerContext, "caller" | "at" | "trace"> {
  readonly services: Pick<Services, "db"> & { readonly changes: Pick<Services["changes"], "tell"> };
}

interface Answers<R extends RecordResource> {
  query(request: RequestOf<R["calls"]["query"]>, context: RecordContext): Promise<ResponseOf<R["calls"]["query"]>>;
  get(request: { id: string }, context: RecordContext): Promise<RowOf<R>>;
  post(request: RequestOf<R["calls"]["post"]>, context: RecordContext): Promise<{ id: string }>;
  put(request: RequestOf<R["calls"]["put"]>, context: RecordContext): Promise<null>;
  delete(request: { ids: string[] }, context: RecordContext): Promise<{ removed: number }>;
}

const conditions = (all: readonly Expression<SqlBool>[]) => sql<SqlBool>`(${sql.join(all, sql` and `)})`;

type Adding = Pick<HandlerContext, "caller" | "at" | "trace">;

export interface Records<R extends RecordResource, T extends RecordTable> {
  /** The calls of `recordCalls`, all kinds alike: scope, names that are taken, versions, what is in use, and the operation log. */
  readonly answers: Answers<R>;
  /** What `post` does, within a transaction that does more. */
  add(db: Db, fields: FieldsOf<R>, context: Adding): Promise<{ id: string }>;
  /** A record that the caller sees, as lists answer it; any other is not found. */
  row(db: Db, caller: Caller, id: string): Promise<RowOf<R>>;
  toSee(db: Db, caller: Caller, id: string): Promise<KeptRow<T>>;
  /** One that the caller may change; one of an organisation above is seen and refused. */
  toChange(db: Db, caller: Caller, id: string): Promise<KeptRow<T>>;
}

export const keepRecords = <R extends RecordResource, T extends RecordTable>(kind: RecordKind<R, T>): Records<R, T> =>
  keep(kind as never) as never;

const ownerOf = { shared: "company_id", scoped: "company_id", own: "user_id", everybody: undefined } as const;
const all = sql<SqlBool>`true`;

const keep = (kind: RecordKind): Records<RecordResource, RecordTable> => {
  const table = sql.table(kind.table);
  const owner = ownerOf[kind.reach];
  const organised = owner === "company_id";
  const related = Object.entries(kind.related);
  const fixed = kind.fixed ?? [];
  const keeping = [...related.map(([, other]) => other), ...(kind.keptBy ?? [])].flatMap((use) =>
    "keeps" in use && use.keeps ? [{ use, noun: use.keeps }] : [],
  );
  const of = (column: string): RawBuilder<string> => sql.ref<string>(`${kind.table}.${column}`);
  const seen = (db: Db, caller: Caller, narrowed = caller): Expression<SqlBool> => {
    if (owner === undefined) return all;
    if (owner === "user_id") return sql<SqlBool>`${of(owner)} = ${caller.userId}`;
    const companies = kind.reach === "shared" ? listedCompanies(db, caller, narrowed) : companiesOf(db, narrowed);
    const within = sql<SqlBool>`${of(owner)} in ${companies}`;
    const visible = kind.visible?.(caller);
    return visible ? conditions([within, visible]) : within;
  };

  /** Rows that name a record are counted, or what they are of. */
  const uses = ({ table, column, of }: Use, which: Expression<SqlBool>): RawBuilder<number> =>
    sql<number>`(select count(${of === undefined ? sql`*` : sql`distinct ${sql.ref(`u.${of}`)}`}) from ${sql.table(table)} u
      where ${sql.ref(`u.${column}`)} ${which})`;

  const told = (db: Db, caller: Caller) =>
    related.map(([field, other]) => {
      if ("by" in other) return sql`(select name from ${sql.table(other.table)} n where n.id = ${of(other.by)}) as ${sql.ref(field)}`;
      const shown = other.seen ? sql` and ${other.seen(db, caller)}` : sql``;
      return sql`${uses(other, sql<SqlBool>`= ${of("id")}${shown}`)} as ${sql.ref(field)}`;
    });

  const read = async (db: Db, more: readonly RawBuilder<unknown>[], where: Expression<SqlBool>, end = sql``): Promise<Found[]> => {
    const organisation = organised ? [sql`company.name as "companyName"`, sql`company.path as path`] : [];
    const join = organised ? sql`join company on company.id = ${of(owner)}` : sql``;
    const select = sql`select ${sql.join([sql`${table}.*`, ...organisation, ...more])}`;
    return (await sql<Found>`${select} from ${table} ${join} where ${where} ${end}`.execute(db)).rows;
  };

  const answered = async (db: Db, caller: Caller, rows: readonly Found[]): Promise<object[]> => {
    const more = (await kind.more?.(rows as never, db, caller)) ?? [];
    return rows.map((row, place) => ({
      ...Object.fromEntries([...fixed, ...kind.fields].map((field) => [field, row[columnOf(field)]])),
      ...Object.fromEntries(related.map(([field]) => [field, row[field]])),
      ...{ id: row.id, version: row.version, updatedAt: utcText(row.updated_at) },
      ...(kind.undated ? {} : { createdAt: utcText(row.created_at) }),
      ...(organised ? { companyId: row[owner], companyName: row.companyName, changeable: mayChange(caller, row.path) } : {}),
      ...(kind.builtin ? { builtin: kind.builtin.is(row.id) } : {}),
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
  const ties = [...(kind.ties ?? ["name"]).map(columnOf), "id"].map(of);

  const one = async (db: Db, caller: Caller, id: string, more: readonly RawBuilder<unknown>[] = []): Promise<Found> => {
    const [row] = await read(db, more, conditions([seen(db, caller), sql<SqlBool>`${of("id")} = ${id}`]));
    if (!row) throw new Problem("notFound");
    return row;
  };

  const row = async (db: Db, caller: Caller, id: string): Promise<never> =>
    (await answered(db, caller, [await one(db, caller, id, told(db, caller))]))[0] as never;

  const toChange = async (db: Db, caller: Caller, id: string): Promise<Found> => {
    const row = await one(db, caller, id);
    if (organised) refuseOfAbove(caller, row);
    await kind.guard?.(row as never, db, caller);
    return row;
  };

  const checkAdmitted = (caller: Caller): void => kind.admit?.(caller);

  const called = (row: Found): string => kind.called?.(row as never) ?? row.name;
  const isBuiltin = (id: string): boolean => kind.builtin?.is(id) ?? false;

  const checkKept = (before: Found, fields: Fields): void => {
    const lost = isBuiltin(before.id) && kind.builtin?.keeps?.some((field) => before[columnOf(field)] !== fields[field]);
    if (lost) throw new Problem("notModifiable", { values: { name: called(before) } });
  };

  const refuseTaken = async (db: Db, ownerId: unknown, fields: Found, except = ""): Promise<void> => {
    const alike = kind.distinct?.map((field) => sql<SqlBool>`${of(columnOf(field))} = ${fields[field]}`) ?? [
      sql<SqlBool>`lower(${of("name")}) = ${fields.name.toLowerCase()}`,
    ];
    const others = [...(owner === undefined ? [] : [sql<SqlBool>`${of(owner)} = ${ownerId}`]), ...alike];
    const { rows } = await sql`select 1 from ${table} where ${conditions(others)} and ${of("id")} <> ${except} limit 1`.execute(db);
    if (rows.length > 0) throw new Problem("nameExists");
  };

  const refuseUsed = async (db: Db, ids: readonly string[]): Promise<void> => {
    for (const { use, noun } of keeping) {
      const { rows } = await sql<{ count: number }>`select ${uses(use, sql<SqlBool>`in (${sql.join(ids)})`)} as count`.execute(db);
      refuseInUse(Number(rows[0]?.count ?? 0), noun);
    }
  };

  const valuesOf = (fields: Fields, which: readonly string[] = kind.fields): Record<string, unknown> =>
    Object.fromEntries(which.map((field) => [field, fields[field]]));
  const typedOf = (fields: Fields): Record<string, unknown> => ({ ...valuesOf(fields), ...kind.told?.typed(fields as never) });
  const keptOf = async (row: Found, db: Db, fields: Found): Promise<Record<string, unknown>> => ({
    ...Object.fromEntries(kind.fields.map((field) => [field, row[columnOf(field)]])),
    ...(await kind.told?.kept(row.id, db, fields as never)),
  });
  const columnsOf = (fields: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [columnOf(field), value]));

  /** Whose a record that the caller adds is. */
  const ownerFor = async (fields: Found, edited: Parameters<NonNullable<RecordKind["organisation"]>>[1]): Promise<Fields> => {
    if (owner === undefined) return {};
    if (owner === "user_id") return { [owner]: edited.caller.userId };
    return { [owner]: (await kind.organisation?.(fields, edited)) ?? edited.caller.companyId };
  };

  const add = async (db: Db, fields: Found, { caller, at, trace }: Adding): Promise<{ id: string }> => {
    checkAdmitted(caller);
    const edited = { db, caller, at, before: undefined };
    const whose = await ownerFor(fields, edited);
    await refuseTaken(db, owner && whose[owner], fields);
    await kind.check?.(fields, edited);
    const id = newId(at);
    const columns = columnsOf(valuesOf(fields, [...fixed, ...kind.fields]));
    const stamps = { ...(kind.undated ? {} : { created_at: at }), updated_at: at, updated_by: authorOf(caller) };
    await db
      .insertInto(kind.table)
      .values({ id, ...whose, ...columns, ...stamps } as never)
      .execute();
    await kind.write?.(id, fields, edited);
    const ownerTold = kind.ownerTold ? { companyId: whose.company_id } : {};
    trace.change = creationOf(id, { ...ownerTold, ...valuesOf(fields, fixed), ...typedOf(fields) });
    return { id };
  };
  const answers: Answers<RecordResource> = {
    async query(asked, { services: { db }, caller }) {
      const request = asked as Asking;
      const { field, order } = sortingOf(request, kind.sorted);
      const narrowed = organised ? await narrowedTo(db, caller, request.companyId) : caller;
      const where = conditions([seen(db, caller, narrowed), ...filtered(request)]);
      const counted = await sql<{ total: number }>`select count(*) as total from ${table} where ${where}`.execute(db);
      const total = Number(counted.rows[0]?.total ?? 0);
      const { offset, pageNo } = pageOf(request, total);
      const direction = order === "desc" ? sql`desc nulls last` : sql`asc nulls first`;
      const rows = await read(
        db,
        told(db, caller),
        where,
        sql`order by ${sortedBy(field)} ${direction}, ${sql.join(ties)} limit ${request.pageSize} offset ${offset}`,
      );
      return listOf(await answered(db, caller, rows), total, pageNo, request) as never;
    },
    get: ({ id }, { services, caller }) => row(services.db, caller, id),
    post: (asked, context) => context.services.db.transaction().execute((db) => add(db, asked as Found, context)),
    async put(asked, { services, caller, at, trace }) {
      const request = asked as Found;
      checkAdmitted(caller);
      await services.db.transaction().execute(async (db) => {
        const before = await toChange(db, caller, request.id);
        checkVersion(before, request.version);
        checkKept(before, request);
        const stays = Object.fromEntries(fixed.map((field) => [field, before[columnOf(field)]]));
        await refuseTaken(db, owner && before[owner], { ...request, ...stays }, before.id);
        const edited = { db, caller, at, before: before as never };
        await kind.check?.(request, edited);
        const kept = await keptOf(before, db, request);
        const row = { ...columnsOf(valuesOf(request)), ...restamped(before, caller, at) };
        await db
          .updateTable(kind.table)
          .set(row as never)
          .where("id", "=", before.id as never)
          .execute();
        await kind.write?.(before.id, request, edited);
        trace.change = changeOf(kept, typedOf(request));
      });
      if (kind.changed) await services.changes.tell(kind.changed([request.id]));
      return null;
    },
    /** All of them, or none. */
    async delete({ ids: asked }, { services, caller, trace }) {
      const ids = [...new Set(asked)];
      checkAdmitted(caller);
      await services.db.transaction().execute(async (db) => {
        const rows: Found[] = [];
        for (const id of ids) {
          const row = await toChange(db, caller, id);
          if (isBuiltin(id)) throw new Problem("builtin", { values: { name: called(row) } });
          rows.push(row);
        }
        await refuseUsed(db, ids);
        await sql`delete from ${table} where ${of("id")} in (${sql.join(ids)})`.execute(db);
        trace.change = changeOf(Object.fromEntries(rows.map((row) => kind.gone?.(row as never) ?? [row.id, called(row)])), {});
      });
      if (kind.changed) await services.changes.tell(kind.changed(ids));
      return { removed: ids.length };
    },
  };
  return { answers, row, add: add as never, toSee: one as never, toChange: toChange as never };
};
