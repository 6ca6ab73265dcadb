import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { runUntilStopped } from "#server/system/runUntilStopped.ts";

/**
 * A program that is up only after it was told to stop (`late`), that does not end when it is (`stuck`), that says when it is up (`told`), or that
 * makes files in a folder (`keeping`) and tells who may read them.
 */
const [way, folder = ""] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Of a database, its log and a picture, as an account makes them that lets others read what it makes. */
const modesOfNew = (place: string): string[] => {
  openSqlite(join(place, "short-lived.db"), { pragmas: ["journal_mode = WAL"] }).exec("create table t (a)");
  writeFileSync(join(place, "picture.png"), "");
  return readdirSync(place).map((name) => `${name} ${(statSync(join(place, name)).mode & 0o777).toString(8)}`);
};

process.umask(0o022);
setInterval(() => undefined, 1000);
await runUntilStopped({
  log: pino({ level: "silent" }),
  say,
  stopSeconds: 1,
  async start(signal) {
    process.send?.("starting");
    if (way === "keeping") process.send?.(modesOfNew(folder));
    if (way === "late") await new Promise((resolve) => signal.addEventListener("abort", resolve));
    else process.send?.("up");
    if (way === "told") say(`up ${process.pid}`);
    return { stop: async () => (way === "stuck" ? new Promise(() => undefined) : say("stopped")) };
  },
});
