import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureBrowser, findBrowser } from "./browser.mjs";
import { build } from "./build.mjs";
import { check } from "./check.mjs";
import { install } from "./install.mjs";
import { ensureProxies } from "./proxies.ts";

const report = "dist/tests.json";

await install();
ensureBrowser({ windowless: true });
await check();
await build();
rmSync(report, { force: true });
const env = {
  ...process.env,
  CHROMIUM: findBrowser({ windowless: true }),
  // Hundreds of servers are started; sources that were compiled once save each of them a third of its start.
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../dist/compiled", import.meta.url)),
};
spawnSync(process.execPath, ["--input-type=module", "--eval", 'await import("./server/gatehouse.ts"); process.exit();'], { env });
// Not before what it stands on is installed.
const { ensurePostgres } = await import("./postgres.ts");
const projects = ensurePostgres() ? [] : ["--project", "browser", "--project", "server", "--project", "node"];
const without =
  "PostgreSQL is missing, and its tests were left out: install Debian's package postgresql, or put initdb and postgres into PATH.";
const withoutProxies = ensureProxies();
const { status } = spawnSync(
  "npx",
  ["vitest", "run", ...projects, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...process.argv.slice(2)],
  { stdio: "inherit", env },
);
const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
for (const { fullName, status, failureMessages } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
  if (status === "passed" && failureMessages.length > 0)
    console.log(`passed only at the second try: ${fullName}\n  ${failureMessages[0].split("\n")[0]}`);
}
if (projects.length > 0) console.log(without);
if (withoutProxies.length > 0)
  console.log(`Left out what is tried with ${withoutProxies.join(", ")}: install Debian's packages of these names.`);
console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
process.exit(status || (numPassedTests === 0 ? 1 : 0));
