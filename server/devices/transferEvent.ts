import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { portions } from "#server/kit/portions.ts";

type Actor = Pick<Caller, "userId" | "account">;

/** Writes into devices' logs that they went to another organisation, by whom, and what both were called then. */
export const noteTransfers = async (
  db: Db,
  caller: Actor,
  devices: readonly { readonly id: string; readonly company_id: string }[],
  to: string,
  at: number,
): Promise<void> => {
  const names = new Map<string, string>();
  for (const some of portions(new Set([...devices.map(({ company_id }) => company_id), to])))
    for (const { id, name } of await db.selectFrom("company").select(["id", "name"]).where("id", "in", some).execute()) names.set(id, name);
  const rows = devices.map(({ id, company_id }) => ({
    ...{ id: newId(at), device_id: id, company_id: to, kind: "transfer", at },
    content: JSON.stringify({ from: names.get(company_id) ?? "", to: names.get(to) ?? "" }),
    ...{ user_id: caller.userId, account: caller.account, result: "ok" },
  }));
  for (const some of portions(rows)) await db.insertInto("device_event").values(some).execute();
};

const note = async (
  db: Db,
  caller: Actor,
  device: { readonly id: string; readonly company_id: string },
  { kind, content, at }: { kind: string; content: object; at: number },
): Promise<void> => {
  await db
    .insertInto("device_event")
    .values({
      ...{ id: newId(at), device_id: device.id, company_id: device.company_id, kind, at, content: JSON.stringify(content) },
      ...{ user_id: caller.userId, account: caller.account, result: "ok" },
    })
    .execute();
};

type OneDevice = Parameters<typeof note>[2];

/** Writes into a device's log that another gateway took its place. */
export const noteReplacement = (
  db: Db,
  caller: Actor,
  device: OneDevice,
  sns: { readonly from: string; readonly to: string },
  at: number,
): Promise<void> => note(db, caller, device, { kind: "replacement", content: sns, at });

/** Writes into a device's log that its owner let it go, which emptied it. */
export const noteUnbinding = (db: Db, caller: Actor, device: OneDevice, at: number): Promise<void> =>
  note(db, caller, device, { kind: "unbinding", content: {}, at });
