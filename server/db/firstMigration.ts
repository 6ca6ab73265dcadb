import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createRefusal, inIndex, isPostgres } from "#server/db/engine.ts";
import type { Database } from "#server/db/schema.ts";

const edited = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
  table
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("updated_by", "text", (c) => c.notNull());

/** The tables that the product began with. */
export const first: Migration = {
  async up(anyDb: Kysely<unknown>) {
    const db = anyDb as Kysely<Database>;
    const { schema } = db;
    await edited(
      schema
        .createTable("company")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("parent_id", "text", (c) => c.references("company.id"))
        .addColumn("path", "text", (c) => c.notNull().unique())
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("enabled", "integer", (c) => c.notNull())
        .addColumn("expires_at", "bigint")
        .addColumn("zone", "text", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull()),
    ).execute();
    await edited(
      schema
        .createTable("user")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
        .addColumn("account", "text", (c) => c.notNull().unique())
        .addColumn("user_name", "text", (c) => c.notNull())
        .addColumn("nick_name", "text", (c) => c.notNull())
        .addColumn("phone", "text", (c) => c.notNull())
        .addColumn("email", "text", (c) => c.notNull())
        .addColumn("avatar", "text", (c) => c.notNull())
        .addColumn("type", "integer", (c) => c.notNull())
        .addColumn("password_hash", "text", (c) => c.notNull())
        .addColumn("enabled", "integer", (c) => c.notNull())
        .addColumn("second_factor", "integer", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull()),
    ).execute();
    await schema.createIndex("user_company").on("user").column("company_id").execute();
    await schema.createIndex("user_phone").on("user").column("phone").execute();
    await schema
      .createTable("session")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("seen_at", "bigint", (c) => c.notNull())
      .addColumn("address", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("session_user").on("session").column("user_id").execute();
    await edited(
      schema
        .createTable("role")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("description", "text", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull()),
    ).execute();
    await schema
      .createTable("user_role")
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("role_id", "text", (c) => c.notNull().references("role.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("user_role_pk", ["user_id", "role_id"])
      .execute();
    await schema
      .createTable("menu")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("parent_id", "text", (c) => c.references("menu.id").onDelete("cascade"))
      .addColumn("path", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("name_en", "text", (c) => c.notNull())
      .addColumn("icon", "text", (c) => c.notNull())
      .addColumn("hidden", "integer", (c) => c.notNull())
      .addColumn("affix", "integer", (c) => c.notNull())
      .addColumn("no_cache", "integer", (c) => c.notNull())
      .addColumn("sort", "integer", (c) => c.notNull())
      .addColumn("action_list", "text", (c) => c.notNull())
      .execute();
    await schema
      .createTable("role_menu")
      .addColumn("role_id", "text", (c) => c.notNull().references("role.id").onDelete("cascade"))
      .addColumn("menu_id", "text", (c) => c.notNull().references("menu.id").onDelete("cascade"))
      .addColumn("actions", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("role_menu_pk", ["role_id", "menu_id"])
      .execute();
    await schema
      .createTable("dict")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("value", "text", (c) => c.notNull())
      .addColumn("remark", "text", (c) => c.notNull())
      .addColumn("priority", "integer", (c) => c.notNull())
      .execute();
    await schema.createIndex("dict_name").on("dict").columns(["name", "priority"]).execute();
    await schema
      .createTable("device_type")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("name_en", "text", (c) => c.notNull())
      .addColumn("description", "text", (c) => c.notNull())
      .execute();
    await schema
      .createTable("device_model")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("model_id", "text", (c) => c.notNull())
      .addColumn("transmission", "text", (c) => c.notNull())
      .execute();
    await edited(
      schema
        .createTable("device")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("sn", "text", (c) => c.notNull().unique())
        .addColumn("search", "text", (c) => c.notNull())
        .addColumn("type_id", "text", (c) => c.notNull().references("device_type.id"))
        .addColumn("model_id", "text", (c) => c.references("device_model.id"))
        .addColumn("industry", "text", (c) => c.notNull())
        .addColumn("password_hash", "text", (c) => c.notNull())
        .addColumn("online", "integer", (c) => c.notNull())
        .addColumn("activated_at", "bigint")
        .addColumn("communication_time", "bigint")
        .addColumn("lng", "double precision")
        .addColumn("lat", "double precision")
        .addColumn("address", "text", (c) => c.notNull())
        .addColumn("remark", "text", (c) => c.notNull())
        .addColumn("software_version", "text", (c) => c.notNull())
        .addColumn("hardware_version", "text", (c) => c.notNull())
        // Devices send fractions, which an embedded database keeps in whichever column.
        .addColumn("signal", isPostgres(db) ? "double precision" : "integer")
        .addColumn("iccid", "text", (c) => c.notNull())
        .addColumn("open_alarms", "integer", (c) => c.notNull().defaultTo(0))
        .addColumn("created_at", "bigint", (c) => c.notNull()),
    ).execute();
    for (const column of ["communication_time", "created_at", "open_alarms"] as const)
      await schema.createIndex(`device_${column}`).on("device").columns([column, "id", "company_id"]).execute();
    await schema.createIndex("device_name").on("device").columns(["name", "id", "company_id", "search"]).execute();
    await schema.createIndex("device_sn").on("device").columns(["sn", "company_id", "id"]).execute();
    const filtered = ["company_id", "name", "id", "online", "activated_at", "type_id", "open_alarms", "search"] as const;
    await schema
      .createIndex("device_company")
      .on("device")
      .columns([...filtered])
      .execute();
    await schema.createIndex("device_type_id").on("device").columns(["type_id", "name", "id", "company_id"]).execute();
    await schema
      .createIndex("device_presence")
      .on("device")
      .expression(sql`${inIndex(db, sql`case when online = 1 then 0 when activated_at is null then 2 else 1 end`)}, name, id, company_id`)
      .execute();
    await edited(
      schema
        .createTable("recipe")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("description", "text", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull()),
    ).execute();
    await schema.createIndex("recipe_company_name").on("recipe").columns(["company_id", "name"]).unique().execute();
    await schema
      .createTable("slave")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("no", "integer", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("recipe_id", "text", (c) => c.notNull().references("recipe.id"))
      .addUniqueConstraint("slave_no", ["device_id", "no"])
      .execute();
    await schema.createIndex("slave_recipe").on("slave").columns(["recipe_id", "device_id"]).execute();
    await edited(
      schema
        .createTable("point")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("recipe_id", "text", (c) => c.notNull().references("recipe.id").onDelete("cascade"))
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("name_en", "text", (c) => c.notNull())
        .addColumn("address", "text", (c) => c.notNull())
        .addColumn("default_value", "text", (c) => c.notNull())
        .addColumn("value_type", "text", (c) => c.notNull())
        .addColumn("integer_digits", "integer")
        .addColumn("decimals", "integer")
        .addColumn("unit", "text", (c) => c.notNull())
        .addColumn("min", "double precision")
        .addColumn("max", "double precision")
        .addColumn("start_bit", "integer")
        .addColumn("end_bit", "integer")
        .addColumn("enumeration", "text", (c) => c.notNull())
        .addColumn("receive_formula", "text", (c) => c.notNull())
        .addColumn("send_formula", "text", (c) => c.notNull())
        .addColumn("store_mode", "integer", (c) => c.notNull())
        .addColumn("display", "integer", (c) => c.notNull())
        .addColumn("writable", "integer", (c) => c.notNull())
        .addColumn("data_source", "text", (c) => c.notNull())
        .addColumn("auth", "integer", (c) => c.notNull())
        .addColumn("sort", "integer", (c) => c.notNull())
        .addUniqueConstraint("point_address", ["recipe_id", "address", "start_bit", "end_bit"]),
    ).execute();
    await edited(
      schema
        .createTable("alarm_trigger")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("recipe_id", "text", (c) => c.notNull().references("recipe.id"))
        .addColumn("point_id", "text", (c) => c.references("point.id"))
        .addColumn("device_id", "text", (c) => c.references("device.id").onDelete("cascade"))
        .addColumn("level", "integer", (c) => c.notNull())
        .addColumn("condition", "text", (c) => c.notNull())
        .addColumn("a", "double precision")
        .addColumn("b", "double precision")
        .addColumn("min", "double precision")
        .addColumn("max", "double precision")
        .addColumn("hold_seconds", "integer", (c) => c.notNull())
        .addColumn("push_content", "text", (c) => c.notNull())
        .addColumn("push_content_en", "text", (c) => c.notNull())
        .addColumn("release_content", "text", (c) => c.notNull())
        .addColumn("release_content_en", "text", (c) => c.notNull())
        .addColumn("save_data", "integer", (c) => c.notNull())
        .addColumn("enabled", "integer", (c) => c.notNull())
        .addColumn("mask", "integer", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull()),
    ).execute();
    for (const column of ["recipe_id", "point_id", "device_id"] as const)
      await schema.createIndex(`alarm_trigger_${column}`).on("alarm_trigger").column(column).execute();
    await schema
      .createTable("alarm_log")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("slave", "integer", (c) => c.notNull())
      .addColumn("rule_id", "text", (c) => c.references("alarm_trigger.id").onDelete("set null"))
      .addColumn("rule_name", "text", (c) => c.notNull())
      .addColumn("point_id", "text")
      .addColumn("point_name", "text", (c) => c.notNull())
      .addColumn("point_name_en", "text", (c) => c.notNull())
      .addColumn("unit", "text", (c) => c.notNull())
      .addColumn("level", "integer", (c) => c.notNull())
      .addColumn("state", "integer", (c) => c.notNull())
      .addColumn("content", "text", (c) => c.notNull())
      .addColumn("content_en", "text", (c) => c.notNull())
      .addColumn("value", "text")
      .addColumn("open_key", "text", (c) => c.unique())
      .addColumn("raised_at", "bigint", (c) => c.notNull())
      .addColumn("released_at", "bigint")
      .addColumn("processed_at", "bigint")
      .addColumn("processor_id", "text")
      .addColumn("processor", "text", (c) => c.notNull())
      .addColumn("remark", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("alarm_log_time").on("alarm_log").columns(["raised_at", "id"]).execute();
    await schema.createIndex("alarm_log_device").on("alarm_log").columns(["device_id", "raised_at"]).execute();
    await schema.createIndex("alarm_log_rule").on("alarm_log").column("rule_id").execute();
    await schema.createIndex("alarm_log_company").on("alarm_log").columns(["company_id", "state"]).execute();
    await schema
      .createTable("alarm_pending")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("rule_id", "text", (c) => c.notNull().references("alarm_trigger.id").onDelete("cascade"))
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("slave", "integer", (c) => c.notNull())
      .addColumn("since", "bigint")
      .addColumn("last_value", "text")
      .execute();
    for (const column of ["rule_id", "device_id"] as const)
      await schema.createIndex(`alarm_pending_${column}`).on("alarm_pending").column(column).execute();
    await schema
      .createTable("alarm_switch")
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("level", "integer", (c) => c.notNull())
      .addColumn("notice", "integer", (c) => c.notNull())
      .addColumn("sound", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("alarm_switch_pk", ["user_id", "level"])
      .execute();
    await schema
      .createTable("device_state_log")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("company_id", "text", (c) => c.notNull())
      .addColumn("online", "integer", (c) => c.notNull())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("reason", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("device_state_log_device").on("device_state_log").columns(["device_id", "at"]).execute();
    await schema
      .createTable("device_event")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("company_id", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("content", "text", (c) => c.notNull())
      .addColumn("user_id", "text")
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("result", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("device_event_device").on("device_event").columns(["device_id", "at"]).execute();
    await schema
      .createTable("operation_log")
      .addColumn("seq", "integer", (c) => c.primaryKey().autoIncrement())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("user_id", "text")
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("user_name", "text", (c) => c.notNull())
      .addColumn("company_id", "text")
      .addColumn("address", "text", (c) => c.notNull())
      .addColumn("call", "text", (c) => c.notNull())
      .addColumn("detail", "text", (c) => c.notNull())
      .addColumn("code", "integer", (c) => c.notNull())
      .addColumn("milliseconds", "integer", (c) => c.notNull())
      .addColumn("previous", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("operation_log_at").on("operation_log").column("at").execute();
    await schema.createIndex("operation_log_company_at").on("operation_log").columns(["company_id", "at"]).execute();
    await schema.createIndex("operation_log_company").on("operation_log").columns(["company_id", "seq"]).execute();
    await schema
      .createTable("outbox")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("channel", "text", (c) => c.notNull())
      .addColumn("recipient", "text", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .execute();
    await schema
      .createTable("user_temp_data")
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("value", "text", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("user_temp_data_pk", ["user_id", "key"])
      .execute();
    await edited(
      schema
        .createTable("sample_user")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("sex", "integer", (c) => c.notNull())
        .addColumn("age", "integer", (c) => c.notNull())
        .addColumn("birth", "text", (c) => c.notNull())
        .addColumn("addr", "text", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull()),
    ).execute();
    await schema
      .createTable("setting")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("value", "text", (c) => c.notNull())
      .execute();
    await createRefusal(db, {
      name: "operation_log_no_update",
      table: "operation_log",
      event: "update",
      message: "the operation log is not edited",
    });
  },
};
