import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { until } from "#tests/server/fleet.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";

/** Stands for vite: says that it began, and builds once it may. */
const vite = `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require("node:fs");
const target = process.argv.at(-1).replace("../../", "");
appendFileSync("began", "x");
const timer = setInterval(() => {
  if (!existsSync("go")) return;
  clearInterval(timer);
  mkdirSync(target + "/assets", { recursive: true });
  writeFileSync(target + "/index.html", "built");
}, 10);
`;

/** A folder that looks like the product's, with nothing built in it. */
const project = (): string => {
  const folder = newFolder();
  for (const name of ["src", "contract", "store", "machines", "locales", "scripts/console", "node_modules/.bin"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["vite.config.ts", "package-lock.json"]) writeFileSync(join(folder, name), "{}");
  writeFileSync(join(folder, "node_modules", ".installed"), createHash("sha256").update("{}").digest("hex"));
  writeFileSync(join(folder, "node_modules", ".bin", "vite"), vite);
  chmodSync(join(folder, "node_modules", ".bin", "vite"), 0o755);
  return folder;
};

const building = (folder: string) => {
  const child: ChildProcess = spawn(process.execPath, [resolve("scripts/build.mjs")], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => {
      printed += part.toString();
    });
  return { printed: () => printed, ended: once(child, "close").then(([code]) => code as number | null) };
};

it.runIf(process.platform !== "win32")(
  "has the second of two that are to build in one folder wait for the first",
  { timeout: 120_000 },
  async () => {
    const folder = project();
    const first = building(folder);
    await until(() => existsSync(join(folder, "began")), "the first build", 30_000);
    const second = building(folder);
    await until(() => second.printed().includes("\n"), "the second", 30_000);
    expect(second.printed()).toMatch(/^Waiting for another script /);
    writeFileSync(join(folder, "go"), "");
    expect([await first.ended, await second.ended]).toEqual([0, 0]);
    expect(readFileSync(join(folder, "began"), "utf8")).toBe("x");
    expect(readFileSync(join(folder, "dist", "console", "index.html"), "utf8")).toBe("built");
    expect(await building(folder).ended).toBe(0);
    expect(readFileSync(join(folder, "began"), "utf8")).toBe("x");
  },
);
