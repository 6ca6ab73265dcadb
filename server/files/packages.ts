import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { AppPlatform } from "#contract/resources/appVersion.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { pictureFolder } from "./pictures.ts";
import { HeldFile } from "./uploads.ts";
import { zipNames } from "./zipNames.ts";

const extensions = { android: "apk", ios: "ipa" } as const satisfies Record<AppPlatform, string>;
const keptName = /^[\w-]{20,40}\.(apk|ipa)$/;
const dayMs = 86_400_000;

/** What the content shows, whatever the name says: both kinds are zip archives with a telling entry. */
const platformOf = async (file: Blob): Promise<AppPlatform | undefined> => {
  const names = (await zipNames(file)) ?? [];
  const android = names.includes("AndroidManifest.xml");
  const ios = names.some((name) => /^Payload\/[^/]+\.app\/Info\.plist$/.test(name));
  if (android === ios) return undefined;
  return android ? "android" : "ios";
};

/** True for the name of a package that was uploaded. */
export const isPackage = (name: string): boolean => keptName.test(name);

/** Whose system the package at an address is for; undefined for an address elsewhere. */
export const platformAt = (path: string): AppPlatform | undefined => {
  const extension = keptName.exec(basename(path))?.[1];
  if (!path.startsWith("/files/") || extension === undefined) return undefined;
  return extension === extensions.android ? "android" : "ios";
};

/** Keeps an uploaded package under a name that nobody can guess. */
export const keepPackage = async (dataDir: string, file: File): Promise<{ path: string; platform: AppPlatform; size: number }> => {
  const platform = await platformOf(file);
  if (!platform || !(file instanceof HeldFile)) throw fieldProblem("file", "rule.appPackage");
  const name = `${randomBytes(18).toString("base64url")}.${extensions[platform]}`;
  await mkdir(pictureFolder(dataDir), { recursive: true });
  const held = await open(file.path, "r+");
  try {
    await held.sync();
  } finally {
    await held.close();
  }
  await rename(file.path, join(pictureFolder(dataDir), name));
  return { path: `/files/${name}`, platform, size: file.size };
};

/** Bytes of the package at an address of ours; undefined when it is not there. */
export const packageSize = async (dataDir: string, path: string): Promise<number | undefined> => {
  try {
    return (await stat(join(pictureFolder(dataDir), basename(path)))).size;
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return undefined;
    throw fault;
  }
};

export const removePackage = (dataDir: string, path: string): Promise<void> =>
  rm(join(pictureFolder(dataDir), basename(path)), { force: true });

/** Removes packages that no record has, but for those of the last day, whose form may still be open. */
export const removeUnusedPackages = async (dataDir: string, used: ReadonlySet<string>, now: number): Promise<void> => {
  for (const name of await readdir(pictureFolder(dataDir))) {
    if (!isPackage(name) || used.has(`/files/${name}`)) continue;
    const path = join(pictureFolder(dataDir), name);
    if ((await stat(path)).mtimeMs < now - dayMs) await rm(path, { force: true });
  }
};
