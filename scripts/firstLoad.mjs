import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { firstLoads, judgeFirstLoads } from "./console/firstLoad.ts";

const figures = "scripts/firstLoad.json";
const built = "dist/console";

/** Builds the console where it is not built as it stands, and prints what its first pages take; throws when one has grown. */
export const checkFirstLoad = async () => {
  await build();
  const { lines, grown } = judgeFirstLoads(firstLoads(built), JSON.parse(readFileSync(figures, "utf8")));
  for (const line of lines) console.log(line);
  if (grown)
    throw new Error(`what a first visit takes has grown: where that is meant, \`node scripts/firstLoad.mjs --keep\` writes ${figures}`);
};

/** Keeps the figures as they are now. */
const keep = async () => {
  await build();
  writeFileSync(figures, `${JSON.stringify(firstLoads(built), null, 2)}\n`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await (process.argv.includes("--keep") ? keep() : checkFirstLoad());
