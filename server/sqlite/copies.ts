import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const KEPT = 2;
const MARK = ".before-";

/** Keeps a copy beside the file, named after the change that is to come; of older copies the newest one stays. `copy` writes to a path that is free. */
export const keepCopy = async (file: string, change: string, copy: (target: string) => Promise<unknown>): Promise<void> => {
  const target = `${file}${MARK}${change}`;
  const partial = `${target}.part`;
  rmSync(partial, { force: true });
  try {
    await copy(partial);
    sync(partial);
  } catch (fault) {
    rmSync(partial, { force: true });
    throw fault;
  }
  renameSync(partial, target);
  dropOld(file);
};

/** The same for a file that is no database; nothing where there is none. */
export const keepFileCopy = async (file: string, change: string): Promise<void> => {
  if (existsSync(file)) await keepCopy(file, change, (target) => copyFile(file, target));
};

const sync = (file: string): void => {
  const held = openSync(file, "r+");
  try {
    fsyncSync(held);
  } finally {
    closeSync(held);
  }
};

const dropOld = (file: string): void => {
  const copies = readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}${MARK}`))
    .map((name) => join(dirname(file), name))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((one, other) => other.at - one.at);
  for (const { path } of copies.slice(KEPT)) rmSync(path, { force: true });
};
