import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { codes } from "#contract/codes.ts";
import { auth } from "#contract/resources/auth.ts";
import { until } from "#tests/server/fleet.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";

// It starts a program.
vi.setConfig({ testTimeout: 180_000 });

it.runIf(existsSync("/dev/full"))("lives on, answers and says so when a wrong captcha finds the disk of the log's head full", async () => {
  const folder = newFolder();
  const head = join(folder, "elsewhere", "head.json");
  mkdirSync(join(folder, "elsewhere"));
  const child = fork("server/main.ts", [], {
    env: {
      ...{ ...process.env, DATA_DIR: join(folder, "data"), PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", ADMIN_PASSWORD: "adminpw1" },
      ...{ LOG_HEAD_FILE: head, LOG_LEVEL: "info" },
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  child.stdout?.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  const [{ httpPort }] = (await once(child, "message")) as [{ httpPort: number }];
  const base = `http://127.0.0.1:${httpPort}`;
  const troubles = async (): Promise<string[]> => ((await (await fetch(`${base}/readyz`)).json()) as { troubles: string[] }).troubles;
  const wrongCaptcha = async (random: string): Promise<number> => {
    const body = new URLSearchParams({ username: "admin", password: "adminpw1", random, code: "wrong" });
    const answer = await fetch(`${base}${auth.calls.login.path}`, { method: "POST", body });
    return ((await answer.json()) as { code: number }).code;
  };
  const before = readFileSync(head, "utf8");
  symlinkSync("/dev/full", `${head}.new`);
  expect(await wrongCaptcha("first")).toBe(codes.captchaWrong.code);
  await until(async () => (await troubles()).includes("operation log head"), "the trouble");
  expect(await (await fetch(`${base}/metrics`)).text()).toContain('gatehouse_trouble{part="operation log head"} 1');
  await until(() => printed.includes("ENOSPC"), "the line");
  expect(printed).toContain('"part":"operation log head"');
  expect(await wrongCaptcha("second")).toBe(codes.captchaWrong.code);
  expect(child.exitCode).toBeNull();
  expect(readFileSync(head, "utf8")).toBe(before);
  rmSync(`${head}.new`);
  await until(() => printed.includes("operation log head: in order again"), "the end of the trouble", 60_000);
  expect(await troubles()).toEqual([]);
  expect(readFileSync(head, "utf8")).not.toBe(before);
  const gone = once(child, "close");
  child.kill("SIGTERM");
  expect(await gone).toEqual([0, null]);
});
