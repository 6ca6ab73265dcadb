import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
const everyMs = 300;
const windows = process.platform === "win32";

/** The parent of a process, and its words; undefined where the system does not say. */
const processOf = (pid) => {
  if (existsSync("/proc/self/stat")) {
    try {
      const behindName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1);
      return { parent: Number(behindName?.split(" ")[1]), words: readFileSync(`/proc/${pid}/cmdline`, "utf8") };
    } catch {
      return undefined;
    }
  }
  if (windows) return undefined;
  const [, parent, words] =
    /^\s*(\d+)\s+(.*)/.exec(spawnSync("ps", ["-o", "ppid=,args=", "-p", String(pid)]).stdout?.toString() ?? "") ?? [];
  return words === undefined ? undefined : { parent: Number(parent), words };
};

const isThere = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault.code === "EPERM";
  }
};

const isNpm = (known) => /npm|yarn/.test(known?.words ?? "");

/**
 * Whether who ran this script is gone. npm hands on some signals to the shell between them, and the shell none to what it runs; either may be
 * ended by itself. A script that was started without npm belongs to nobody.
 */
export const watchNpm = () => {
  if (process.env.npm_lifecycle_event === undefined) return () => false;
  const parent = process.ppid;
  const known = processOf(parent);
  const shellOf = known && !isNpm(known) && isNpm(processOf(known.parent)) ? known.parent : undefined;
  return () => process.ppid !== parent || !isThere(parent) || (shellOf !== undefined && !isThere(shellOf));
};

/** Runs the program with this terminal and ends with it. It stops at a signal to this process, and when who ran this one is gone. */
export const launch = (program, words, { isAlone = watchNpm(), ...options } = {}) => {
  if (isAlone()) process.exit(1);
  const child = spawn(program, words, { stdio: "inherit", ...options });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  const watch = setInterval(() => {
    if (!isAlone()) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, everyMs);
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
};
