import { existsSync } from "node:fs";
import { chmod, copyFile, readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { backup as copyDatabase } from "node:sqlite";
import type { Config } from "#server/config.ts";
import { carryOver } from "#server/db/carry.ts";
import { isPostgres } from "#server/db/engine.ts";
import { recordedIn } from "#server/db/migrate.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { pictureFolder } from "#server/files/pictures.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { StartFault } from "#server/startFault.ts";
import { foundIn } from "#server/system/foundIn.ts";
import { makeFolder } from "#server/system/makeFolder.ts";
import { logNames } from "#server/system/ownNames.ts";
import { checkVersion, versionOfFile } from "#server/telemetry/schema.ts";
import { type Manifest, writeManifest } from "./manifest.ts";

/** Names inside of a backup. */
export const parts = {
  database: "app.db",
  telemetry: "telemetry.db",
  ...logNames,
  files: "files",
  settings: "settings.env",
} as const;

/** More than a database can have: all pages in one step, so that nothing that is written meanwhile makes the copy begin anew. */
const ALL_PAGES = 2 ** 31 - 1;

/** A copy of one instant, whoever writes meanwhile. */
const snapshot = async (file: string, target: string): Promise<void> => {
  const source = openSqlite(file, { readOnly: true });
  try {
    await copyDatabase(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
};

/** What is on PostgreSQL, as an embedded database of the same instant. */
const records = async (db: Db, target: string): Promise<void> => {
  const copy = await openDatabase(target);
  try {
    await carryOver(db, copy);
  } finally {
    await copy.destroy();
  }
};

const copyIfThere = async (file: string, target: string): Promise<void> => {
  if (existsSync(file)) await copyFile(file, target);
};

/** Pictures and packages never change under their name, so only those that are not there yet are copied. */
const copyNewFiles = async (from: string, to: string): Promise<void> => {
  if (!existsSync(from)) return;
  makeFolder(to);
  const had = new Set(await readdir(to));
  for (const name of await readdir(from)) if (!had.has(name)) await copyUnlessGone(join(from, name), join(to, name));
};

/** Somebody may remove a record and its picture just now. */
const copyUnlessGone = async (file: string, target: string): Promise<void> => {
  try {
    await copyFile(file, target);
  } catch (fault) {
    if (!(fault instanceof Error && "code" in fault && fault.code === "ENOENT")) throw fault;
  }
};

const isWithin = (inner: string, outer: string): boolean => {
  const way = relative(outer, inner);
  return way === "" || !(way.startsWith("..") || way.startsWith("/") || /^[A-Za-z]:/.test(way));
};

/** Lets nobody but its owner into the folder. Answers why not, where it cannot. */
const closeFolder = async (folder: string): Promise<string | undefined> => {
  if (process.platform === "win32") return undefined;
  let why = "the disk keeps no rights";
  try {
    await chmod(folder, 0o700);
  } catch (fault) {
    why = fault instanceof Error && "code" in fault ? String(fault.code) : String(fault);
  }
  if (((await stat(folder)).mode & 0o077) === 0) return undefined;
  return `Other accounts of this machine can read ${folder}, and that could not be changed (${why}): the backup has password hashes and the log's key in it`;
};

/**
 * Makes the folder that the backup goes to, or closes the one that is there to others; answers why not. Throws where something is in it, and
 * where the readings are of a newer version.
 */
export const prepareBackup = async (dataDir: string, folder: string): Promise<string | undefined> => {
  checkVersion(join(dataDir, parts.telemetry));
  if (isWithin(folder, dataDir) || isWithin(dataDir, folder))
    throw new StartFault(`${folder} and the data folder ${dataDir} hold each other: name a folder elsewhere, on another disk at best`);
  makeFolder(folder);
  if ((await foundIn(folder)).length > 0) throw new StartFault(`${folder} is not empty: name one that is, or that is not there yet`);
  return closeFolder(folder);
};

/**
 * Copies all that a data folder holds, while the server runs: everything that was acknowledged before it began is in it. The log's head goes
 * first, so that it names a row that the copy of the log has; files go before and after the records that name them.
 */
export const backUp = async ({ dataDir, logHead }: Config, db: Db, folder: string, at: number): Promise<Manifest> => {
  const to = (name: string): string => join(folder, name);
  await copyIfThere(logHead.head, to(parts.head));
  await copyIfThere(logHead.key, to(parts.key));
  await copyNewFiles(pictureFolder(dataDir), to(parts.files));
  await (isPostgres(db) ? records(db, to(parts.database)) : snapshot(join(dataDir, parts.database), to(parts.database)));
  if (existsSync(join(dataDir, parts.telemetry))) await snapshot(join(dataDir, parts.telemetry), to(parts.telemetry));
  await copyNewFiles(pictureFolder(dataDir), to(parts.files));
  await copyIfThere(".env", to(parts.settings));
  const telemetryVersion = existsSync(to(parts.telemetry)) ? versionOfFile(join(dataDir, parts.telemetry)) : 0;
  return writeManifest(folder, { at: new Date(at).toISOString(), migrations: await recordedIn(db), telemetryVersion });
};
