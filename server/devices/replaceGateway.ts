import type { RequestOf } from "#contract/kit/call.ts";
import type { device } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { changeOf, secretChanged, secretKept } from "#server/log/changeOf.ts";
import { checkVersion, restamped } from "#server/records/edits.ts";
import { devicePasswordHash, deviceSecret, newDevicePassword } from "#server/wire/devicePassword.ts";
import { checkSn, searchedOf, searchOf } from "./deviceEdit.ts";
import { deviceInScope } from "./deviceRows.ts";
import { takeRegistered } from "./snRegistry.ts";
import { noteReplacement } from "./transferEvent.ts";

/**
 * Another gateway takes a device's place: what is kept under the device stays, its SN and password are those of the new one. Without a password
 * it has the one that its SN was registered with, else one that is made up and answered.
 */
export const replaceGateway = async (
  db: Db,
  caller: Caller,
  { id, version, sn, password: given }: RequestOf<typeof device.calls.update_device_sn>,
  at: number,
): Promise<{ device: { id: string; sn: string }; password: string; change: string }> => {
  const secret = await deviceSecret(db);
  return db.transaction().execute(async (tx) => {
    const row = await deviceInScope(tx, caller, id);
    checkVersion(row, version);
    if (sn === row.sn) throw fieldProblem("sn", "rule.sameSn");
    await checkSn(tx, sn, row.id);
    const registered = await takeRegistered(tx, caller, sn);
    const madeUp = given === "" && registered === undefined ? newDevicePassword() : "";
    const password = given || registered || madeUp;
    const search = searchOf({ ...searchedOf(row), sn });
    await tx
      .updateTable("device")
      .set({ sn, search, sn_twin: 0, password_hash: devicePasswordHash(password, secret), ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    await noteReplacement(tx, caller, row, { from: row.sn, to: sn }, at);
    const change = changeOf({ sn: row.sn, password: secretKept }, { sn, password: secretChanged });
    return { device: { id: row.id, sn: row.sn }, password: madeUp, change };
  });
};
