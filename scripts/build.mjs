import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { alone } from "./alone.mjs";
import { install, run } from "./install.mjs";
import { keepAssets } from "./keptAssets.ts";

const sources = ["src", "contract", "store", "machines", "locales", "vite.config.ts", "package-lock.json"];
const folder = "dist/console";
const next = "dist/console.next";
const before = "dist/console.before";
const stamp = `${folder}/.built`;

const newest = (path) => {
  const stat = statSync(path);
  return stat.isDirectory() ? Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name)))) : stat.mtimeMs;
};

const filesBelow = (path) => (statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : [path]);

const compressible = /\.(js|css|html|svg|json|mjs)$/;
const smallest = 1024;

const compress = async (built) => {
  const [brotli, zipped] = [promisify(brotliCompress), promisify(gzip)];
  for (const file of filesBelow(built)) {
    const content = readFileSync(file);
    if (!compressible.test(file) || content.length < smallest) continue;
    writeFileSync(`${file}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, await zipped(content));
  }
};

const isBuilt = () => existsSync(stamp) && statSync(stamp).mtimeMs > Math.max(...sources.map(newest));

/** Builds the console unless what is built is newer than its sources. */
export const build = async () => {
  await install();
  if (isBuilt()) return;
  await alone(async () => {
    if (isBuilt()) return;
    console.log("Building the console …");
    run("npx", ["vite", "build", "--logLevel", "warn", "--outDir", `../../${next}`]);
    await compress(next);
    keepAssets(folder, next);
    writeFileSync(join(next, ".built"), "");
    // Put in place whole, so that a server that runs on the folder never finds half of a build.
    rmSync(before, { recursive: true, force: true });
    if (existsSync(folder)) renameSync(folder, before);
    renameSync(next, folder);
    rmSync(before, { recursive: true, force: true });
  });
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await build();
