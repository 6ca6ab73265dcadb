import { alarmUserWeixin, companyWeixin, userWeixin } from "#contract/resources/companyWeixin.ts";
import type { Changes } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";

const usersOf = (db: Db, weixinId: string, openid: string) =>
  db
    .selectFrom("user_weixin as bound")
    .innerJoin("user", "user.id", "bound.user_id")
    .select(["user.id", "user.company_id"])
    .where("bound.weixin_id", "=", weixinId)
    .where("bound.openid", "=", openid)
    .execute();

const contactsOf = (db: Db, weixinId: string, openid: string) =>
  db
    .selectFrom("alarm_user_weixin as bound")
    .innerJoin("alarm_contact", "alarm_contact.id", "bound.contact_id")
    .select("alarm_contact.company_id")
    .where("bound.weixin_id", "=", weixinId)
    .where("bound.openid", "=", openid)
    .execute();

/** Tells the pages that show bindings of the follower that they became others. */
export const tellBound = async (db: Db, changes: Pick<Changes, "tell">, weixinId: string, openid: string): Promise<void> => {
  const users = await usersOf(db, weixinId, openid);
  const contacts = await contactsOf(db, weixinId, openid);
  const told = { kind: "records", page: "" } as const;
  const companies = (rows: readonly { company_id: string }[]): string[] => [...new Set(rows.map(({ company_id }) => company_id))];
  if (users.length > 0) {
    await changes.tell({ ...told, resources: [userWeixin.name, companyWeixin.name], companyIds: companies(users) });
    for (const { id } of users) await changes.tell({ ...told, resources: [companyWeixin.name], companyIds: [], userId: id });
  }
  if (contacts.length > 0) await changes.tell({ ...told, resources: [alarmUserWeixin.name], companyIds: companies(contacts) });
};

/** Whether the follower, wherever bound in the account, follows it. */
export const noteFollowing = async (db: Db, weixinId: string, openid: string, following: boolean): Promise<void> => {
  for (const table of ["user_weixin", "alarm_user_weixin"] as const)
    await db
      .updateTable(table)
      .set({ following: following ? 1 : 0 })
      .where("weixin_id", "=", weixinId)
      .where("openid", "=", openid)
      .execute();
};
