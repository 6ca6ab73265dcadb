import { type Expression, type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import type { alarmUserWeixin, BoundContact, BoundUser, userWeixin } from "#contract/resources/companyWeixin.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { companiesOf, inScope, narrowedTo } from "#server/kit/scope.ts";
import { utcText } from "#server/kit/utcText.ts";
import { changeOf } from "#server/log/changeOf.ts";

type Asked = RequestOf<(typeof userWeixin)["calls"]["query"]>;

/** Enough to tell two apart, and not to write to one. */
const shortened = (openid: string): string => `${openid.slice(0, 4)}…${openid.slice(-4)}`;

const usersBound = (db: Db) =>
  db
    .selectFrom("user_weixin as bound")
    .innerJoin("user as owner", "owner.id", "bound.user_id")
    .innerJoin("company", "company.id", "owner.company_id")
    .innerJoin("company_weixin as account", "account.id", "bound.weixin_id");

const contactsBound = (db: Db) =>
  db
    .selectFrom("alarm_user_weixin as bound")
    .innerJoin("alarm_contact as owner", "owner.id", "bound.contact_id")
    .innerJoin("company", "company.id", "owner.company_id")
    .innerJoin("company_weixin as account", "account.id", "bound.weixin_id");

const either = (texts: readonly Expression<string>[], search: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    texts.map((text) => containsFolded(text, search)),
    sql` or `,
  )})`;

/** The newest first. */
export const boundUsers = async (db: Db, caller: Caller, request: Asked): Promise<ListOf<BoundUser>> => {
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const { search = "" } = request;
  const matching = usersBound(db)
    .where("owner.company_id", "in", companiesOf(db, narrowed))
    .$if(search !== "", (query) =>
      query.where((eb) => either([eb.ref("owner.account"), eb.ref("owner.user_name"), eb.ref("account.name")], search)),
    );
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, Number(total));
  const rows = await matching
    .select(["bound.id", "bound.openid", "bound.following", "bound.created_at", "owner.account", "owner.user_name"])
    .select(["company.name as company_name", "account.name as weixin_name"])
    .orderBy("bound.created_at", "desc")
    .orderBy("bound.id", "desc")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const list = rows.map((row) => ({
    ...{ id: row.id, openid: shortened(row.openid), weixinName: row.weixin_name, companyName: row.company_name },
    ...{ following: row.following === 1, boundAt: utcText(row.created_at), account: row.account, userName: row.user_name },
  }));
  return listOf(list, Number(total), pageNo, request);
};

const groupsOf = async (db: Db, caller: Caller, contactIds: readonly string[]): Promise<Map<string, { name: string }[]>> => {
  if (contactIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("alarm_group_contact as member")
    .innerJoin("alarm_group", "alarm_group.id", "member.group_id")
    .select(["member.contact_id", "alarm_group.name"])
    .where("member.contact_id", "in", contactIds)
    .where((eb) => inScope(db, caller, eb.ref("alarm_group.company_id")))
    .orderBy("alarm_group.name")
    .execute();
  return groupedBy(rows, ({ contact_id }) => contact_id);
};

/** The newest first. */
export const boundContacts = async (
  db: Db,
  caller: Caller,
  request: RequestOf<(typeof alarmUserWeixin)["calls"]["query"]>,
): Promise<ListOf<BoundContact>> => {
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const { search = "", contactId } = request;
  const matching = contactsBound(db)
    .where("owner.company_id", "in", companiesOf(db, narrowed))
    .$if(contactId !== undefined, (query) => query.where("bound.contact_id", "=", contactId ?? ""))
    .$if(search !== "", (query) => query.where((eb) => either([eb.ref("owner.name"), eb.ref("account.name")], search)));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, Number(total));
  const rows = await matching
    .select(["bound.id", "bound.openid", "bound.following", "bound.created_at", "owner.name", "owner.id as contact_id"])
    .select(["company.name as company_name", "account.name as weixin_name"])
    .orderBy("bound.created_at", "desc")
    .orderBy("bound.id", "desc")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const groups = await groupsOf(
    db,
    caller,
    rows.map(({ contact_id }) => contact_id),
  );
  const list = rows.map((row) => ({
    ...{ id: row.id, openid: shortened(row.openid), weixinName: row.weixin_name, companyName: row.company_name },
    ...{ following: row.following === 1, boundAt: utcText(row.created_at), contactId: row.contact_id, contactName: row.name },
    groups: (groups.get(row.contact_id) ?? []).map(({ name }) => name),
  }));
  return listOf(list, Number(total), pageNo, request);
};

interface Ended {
  readonly removed: number;
  readonly change: string;
}

/** All of them, or none. */
export const endBindings = (db: Db, caller: Caller, table: "user_weixin" | "alarm_user_weixin", asked: readonly string[]): Promise<Ended> =>
  db.transaction().execute(async (trx) => {
    const ids = [...new Set(asked)];
    const rows =
      table === "user_weixin"
        ? await usersBound(trx)
            .select(["bound.id", "owner.account as whose"])
            .where("bound.id", "in", ids)
            .where((eb) => inScope(trx, caller, eb.ref("owner.company_id")))
            .execute()
        : await contactsBound(trx)
            .select(["bound.id", "owner.name as whose"])
            .where("bound.id", "in", ids)
            .where((eb) => inScope(trx, caller, eb.ref("owner.company_id")))
            .execute();
    if (rows.length !== ids.length) throw new Problem("notFound");
    await trx.deleteFrom(table).where("id", "in", ids).execute();
    return { removed: rows.length, change: changeOf(Object.fromEntries(rows.map(({ id, whose }) => [id, whose])), {}) };
  });
