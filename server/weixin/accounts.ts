import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { KeywordField } from "#contract/resources/companyWeixin.ts";
import type { Db } from "#server/db/open.ts";
import type { CompanyWeixinTable } from "#server/db/weixin.ts";

export type Account = Selectable<CompanyWeixinTable>;

/**
 * What an organisation tells and binds by: its own account, or the nearest above it that is shared. One that is disabled is none, and does not
 * hide one above it.
 */
export const accountFor = async (db: Db, companyId: string) => {
  const own = await db.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirst();
  if (!own) return undefined;
  return await db
    .selectFrom("company_weixin")
    .innerJoin("company", "company.id", "company_weixin.company_id")
    .selectAll("company_weixin")
    .select("company.name as company_name")
    .where("company_weixin.enabled", "=", 1)
    .where((eb) => eb.or([eb("company_weixin.company_id", "=", companyId), eb("company_weixin.shared", "=", 1)]))
    .where("company.path", "in", above(own.path))
    .orderBy(sql`length(company.path)`, "desc")
    .limit(1)
    .executeTakeFirst();
};

/** The path itself and those of the organisations above: each ends in a slash. */
const above = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));

export const accessOf = ({ app_id, app_secret }: Account) => ({ appId: app_id, appSecret: app_secret });

export const keywordsOf = (account: Account): Record<KeywordField, string> => ({
  ...{ keywordDevice: account.keyword_device, keywordText: account.keyword_text, keywordLevel: account.keyword_level },
  ...{ keywordWhen: account.keyword_when, keywordCompany: account.keyword_company, keywordSn: account.keyword_sn },
});
