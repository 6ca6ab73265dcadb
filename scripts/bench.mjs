import { spawnSync } from "node:child_process";
import { ensureBrowser, findBrowser } from "./browser.mjs";
import { build } from "./build.mjs";

const words = process.argv.slice(2);
const parts = words.filter((word) => !word.startsWith("-"));
const drawn = parts.length === 0 || parts.some((part) => ["load", "scroll", "tree"].includes(part));

if (drawn) {
  ensureBrowser();
  await build();
}
const { status } = spawnSync(process.execPath, ["tests/bench/bench.ts", ...words], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM: findBrowser() ?? "" },
});
process.exit(status ?? 1);
