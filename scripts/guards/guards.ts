import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { excused, holds } from "./excused.ts";
import { findGuards, type Guard } from "./find.ts";

/**
 * Takes one guard of the server away at a time and shows that a test fails without it. First every test of the server runs once, to see
 * which of them ask which guard; without a guard only those run, the quickest first, until one fails.
 * `npm run guards` goes through all of them, `npm run guards -- server/people profile.ts:66` through those whose place or source holds one
 * of the texts, `npm run guards -- --list` names them.
 */
const folder = "dist/guards";
const atOnce = 2;
/** They run the server in a process of its own, where no guard can be taken away. */
const apart = ["tests/server/kill/**", "tests/server/telemetry/**"];

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

const run = async (name: string, files: readonly string[], env: Record<string, string>): Promise<Report> => {
  const report = `${folder}/${name}.json`;
  rmSync(report, { force: true });
  const words = ["--config", "scripts/guards/vitest.config.ts", "--root", ".", "--reporter=json", `--outputFile=${report}`];
  await new Promise((resolve, reject) => {
    const child = spawn("npx", ["vitest", "run", ...words, ...files], { stdio: "ignore", env: { ...process.env, ...env } });
    child.once("exit", resolve);
    child.once("error", reject);
  });
  if (!existsSync(report)) throw new Error("the tests did not run");
  const result = JSON.parse(readFileSync(report, "utf8")) as Report;
  if (result.numPassedTests + result.numFailedTests === 0) throw new Error("no test ran");
  return result;
};

/** The first test that fails. */
const failed = ({ testResults }: Report): string | undefined => {
  const test = testResults.flatMap(({ assertionResults }) => assertionResults).find(({ status }) => status === "failed");
  if (test) return test.fullName;
  return testResults.find(({ status }) => status === "failed")?.message.split("\n")[0];
};

/** For each guard the test files that ask it, the quickest first. */
const askers = async (): Promise<Map<number, string[]>> => {
  const report = await run("all", ["tests/server", ...apart.flatMap((path) => ["--exclude", path])], {
    GUARD: "",
    GUARDS_ASKED: `${folder}/asked`,
  });
  const broken = report.testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(process.cwd(), name));
  // What a loaded machine was too slow for does not cost the run.
  const again = broken.length > 0 ? failed(await run("again", broken, { GUARD: "", GUARDS_ASKED: `${folder}/asked` })) : undefined;
  if (again) throw new Error(`fails with every guard in place: ${again}`);
  const took = new Map(report.testResults.map(({ name, startTime, endTime }) => [relative(process.cwd(), name), endTime - startTime]));
  const found = new Map<number, string[]>();
  for (const name of readdirSync(`${folder}/asked`)) {
    const { file, asked } = JSON.parse(readFileSync(`${folder}/asked/${name}`, "utf8")) as { file: string; asked: number[] };
    for (const index of asked) found.set(index, [...new Set([...(found.get(index) ?? []), file])]);
  }
  for (const files of found.values()) files.sort((one, other) => (took.get(one) ?? 0) - (took.get(other) ?? 0));
  return found;
};

const wanted = process.argv.slice(2);
const guards = findGuards("server").map((guard, index) => ({ ...guard, index }));
const nameOf = ({ file, line, text }: Guard): string => `${file}:${line}  ${text.slice(0, 120)}`;
if (wanted.includes("--list")) {
  for (const guard of guards) console.log(nameOf(guard));
  process.exit(0);
}

const stale = excused.filter((excuse) => !guards.some((guard) => holds(excuse, guard)));
if (stale.length > 0) throw new Error(`excused, but not there: ${stale.map(({ file, source }) => `${file} ${source}`).join("; ")}`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(`${folder}/asked`, { recursive: true });
const chosen = guards.filter((guard) => wanted.length === 0 || wanted.some((text) => nameOf(guard).includes(text)));
const asking = await askers();
const waiting = [...chosen];
let held = 0;

const next = async (): Promise<void> => {
  const guard = waiting.shift();
  if (!guard) return;
  const reason = excused.find((excuse) => holds(excuse, guard))?.reason;
  const files = asking.get(guard.index) ?? [];
  if (reason) console.log(`excused  ${nameOf(guard)}\n         ${reason}`);
  else if (files.length === 0) {
    held += 1;
    console.log(`UNASKED  ${nameOf(guard)}`);
  } else {
    const proof = failed(await run(String(guard.index), files, { GUARD: String(guard.index), GUARD_TESTS: files.join(" ") }));
    if (!proof) held += 1;
    console.log(proof ? `missed   ${nameOf(guard)}\n         ${proof}` : `UNPROVED ${nameOf(guard)}`);
  }
  await next();
};

await Promise.all(Array.from({ length: atOnce }, next));
console.log(`${chosen.length} guards, ${held} of them can be taken away without a test that fails`);
process.exit(held === 0 ? 0 : 1);
