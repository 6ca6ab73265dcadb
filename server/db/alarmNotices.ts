import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { NoticeEvent } from "#contract/resources/alarmNotice.ts";
import type { Flag, Stamp } from "#server/db/columnTypes.ts";

/** new: what is to be told of it is not decided; quiet: it waits for the end of quiet hours; planned: its batch is told. */
export type NoticeEventState = "new" | "quiet" | "planned";

/** What an alarm group is to be told of: written with the alarm record, in one transaction. */
export interface AlarmNoticeEventTable {
  id: string;
  record_id: string;
  group_id: string;
  event: NoticeEvent;
  level: number;
  at: Stamp;
  /** As it was written; of a release its own text, where the rule has one. */
  content: string;
  content_en: string;
  state: NoticeEventState;
  /** When it is looked at. */
  next_at: Stamp;
  /** Events of one batch are told together. Empty until it is planned. */
  batch_id: string;
}

/** due: to be sent; held: over the limit of its hour; sending: it may have been sent; merged: told by the notice that `merged_into` names. */
export type NoticeState = "due" | "held" | "sending" | "sent" | "failed" | "merged";

/** What one receiver is told by one channel of a batch. */
export interface AlarmNoticeTable {
  id: string;
  batch_id: string;
  group_id: string;
  /** The organisation of the group. */
  company_id: string;
  channel: string;
  /** Whose turn it takes among those of its channel. */
  lane: string;
  /** Empty where the channel has one receiver for the whole group, or is not configured. */
  contact_id: string;
  /** Events that it tells of. */
  count: number;
  state: NoticeState;
  /** Begun attempts; those of them that a stopped server left without an end. */
  tries: number;
  lost: number;
  /** The start of the hour that it counts in; 0 where it counts in none. */
  hour: Stamp;
  next_at: Stamp;
  merged_into: string;
  created_at: Stamp;
}

export interface AlarmNoticeAttemptTable {
  id: string;
  notice_id: string;
  at: Stamp;
  outcome: string;
  /** Of the provider, cut. */
  answer: string;
  /** Whom it went to, as they were called and reached then. */
  name: string;
  address: string;
  /** When it is tried again; 0 where it is not. */
  next_at: Stamp;
}

/** How a group is told, beside who is in it. */
export interface AlarmGroupTelling {
  tell_release: Flag;
  webhook_url: string;
  webhook_secret: string;
  per_hour: number;
  quiet_from: string;
  quiet_to: string;
}

/** Notices of alarms to the contacts of alarm groups: what is to be told, to whom, and every attempt. */
export const alarmNotices: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable("alarm_contact")
      .addColumn("language", "text", (c) => c.notNull().defaultTo("zh"))
      .execute();
    for (const column of ["webhook_url", "webhook_secret", "quiet_from", "quiet_to"])
      await schema
        .alterTable("alarm_group")
        .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
        .execute();
    for (const [column, start] of [
      ["tell_release", 0],
      ["per_hour", 10],
    ] as const)
      await schema
        .alterTable("alarm_group")
        .addColumn(column, "integer", (c) => c.notNull().defaultTo(start))
        .execute();

    await schema
      .createTable("alarm_notice_event")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("record_id", "text", (c) => c.notNull().references("alarm_log.id").onDelete("cascade"))
      .addColumn("group_id", "text", (c) => c.notNull())
      .addColumn("event", "text", (c) => c.notNull())
      .addColumn("level", "integer", (c) => c.notNull())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("content", "text", (c) => c.notNull())
      .addColumn("content_en", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("next_at", "bigint", (c) => c.notNull())
      .addColumn("batch_id", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    const index = (table: string, name: string, columns: string[]): Promise<void> =>
      schema.createIndex(`${table}_${name}`).on(table).columns(columns).execute();
    await index("alarm_notice_event", "record", ["record_id", "at"]);
    await index("alarm_notice_event", "next", ["state", "next_at"]);
    await index("alarm_notice_event", "group", ["group_id", "at"]);
    await index("alarm_notice_event", "batch", ["batch_id"]);

    await schema
      .createTable("alarm_notice")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("batch_id", "text", (c) => c.notNull())
      .addColumn("group_id", "text", (c) => c.notNull())
      .addColumn("company_id", "text", (c) => c.notNull())
      .addColumn("channel", "text", (c) => c.notNull())
      .addColumn("lane", "text", (c) => c.notNull())
      .addColumn("contact_id", "text", (c) => c.notNull())
      .addColumn("count", "integer", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("lost", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("hour", "bigint", (c) => c.notNull())
      .addColumn("next_at", "bigint", (c) => c.notNull())
      .addColumn("merged_into", "text", (c) => c.notNull().defaultTo(""))
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .execute();
    await index("alarm_notice", "batch", ["batch_id"]);
    await index("alarm_notice", "next", ["state", "next_at"]);
    await index("alarm_notice", "contact", ["contact_id", "hour"]);
    await index("alarm_notice", "merged", ["merged_into"]);
    await index("alarm_notice", "created", ["created_at"]);

    await schema
      .createTable("alarm_notice_attempt")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("notice_id", "text", (c) => c.notNull().references("alarm_notice.id").onDelete("cascade"))
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("outcome", "text", (c) => c.notNull())
      .addColumn("answer", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("address", "text", (c) => c.notNull())
      .addColumn("next_at", "bigint", (c) => c.notNull())
      .execute();
    await index("alarm_notice_attempt", "notice", ["notice_id", "at"]);
  },
};
