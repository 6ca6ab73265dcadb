import { type Expression, type OrderByDirection, type SelectQueryBuilder, sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { deviceEvent, OperationRow } from "#contract/resources/log.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { unindexed } from "#server/db/unindexed.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { containsFolded, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { companiesOf, narrowedTo, seesAll } from "#server/kit/scope.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { pointNames, recordNames } from "./recordNames.ts";
import type { Part } from "./recordReach.ts";

type Query = RequestOf<typeof deviceEvent.calls.query_user_event>;
export type Filters = Pick<Query, "search" | "companyId" | "account" | "address" | "call" | "refused" | "from" | "to" | "id">;
type Answer = ResponseOf<typeof deviceEvent.calls.query_user_event>;
type Operations = SelectQueryBuilder<Database, "operation_log", object>;

interface Span {
  order: OrderByDirection;
  limit: number;
  /** Rows that come after this one, in the order. */
  behind?: number | undefined;
  offset?: number;
}

/** One part of what the caller may see; no row is in two of them. */
export interface OperationPart {
  count(): Promise<number>;
  seqs(span: Span): Promise<number[]>;
}

const isBehind = (order: OrderByDirection) => (order === "desc" ? "<" : ">");

const partOf = (operations: Operations): OperationPart => ({
  count: async () => (await operations.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow()).total,
  async seqs({ order, limit, behind, offset = 0 }) {
    const after = behind === undefined ? operations : operations.where("seq", isBehind(order), behind);
    const rows = await after.select("seq").orderBy("seq", order).limit(limit).offset(offset).execute();
    return rows.map(({ seq }) => seq);
  },
});

/** Rows about records of the caller's organisations that none of these acted in. */
const suffered = (db: Db, caller: Caller) => {
  const own = companiesOf(db, caller);
  return db.selectFrom("operation_record").where("company_id", "in", own).where("actor", "not in", own);
};

/** The same without a look at the log itself, where nothing is asked of the rows. Few are about more than one organisation, and counted twice. */
const allSuffered = (db: Db, caller: Caller): OperationPart => ({
  async count() {
    const { named } = await suffered(db, caller).select(sql<number>`count(*)`.as("named")).executeTakeFirstOrThrow();
    const { twice } = await suffered(db, caller)
      .where("shared", "=", sql.lit(1))
      .select(sql<number>`count(*) - count(distinct seq)`.as("twice"))
      .executeTakeFirstOrThrow();
    return named - twice;
  },
  async seqs({ order, limit, behind, offset = 0 }) {
    const rows = await suffered(db, caller)
      .$if(behind !== undefined, (query) => query.where("seq", isBehind(order), behind ?? 0))
      .select("seq")
      .distinct()
      .orderBy("seq", order)
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ seq }) => seq);
  },
});

/** Between what is searched as one text. */
const lineFeed = sql.lit("\n");
const said = sql`account || ${lineFeed} || user_name || ${lineFeed} || call`;

const wholeText = sql<string>`${said} || ${lineFeed} || detail || ${lineFeed} || change`;

/** What the caller may see of rows about its records. The planner stays at the numbers of the rows. */
const toldOf = (db: Db, caller: Caller) =>
  db.selectFrom("operation_record").where(unindexed(sql.ref<string>("operation_record.company_id")), "in", companiesOf(db, caller));

/** The text of a row about the caller's records, as far as the caller may see it. */
const seenText = (db: Db, caller: Caller): Expression<string> =>
  sql<string>`${said} || ${lineFeed} || (${toldOf(db, caller)
    .whereRef("operation_record.seq", "=", sql.ref("operation_log.seq"))
    .select(sql<string>`string_agg(case when part = '' then detail || ${lineFeed} || change else part end, ${lineFeed})`.as("text"))})`;

/** The same of a row that one of the caller's own organisations wrote about another of them: the whole of it. */
const shownText = (db: Db, caller: Caller): Expression<string> =>
  sql<string>`case when company_id in (${companiesOf(db, caller)}) then ${wholeText} else ${seenText(db, caller)} end`;

/**
 * What the caller's organisations did and, apart from that, what others did to their records. Rows of strangers carry no organisation:
 * those who see everything see them too.
 */
export const matching = async (db: Db, caller: Caller, filters: Filters): Promise<OperationPart[]> => {
  const narrowed = await narrowedTo(db, caller, filters.companyId);
  const rows = filtered(db.selectFrom("operation_log"), filters);
  const search = isText(filters.search) ? filters.search : undefined;
  const searched = (operations: Operations, text: Expression<string>): Operations =>
    search === undefined ? operations : operations.where(containsFolded(text, search));
  if (seesAll(narrowed)) return [partOf(searched(rows, wholeText))];
  const done = partOf(searched(rows.where("company_id", "in", companiesOf(db, narrowed)), wholeText));
  if (!isFiltered(filters)) return [done, allSuffered(db, narrowed)];
  const asked = searched(rows.where("seq", "in", suffered(db, narrowed).select("operation_record.seq")), wholeText);
  return [done, partOf(seesAll(caller) ? asked : searched(asked, shownText(db, caller)))];
};

const isFiltered = ({ search, account, address, call, refused, from, to, id }: Filters): boolean =>
  [search, account, address, call].some(isText) || [refused, from, to, id].some((value) => value !== undefined);

