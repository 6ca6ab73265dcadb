import type { RequestOf } from "#contract/kit/call.ts";
import type { passwordPolicies, sys } from "#contract/resources/sys.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion } from "#server/records/edits.ts";
import { readSetting, writeSetting } from "./settingTable.ts";
import { systemTexts } from "./systemTexts.ts";

type Settings = Omit<RequestOf<typeof sys.calls.put>, "version">;
type Policy = (typeof passwordPolicies)[number];

interface Stamp {
  version: number;
  updated_at: number;
  updated_by: string;
}

const stampKey = "settings.stamp";
const policyKey = "password.policy";

const stampOf = async (db: Db): Promise<Stamp> => {
  const text = await readSetting(db, stampKey);
  return text === undefined ? { version: 1, updated_at: 0, updated_by: "" } : (JSON.parse(text) as Stamp);
};

const current = async (db: Db): Promise<Settings> => {
  const policy: Policy = (await readSetting(db, policyKey)) === "strict" ? "strict" : "standard";
  return { ...(await systemTexts(db)), passwordPolicy: policy };
};

export const readSettings = async (db: Db) => ({ ...(await current(db)), version: (await stampOf(db)).version });

const texts = ["platform", "logo", "domain", "record", "phone"] as const;

export const saveSettings = (
  db: Db,
  caller: Caller,
  { version, ...settings }: Settings & { version: number },
  at: number,
): Promise<{ change: string }> =>
  db.transaction().execute(async (tx) => {
    const stamp = await stampOf(tx);
    checkVersion(stamp, version);
    const before = await current(tx);
    for (const name of texts) await tx.updateTable("dict").set({ remark: settings[name] }).where("id", "=", `sys-conf-${name}`).execute();
    await writeSetting(tx, policyKey, settings.passwordPolicy);
    await writeSetting(tx, stampKey, JSON.stringify({ version: stamp.version + 1, updated_at: at, updated_by: authorOf(caller) }));
    return { change: changeOf(before, settings) };
  });
