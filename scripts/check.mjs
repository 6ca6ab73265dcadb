import { pathToFileURL } from "node:url";
import { checkFirstLoad } from "./firstLoad.mjs";
import { install, run } from "./install.mjs";
import { checkMessages } from "./messages.mjs";

/** Types, lint, format, import rules, messages, and what a first visit takes. */
export const check = async () => {
  await install();
  // What the last run found out about files that are as they were is taken over: a tenth of the time.
  run("npx", ["tsc", "-p", ".", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo"]);
  run("npx", ["biome", "ci", "--error-on-warnings", "."]);
  checkMessages();
  await checkFirstLoad();
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await check();
