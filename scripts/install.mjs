import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { alone } from "./alone.mjs";

const stamp = "node_modules/.installed";

/** Runs a command with this terminal; stops the script when it fails. */
export const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
};

/** Installs the dependencies of package-lock.json unless they are there already. */
export const install = async () => {
  const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
  if (isInstalled()) return;
  await alone(() => {
    if (isInstalled()) return;
    console.log("Installing dependencies …");
    run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    if (statSync("node_modules").isDirectory()) writeFileSync(stamp, wanted);
  });
};
