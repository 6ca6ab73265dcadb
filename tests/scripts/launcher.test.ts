import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it, onTestFinished } from "vitest";

const run = promisify(execFile);
const root = process.cwd();
let old = "";

beforeAll(async () => {
  const source = `import("./scripts/runtime.mjs").then(({ fetchNode }) => console.log(fetchNode(20) ?? ""))`;
  old = (await run(process.execPath, ["--eval", source])).stdout.trim();
}, 240_000);

const script = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "launcher-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "script.mjs");
  writeFileSync(file, text);
  return file;
};

it("goes on with Node 24 where Node 20 is found, with its words, its exit code and its path", async () => {
  const file = script(`
    import { spawnSync } from "node:child_process";
    const onPath = spawnSync("node", ["--version"], { encoding: "utf8" }).stdout.trim();
    console.log(JSON.stringify([process.version.split(".")[0], onPath === process.version, process.argv.slice(2)]));
    process.exit(7);
  `);
  const fault = await run(old, ["scripts/node.mjs", file, "--demo", "a b"]).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: 7, stdout: `${JSON.stringify(["v24", true, ["--demo", "a b"]])}\n` });
});

it("stays in its process on Node 24 and newer", async () => {
  const file = script("console.log(JSON.stringify([process.pid, process.argv.slice(2)]));");
  const child = spawn(process.execPath, ["scripts/node.mjs", file, "word"], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await once(child.stdout, "data");
  expect(JSON.parse(String(printed))).toEqual([child.pid, ["word"]]);
});

it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("hands %s on and ends with what it went on with", async (signal) => {
  const file = script(`
    process.on("${signal}", () => process.exit(5));
    setInterval(() => undefined, 1000);
    console.log("up");
  `);
  const child = spawn(old, ["scripts/node.mjs", file], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([5, null]);
});

it("says in one line what is needed where no registry answers, and leaves nothing behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "launcher-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["node.mjs", "runtime.mjs", "launch.mjs"]) cpSync(join(root, "scripts", name), join(folder, "scripts", name));
  const offline = { npm_config_registry: "http://127.0.0.1:9", npm_config_fetch_retries: "0", npm_config_cache: join(folder, "cache") };
  const fault = await run(old, ["scripts/node.mjs", "scripts/start.mjs"], { cwd: folder, env: { ...process.env, ...offline } }).catch(
    (error: unknown) => error,
  );
  expect(fault).toMatchObject({ code: 1, stdout: "" });
  const lines = (fault as { stderr: string }).stderr.split("\n").filter((line) => line !== "" && !line.startsWith("npm "));
  expect(lines).toEqual([
    "Fetching Node.js 24 …",
    expect.stringMatching(/^Node\.js 24 or newer is needed\. This is v20\..*install Node\.js 24\.$/),
  ]);
  expect(readdirSync(join(folder, ".node"))).toEqual([]);
});
