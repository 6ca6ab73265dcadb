import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Stryker } from "@stryker-mutator/core";

export type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

export const isSurvivor = ({ status }: Mutant): boolean => status === "Survived" || status === "NoCoverage";

const short = (text: string): string => text.replace(/\s+/g, " ").slice(0, 80);

const sourceOf = ({ fileName, location: { start, end } }: Mutant): string => {
  const [first = ""] = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line - 1);
  return start.line === end.line ? first.slice(start.column - 1, end.column - 1) : `${first.slice(start.column - 1)} …`;
};

/** Where it is, what stood there and what stands there instead. */
export const lineOf = (mutant: Mutant): string => {
  const { fileName, location, mutatorName, replacement, status } = mutant;
  const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
  const reached = status === "NoCoverage" ? "  (reached by no test)" : "";
  return `${place}  ${mutatorName}  ${short(sourceOf(mutant))}  →  ${short(replacement ?? "")}${reached}`;
};
