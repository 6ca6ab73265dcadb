import { existsSync } from "node:fs";
import { copyFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { backup as copyDatabase } from "node:sqlite";
import type { Config } from "#server/config.ts";
import { recordedIn } from "#server/db/migrate.ts";
import type { Db } from "#server/db/open.ts";
import { pictureFolder } from "#server/files/pictures.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { StartFault } from "#server/startFault.ts";
import { makeFolder } from "#server/system/makeFolder.ts";
import { versionOfFile } from "#server/telemetry/schema.ts";
import { type Manifest, writeManifest } from "./manifest.ts";

/** Names inside of a backup. */
export const parts = {
  database: "app.db",
  telemetry: "telemetry.db",
  head: "log-head.json",
  key: "log-key.pem",
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

/** Makes the folder that the backup goes to. Throws where something is in it. */
export const prepareBackup = async (dataDir: string, folder: string): Promise<void> => {
  if (isWithin(folder, dataDir) || isWithin(dataDir, folder))
    throw new StartFault(`${folder} and the data folder ${dataDir} hold each other: name a folder elsewhere, on another disk at best`);
  makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw new StartFault(`${folder} is not empty: name one that is, or that is not there yet`);
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
  await snapshot(join(dataDir, parts.database), to(parts.database));
  if (existsSync(join(dataDir, parts.telemetry))) await snapshot(join(dataDir, parts.telemetry), to(parts.telemetry));
  await copyNewFiles(pictureFolder(dataDir), to(parts.files));
  await copyIfThere(".env", to(parts.settings));
  const telemetryVersion = existsSync(to(parts.telemetry)) ? versionOfFile(join(dataDir, parts.telemetry)) : 0;
  return writeManifest(folder, { at: new Date(at).toISOString(), migrations: await recordedIn(db), telemetryVersion });
};