const filtered = (operations: Operations, { account, address, call, refused, from, to, id }: Filters): Operations => {
  let query = operations;
  if (refused !== undefined) query = query.where("code", refused ? "!=" : "=", 0);
  if (from !== undefined) query = query.where("at", ">=", Date.parse(from));
  if (to !== undefined) query = query.where("at", "<", Date.parse(to));
  if (id !== undefined) query = query.where("seq", "=", Number(id));
  if (isText(address)) query = query.where((eb) => containsFolded(eb.ref("operation_log.address"), address));
  if (isText(account)) query = query.where((eb) => containsFolded(eb.ref("account"), account));
  if (isText(call)) query = query.where((eb) => (wholePath.test(call) ? eb("call", "=", call) : containsFolded(eb.ref("call"), call)));
  return query;
};

/** Numbers of rows, of all parts together, in order. */
export const seqsOf = async (parts: readonly OperationPart[], span: Span): Promise<number[]> => {
  const [only] = parts;
  if (only && parts.length === 1) return only.seqs(span);
  const { order, limit, offset = 0 } = span;
  const found: number[] = [];
  for (const part of parts) found.push(...(await part.seqs({ ...span, limit: offset + limit, offset: 0 })));
  return found.sort((one, other) => (order === "desc" ? other - one : one - other)).slice(offset, offset + limit);
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

const seqPage = async (parts: readonly OperationPart[], request: Query, order: OrderByDirection): Promise<SeqPage> => {
  const behind = request.cursor ? seqOf(request.cursor) : undefined;
  const limit = request.pageSize + 1;
  if ([request.search, request.account, request.address, request.call].some(isText)) {
    const found = await seqsOf(parts, { order, limit: fewFound + 1 });
    if (found.length <= fewFound) {
      const { offset, pageNo } = pageOf(request, found.length);
      const after = behind === undefined ? found.slice(offset) : found.filter((seq) => (order === "desc" ? seq < behind : seq > behind));
      return { seqs: after.slice(0, limit), total: found.length, pageNo };
    }
  }
  const filled: OperationPart[] = [];
  let total = 0;
  for (const part of parts) {
    const count = await part.count();
    if (count > 0) filled.push(part);
    total += count;
  }
  const { offset, pageNo } = pageOf(request, total);
  return { seqs: await seqsOf(filled, { order, limit, behind, offset: behind === undefined ? offset : 0 }), total, pageNo };
};

/** The operation log in the order of writing, newest first. `cursor` goes on behind the last row of a page, at the same cost on any page. */
export const listOperations = async (db: Db, caller: Caller, request: Query): Promise<Answer> => {
  const { order } = sortingOf(request, { field: "at", order: "desc" });
  const { seqs, total, pageNo } = await seqPage(await matching(db, caller, request), request, order);
  const shown = seqs.slice(0, request.pageSize);
  const last = shown.at(-1);
  return {
    ...listOf(await rowsOf(db, caller, shown, order), total, request.cursor ? request.pageNo : pageNo, request),
    cursor: seqs.length > shown.length && last !== undefined ? last.toString(36) : null,
  };
};

const joined = (parts: readonly Part[], field: keyof Part): string =>
  parts
    .map((part) => part[field])
    .filter((text) => text !== "")
    .join("\n");

/** What the caller may see of rows that name records of others, too. */
const partsOf = async (db: Db, caller: Caller, seqs: readonly number[]): Promise<ReadonlyMap<number, Part>> => {
  const rows = await toldOf(db, caller).where("operation_record.seq", "in", seqs).select(["operation_record.seq", "part"]).execute();
  const told = [...groupedBy(rows, (row) => row.seq)].filter(([, parts]) => parts.every(({ part }) => part !== ""));
  return new Map(
    told.map(([seq, rowsOfSeq]) => {
      const parts = rowsOfSeq.map(({ part }) => JSON.parse(part) as Part);
      return [seq, { detail: joined(parts, "detail"), change: joined(parts, "change") }];
    }),
  );
};

export const rowsOf = async (db: Db, caller: Caller, seqs: readonly number[], order: OrderByDirection): Promise<OperationRow[]> => {
  if (seqs.length === 0) return [];
  const rows = await db
    .selectFrom("operation_log")
    .leftJoin("company", "company.id", "operation_log.company_id")
    .select(["seq", "at", "account", "user_name", "operation_log.address", "call", "detail", "change", "code", "milliseconds", "hash"])
    .select(sql<string>`coalesce(company.name, '')`.as("company_name"))
    .select("company.path")
    .where("seq", "in", seqs)
    .orderBy("seq", order)
    .execute();
  const byOthers = rows.filter(({ path }) => !path?.startsWith(caller.companyPath)).map(({ seq }) => seq);
  const parts = seesAll(caller) || byOthers.length === 0 ? new Map<number, Part>() : await partsOf(db, caller, byOthers);
  const told = rows.map((row) => ({ call: row.call, detail: row.detail, change: row.change, ...parts.get(row.seq) }));
  const records = await recordNames(db, caller, told);
  const points = await pointNames(db, caller, told);
  return rows.map((row, place) => ({
    id: String(row.seq),
    at: new Date(row.at).toISOString(),
    account: row.account,
    userName: row.user_name,
    companyName: row.company_name,
    address: row.address,
    call: row.call,
    record: records[place] ?? "",
    points: points[place] ?? [],
    detail: told[place]?.detail ?? "",
    change: told[place]?.change ?? "",
    code: row.code,
    milliseconds: row.milliseconds,
    hash: row.hash,
  }));
};
