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
