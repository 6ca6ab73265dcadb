import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes the folder, and those above it that are missing, for this account alone. Node's own way with `recursive` never ends where the system
 * says of a folder that is there that it is not, as below /proc.
 */
export const makeFolder = (path: string): void => {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (fault) {
    // Another process may have been quicker.
    if (!isFolder(path)) throw fault;
  }
};
