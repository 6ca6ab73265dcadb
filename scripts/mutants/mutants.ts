import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { filesOf } from "./filesOf.ts";
import { type Part, parts } from "./parts.ts";
import { sampleOf } from "./sample.ts";
import { isSurvivor, lineOf, type Mutant } from "./survivor.ts";

/**
 * Changes the pure parts one small fault at a time (a comparison, a sum, a condition, a word) and tells which no test notices.
 * `npm run mutants` goes through all parts, `npm run mutants -- machines contract/formula.ts src/kit/table` through those that are named
 * by their part, file or folder (`contract/` is the folder, `contract` the part). Survivors are told as they are found, and kept in
 * dist/mutants by part. MUTANTS_AT_ONCE: 1 unless said.
 * MUTANTS_SHARE=0.25 takes a quarter by chance, MUTANTS_SEED=2 another one: faults that reach over the end of a stretch of lines are in none.
 */
const folder = "dist/mutants";
const share = Number(process.env.MUTANTS_SHARE ?? 1);
const seed = process.env.MUTANTS_SEED ?? "1";

const run = ({ patience = 30_000 }: Part, tests: readonly string[], files: readonly string[]): Promise<Mutant[]> => {
  process.env.MUTANTS_TESTS = tests.join(" ");
  process.env.MUTANTS_PATIENCE = String(patience);
  const stryker = new Stryker({
    mutate: share < 1 ? files.flatMap((file) => sampleOf(file, share, seed)) : [...files],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner", resolve("scripts/mutants/tell.ts")],
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 1),
    ignorePatterns: ["/dist", "/data", "/docs", "/.node"],
    tempDirName: `${folder}/tmp`,
    reporters: ["progress-append-only", "tell"],
    // TypeScript 7 has no interface for programs, with which Stryker would read this.
    tsconfigFile: "none",
    allowEmpty: true,
    // What a loaded machine makes slow would count as noticed.
    timeoutMS: 60_000,
  });
  return stryker.runMutationTest();
};

const wanted = process.argv.slice(2);
const isPart = (word: string): boolean => parts.some(({ name }) => name === word);
const isWanted = (part: Part, file: string): boolean =>
  wanted.length === 0 ||
  wanted.some((word) => (isPart(word) ? word === part.name : file === word || file.startsWith(word.endsWith("/") ? word : `${word}/`)));

/** Before the first run: it may take an hour until the next list is read. */
const found = parts.map((part) => ({ part, files: filesOf(part.mutate), tests: filesOf(part.tests) }));

mkdirSync(folder, { recursive: true });
const figures: string[] = [];
for (const { part, files: all, tests } of found) {
  const files = all.filter((file) => isWanted(part, file));
  if (files.length === 0) continue;
  const mutants = await run(part, tests, files);
  const judged = mutants.filter(({ status = "" }) => ["Killed", "Timeout", "Survived", "NoCoverage"].includes(status));
  const survivors = judged.filter(isSurvivor).map(lineOf);
  const noticed = judged.length - survivors.length;
  const figure = `${part.name}: ${noticed} of ${judged.length} noticed, ${((100 * noticed) / Math.max(1, judged.length)).toFixed(1)} %`;
  figures.push(figure);
  writeFileSync(`${folder}/${part.name.replaceAll(" ", "-")}.txt`, [figure, ...survivors, ""].join("\n"));
}
if (figures.length === 0) throw new Error(`no part has ${wanted.join(", ")}; there are ${parts.map(({ name }) => name).join(", ")}`);
process.stdout.write(`\n${figures.join("\n")}\n`);
