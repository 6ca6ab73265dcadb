import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { type Part, parts } from "./parts.ts";

/**
 * Changes the pure parts one small fault at a time (a comparison, a sum, a condition, a word) and tells which no test notices.
 * `npm run mutants` goes through all parts, `npm run mutants -- machines contract/formula.ts src/kit/table` through those that are named
 * by their part, file or folder. What survives is listed, and kept in dist/mutants.
 */
const folder = "dist/mutants";

type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

const run = async ({ tests }: Part, files: readonly string[]): Promise<Mutant[]> => {
  process.env.MUTANTS_TESTS = tests.join(" ");
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 1),
    ignorePatterns: ["/dist", "/data", "/docs", "/.node"],
    tempDirName: `${folder}/tmp`,
    reporters: ["progress-append-only"],
    // TypeScript 7 has no interface for programs, with which Stryker would read this.
    tsconfigFile: "none",
    allowEmpty: true,
    timeoutMS: 30_000,
  });
  return stryker.runMutationTest();
};

const sourceOf = ({ fileName, location: { start, end } }: Mutant): string => {
  const lines = readFileSync(fileName, "utf8").split("\n");
  const [first = ""] = lines.slice(start.line - 1);
  return start.line === end.line ? first.slice(start.column - 1, end.column - 1) : `${first.slice(start.column - 1)} …`;
};

const short = (text: string): string => text.replace(/\s+/g, " ").slice(0, 80);

const lineOf = (mutant: Mutant): string => {
  const { fileName, location, mutatorName, replacement, status } = mutant;
  const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
  return `${place}  ${mutatorName}  ${short(sourceOf(mutant))}  →  ${short(replacement)}${status === "NoCoverage" ? "  (reached by no test)" : ""}`;
};

const wanted = process.argv.slice(2);
const isWanted = (part: Part, file: string): boolean =>
  wanted.length === 0 || wanted.some((word) => word === part.name || file === word || file.startsWith(`${word.replace(/\/$/, "")}/`));

mkdirSync(folder, { recursive: true });
let found = 0;
const figures: string[] = [];
for (const part of parts) {
  const files = globSync([...part.mutate])
    .filter((file) => isWanted(part, file))
    .sort();
  if (files.length === 0) continue;
  found += files.length;
  const judged = (await run(part, files)).filter(({ status }) => ["Killed", "Timeout", "Survived", "NoCoverage"].includes(status ?? ""));
  const survivors = judged.filter(({ status }) => status === "Survived" || status === "NoCoverage").map(lineOf);
  const killed = judged.length - survivors.length;
  figures.push(`${part.name}: ${killed} of ${judged.length} noticed, ${((100 * killed) / Math.max(1, judged.length)).toFixed(1)} %`);
  const text = [figures.at(-1), ...survivors, ""].join("\n");
  writeFileSync(`${folder}/${part.name.replaceAll(" ", "-")}.txt`, text);
  process.stdout.write(`\n${text}`);
}
if (found === 0) throw new Error(`no part has ${wanted.join(", ")}; there are ${parts.map(({ name }) => name).join(", ")}`);
process.stdout.write(`\n${figures.join("\n")}\n`);
