import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Stamp } from "#server/db/columnTypes.ts";

/**
 * planned: waits for its time; due: that has come, and its device's turn has not; held: waits for its device; sending: it may have been sent,
 * at `next_at`; offered: the device takes it with its next post.
 */
export type LaterState = "planned" | "due" | "held" | "sending" | "offered";

/** A command that is yet to be sent; its id is that of its row in the device's log, with which it goes. */
export interface LaterCommandTable {
  id: string;
  device_id: string;
  user_id: string;
  slave: number;
  /** JSON: the values as they were asked for, by the ids of their points. */
  asked: string;
  due_at: Stamp;
  /** Seconds behind its time that it stays valid for a device that is away; null where it fails then. */
  keep: number | null;
  /** When it has expired, sent or not. */
  until: Stamp;
  /** When it is looked at next. */
  next_at: Stamp;
  state: LaterState;
}

/** Commands for a time, and for devices that are away. */
export const laterCommands: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("later_command")
      .addColumn("id", "text", (c) => c.primaryKey().references("device_event.id").onDelete("cascade"))
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("slave", "integer", (c) => c.notNull())
      .addColumn("asked", "text", (c) => c.notNull())
      .addColumn("due_at", "bigint", (c) => c.notNull())
      .addColumn("keep", "integer")
      .addColumn("until", "bigint", (c) => c.notNull())
      .addColumn("next_at", "bigint", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("later_command_device").on("later_command").columns(["device_id", "due_at", "id"]).execute();
    await schema.createIndex("later_command_next").on("later_command").columns(["state", "next_at"]).execute();
  },
};
