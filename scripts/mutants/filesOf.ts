import { globSync } from "node:fs";

const spelledOut = (glob: string): string[] => {
  const [braces, names] = /\{([^{}]*)\}/.exec(glob) ?? [];
  return braces === undefined ? [glob] : (names ?? "").split(",").flatMap((name) => spelledOut(glob.replace(braces, () => name)));
};

/** The files of the globs. Throws for a name in them that no file has: what moved would be left out in silence. */
export const filesOf = (globs: readonly string[]): string[] => {
  const found = globs.flatMap(spelledOut).map((glob) => [glob, globSync(glob)] as const);
  const missing = found.flatMap(([glob, files]) => (files.length === 0 ? glob : []));
  if (missing.length > 0) throw new Error(`no such file: ${missing.join(", ")}`);
  return [...new Set(found.flatMap(([, files]) => files))].sort();
};
