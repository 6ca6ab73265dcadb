import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Long enough for a small function, short enough that many of a file's places are drawn from. */
const windowLines = 15;

const drawn = (file: string, window: number, seed: string): number =>
  createHash("sha256").update(`${seed} ${file} ${window}`).digest().readUInt32BE() / 2 ** 32;

/** A share (0 to 1) of a file's lines by chance, in stretches of 15, as Stryker takes them: `file:1-15`. The same seed draws the same. */
export const sampleOf = (file: string, share: number, seed: string): string[] => {
  const lines = readFileSync(file, "utf8").split("\n").length;
  const windows = Array.from({ length: Math.ceil(lines / windowLines) }, (_, window) => window);
  return windows
    .filter((window) => drawn(file, window, seed) < share)
    .map((window) => `${file}:${window * windowLines + 1}-${(window + 1) * windowLines}`);
};
