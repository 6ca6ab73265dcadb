import { type Expression, type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import type { CompanyNode, CompanyRow, company, companyStates } from "#contract/resources/company.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, listOf, pageOf, rowsOfIds, searchText } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { narrowedTo, pathEnd, seesAll } from "#server/kit/scope.ts";
import { utcText } from "#server/kit/utcText.ts";
import { sortingOf } from "#server/records/sorting.ts";

type Query = RequestOf<typeof company.calls.query>;
type MiniQuery = RequestOf<typeof company.calls.query_mini>;
type TreeQuery = RequestOf<typeof company.calls.query_tree>;
type State = (typeof companyStates)[number];

const sortColumns = { name: "company.name", createdAt: "company.created_at", expiresAt: "company.expires_at" } as const satisfies Record<
  SortFieldOf<Query>,
  string
>;

/** Disabled says more than expired: it was somebody's decision. */
const stateOf = (row: { enabled: number; expires_at: number | null }, now: number): State => {
  if (row.enabled === 0) return "disabled";
  return row.expires_at !== null && row.expires_at <= now ? "expired" : "normal";
};

const inScope = (db: Db, caller: Pick<Caller, "companyPath">) =>
  db
    .selectFrom("company")
    .$if(!seesAll(caller), (query) =>
      query.where("company.path", ">=", caller.companyPath).where("company.path", "<", pathEnd(caller.companyPath)),
    );

const childCount = sql<number>`(select count(*) from company c where c.parent_id = company.id)`;

const inState = (state: State, now: number): Expression<SqlBool> => {
  if (state === "disabled") return sql<SqlBool>`company.enabled = 0`;
  const past = sql`company.expires_at is not null and company.expires_at <= ${now}`;
  return state === "expired" ? sql<SqlBool>`company.enabled = 1 and ${past}` : sql<SqlBool>`company.enabled = 1 and not (${past})`;
};

const selectRows = (db: Db, caller: Pick<Caller, "companyPath">) =>
  inScope(db, caller)
    .leftJoin("company as parent", "parent.id", "company.parent_id")
    .selectAll("company")
    .select("parent.name as parent_name")
    .select(childCount.as("children"));

type Selected = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

interface Whole {
  children: number;
  users: number;
  roles: number;
  devices: number;
}

/** What organisations have with all below them. */
const wholesOf = async (db: Db, ids: readonly string[]): Promise<(id: string) => Whole> => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom("company as top")
          .crossJoin("company as below")
          .whereRef("below.path", ">=", "top.path")
          .where(sql<SqlBool>`below.path < top.path || ${pathEnd("")}`)
          .where("top.id", "in", ids)
          .groupBy("top.id")
          .select((eb) => [
            "top.id",
            sql<number>`count(*) - 1`.as("children"),
            eb.fn.sum<number>("below.user_count").as("users"),
            eb.fn.sum<number>("below.role_count").as("roles"),
            eb.fn.sum<number>("below.device_count").as("devices"),
          ])
          .execute();
  const wholes = new Map(rows.map(({ id, ...whole }) => [id, whole]));
  return (id) => wholes.get(id) ?? { children: 0, users: 0, roles: 0, devices: 0 };
};

const rowOf = (row: Selected, whole: Whole, caller: Pick<Caller, "companyId">, now: number): CompanyRow => {
  const own = row.id === caller.companyId;
  return {
    id: row.id,
    parentId: own ? null : row.parent_id,
    parentName: own ? "" : (row.parent_name ?? ""),
    name: row.name,
    level: row.level,
    site: row.site,
    address: row.address,
    remark: row.remark,
    logo: row.logo,
    picture: row.picture,
    morning: row.morning,
    afternoon: row.afternoon,
    zone: row.zone,
    enabled: row.enabled === 1,
    expiresAt: row.expires_at === null ? null : utcText(row.expires_at),
    state: stateOf(row, now),
    children: row.children,
    users: row.user_count,
    roles: row.role_count,
    devices: row.device_count,
    whole,
    createdAt: utcText(row.created_at),
    version: row.version,
  };
};

export const listCompanies = async (db: Db, caller: Caller, request: Query, now: number): Promise<ListOf<CompanyRow>> => {
  const { field, order } = sortingOf(request, { field: "name", order: "asc" });
  const { name = "", state } = request;
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const matching = () =>
    inScope(db, narrowed)
      .$if(searchText(name) !== "", (query) => query.where((eb) => contains(eb.ref("company.search"), name)))
      .$if(state !== undefined, (query) => query.where(inState(state ?? "normal", now)));
  const { total } = await matching()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const found = await matching()
    .select("company.id")
    .orderBy(sortColumns[field], order)
    .orderBy("company.id", order)
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const ids = found.map(({ id }) => id);
  const rows = await rowsOfIds(ids, (each) => selectRows(db, caller).where("company.id", "in", each).execute());
  const wholeOf = await wholesOf(db, ids);
  return listOf(
    rows.map((row) => rowOf(row, wholeOf(row.id), caller, now)),
    total,
    pageNo,
    request,
  );
};

export const listMiniCompanies = async (db: Db, caller: Caller, request: MiniQuery) => {
  const { order } = sortingOf(request, { field: "name", order: "asc" });
  const { id, name = "" } = request;
  const matching = inScope(db, caller)
    .$if(id !== undefined, (query) => query.where("company.id", "=", id ?? ""))
    .$if(searchText(name) !== "", (query) => query.where((eb) => contains(eb.ref("company.search"), name)));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await matching
    .leftJoin("company as parent", "parent.id", "company.parent_id")
    .select(["company.id", "company.name", "parent.name as parentName"])
    .orderBy("company.name", order)
    .orderBy("company.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const list = rows.map((row) => ({ ...row, parentName: row.id === caller.companyId ? "" : (row.parentName ?? "") }));
  return listOf(list, total, pageNo, request);
};

export const getCompany = async (db: Db, caller: Caller, id: string, now: number): Promise<CompanyRow> => {
  const row = await selectRows(db, caller).where("company.id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  const wholeOf = await wholesOf(db, [id]);
  return rowOf(row, wholeOf(id), caller, now);
};

/** One level of the tree, or what matches a name. A parent that is not in scope has no children to show. */
export const listCompanyNodes = async (db: Db, caller: Caller, request: TreeQuery, now: number): Promise<ListOf<CompanyNode>> => {
  const name = request.name?.trim() ?? "";
  const asked = () => {
    const query = inScope(db, caller);
    if (name !== "") return query.where((eb) => contains(eb.ref("company.search"), name));
    return request.parentId === undefined
      ? query.where("company.id", "=", caller.companyId)
      : query.where("company.parent_id", "=", request.parentId).where("company.id", "!=", caller.companyId);
  };
  const { total } = await asked()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await asked()
    .select(["company.id", "company.parent_id", "company.name", "company.enabled", "company.expires_at", "company.version"])
    .select(["company.user_count", "company.device_count", childCount.as("children")])
    .orderBy("company.name")
    .orderBy("company.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const wholeOf = await wholesOf(
    db,
    rows.map((row) => row.id),
  );
  const nodes = rows.map(
    (row): CompanyNode => ({
      id: row.id,
      parentId: row.id === caller.companyId ? null : row.parent_id,
      name: row.name,
      state: stateOf(row, now),
      children: row.children,
      users: row.user_count,
      devices: row.device_count,
      whole: wholeOf(row.id),
      version: row.version,
    }),
  );
  return listOf(nodes, total, pageNo, request);
};
