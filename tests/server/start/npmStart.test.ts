import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { until } from "#tests/server/fleet.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";

/** A package whose `npm start` goes the way of the product's, to a program that says what becomes of it. */
const started = async (script: string) => {
  const folder = newFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: script } }));
  let printed = "";
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  npm.stdout.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  const upOf = (): number | undefined => Number(/^up (\d+)\n/.exec(printed)?.[1]) || undefined;
  onTestFinished(() => {
    const pid = upOf();
    if (pid !== undefined && !printed.endsWith("stopped\n")) process.kill(pid, "SIGKILL");
  });
  await until(() => upOf() !== undefined, "the program", 60_000);
  return { npm, printed: () => printed };
};

const launcher = `cd ${JSON.stringify(resolve("."))} && node scripts/node.mjs tests/server/start/launched.mjs`;

it.runIf(process.platform !== "win32").each([
  ["SIGTERM", launcher],
  ["SIGHUP", launcher],
  ["SIGKILL", launcher],
  ["SIGHUP", launcher.replace("&& node", "&& exec node")],
] as const)("stops in order what npm start runs when npm is ended by %s", { timeout: 120_000 }, async (signal, script) => {
  const { npm, printed } = await started(script);
  npm.kill(signal);
  await until(() => printed().endsWith("stopped\n"), "the end", 30_000);
  expect(printed()).toMatch(/^up \d+\nGatehouse is stopping\nstopped\n$/);
});
