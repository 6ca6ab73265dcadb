import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";

/** Writes into a device's log that it went to another organisation, by whom, and what both were called then. */
export const noteTransfer = async (
  db: Db,
  caller: Pick<Caller, "userId" | "account">,
  { id, from, to }: { id: string; from: string; to: string },
  at: number,
): Promise<void> => {
  const rows = await db.selectFrom("company").select(["id", "name"]).where("id", "in", [from, to]).execute();
  const names = new Map(rows.map((row) => [row.id, row.name]));
  await db
    .insertInto("device_event")
    .values({
      id: newId(at),
      device_id: id,
      company_id: to,
      kind: "transfer",
      at,
      content: JSON.stringify({ from: names.get(from) ?? "", to: names.get(to) ?? "" }),
      user_id: caller.userId,
      account: caller.account,
      result: "ok",
    })
    .execute();
};
