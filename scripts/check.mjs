import { pathToFileURL } from "node:url";
import { install, run } from "./install.mjs";
import { checkMessages } from "./messages.mjs";

/** Types, lint, format, import rules and messages. */
export const check = async () => {
  await install();
  run("npx", ["tsc", "-p", "."]);
  run("npx", ["biome", "ci", "--error-on-warnings", "."]);
  checkMessages();
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await check();
