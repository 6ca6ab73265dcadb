import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { excused, holds } from "./excused.ts";
import { findGuards, type Guard, keyOf } from "./find.ts";

/**
 * Takes one guard of the server away at a time and shows that a test fails without it. First every test of the server runs once, to see
 * which of them ask which guard; without a guard only those run until one fails: the one that noticed last time (proved.json), then the one
 * that is named alike, then those of its own folder, of these the quick ones that ask few others.
 * `npm run guards` goes through all of them, `npm run guards -- server/people profile.ts:66` through those whose place or source holds one
 * of the texts, `npm run guards -- --list` names them. `--again` takes what the run before has seen of the tests: for the same sources only.
 */
const folder = "dist/guards";
const provedPath = "scripts/guards/proved.json";
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
  const words = [
    "--config",
    "scripts/guards/vitest.config.ts",
    "--root",
    ".",
    // One file's guards are not those of the next.
    ...["--project", "server", "--project", "node", "--isolate", "true"],
    "--reporter=json",
    `--outputFile=${report}`,
  ];
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

interface Failure {
  file: string;
  /** The first test that fails. */
  test: string;
}

const failed = ({ testResults }: Report): Failure | undefined => {
  const result = testResults.find(({ status }) => status === "failed");
  if (!result) return undefined;
  const test = result.assertionResults.find(({ status }) => status === "failed")?.fullName ?? result.message.split("\n")[0] ?? "";
  return { file: relative(process.cwd(), result.name), test };
};

const wholeRun = async (): Promise<Report> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/asked`, { recursive: true });
  const report = await run("all", ["tests/server", ...apart.flatMap((path) => ["--exclude", path])], {
    GUARD: "",
    GUARDS_ASKED: `${folder}/asked`,
  });
  const broken = report.testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(process.cwd(), name));
  // What a loaded machine was too slow for does not cost the run.
  const again = broken.length > 0 ? failed(await run("again", broken, { GUARD: "", GUARDS_ASKED: `${folder}/asked` })) : undefined;
  if (again) throw new Error(`fails with every guard in place: ${again.file} ${again.test}`);
  return report;
};

/** For each guard the test files that ask it, those that are likely to notice soon first. */
const askers = (report: Report, guards: readonly Guard[]): Map<number, string[]> => {
  const took = new Map(report.testResults.map(({ name, startTime, endTime }) => [relative(process.cwd(), name), endTime - startTime]));
  const found = new Map<number, string[]>();
  const counts = new Map<string, number>();
  for (const name of readdirSync(`${folder}/asked`)) {
    const { file, asked } = JSON.parse(readFileSync(`${folder}/asked/${name}`, "utf8")) as { file: string; asked: number[] };
    counts.set(file, (counts.get(file) ?? 0) + asked.length);
    for (const index of asked) found.set(index, [...new Set([...(found.get(index) ?? []), file])]);
  }
  for (const [index, files] of found) {
    const guarded = guards[index]?.file ?? "";
    const isNamesake = (file: string): boolean => basename(file, ".test.ts") === basename(guarded, ".ts");
    const nearness = (file: string): number => (isNamesake(file) ? 0 : file.startsWith(`tests/${dirname(guarded)}/`) ? 0.01 : 1);
    const cost = (file: string): number => (took.get(file) ?? 0) * (counts.get(file) ?? 0) * nearness(file);
    files.sort((one, other) => cost(one) - cost(other));
  }
  return found;
};

const options = ["--list", "--again"];
const wanted = process.argv.slice(2).filter((word) => !options.includes(word));
const guards = findGuards("server").map((guard, index) => ({ ...guard, index }));
const nameOf = ({ file, line, text }: Guard): string => `${file}:${line}  ${text.slice(0, 120)}`;
if (process.argv.includes("--list")) {
  for (const guard of guards) console.log(nameOf(guard));
  process.exit(0);
}

const stale = excused.filter((excuse) => !guards.some((guard) => holds(excuse, guard)));
if (stale.length > 0) throw new Error(`excused, but not there: ${stale.map(({ file, source }) => `${file} ${source}`).join("; ")}`);

const proved = new Map(Object.entries(JSON.parse(readFileSync(provedPath, "utf8")) as Record<string, string>));
const keys = new Set(guards.map(keyOf));
const keepProof = (guard: Guard, proof: string | undefined): void => {
  if (proof === undefined) proved.delete(keyOf(guard));
  else proved.set(keyOf(guard), proof);
  const kept = [...proved].filter(([key]) => keys.has(key)).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(provedPath, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
};

const chosen = guards.filter((guard) => wanted.length === 0 || wanted.some((text) => nameOf(guard).includes(text)));
const noted = process.argv.includes("--again") ? (JSON.parse(readFileSync(`${folder}/all.json`, "utf8")) as Report) : await wholeRun();
const asking = askers(noted, guards);
const waiting = [...chosen];
let held = 0;

const next = async (): Promise<void> => {
  const guard = waiting.shift();
  if (!guard) return;
  const reason = excused.find((excuse) => holds(excuse, guard))?.reason;
  const last = proved.get(keyOf(guard));
  const asked = asking.get(guard.index) ?? [];
  const files = last !== undefined && asked.includes(last) ? [last, ...asked.filter((file) => file !== last)] : asked;
  if (reason) console.log(`excused  ${nameOf(guard)}\n         ${reason}`);
  else if (files.length === 0) {
    held += 1;
    console.log(`UNASKED  ${nameOf(guard)}`);
  } else {
    const proof = failed(await run(String(guard.index), files, { GUARD: String(guard.index), GUARD_TESTS: files.join(" ") }));
    if (!proof) held += 1;
    keepProof(guard, proof?.file);
    console.log(proof ? `missed   ${nameOf(guard)}\n         ${proof.test}` : `UNPROVED ${nameOf(guard)}`);
  }
  await next();
};

await Promise.all(Array.from({ length: atOnce }, next));
console.log(`${chosen.length} guards, ${held} of them can be taken away without a test that fails`);
process.exit(held === 0 ? 0 : 1);
