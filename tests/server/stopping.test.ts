import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

it.each(["SIGTERM", "SIGINT"] as const)("says in one plain line that it is stopping at %s, and stops", async (signal) => {
  const folder = mkdtempSync(join(tmpdir(), "stopping-"));
  const child = fork("server/main.ts", [], {
    env: { ...process.env, DATA_DIR: folder, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", ADMIN_PASSWORD: "adminpw1", LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  let printed = "";
  child.stdout?.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  await once(child, "message");
  child.kill(signal);
  child.kill(signal);
  const [code] = await once(child, "close");
  const plain = printed.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
  expect([code, plain.slice(1)]).toEqual([0, ["Gatehouse is stopping"]]);
});
