import { readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { isBusy, openSqlite } from "#server/sqlite/sqlite.ts";
import { StartFault } from "#server/startFault.ts";

/** Names in the data folder: what is locked, and who holds it. They are apart, since closing any handle of a locked file lets go of the lock. */
export const lockFiles = { lock: "server.lock", holder: "server.json" } as const;

const holderShape = z.object({ pid: z.number(), host: z.string(), since: z.string() });

const holderOf = (folder: string): string => {
  try {
    const { pid, host, since } = holderShape.parse(JSON.parse(readFileSync(join(folder, lockFiles.holder), "utf8")));
    return `process ${pid} on ${host} since ${since}`;
  } catch {
    // It is just being written.
    return "another process";
  }
};

/**
 * Holds the folder for this process until the answered function is called. The system itself lets go of it when the process ends, killed or
 * not. Throws, with who holds it, where another one does.
 */
export const lockFolder = (folder: string): (() => void) => {
  const lock = openSqlite(join(folder, lockFiles.lock), { waitMs: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (fault) {
    lock.close();
    if (!isBusy(fault)) throw fault;
    throw new StartFault(`${folder} is in use by ${holderOf(folder)}: stop that one first, or set DATA_DIR to a folder of its own`);
  }
  const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  writeFileSync(join(folder, lockFiles.holder), JSON.stringify(holder), { mode: 0o600 });
  return () => lock.close();
};
