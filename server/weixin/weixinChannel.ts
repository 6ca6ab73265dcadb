import type { Changes } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";
import { Gone } from "#server/delivery/webhook.ts";
import type { Channel } from "#server/notices/channels.ts";
import { accessOf, accountFor, keywordsOf } from "./accounts.ts";
import { noteFollowing, tellBound } from "./following.ts";
import { templateData } from "./keywords.ts";
import { NotFollowing, type WeixinApi } from "./weixinApi.ts";

/** The official account that the contact of this openid follows; an openid is of one account alone. */
const accountOf = (db: Db, openid: string) =>
  db
    .selectFrom("alarm_user_weixin as bound")
    .innerJoin("company_weixin", "company_weixin.id", "bound.weixin_id")
    .selectAll("company_weixin")
    .where("bound.openid", "=", openid)
    .where("bound.following", "=", 1)
    .where("company_weixin.enabled", "=", 1)
    .executeTakeFirst();

/** Tells contacts by the official accounts that they are bound to. */
export const weixinChannel = (db: Db, changes: Pick<Changes, "tell">, api: WeixinApi): Channel => ({
  ...{ tells: "contacts", atOnce: 8, perLane: 4, laneOf: ({ companyId }) => companyId },
  async isConfigured(companyId) {
    const account = await accountFor(db, companyId);
    return account !== undefined && account.template_id !== "";
  },
  addressOf: (contact) => contact?.openid ?? "",
  async send({ address, id, facts, link }, signal) {
    const account = await accountOf(db, address);
    if (!account) throw new Gone("nobody is bound any more", "");
    const data = templateData(keywordsOf(account), facts);
    try {
      return await api.send(accessOf(account), { openid: address, templateId: account.template_id, url: link, id, data }, signal);
    } catch (fault) {
      if (fault instanceof NotFollowing) {
        await noteFollowing(db, account.id, address, false);
        await tellBound(db, changes, account.id, address);
      }
      throw fault;
    }
  },
});
