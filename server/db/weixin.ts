import type { ColumnType, Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Edited, Flag, Stamp } from "#server/db/columnTypes.ts";

type Secret = ColumnType<string, string | undefined, string>;

/** The official account of an organisation. */
export interface CompanyWeixinTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  app_id: string;
  app_secret: Secret;
  /** The account's own name at WeChat, which messages are addressed to. */
  original_id: string;
  /** What the callback is signed with, and what its messages are encrypted with; without a key they are plain. */
  token: Secret;
  aes_key: Secret;
  template_id: string;
  keyword_device: string;
  keyword_text: string;
  keyword_level: string;
  keyword_when: string;
  keyword_company: string;
  keyword_sn: string;
  /** Organisations below without an account of their own use it. */
  shared: ColumnType<Flag, Flag | undefined, Flag>;
  enabled: ColumnType<Flag, Flag | undefined, Flag>;
  created_at: Stamp;
}

interface Binding {
  id: string;
  weixin_id: string;
  /** Of the follower, in this account alone. */
  openid: string;
  following: Flag;
  created_at: Stamp;
}

export interface UserWeixinTable extends Binding {
  user_id: string;
}

export interface AlarmUserWeixinTable extends Binding {
  contact_id: string;
}

/** A scene that was shown as a QR code: single-use. */
export interface WeixinSceneTable {
  /** A digest of the scene. */
  id: string;
  weixin_id: string;
  user_id: string | null;
  contact_id: string | null;
  ends_at: Stamp;
}

/** Official accounts of organisations, and who follows them. */
export const weixin: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const texts = ["name", "app_id", "original_id", "template_id"];
    const keywords = ["device", "text", "level", "when", "company", "sn"].map((fact) => `keyword_${fact}`);
    const start = schema
      .createTable("company_weixin")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"));
    await [...texts, ...keywords]
      .reduce((made, column) => made.addColumn(column, "text", (c) => c.notNull()), start)
      .addColumn("app_secret", "text", (c) => c.notNull().defaultTo(""))
      .addColumn("token", "text", (c) => c.notNull().defaultTo(""))
      .addColumn("aes_key", "text", (c) => c.notNull().defaultTo(""))
      .addColumn("shared", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("enabled", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("company_weixin_company").on("company_weixin").column("company_id").unique().execute();
    const binding = async (table: string, column: string, to: string): Promise<void> => {
      await schema
        .createTable(table)
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("weixin_id", "text", (c) => c.notNull().references("company_weixin.id").onDelete("cascade"))
        .addColumn(column, "text", (c) => c.notNull().references(to).onDelete("cascade"))
        .addColumn("openid", "text", (c) => c.notNull())
        .addColumn("following", "integer", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .execute();
      await schema.createIndex(`${table}_of`).on(table).columns([column, "weixin_id"]).unique().execute();
      await schema.createIndex(`${table}_openid`).on(table).columns(["openid", "weixin_id"]).execute();
      await schema.createIndex(`${table}_weixin`).on(table).column("weixin_id").execute();
    };
    await binding("user_weixin", "user_id", "user.id");
    await binding("alarm_user_weixin", "contact_id", "alarm_contact.id");
    await schema
      .createTable("weixin_scene")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("weixin_id", "text", (c) => c.notNull().references("company_weixin.id").onDelete("cascade"))
      .addColumn("user_id", "text", (c) => c.references("user.id").onDelete("cascade"))
      .addColumn("contact_id", "text", (c) => c.references("alarm_contact.id").onDelete("cascade"))
      .addColumn("ends_at", "bigint", (c) => c.notNull())
      .execute();
    for (const column of ["weixin_id", "user_id", "contact_id", "ends_at"])
      await schema.createIndex(`weixin_scene_${column}`).on("weixin_scene").column(column).execute();
  },
};
