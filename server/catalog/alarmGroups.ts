import { randomBytes } from "node:crypto";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact, alarmGroup, contactLanguages, genders } from "#contract/resources/alarmGroup.ts";
import type { Db } from "#server/db/open.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { companiesOf } from "#server/kit/scope.ts";
import { typesOf } from "#server/notices/noticeGroups.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { pathOf } from "./ruleTemplates.ts";
import { seenRules } from "./seenRules.ts";

const contactsOf = (db: Db, groupIds: readonly string[]) =>
  db
    .selectFrom("alarm_group_contact as member")
    .innerJoin("alarm_contact", "alarm_contact.id", "member.contact_id")
    .select(["member.group_id", "alarm_contact.id", "alarm_contact.name"])
    .where("member.group_id", "in", groupIds)
    .orderBy("member.place")
    .execute();

/** Throws where a contact is of no organisation within that of the path, so that whoever sees the group sees its contacts; who is in it already may stay. */
const checkContacts = async (db: Db, ids: readonly string[], held: ReadonlySet<string>, path: string): Promise<void> => {
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom("alarm_contact")
    .innerJoin("company", "company.id", "alarm_contact.company_id")
    .select(["alarm_contact.id", "company.path"])
    .where("alarm_contact.id", "in", ids)
    .execute();
  const within = new Set(rows.filter((row) => row.path.startsWith(path)).map(({ id }) => id));
  if (ids.some((id) => !held.has(id) && !within.has(id))) throw fieldProblem("contactIds", "rule.invalid");
};

/** The host alone is told in the log: what stands behind it may be a key. */
const toldUrl = (url: string): string => URL.parse(url)?.origin ?? "";

/** A secret of a webhook: 256 bits. */
export const newWebhookSecret = (): string => randomBytes(32).toString("base64url");

/** Who is told of alarms, with the contacts in each group in their order. */
export const alarmGroupKind: RecordKind<typeof alarmGroup, "alarm_group"> = {
  resource: alarmGroup,
  table: "alarm_group",
  reach: "scoped",
  fields: ["name", "perHour", "quietFrom", "quietTo"],
  searched: ["name"],
  sorted: { field: "name", order: "asc" },
  related: { rules: { table: "alarm_trigger", column: "alarm_group_id", keeps: alarmTrigger.noun, seen: seenRules } },
  keptBy: [{ table: "alarm_trigger_step", column: "group_id", keeps: alarmTrigger.noun }],
  async check({ contactIds }, { db, caller, before }) {
    const held = before ? await contactsOf(db, [before.id]) : [];
    await checkContacts(db, contactIds, new Set(held.map(({ id }) => id)), await pathOf(db, caller, before));
  },
  async write(id, { messageTypes: chosen, contactIds, tellRelease, webhookUrl, webhookSecret }, { db, at }) {
    await db
      .updateTable("alarm_group")
      .set({
        ...{ message_types: JSON.stringify(chosen), tell_release: tellRelease ? 1 : 0, webhook_url: webhookUrl },
        ...(webhookSecret === "" ? {} : { webhook_secret: webhookSecret }),
      })
      .where("id", "=", id)
      .execute();
    // Its quiet hours may have become others.
    await db.updateTable("alarm_notice_event").set({ next_at: at }).where("group_id", "=", id).where("state", "=", "quiet").execute();
    await db.deleteFrom("alarm_group_contact").where("group_id", "=", id).execute();
    const rows = contactIds.map((contactId, place) => ({ group_id: id, contact_id: contactId, place }));
    if (rows.length > 0) await db.insertInto("alarm_group_contact").values(rows).execute();
  },
  told: {
    typed: ({ messageTypes: chosen, contactIds, tellRelease, webhookUrl, webhookSecret }) => ({
      ...{ messageTypes: chosen, contactIds, tellRelease, webhook: toldUrl(webhookUrl) },
      ...(webhookSecret === "" ? {} : { webhookSecret: "***" }),
    }),
    async kept(id, db, { webhookUrl }) {
      const row = await db
        .selectFrom("alarm_group")
        .select(["message_types", "tell_release", "webhook_url"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const before = toldUrl(row.webhook_url);
      return {
        ...{ messageTypes: typesOf(row.message_types), contactIds: (await contactsOf(db, [id])).map((contact) => contact.id) },
        tellRelease: row.tell_release === 1,
        webhook: row.webhook_url !== webhookUrl && before === toldUrl(webhookUrl) ? `${before}/…` : before,
      };
    },
  },
  async more(rows, db) {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const contacts = groupedBy(await contactsOf(db, ids), (contact) => contact.group_id);
    return rows.map(({ id, message_types, tell_release, webhook_url }) => ({
      messageTypes: typesOf(message_types),
      tellRelease: tell_release === 1,
      webhookUrl: webhook_url,
      contacts: (contacts.get(id) ?? []).map((contact) => ({ id: contact.id, name: contact.name })),
    }));
  },
};

export const alarmGroups = keepRecords(alarmGroupKind);

/** Two people may have one name, and one phone. */
export const alarmContactKind: RecordKind<typeof alarmContact, "alarm_contact"> = {
  resource: alarmContact,
  table: "alarm_contact",
  reach: "scoped",
  fields: ["name", "gender", "phone", "email", "language"],
  distinct: ["name", "phone"],
  searched: ["name", "phone", "email"],
  sorted: { field: "name", order: "asc" },
  related: {},
  keptBy: [{ table: "alarm_group_contact", column: "contact_id", keeps: alarmGroup.noun }],
  async more(rows, db, caller) {
    if (rows.length === 0) return [];
    const named = await db
      .selectFrom("alarm_group_contact as member")
      .innerJoin("alarm_group", "alarm_group.id", "member.group_id")
      .select(["member.contact_id", "alarm_group.id", "alarm_group.name"])
      .where(
        "member.contact_id",
        "in",
        rows.map(({ id }) => id),
      )
      .where("alarm_group.company_id", "in", companiesOf(db, caller))
      .orderBy("alarm_group.name")
      .orderBy("alarm_group.id")
      .execute();
    const groups = groupedBy(named, (group) => group.contact_id);
    return rows.map((row) => ({
      gender: genders.find((gender) => gender === row.gender) ?? "unknown",
      language: contactLanguages.find((language) => language === row.language) ?? "zh",
      groups: (groups.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    }));
  },
};

export const alarmContacts = keepRecords(alarmContactKind);
