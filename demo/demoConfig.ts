import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Config, readConfig } from "#server/config.ts";

const apart = "./data/demo";

/**
 * The demonstration keeps its data apart unless a folder is named, the log's head and key included, and says less. One of before, whose key
 * was kept beside its folder, goes on with that.
 */
export const demoConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given = { LOG_LEVEL: "warn", ...env };
  const config = readConfig(given);
  if (env.DATA_DIR || config.dataDir !== resolve("./data")) return config;
  const own = readConfig({ ...given, DATA_DIR: apart });
  const before = existsSync(join(own.dataDir, "app.db")) && !existsSync(own.logHead.key);
  return before ? { ...own, logHead: config.logHead } : own;
};
