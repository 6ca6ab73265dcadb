import { chmodSync, type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { isOwn } from "./ownNames.ts";

const OTHERS = 0o077;
const STICKY = 0o1000;

const openToOthers = ({ mode }: Stats): boolean => (mode & OTHERS) !== 0;

const close = (path: string, folder: boolean): void => {
  if (openToOthers(statSync(path))) chmodSync(path, folder ? 0o700 : 0o600);
};

const closeBelow = (folder: string, entries: readonly Dirent[]): void => {
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile()) close(path, false);
    else if (entry.isDirectory() && openToOthers(statSync(path))) {
      chmodSync(path, 0o700);
      closeBelow(path, readdirSync(path, { withFileTypes: true }));
    }
  }
};

/**
 * Lets nobody but the account that runs the server read the data folder and what the product keeps in it. Answers why not, where it cannot.
 * Windows has other rights, which a folder inherits.
 */
export const closeToOthers = (folder: string): string | undefined => {
  if (process.platform === "win32") return undefined;
  const stats = statSync(folder);
  try {
    if ((stats.mode & STICKY) === 0) close(folder, true);
    closeBelow(
      folder,
      readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isOwn(name)),
    );
  } catch (fault) {
    const why = fault instanceof Error && "code" in fault ? String(fault.code) : String(fault);
    return `Other accounts of this machine can read ${folder}, and that could not be changed (${why}): let it belong to the account that runs the server`;
  }
  return (stats.mode & STICKY) !== 0 && openToOthers(stats)
    ? `${folder} is a folder for everybody: set DATA_DIR to one that belongs to the server alone`
    : undefined;
};
