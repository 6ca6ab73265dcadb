import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { excused } from "./excused.ts";
import { findGuards } from "./find.ts";

/**
 * Takes one guard of the server away at a time and shows that a test fails without it.
 * `npm run guards` goes through all of them, `npm run guards -- server/people` through those of the files whose path holds the text,
 * `npm run guards -- --list` names them.
 */
const report = "dist/guards.json";
const [wanted = ""] = process.argv.slice(2);

const tenants = ["tests/server/tenants", "tests/server/everyCall.test.ts"];
const people = ["tests/server/people", "tests/server/auth", "tests/server/log"];
const devices = ["tests/server/resources", "tests/server/alarm", "tests/server/device", "tests/server/sample"];

/** Where a fault shows soonest first, then everything else that runs the server. */
const stages = (file: string): string[][] => {
  if (file.includes("realtime")) return [["tests/server/realtime"], people, ["tests/server"]];
  const own = /\/(device|catalog|alarm|history|sample)|resources\/(alarm|device|sample)/.test(file) ? devices : people;
  return [tenants, own, ["tests/server"]];
};

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** The first test that fails without the guard, undefined when none does. */
const failing = (index: number, files: string[]): string | undefined => {
  rmSync(report, { force: true });
  spawnSync(
    "npx",
    ["vitest", "run", "--config", "scripts/guards/vitest.config.ts", "--root", ".", "--reporter=json", `--outputFile=${report}`, ...files],
    { stdio: "ignore", env: { ...process.env, GUARD: String(index) } },
  );
  if (!existsSync(report)) throw new Error("the tests did not run");
  const { testResults, numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const failed = testResults.flatMap(({ assertionResults }) => assertionResults).find(({ status }) => status === "failed");
  if (failed) return failed.fullName;
  const broken = testResults.find(({ status }) => status === "failed");
  if (broken) return broken.message.split("\n")[0];
  if (numPassedTests + numFailedTests === 0) throw new Error("no test ran");
  return undefined;
};

const guards = findGuards("server").map((guard, index) => ({ ...guard, index }));
const chosen = guards.filter(({ file }) => wanted === "--list" || file.includes(wanted));
const held: string[] = [];
for (const { index, file, line, text } of chosen) {
  const name = `${file}:${line}  ${text.slice(0, 120)}`;
  if (wanted === "--list") {
    console.log(name);
    continue;
  }
  const reason = excused.find((each) => each.file === file && text.includes(each.text))?.reason;
  if (reason) {
    console.log(`excused  ${name}\n         ${reason}`);
    continue;
  }
  let proof: string | undefined;
  for (const files of stages(file)) proof ??= failing(index, files);
  console.log(proof ? `missed   ${name}\n         ${proof}` : `UNPROVED ${name}`);
  if (!proof) held.push(name);
}
console.log(`${chosen.length} guards, ${held.length} of them can be taken away without a test that fails`);
process.exit(held.length === 0 ? 0 : 1);
