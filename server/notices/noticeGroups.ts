import { languages } from "#contract/languages.ts";
import { type MessageType, messageTypes } from "#contract/resources/alarmGroup.ts";
import type { Db } from "#server/db/open.ts";
import { accountFor } from "#server/weixin/accounts.ts";
import type { NoticeContact, NoticeGroup } from "./channels.ts";

export interface KnownGroup extends NoticeGroup {
  readonly messageTypes: readonly MessageType[];
  readonly zone: string;
  readonly perHour: number;
  readonly quietFrom: string;
  readonly quietTo: string;
}

export const typesOf = (kept: string): MessageType[] => {
  const known: unknown = JSON.parse(kept);
  return messageTypes.filter((type) => Array.isArray(known) && known.includes(type));
};

export const knownGroup = async (db: Db, id: string): Promise<KnownGroup | undefined> => {
  const row = await db
    .selectFrom("alarm_group")
    .innerJoin("company", "company.id", "alarm_group.company_id")
    .selectAll("alarm_group")
    .select("company.zone")
    .where("alarm_group.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...{ id, companyId: row.company_id, name: row.name, zone: row.zone, messageTypes: typesOf(row.message_types) },
    ...{ webhookUrl: row.webhook_url, webhookSecret: row.webhook_secret },
    ...{ perHour: row.per_hour, quietFrom: row.quiet_from, quietTo: row.quiet_to },
  };
};

/** Those who are in the group now, in their order. */
export const contactsIn = async (db: Db, groupId: string): Promise<NoticeContact[]> => {
  const rows = await db
    .selectFrom("alarm_group_contact as member")
    .innerJoin("alarm_contact as contact", "contact.id", "member.contact_id")
    .select(["contact.id", "contact.name", "contact.phone", "contact.email", "contact.language"])
    .where("member.group_id", "=", groupId)
    .orderBy("member.place")
    .execute();
  const openids = await openidsIn(db, groupId);
  return rows.map((row) => ({
    ...row,
    language: languages.find((language) => language === row.language) ?? "zh",
    openid: openids.get(row.id) ?? "",
  }));
};

/** Of the contacts who follow an official account: that which the group's organisation uses before any other. */
const openidsIn = async (db: Db, groupId: string): Promise<ReadonlyMap<string, string>> => {
  const group = await db.selectFrom("alarm_group").select("company_id").where("id", "=", groupId).executeTakeFirst();
  const nearest = group && (await accountFor(db, group.company_id));
  const rows = await db
    .selectFrom("alarm_user_weixin as bound")
    .innerJoin("alarm_group_contact as member", "member.contact_id", "bound.contact_id")
    .innerJoin("company_weixin as account", "account.id", "bound.weixin_id")
    .select(["bound.contact_id", "bound.openid", "bound.weixin_id"])
    .where("member.group_id", "=", groupId)
    .where("bound.following", "=", 1)
    .where("account.enabled", "=", 1)
    .where("account.template_id", "<>", "")
    .orderBy("bound.created_at")
    .execute();
  rows.sort((one, other) => Number(one.weixin_id === nearest?.id) - Number(other.weixin_id === nearest?.id));
  return new Map(rows.map(({ contact_id, openid }) => [contact_id, openid]));
};
