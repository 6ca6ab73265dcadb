import { existsSync } from "node:fs";
import { join } from "node:path";
import { StartFault } from "#server/startFault.ts";
import { lockFolder } from "./folderLock.ts";
import { closeToOthers } from "./folderModes.ts";
import { makeFolder } from "./makeFolder.ts";

/** Stands in a data folder while a backup is put back into it. */
export const restoreMark = "restore.json";

export interface DataFolder {
  /** Why others can read it; undefined when they cannot. */
  readonly openBecause: string | undefined;
  release(): void;
}

/** Makes the folder where it is missing, and holds it for this process. */
export const openDataFolder = (path: string): DataFolder => {
  makeFolder(path);
  const release = lockFolder(path);
  if (existsSync(join(path, restoreMark))) {
    release();
    throw new StartFault(`${path} holds half of a backup that was being restored: run \`npm run admin -- restore\` again`);
  }
  return { openBecause: closeToOthers(path), release };
};
