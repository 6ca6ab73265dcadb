import { pathToFileURL } from "node:url";
import { install, run } from "./install.mjs";
import { checkMessages } from "./messages.mjs";

/** Types, lint, format, import rules and messages. */
export const check = async () => {
  await install();
  // What the last run found out about files that are as they were is taken over: a tenth of the time.
  run("npx", ["tsc", "-p", ".", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo"]);
  run("npx", ["biome", "ci", "--error-on-warnings", "."]);
  checkMessages();
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await check();
