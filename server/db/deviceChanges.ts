import { type ColumnType, type Kysely, type SqlBool, sql } from "kysely";
import type { Migration } from "kysely/migration";

export interface DeviceChangePortionTable {
  job_id: string;
  /** From 0, in the order in which they are changed. */
  portion: number;
  /** Of its first device, from 1. */
  place: number;
  /** JSON of the devices, each by its id; of those that are put back, with what they had and were given. */
  devices: string;
  /** JSON of what became of each; empty before. */
  outcome: string;
  /** Devices that were changed. */
  changed: ColumnType<number, number | undefined, number>;
}

interface OldRenewal {
  ids: string[];
  to: string;
  months: number | null;
}

interface OldCursor {
  done: number;
  ends: { id: string; from: string }[] | null;
}

const atOnce = 100;

interface Tables {
  job: { id: string; kind: string; state: string; request: string; cursor: string | null; done: number };
  device: { id: string; lease_end: string };
  device_change_portion: DeviceChangePortionTable;
}

/** Devices that a renewal from before has not come to yet. */
const leftOf = async (db: Kysely<Tables>, { ids }: OldRenewal, cursor: string | null): Promise<string[]> => {
  const { done, ends }: OldCursor = cursor === null ? { done: 0, ends: null } : JSON.parse(cursor);
  const left = [...new Set(ids)].slice(done);
  for (const { id, from } of ends ?? []) {
    const row = await db.selectFrom("device").select("lease_end").where("id", "=", id).executeTakeFirst();
    if (row && row.lease_end !== from) left.splice(left.indexOf(id), 1);
  }
  return left;
};

/** The devices of each change with what became of them, and whether that can be put back. Renewals become changes. */
export const deviceChanges: Migration = {
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable("device_change_portion")
      .addColumn("job_id", "text", (c) => c.notNull().references("job.id").onDelete("cascade"))
      .addColumn("portion", "integer", (c) => c.notNull())
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("devices", "text", (c) => c.notNull())
      .addColumn("outcome", "text", (c) => c.notNull())
      .addColumn("changed", "integer", (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint("device_change_portion_pk", ["job_id", "portion"])
      .execute();
    await db.schema
      .alterTable("job")
      .addColumn("undo", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    await db.schema.createIndex("job_result_failed").on("job_result").columns(["job_id", "place"]).where(sql<SqlBool>`code <> 0`).execute();
    for (const row of await db.selectFrom("job").selectAll().where("kind", "=", "leaseRenewal").execute()) {
      const renewal: OldRenewal = JSON.parse(row.request);
      const { to, months } = renewal;
      const left = row.state === "waiting" || row.state === "running" ? await leftOf(db, renewal, row.cursor) : [];
      const first = new Set(renewal.ids).size - left.length;
      for (let from = 0; from < left.length; from += atOnce)
        await db
          .insertInto("device_change_portion")
          .values({
            ...{ job_id: row.id, portion: from / atOnce, place: first + from + 1, outcome: "" },
            devices: JSON.stringify(left.slice(from, from + atOnce).map((id) => ({ id }))),
          })
          .execute();
      await db
        .updateTable("job")
        .set({
          kind: "deviceChange",
          request: JSON.stringify({ action: { kind: "renew", to, months }, undo: false, total: new Set(renewal.ids).size }),
          cursor: JSON.stringify({ portion: 0, done: first }),
        })
        .where("id", "=", row.id)
        .execute();
    }
  },
};
