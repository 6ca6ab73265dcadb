import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { until } from "#tests/server/fleet.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";

// Each starts several programs.
vi.setConfig({ testTimeout: 180_000 });

type Output = "pipe" | "ignore" | number;

const start = (folder: string, output: Output = "pipe", level = "info"): ChildProcess => {
  const child = fork("server/main.ts", [], {
    env: { ...process.env, DATA_DIR: folder, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", ADMIN_PASSWORD: "adminpw1", LOG_LEVEL: level },
    stdio: ["ignore", output, "pipe", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
};

const ready = async (child: ChildProcess): Promise<string> => {
  const [{ httpPort }] = (await once(child, "message")) as [{ httpPort: number }];
  return `http://127.0.0.1:${httpPort}`;
};

const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<unknown[]> => {
  const gone = once(child, "close");
  child.kill(signal);
  return gone;
};

it("stops in order when its terminal is closed", async () => {
  const child = start(newFolder());
  await ready(child);
  expect(await ended(child, "SIGHUP")).toEqual([0, null]);
});

it.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)("stops in order at %s while it starts, and starts again", async (signal) => {
  const folder = newFolder();
  const child = start(folder);
  let printed = "";
  child.stdout?.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  await until(() => existsSync(join(folder, "app.db")), "the database", 60_000);
  expect(await ended(child, signal)).toEqual([0, null]);
  expect(printed).toContain("Gatehouse is stopping");
  expect(printed).not.toContain("Gatehouse is at");
  const again = start(folder);
  await ready(again);
  expect(await ended(again, "SIGTERM")).toEqual([0, null]);
});

const startEndless = (way: "late" | "stuck" | "keeping", folder = ""): ChildProcess => {
  const child = fork("tests/server/operating/endless.ts", [way, folder], { execArgv: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
};

it.runIf(process.platform !== "win32")("lets nobody else read what it makes, whichever program it runs", async () => {
  const child = startEndless("keeping", newFolder());
  await once(child, "message");
  const [modes] = await once(child, "message");
  expect(modes).toEqual(["picture.png 600", "short-lived.db 600", "short-lived.db-shm 600", "short-lived.db-wal 600"]);
});

it("stops what was up only after it was told to stop", async () => {
  const child = startEndless("late");
  let printed = "";
  child.stdout?.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  await once(child, "message");
  expect(await ended(child, "SIGTERM")).toEqual([0, null]);
  expect(printed).toBe("Gatehouse is stopping\nstopped\n");
});

it("ends at the latest after the seconds that stopping may take", async () => {
  const child = startEndless("stuck");
  const said: unknown[] = [];
  child.on("message", (word) => said.push(word));
  await until(() => said.includes("up"), "the program", 60_000);
  expect(await ended(child, "SIGTERM")).toEqual([1, null]);
});

it("goes on when nobody reads what it prints any more", async () => {
  const child = start(newFolder(), "pipe", "debug");
  const base = await ready(child);
  child.stdout?.destroy();
  for (let times = 0; times < 5; times += 1) {
    const wrong = await fetch(`${base}/api/login`, { method: "POST", body: "{", headers: { "Content-Type": "application/json" } });
    expect(wrong.status).toBe(400);
  }
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect(await ended(child, "SIGTERM")).toEqual([0, null]);
});

it.runIf(existsSync("/dev/full"))("goes on when the disk that its log is on is full", async () => {
  const child = start(newFolder(), openSync("/dev/full", "w"), "debug");
  const base = await ready(child);
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect(await ended(child, "SIGTERM")).toEqual([0, null]);
});
