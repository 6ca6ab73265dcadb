import type { RequestOf } from "#contract/kit/call.ts";
import type { device } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { changeOf, secretChanged, secretKept } from "#server/log/changeOf.ts";
import { checkVersion, restamped } from "#server/records/edits.ts";
import { devicePasswordHash, deviceSecret, newDevicePassword } from "#server/wire/devicePassword.ts";
import { deviceInScope } from "./deviceRows.ts";

/** Gives a device a password that is made up, and answers it. */
export const giveNewPassword = async (
  db: Db,
  caller: Caller,
  { id, version }: RequestOf<typeof device.calls.new_password>,
  at: number,
): Promise<{ device: { id: string; sn: string }; password: string; change: string }> => {
  const secret = await deviceSecret(db);
  return db.transaction().execute(async (tx) => {
    const row = await deviceInScope(tx, caller, id);
    checkVersion(row, version);
    const password = newDevicePassword();
    await tx
      .updateTable("device")
      .set({ password_hash: devicePasswordHash(password, secret), ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return { device: { id: row.id, sn: row.sn }, password, change: changeOf({ password: secretKept }, { password: secretChanged }) };
  });
};
