import { createHash, createPublicKey } from "node:crypto";
import { isAbsolute, join, relative } from "node:path";
import { z } from "zod";
import type { Db } from "#server/db/open.ts";
import { type HeadFiles, keysIn, type LogKeys } from "#server/log/logHead.ts";
import { isKeyed, linkOf } from "#server/log/operationLog.ts";
import { StartFault } from "#server/startFault.ts";
import { readSetting, writeSetting } from "#server/system/settingTable.ts";

/**
 * Where the server keeps the log's head and key, and which key it is. It stands in the data folder itself, so that a command without the
 * server's settings is found out before it writes anything. A path inside the data folder is kept relative to it: the folder may be moved.
 */
const placesShape = z.object({ head: z.string(), key: z.string(), fingerprint: z.string() });
type Places = z.output<typeof placesShape>;

const settingKey = "operation log places";

const fingerprintOf = ({ signing }: LogKeys): string =>
  createHash("sha256")
    .update(createPublicKey(signing).export({ format: "der", type: "spki" }))
    .digest("base64url");

const keptPath = (dataDir: string, path: string): string => {
  const inside = relative(dataDir, path);
  return inside.startsWith("..") || isAbsolute(inside) ? path : inside;
};

const knownPlaces = async (db: Db): Promise<Places | undefined> => {
  const text = await readSetting(db, settingKey);
  return text === undefined ? undefined : placesShape.parse(JSON.parse(text));
};

/** Whether the newest row was written under the key; undefined when it was written without any. */
const newestFits = async (db: Db, { chain }: LogKeys): Promise<boolean | undefined> => {
  const row = await db.selectFrom("operation_log").selectAll().orderBy("seq", "desc").limit(1).executeTakeFirst();
  if (!row || !isKeyed(row.hash)) return undefined;
  const { user_id: userId, user_name: userName, company_id: companyId, ...rest } = row;
  return linkOf({ ...rest, userId, userName, companyId }, row.previous, chain) === row.hash;
};

const everKeyed = async (db: Db): Promise<boolean> => {
  const row = await db.selectFrom("operation_log").select("hash").orderBy("seq", "desc").limit(1).executeTakeFirst();
  return row !== undefined && isKeyed(row.hash);
};

/** The key that the log is written under, or a line that says what to set; undefined where there is none yet and none is missing. */
const fittingKey = async (db: Db, files: HeadFiles, places: Places | undefined): Promise<LogKeys | undefined> => {
  const keys = keysIn(files.key);
  if (!keys) {
    if (places || (await everKeyed(db)))
      throw new StartFault(
        `There is no key at ${files.key}, but the operation log was written under one: set LOG_KEY_FILE to where it is, or put it back. ` +
          "Where it is lost, `npm run admin -- accept-log` begins anew under another.",
      );
    return undefined;
  }
  const fits = places ? places.fingerprint === fingerprintOf(keys) : ((await newestFits(db, keys)) ?? true);
  if (!fits) throw new StartFault(`The key at ${files.key} is not the one that the operation log was written under: set LOG_KEY_FILE`);
  return keys;
};

/** For the operator's commands: refuses settings other than the server's. */
export const checkLogSettings = async (db: Db, dataDir: string, files: HeadFiles): Promise<void> => {
  const places = await knownPlaces(db);
  if (!places) return;
  const given = { LOG_HEAD_FILE: [places.head, files.head], LOG_KEY_FILE: [places.key, files.key] } as const;
  const wrong = Object.entries(given).filter(([, [kept, path]]) => kept !== keptPath(dataDir, path));
  if (wrong.length === 0) return;
  const right = wrong.map(([name, [kept]]) => `${name}=${isAbsolute(kept) ? kept : join(dataDir, kept)}`).join(" and ");
  throw new StartFault(`Nothing was done: the server of ${dataDir} keeps its operation log with ${right}; give the command the same`);
};

/** Throws, saying what to do, where the key is missing or another than the log was written under. */
export const checkLogKey = async (db: Db, files: HeadFiles): Promise<void> => {
  await fittingKey(db, files, await knownPlaces(db));
};

/** For the server: where the head was kept before, in case that it was told to keep it elsewhere. Throws when the key does not fit. */
export const headPlaceBefore = async (db: Db, dataDir: string, files: HeadFiles): Promise<string | undefined> => {
  const places = await knownPlaces(db);
  await fittingKey(db, files, places);
  return places && (isAbsolute(places.head) ? places.head : join(dataDir, places.head));
};

export const keepLogPlaces = async (db: Db, dataDir: string, files: HeadFiles, keys: LogKeys): Promise<void> => {
  const places: Places = { head: keptPath(dataDir, files.head), key: keptPath(dataDir, files.key), fingerprint: fingerprintOf(keys) };
  const text = JSON.stringify(places);
  if ((await readSetting(db, settingKey)) !== text) await writeSetting(db, settingKey, text);
};
