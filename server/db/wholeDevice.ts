import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Texts and numbers that are added to a table, by column, with what stands in the rows that are there. */
type Added = Readonly<Record<string, readonly [type: "text" | "integer" | "bigint", before: string | number]>>;

const edited: Added = { created_at: ["bigint", 0], version: ["integer", 1], updated_at: ["bigint", 0], updated_by: ["text", ""] };
const typeColumns: Added = { attributes: ["text", "[]"], ...edited };
const deviceColumns: Added = {
  dealer: ["text", ""],
  user_name: ["text", ""],
  contact: ["text", ""],
  third_party_id: ["text", ""],
  tuya_id: ["text", ""],
  installed_on: ["text", ""],
  service_info: ["text", ""],
  image: ["text", ""],
  province: ["text", ""],
  city: ["text", ""],
  district: ["text", ""],
  sort: ["integer", 0],
  mobile: ["text", "stop"],
  alarm_notice: ["integer", 1],
  lease_start: ["text", ""],
  lease_end: ["text", ""],
  attributes: ["text", "{}"],
  parameter_version: ["text", ""],
};

const add = async (db: Kysely<unknown>, table: string, columns: Added): Promise<void> => {
  for (const [column, [type, before]] of Object.entries(columns))
    await db.schema
      .alterTable(table)
      .addColumn(column, type, (c) => c.notNull().defaultTo(before))
      .execute();
};

/** All that is written about a device, types with attributes and relations, and models that are edited. */
export const wholeDevice: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await add(db, "device_type", typeColumns);
    await add(db, "device_model", edited);
    await add(db, "device", deviceColumns);
    for (const table of ["device_type", "device_model"])
      await schema.createIndex(`${table}_company`).on(table).columns(["company_id", "name"]).execute();
    await schema.createIndex("device_model_id").on("device").columns(["model_id", "name", "id", "company_id"]).execute();
    await schema.createIndex("device_sort").on("device").columns(["sort", "name", "id", "company_id"]).execute();
    await schema.createIndex("device_lease_end").on("device").columns(["lease_end", "name", "id", "company_id"]).execute();
    await sql`create index device_image on device (image) where image <> ''`.execute(db);
    await schema
      .createTable("device_type_relation")
      .addColumn("type_id", "text", (c) => c.notNull().references("device_type.id").onDelete("cascade"))
      .addColumn("related_id", "text", (c) => c.notNull().references("device_type.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("device_type_relation_pk", ["type_id", "related_id"])
      .execute();
    await schema.createIndex("device_type_relation_related").on("device_type_relation").column("related_id").execute();
    await schema
      .createTable("default_device_type")
      .addColumn("company_id", "text", (c) => c.primaryKey().references("company.id").onDelete("cascade"))
      .addColumn("type_id", "text", (c) => c.notNull().references("device_type.id").onDelete("cascade"))
      .execute();
    await schema.createIndex("default_device_type_type").on("default_device_type").column("type_id").execute();
    // Types and models of before are as old as the oldest organisation that is known.
    for (const table of ["device_type", "device_model"])
      await sql`update ${sql.table(table)} set created_at = coalesce((select min(created_at) from company), 0)`.execute(db);
  },
};
