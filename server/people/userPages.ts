import { type Expression, expressionBuilder, type OrderByDirection, type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, type PageRequest, pageOf, searchText } from "#server/kit/page.ts";
import { inScope } from "#server/kit/scope.ts";

const fields = ["account", "userName", "companyName", "createdAt", "lastLoginAt"] as const;
type Field = (typeof fields)[number];

const columns = {
  account: "user.account",
  userName: "user.user_name",
  createdAt: "user.created_at",
  lastLoginAt: "user.last_login_at",
} as const;

export interface UserSearch {
  /** What holds of the users, besides what is searched for. */
  where: Expression<SqlBool>;
  /** Looked for in account, names, phone and e-mail address. */
  search?: string | undefined;
  field: Field;
  order: OrderByDirection;
}

export interface UserPage {
  ids: string[];
  total: number;
  pageNo: number;
}

const eb = expressionBuilder<Database, "user">();

export const userInScope = (db: Db, caller: Pick<Caller, "companyPath">): Expression<SqlBool> =>
  inScope(db, caller, eb.ref("user.company_id"));

const allOf = ({ where, search = "" }: UserSearch): Expression<SqlBool> =>
  searchText(search) === "" ? where : eb.and([where, contains(eb.ref("user.search"), search)]);

/**
 * The plus keeps the planner from walking an index that is in the right order but has no text to search through, with a look at the row
 * for each user that there is; the index of accounts has everything.
 */
const sortedBy = (field: keyof typeof columns, searched: boolean) => {
  const column = columns[field];
  return searched && field !== "account" ? sql`+${sql.ref(column)}` : sql.ref(column);
};

const idsOf = async (db: Db, asked: UserSearch, { pageSize }: PageRequest, offset: number): Promise<string[]> => {
  const { field, order, search = "" } = asked;
  const where = allOf(asked);
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
      : db
          .selectFrom("user")
          .orderBy(sortedBy(field, searchText(search) !== ""), order)
          .orderBy("user.id", order)
          .select("user.id");
  const rows = await query.where(where).limit(pageSize).offset(offset).execute();
  return rows.map(({ id }) => id);
};

/** Ids of a page of users, in order, and how many there are; answered by indices alone. */
export const pageOfUsers = async (db: Db, asked: UserSearch, request: PageRequest): Promise<UserPage> => {
  const { total } = await db
    .selectFrom("user")
    .where(allOf(asked))
    .select((each) => each.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  return { ids: await idsOf(db, asked, request, offset), total, pageNo };
};
