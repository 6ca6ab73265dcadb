import { readFileSync } from "node:fs";
import { join } from "node:path";

const entryScript = /<script[^>]*type="module"[^>]*src="([^"]+)"/;

/** The build of the console in a folder: its first script is named after all that it leads to. Undefined where there is none. */
export const consoleBuild = (folder: string): string | undefined => {
  try {
    return entryScript.exec(readFileSync(join(folder, "index.html"), "utf8"))?.[1];
  } catch {
    return undefined;
  }
};

const knownForMs = 5_000;

/** The build as it is now, within some seconds: a new one can be laid down beside a running server. */
export const followBuild = (folder: string, now: () => number): (() => string | undefined) => {
  let known: { build: string | undefined; at: number } | undefined;
  return () => {
    const at = now();
    if (!known || Math.abs(at - known.at) > knownForMs) known = { build: consoleBuild(folder), at };
    return known.build;
  };
};
