import { type Expression, type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import type { CompanyNode, CompanyRow, company, companyStates } from "#contract/resources/company.ts";
import { sortingOf } from "#server/catalog/sorting.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, listOf, pageOf, rowsOfIds, searchText } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { pathEnd, seesAll } from "#server/kit/scope.ts";

type Query = RequestOf<typeof company.calls.query>;
type TreeQuery = RequestOf<typeof company.calls.query_tree>;
type State = (typeof companyStates)[number];

const sortable = ["name", "createdAt", "expiresAt"] as const;
const sortColumns = { name: "company.name", createdAt: "company.created_at", expiresAt: "company.expires_at" } as const;

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

const countOf = (table: "user" | "role" | "device") =>
  sql<number>`(select count(*) from ${sql.table(table)} c where c.company_id = company.id)`;
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
    .select([childCount.as("children"), countOf("user").as("users"), countOf("role").as("roles"), countOf("device").as("devices")]);

type Selected = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

const iso = (at: number): string => new Date(at).toISOString();

const rowOf = (row: Selected, caller: Pick<Caller, "companyId">, now: number): CompanyRow => {
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
    expiresAt: row.expires_at === null ? null : iso(row.expires_at),
    state: stateOf(row, now),
    children: row.children,
    users: row.users,
    roles: row.roles,
    devices: row.devices,
    createdAt: iso(row.created_at),
    version: row.version,
  };
};

export const listCompanies = async (db: Db, caller: Caller, request: Query, now: number): Promise<ListOf<CompanyRow>> => {
  const { field, order } = sortingOf(request, sortable, { field: "name", order: "asc" });
  const { name = "", state } = request;
  const matching = () =>
    inScope(db, caller)
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
  return listOf(
    rows.map((row) => rowOf(row, caller, now)),
    total,
    pageNo,
    request,
  );
};

export const getCompany = async (db: Db, caller: Caller, id: string, now: number): Promise<CompanyRow> => {
  const row = await selectRows(db, caller).where("company.id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return rowOf(row, caller, now);
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
    .select([childCount.as("children"), countOf("user").as("users"), countOf("device").as("devices")])
    .orderBy("company.name")
    .orderBy("company.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const nodes = rows.map((row) => ({
    id: row.id,
    parentId: row.id === caller.companyId ? null : row.parent_id,
    name: row.name,
    state: stateOf(row, now),
    children: row.children,
    users: row.users,
    devices: row.devices,
    version: row.version,
  }));
  return listOf(nodes, total, pageNo, request);
};
