import { type Expression, expressionBuilder, type OrderByDirection, type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { SortFieldOf } from "#contract/kit/page.ts";
import type { user } from "#contract/resources/user.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { inOrder, unindexed } from "#server/db/unindexed.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, type PageRequest, pageOf, searchText } from "#server/kit/page.ts";
import { inScope } from "#server/kit/scope.ts";

type Field = SortFieldOf<RequestOf<typeof user.calls.get_child>>;

const columns = {
  account: "user.account",
  userName: "user.user_name",
  createdAt: "user.created_at",
  lastLoginAt: "user.last_login_at",
} as const satisfies Record<Exclude<Field, "companyName">, string>;

export interface UserSearch {
  /** What holds of the users, besides what is searched for. */
  where: Expression<SqlBool>;
  /** Looked for in account, names, phone and e-mail address. */
  search?: string | undefined;
  field: Field;
  order: OrderByDirection;
  /** How many there are, where that is known. */
  total?: number;
}

interface Span extends Pick<UserSearch, "field" | "order"> {
  searched: boolean;
  limit: number;
  offset: number;
}

export interface UserPage {
  ids: string[];
  total: number;
  pageNo: number;
}

const eb = expressionBuilder<Database, "user">();

export const userInScope = (db: Db, caller: Pick<Caller, "companyPath">): Expression<SqlBool> =>
  inScope(db, caller, eb.ref("user.company_id"));

/**
 * Users of some types. The planner stays at the index that the list is sorted by, or at the ids that it was given: the index of
 * types is for a search through one kind of users alone.
 */
export const ofTypes = (types: readonly number[]): Expression<SqlBool> => eb(unindexed(eb.ref("user.type")), "in", types);

/**
 * Keeps the planner from walking an index that is in the right order but has no text to search through, with a look at the row
 * for each user that there is; the indices of accounts and of organisations have the text.
 */
const sortedBy = (field: keyof typeof columns, searched: boolean) => {
  const column = columns[field];
  return searched && field !== "account" ? unindexed(eb.ref(column)) : eb.ref(column);
};

const idsOf = async (db: Db, where: Expression<SqlBool>, { field, order, searched, limit, offset }: Span): Promise<string[]> => {
  const query =
    field === "companyName"
      ? // The organisations in their order and the users of each: crossed, since the planner would sort all users instead.
        db
          .selectFrom("company")
          .crossJoin("user")
          .whereRef("user.company_id", "=", "company.id")
          .orderBy("company.name", order)
          .orderBy("company.id", order)
          .orderBy("user.account", order)
          .select("user.id")
      : db.selectFrom("user").orderBy(sortedBy(field, searched), inOrder(order)).orderBy("user.id", order).select("user.id");
  const rows = await query.where(where).limit(limit).offset(offset).execute();
  return rows.map(({ id }) => id);
};

/** Up to here, what a search finds is gathered first and sorted then: one pass over an index that has the text instead of two. */
const fewFound = 1000;

const gathered = async (db: Db, where: Expression<SqlBool>): Promise<Expression<SqlBool> | undefined> => {
  const rows = await db
    .selectFrom("user")
    .where(where)
    .select("user.id")
    .limit(fewFound + 1)
    .execute();
  if (rows.length > fewFound) return undefined;
  const ids = rows.map(({ id }) => id);
  return ids.length === 0 ? sql<SqlBool>`false` : eb("user.id", "in", ids);
};

const countUsers = async (db: Db, where: Expression<SqlBool>): Promise<number> => {
  const { total } = await db
    .selectFrom("user")
    .where(where)
    .select((each) => each.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
};

/** Ids of a page of users, in order, and how many there are; answered by indices alone. */
export const pageOfUsers = async (
  db: Db,
  { where, search = "", field, order, total: known }: UserSearch,
  request: PageRequest,
): Promise<UserPage> => {
  const searched = searchText(search) !== "";
  const all = searched ? eb.and([where, contains(eb.ref("user.search"), search)]) : where;
  const few = searched ? await gathered(db, all) : undefined;
  const total = known ?? (await countUsers(db, few ?? all));
  const { offset, pageNo } = pageOf(request, total);
  return { ids: await idsOf(db, few ?? all, { field, order, searched, limit: request.pageSize, offset }), total, pageNo };
};

/**
 * The same, by account, of users whom to find is all the work: found once, kept, counted and sorted in one statement. A page past the
 * end has nobody who could say how many there are, so it is asked for and the last page is read instead, which is always an earlier one.
 */
export const pageOfFound = async (db: Db, found: Expression<{ id: string; account: string }>, request: PageRequest): Promise<UserPage> => {
  const { pageNo, pageSize } = request;
  const { rows } = await sql<{ id: string; total: number }>`
    with found as materialized ${found}
    select id, (select count(*) from found) as total from found order by account limit ${pageSize} offset ${(pageNo - 1) * pageSize}
  `.execute(db);
  const [first] = rows;
  if (first || pageNo === 1) return { ids: rows.map(({ id }) => id), total: first?.total ?? 0, pageNo };
  const counted = await sql<{ total: number }>`select count(*) as total from ${found} as found`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const last = pageOf(request, total).pageNo;
  return last < pageNo ? pageOfFound(db, found, { pageSize, pageNo: last }) : { ids: [], total, pageNo };
};
