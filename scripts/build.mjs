import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { alone } from "./alone.mjs";
import { install, run } from "./install.mjs";
import { keepAssets } from "./keptAssets.ts";

const sources = ["src", "contract", "store", "machines", "locales", "scripts/console", "vite.config.ts", "package-lock.json"];
const folder = "dist/console";
const next = "dist/console.next";
const before = "dist/console.before";
const stamp = `${folder}/.built`;

const filesBelow = (path) => (statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : [path]);

/** Of all that a build is made of. */
const digest = () => {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesBelow).sort()) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
};

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

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, "utf8") === digest();

/** Builds the console unless it is built of its sources as they are. */
export const build = async () => {
  await install();
  if (isBuilt()) return;
  await alone(async () => {
    if (isBuilt()) return;
    console.log("Building the console …");
    const made = digest();
    run("npx", ["vite", "build", "--logLevel", "warn", "--outDir", `../../${next}`]);
    await compress(next);
    keepAssets(folder, next);
    writeFileSync(join(next, ".built"), made);
    // Put in place whole, so that a server that runs on the folder never finds half of a build.
    rmSync(before, { recursive: true, force: true });
    if (existsSync(folder)) renameSync(folder, before);
    renameSync(next, folder);
    rmSync(before, { recursive: true, force: true });
  });
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await build();
