import { pathToFileURL } from "node:url";
import { checkFirstLoad } from "./firstLoad.mjs";
import { install, run } from "./install.mjs";
import { checkMessages } from "./messages.mjs";

/** Types, lint, format, import rules, messages, and what a first visit takes. */
export const check = async () => {
  await install();
  run("npx", ["tsc", "-p", "."]);
  run("npx", ["biome", "ci", "--error-on-warnings", "."]);
  checkMessages();
  await checkFirstLoad();
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await check();
