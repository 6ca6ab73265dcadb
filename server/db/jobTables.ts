import { type ColumnType, type Kysely, type SqlBool, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Stamp } from "#server/db/columnTypes.ts";

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Counted = ColumnType<number, number | undefined, number>;

export interface JobTable {
  id: string;
  user_id: string;
  company_id: string;
  kind: string;
  state: string;
  /** JSON. */
  request: string;
  language: string;
  done: Counted;
  failed: Counted;
  total: Nullable<number>;
  /** JSON of where it goes on after an interruption. */
  cursor: Nullable<string>;
  file: Nullable<string>;
  file_type: Nullable<string>;
  bytes: Nullable<number>;
  /** JSON of the problem that it failed with. */
  problem: Nullable<string>;
  created_at: Stamp;
  ended_at: Nullable<number>;
  /** Whether what it did is `offered` to be put back, or that was `taken`; empty for neither. */
  undo: ColumnType<string, string | undefined, string>;
}

export interface JobResultTable {
  job_id: string;
  place: number;
  record: string;
  code: number;
  message: string;
}

/** Jobs with what became of each of their rows; they go with their user. */
export const jobs: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("job")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("request", "text", (c) => c.notNull())
      .addColumn("language", "text", (c) => c.notNull())
      .addColumn("done", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("failed", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("total", "integer")
      .addColumn("cursor", "text")
      .addColumn("file", "text")
      .addColumn("file_type", "text")
      .addColumn("bytes", "bigint")
      .addColumn("problem", "text")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("ended_at", "bigint")
      .execute();
    await schema.createIndex("job_user").on("job").columns(["user_id", "created_at"]).execute();
    await schema.createIndex("job_open").on("job").columns(["created_at"]).where(sql<SqlBool>`state in ('waiting', 'running')`).execute();
    await schema
      .createTable("job_result")
      .addColumn("job_id", "text", (c) => c.notNull().references("job.id").onDelete("cascade"))
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("record", "text", (c) => c.notNull())
      .addColumn("code", "integer", (c) => c.notNull())
      .addColumn("message", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("job_result_pk", ["job_id", "place"])
      .execute();
  },
};
