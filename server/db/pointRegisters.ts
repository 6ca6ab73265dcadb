import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Data points say in which registers of a Modbus slave they are; those that were there before say nothing of it. */
export const pointRegisters: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("point").addColumn("register_type", "text").execute();
    await schema
      .alterTable("point")
      .addColumn("byte_order", "text", (c) => c.notNull().defaultTo("big"))
      .execute();
    await schema
      .alterTable("point")
      .addColumn("word_order", "text", (c) => c.notNull().defaultTo("big"))
      .execute();
    await schema
      .alterTable("point")
      .addColumn("coding", "text", (c) => c.notNull().defaultTo("binary"))
      .execute();
    await schema.alterTable("point").addColumn("registers", "integer").execute();
    await schema.alterTable("point").addColumn("poll_seconds", "integer").execute();
  },
};

/** Models say how their gateways are polled. */
export const modelPolling: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const texts = { framing: "rtu", registration: "sn", heartbeat: "" };
    const numbers = { poll_seconds: 30, timeout_ms: 1000, most_registers: 100, most_gap: 8 };
    for (const [column, value] of Object.entries(texts))
      await schema
        .alterTable("device_model")
        .addColumn(column, "text", (c) => c.notNull().defaultTo(value))
        .execute();
    for (const [column, value] of Object.entries(numbers))
      await schema
        .alterTable("device_model")
        .addColumn(column, "integer", (c) => c.notNull().defaultTo(value))
        .execute();
  },
};
