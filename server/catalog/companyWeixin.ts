import { companyWeixin } from "#contract/resources/companyWeixin.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { callbackPath } from "#server/weixin/callbackPath.ts";

/** Official accounts, one of an organisation. What is secret of them is written and never read out. */
export const companyWeixinKind: RecordKind<typeof companyWeixin, "company_weixin"> = {
  resource: companyWeixin,
  table: "company_weixin",
  reach: "scoped",
  fields: [
    ...(["name", "appId", "originalId", "templateId"] as const),
    ...(["keywordDevice", "keywordText", "keywordLevel", "keywordWhen", "keywordCompany", "keywordSn"] as const),
  ],
  searched: ["name", "appId"],
  sorted: { field: "name", order: "asc" },
  related: {},
  async check({ appSecret, token }, { db, caller, before }) {
    if (before) return;
    const there = await db.selectFrom("company_weixin").select("id").where("company_id", "=", caller.companyId).executeTakeFirst();
    if (there) throw new Problem("weixinThere");
    if (appSecret === "") throw fieldProblem("appSecret", "rule.required");
    if (token === "") throw fieldProblem("token", "rule.required");
  },
  async write(id, { appSecret, token, aesKey, shared, enabled }, { db }) {
    await db
      .updateTable("company_weixin")
      .set({
        ...{ shared: shared ? 1 : 0, enabled: enabled ? 1 : 0 },
        ...(appSecret === "" ? {} : { app_secret: appSecret }),
        ...(token === "" ? {} : { token }),
        ...(aesKey === "" ? {} : { aes_key: aesKey }),
      })
      .where("id", "=", id)
      .execute();
  },
  told: {
    typed: ({ appSecret, token, aesKey, shared, enabled }) => ({
      ...{ shared, enabled },
      ...(appSecret === "" ? {} : { appSecret: "***" }),
      ...(token === "" ? {} : { token: "***" }),
      ...(aesKey === "" ? {} : { aesKey: "***" }),
    }),
    async kept(id, db) {
      const row = await db.selectFrom("company_weixin").select(["shared", "enabled"]).where("id", "=", id).executeTakeFirstOrThrow();
      return { shared: row.shared === 1, enabled: row.enabled === 1 };
    },
  },
  async more(rows, db) {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const counted = await db
      .selectFrom("user_weixin")
      .select(["weixin_id", (eb) => eb.fn.countAll<number>().as("count")])
      .where("weixin_id", "in", ids)
      .groupBy("weixin_id")
      .execute();
    const followers = new Map(counted.map(({ weixin_id, count }) => [weixin_id, Number(count)]));
    return rows.map(({ id, shared, enabled, app_secret, token, aes_key }) => ({
      ...{ shared: shared === 1, enabled: enabled === 1, callback: callbackPath(id), followers: followers.get(id) ?? 0 },
      ...{ hasSecret: app_secret !== "", hasToken: token !== "", hasKey: aes_key !== "" },
    }));
  },
};

export const companyWeixins = keepRecords(companyWeixinKind);
