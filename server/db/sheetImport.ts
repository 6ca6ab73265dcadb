import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Stamp } from "#server/db/columnTypes.ts";

export interface SheetUploadTable {
  id: string;
  user_id: string;
  /** Whose the rows become unless they say otherwise. */
  company_id: string;
  kind: string;
  file_name: string;
  sheet: string;
  /** JSON of the ids of its columns. */
  columns: string;
  /** JSON of messages with their values. */
  notices: string;
  total: number;
  same: number;
  faulty: number;
  created_at: Stamp;
  /** The job that takes it over; empty before. */
  job_id: string;
}

export interface SheetUploadRowTable {
  upload_id: string;
  place: number;
  line: number;
  state: string;
  /** JSON of texts by the ids of columns. */
  cells: string;
  /** JSON of what is to be told of cells. */
  faults: string;
  /** JSON of what became of it; empty before. */
  outcome: string;
}

/** Tables that people uploaded, until they are taken over or a day has gone by. */
export const sheetImport: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("sheet_upload")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("file_name", "text", (c) => c.notNull())
      .addColumn("sheet", "text", (c) => c.notNull())
      .addColumn("columns", "text", (c) => c.notNull())
      .addColumn("notices", "text", (c) => c.notNull())
      .addColumn("total", "integer", (c) => c.notNull())
      .addColumn("same", "integer", (c) => c.notNull())
      .addColumn("faulty", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("job_id", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("sheet_upload_user").on("sheet_upload").columns(["user_id", "created_at"]).execute();
    await schema.createIndex("sheet_upload_created").on("sheet_upload").columns(["created_at"]).execute();
    await schema.createIndex("sheet_upload_company").on("sheet_upload").columns(["company_id"]).execute();
    await schema
      .createTable("sheet_upload_row")
      .addColumn("upload_id", "text", (c) => c.notNull().references("sheet_upload.id").onDelete("cascade"))
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("line", "integer", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("cells", "text", (c) => c.notNull())
      .addColumn("faults", "text", (c) => c.notNull())
      .addColumn("outcome", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("sheet_upload_row_pk", ["upload_id", "place"])
      .execute();
    await schema.createIndex("sheet_upload_row_state").on("sheet_upload_row").columns(["upload_id", "state", "place"]).execute();
  },
};
