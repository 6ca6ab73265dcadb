import { type SelectQueryBuilder, sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { deviceEvent, OperationRow } from "#contract/resources/log.ts";
import { sortingOf } from "#server/catalog/sorting.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { containsFolded, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { companiesOf, seesAll } from "#server/kit/scope.ts";

type Query = RequestOf<typeof deviceEvent.calls.query_user_event>;
export type Filters = Pick<Query, "search" | "account" | "address" | "call" | "refused" | "from" | "to" | "id">;
type Answer = ResponseOf<typeof deviceEvent.calls.query_user_event>;
type Operations = SelectQueryBuilder<Database, "operation_log", object>;

/** Rows of strangers carry no organisation: those who see everything see them too. */
export const matching = (db: Db, caller: Caller, { search, account, address, call, refused, from, to, id }: Filters): Operations => {
  let query: Operations = db.selectFrom("operation_log");
  if (!seesAll(caller)) query = query.where("company_id", "in", companiesOf(db, caller));
  if (refused !== undefined) query = query.where("code", refused ? "!=" : "=", 0);
  if (from !== undefined) query = query.where("at", ">=", Date.parse(from));
  if (to !== undefined) query = query.where("at", "<", Date.parse(to));
  if (id !== undefined) query = query.where("seq", "=", Number(id));
  if (isText(address)) query = query.where((eb) => containsFolded(eb.ref("operation_log.address"), address));
  if (isText(account)) query = query.where((eb) => containsFolded(eb.ref("account"), account));
  if (isText(call)) query = query.where((eb) => (wholePath.test(call) ? eb("call", "=", call) : containsFolded(eb.ref("call"), call)));
  if (isText(search))
    query = query.where((eb) =>
      eb.or((["account", "user_name", "call", "detail", "change"] as const).map((column) => containsFolded(eb.ref(column), search))),
    );
  return query;
};

/** Names one call, and not those too whose paths begin like it. */
const wholePath = /^\/api\/.*[^/]$/;

const isText = (text: string | undefined): text is string => text !== undefined && searchText(text) !== "";

const seqOf = (cursor: string): number => {
  const seq = /^[0-9a-z]{1,10}$/.test(cursor) ? Number.parseInt(cursor, 36) : Number.NaN;
  if (!Number.isSafeInteger(seq)) throw fieldProblem("cursor", "rule.invalid");
  return seq;
};

/** Up to here what a text is found in is gathered in the one pass that a text costs, instead of counted first. */
const fewFound = 1000;

interface SeqPage {
  /** One more than the page holds when it goes on. */
  seqs: number[];
  total: number;
  pageNo: number;
}

const seqPage = async (operations: Operations, request: Query, order: "asc" | "desc"): Promise<SeqPage> => {
  const behind = request.cursor ? seqOf(request.cursor) : undefined;
  const select = (from: Operations, limit: number) => from.select("seq").orderBy("seq", order).limit(limit).execute();
  if ([request.search, request.account, request.address, request.call].some(isText)) {
    const found = (await select(operations, fewFound + 1)).map((row) => row.seq);
    if (found.length <= fewFound) {
      const { offset, pageNo } = pageOf(request, found.length);
      const after = behind === undefined ? found.slice(offset) : found.filter((seq) => (order === "desc" ? seq < behind : seq > behind));
      return { seqs: after.slice(0, request.pageSize + 1), total: found.length, pageNo };
    }
  }
  const { total } = await operations.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const page = behind === undefined ? operations.offset(offset) : operations.where("seq", order === "desc" ? "<" : ">", behind);
  return { seqs: (await select(page, request.pageSize + 1)).map((row) => row.seq), total, pageNo };
};

/** The operation log in the order of writing, newest first. `cursor` goes on behind the last row of a page, at the same cost on any page. */
export const listOperations = async (db: Db, caller: Caller, request: Query): Promise<Answer> => {
  const { order } = sortingOf(request, ["at"], { field: "at", order: "desc" });
  const { seqs, total, pageNo } = await seqPage(matching(db, caller, request), request, order);
  const shown = seqs.slice(0, request.pageSize);
  const last = shown.at(-1);
  return {
    ...listOf(await rowsOf(db, shown, order), total, request.cursor ? request.pageNo : pageNo, request),
    cursor: seqs.length > shown.length && last !== undefined ? last.toString(36) : null,
  };
};

export const rowsOf = async (db: Db, seqs: readonly number[], order: "asc" | "desc"): Promise<OperationRow[]> => {
  if (seqs.length === 0) return [];
  const rows = await db
    .selectFrom("operation_log")
    .leftJoin("company", "company.id", "operation_log.company_id")
    .select(["seq", "at", "account", "user_name", "operation_log.address", "call", "detail", "change", "code", "milliseconds", "hash"])
    .select(sql<string>`coalesce(company.name, '')`.as("company_name"))
    .where("seq", "in", seqs)
    .orderBy("seq", order)
    .execute();
  return rows.map((row) => ({
    id: String(row.seq),
    at: new Date(row.at).toISOString(),
    account: row.account,
    userName: row.user_name,
    companyName: row.company_name,
    address: row.address,
    call: row.call,
    detail: row.detail,
    change: row.change,
    code: row.code,
    milliseconds: row.milliseconds,
    hash: row.hash,
  }));
};
