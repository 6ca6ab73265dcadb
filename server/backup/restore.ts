import { existsSync } from "node:fs";
import { copyFile, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "#server/config.ts";
import { carryOver, forgetCarried } from "#server/db/carry.ts";
import { migrations } from "#server/db/migrations.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { isPostgresUrl } from "#server/postgres/connect.ts";
import { holdForCommand } from "#server/postgres/databaseLock.ts";
import { StartFault } from "#server/startFault.ts";
import { restoreMark } from "#server/system/dataFolder.ts";
import { lockFiles, lockFolder } from "#server/system/folderLock.ts";
import { foundIn } from "#server/system/foundIn.ts";
import { makeFolder } from "#server/system/makeFolder.ts";
import { forgetRecordsElsewhere, markRecordsElsewhere } from "#server/system/recordsPlace.ts";
import { steps } from "#server/telemetry/schema.ts";
import { parts } from "./backup.ts";
import { checkedManifest, type Manifest } from "./manifest.ts";

const ownFiles: readonly string[] = [...Object.values(lockFiles), `${lockFiles.lock}-journal`];

/** Nothing that is there is written over, but for what an interrupted restore left. */
const checkEmpty = async (dataDir: string): Promise<void> => {
  if (existsSync(join(dataDir, restoreMark))) return;
  const [first] = (await foundIn(dataDir)).filter((name) => !ownFiles.includes(name));
  if (first !== undefined)
    throw new StartFault(`${dataDir} is not empty, it holds ${first}: move what is in it elsewhere, or set DATA_DIR to an empty folder`);
};

const place = async (from: string, to: string): Promise<void> => {
  makeFolder(dirname(to));
  await copyFile(from, to);
  const held = await open(to, "r+");
  try {
    await held.chmod(0o600);
    await held.sync();
  } finally {
    await held.close();
  }
};

/** A head or key that stands elsewhere than in the data folder may be of what came after the backup: it is kept under another name. */
const placeAside = async (from: string, to: string): Promise<void> => {
  if (existsSync(to) && !(await readFile(to)).equals(await readFile(from))) await rename(to, `${to}.before-restore`);
  await place(from, to);
};

/** Where the file of a backup belongs; undefined for one that is for reading alone. */
const placeOf = (name: string, { dataDir, logHead }: Config): string | undefined => {
  if (name === parts.head) return logHead.head;
  if (name === parts.key) return logHead.key;
  return name === parts.settings ? undefined : join(dataDir, name);
};

/** Brings the records of the backup to where the server will look for them. */
const openRestored = async ({ dataDir, database }: Config): Promise<Db> => {
  const file = join(dataDir, parts.database);
  if (!isPostgresUrl(database)) {
    // An interrupted restore may have been to PostgreSQL.
    forgetRecordsElsewhere(dataDir);
    return openDatabase(file);
  }
  const db = await openDatabase(database);
  try {
    if (existsSync(file)) {
      const embedded = await openDatabase(file);
      try {
        await carryOver(embedded, db);
      } finally {
        await embedded.destroy();
      }
    }
    markRecordsElsewhere(dataDir, database);
    await rm(file, { force: true });
    return db;
  } catch (fault) {
    await db.destroy();
    throw fault;
  }
};

/**
 * Puts a backup into the data folder, which has to be empty and nobody's. `note` gets the database when everything is in its place. Stopped in
 * between, no server starts on what is there, and it can be run again.
 */
export const restoreBackup = async (
  config: Config,
  folder: string,
  note: (db: Db, manifest: Manifest) => Promise<void>,
): Promise<Manifest> => {
  const manifest = await checkedManifest(folder);
  if (!manifest.files[parts.database]) throw new StartFault(`${folder} holds no ${parts.database}`);
  const unknown = manifest.migrations.find((name) => migrations[name] === undefined);
  if (unknown !== undefined || manifest.telemetryVersion > steps.length)
    throw new StartFault(`${folder} holds a backup of a newer version of Gatehouse: restore it with that one`);
  makeFolder(config.dataDir);
  const release = lockFolder(config.dataDir);
  let letGo: (() => Promise<void>) | undefined;
  try {
    if (isPostgresUrl(config.database)) letGo = await holdForCommand(config.database);
    await checkEmpty(config.dataDir);
    await writeFile(join(config.dataDir, restoreMark), JSON.stringify({ from: folder }), { mode: 0o600 });
    for (const leftover of ["-wal", "-shm"])
      for (const name of [parts.database, parts.telemetry]) await rm(join(config.dataDir, `${name}${leftover}`), { force: true });
    for (const name of Object.keys(manifest.files)) {
      const to = placeOf(name, config);
      if (to) await (name === parts.head || name === parts.key ? placeAside : place)(join(folder, name), to);
    }
    const db = await openRestored(config);
    try {
      await note(db, manifest);
      await forgetCarried(db);
    } finally {
      await db.destroy();
    }
    await rm(join(config.dataDir, restoreMark));
    return manifest;
  } finally {
    await letGo?.();
    release();
  }
};
