import { globSync, readFileSync } from "node:fs";
import { basename, join, matchesGlob } from "node:path";
import { expect, it } from "vitest";
import { filesOf } from "#scripts/mutants/filesOf.ts";
import { parts } from "#scripts/mutants/parts.ts";
import { sampleOf } from "#scripts/mutants/sample.ts";

const tests = globSync("tests/**/*.test.{ts,tsx}").filter((file) => !file.includes(".browser."));

const importedBy = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/from "([#.][^"]+)"/g)].map(([, name = ""]) =>
    name.startsWith("#") ? name.slice(1) : join(file, "..", name),
  );

/** What the tests reach by imports. */
const reachOf = (files: readonly string[]): ReadonlySet<string> => {
  const reached = new Set<string>();
  const look = (file: string): void => {
    if (reached.has(file) || !/\.tsx?$/.test(file)) return;
    reached.add(file);
    for (const next of importedBy(file)) look(next);
  };
  for (const file of files) look(file);
  return reached;
};

/** A file's own tests: they are named after it and import it. */
const areOf = (test: string, file: string): boolean =>
  basename(test).replace(/\.test\.tsx?$/, "") === basename(file, ".ts") && importedBy(test).includes(file);

it.each(parts)("$name: its files' own tests are run, and every file is reached by a test", ({ mutate, tests: globs }) => {
  const mutated = filesOf(mutate);
  const own = tests.filter((test) => mutated.some((file) => areOf(test, file)));
  expect(own.filter((test) => !globs.some((glob) => matchesGlob(test, glob)))).toEqual([]);
  const reached = reachOf(filesOf(globs));
  expect(mutated.filter((file) => !reached.has(file))).toEqual([]);
});

it("takes each file of its lists once, and fails on a name in them that no file has, in braces too", () => {
  const both = ["scripts/mutants/parts.ts", "scripts/mutants/sample.ts"];
  expect(filesOf(["scripts/mutants/{sample,part*}.ts", "scripts/mutants/parts.ts"])).toEqual(both);
  const moved = ["scripts/{mutants,guards}/parts.ts", "scripts/mutants/{sample,gone}.{ts,tsx}", "scripts/none*.ts"];
  expect(() => filesOf(moved)).toThrow(
    "no such file: scripts/guards/parts.ts, scripts/mutants/sample.tsx, scripts/mutants/gone.ts, scripts/mutants/gone.tsx, scripts/none*.ts",
  );
});

it("draws about the share that is asked for, the same with the same seed, and every line over many seeds", () => {
  const files = parts.flatMap(({ mutate }) => filesOf(mutate));
  const all = files.flatMap((file) => sampleOf(file, 1, "1"));
  const quarter = files.flatMap((file) => sampleOf(file, 0.25, "1"));
  expect(quarter.length / all.length).toBeGreaterThan(0.15);
  expect(quarter.length / all.length).toBeLessThan(0.35);
  expect(files.flatMap((file) => sampleOf(file, 0.25, "1"))).toEqual(quarter);
  const over = new Set(Array.from({ length: 60 }, (_, seed) => files.flatMap((file) => sampleOf(file, 0.25, String(seed)))).flat());
  expect(over.size).toBe(all.length);
  const [file = ""] = files;
  const lines = readFileSync(file, "utf8").split("\n").length;
  expect(Number(sampleOf(file, 1, "1").at(-1)?.split("-").at(-1))).toBeGreaterThanOrEqual(lines);
});
