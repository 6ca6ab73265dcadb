import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Names of the files that a build made; what else is in its assets is of the build before. */
const made = ".made";

const assetsOf = (built: string): string[] => (existsSync(join(built, "assets")) ? readdirSync(join(built, "assets")) : []);

const madeBy = (built: string): string[] => {
  const list = join(built, made);
  return existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : assetsOf(built);
};

/** Pages that are open ask for files of the build that they came from: those of one other build are kept beside the new one. */
export const keepAssets = (old: string, built: string): void => {
  const names = new Set(assetsOf(built));
  writeFileSync(join(built, made), JSON.stringify([...names]));
  const others = madeBy(old);
  const isSame = others.every((name) => names.has(name));
  for (const name of isSame ? assetsOf(old) : others) {
    const file = join(old, "assets", name);
    if (!names.has(name) && existsSync(file)) cpSync(file, join(built, "assets", name), { preserveTimestamps: true });
  }
};
