import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./launch.mjs";

/** The oldest major version of Node.js that the product runs on. */
export const floor = 24;

const windows = process.platform === "win32";
const folder = fileURLToPath(new URL("../.node", import.meta.url));
const program = join("node_modules", "node", "bin", windows ? "node.exe" : "node");

/** The path of a Node.js of this major version, fetched from the package registry into a folder of its own unless it is there; undefined without a registry. */
export const fetchNode = (major) => {
  const home = join(folder, String(major));
  const node = join(home, program);
  if (existsSync(node)) return node;
  console.error(`Fetching Node.js ${major} …`);
  // Fetched beside its place: two commands may do so at once, and one may be stopped.
  const attempt = `${home}.${process.pid}`;
  mkdirSync(attempt, { recursive: true });
  try {
    const words = ["install", "--prefix", attempt, "--no-audit", "--no-fund", "--no-save", "--loglevel=error", `node@${major}`];
    const { status } = spawnSync("npm", words, { stdio: ["ignore", 2, 2], shell: windows });
    if (status !== 0 || spawnSync(join(attempt, program), ["--version"]).status !== 0) return undefined;
    if (!existsSync(node)) {
      rmSync(home, { recursive: true, force: true });
      renameSync(attempt, home);
    }
    return node;
  } finally {
    rmSync(attempt, { recursive: true, force: true });
  }
};

/** Goes on with another Node.js, which everything that it starts finds first on its path. */
export const goOn = (node, words) => {
  const path = `${dirname(resolve(node))}${delimiter}${process.env.PATH ?? ""}`;
  launch(node, words, { env: { ...process.env, PATH: path } });
};
