import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { type Machine, openHealth } from "#server/system/health.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { until } from "#tests/server/fleet.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";
import { openSite, type Site } from "#tests/server/site.ts";

let site: Site;
afterEach(() => site?.close());

interface Report {
  status: string;
  checks: Record<string, string>;
  troubles: string[];
}

const readyz = async ({ base }: Site): Promise<[number, Report]> => {
  const response = await fetch(`${base}/readyz`);
  return [response.status, (await response.json()) as Report];
};

const sound = {
  database: "ok",
  "telemetry writer": "ok",
  "telemetry reader": "ok",
  descriptors: "ok",
  disk: "ok",
  "data folder": "ok",
};

const gigabyte = 1024 ** 3;
const machine: Machine = {
  descriptors: async () => ({ open: 50, limit: 1024 }),
  disk: async () => ({ free: 10 * gigabyte, size: 100 * gigabyte }),
  writable: async () => undefined,
};

it("is ready when everything that it stands on answers", async () => {
  site = await openSite({ machine });
  expect(await readyz(site)).toEqual([200, { status: "ready", checks: sound, troubles: [] }]);
});

it.each([
  ["descriptors", { descriptors: async () => ({ open: 1000, limit: 1024 }) }, "1000 of 1024 in use"],
  ["disk", { disk: async () => ({ free: 5 * 1_048_576, size: gigabyte }) }, "5 MB free"],
  ["data folder", { writable: () => Promise.reject(Object.assign(new Error("read-only"), { code: "EROFS" })) }, "EROFS"],
] as const)("is not ready for want of %s, and says so in its metrics", async (check, lacking, words) => {
  site = await openSite({ machine: { ...machine, ...lacking } });
  expect(await readyz(site)).toEqual([503, { status: "failing", checks: { ...sound, [check]: words }, troubles: [check] }]);
  const metrics = await (await fetch(`${site.base}/metrics`)).text();
  expect(metrics).toContain(`gatehouse_trouble{part="${check}"} 1`);
  expect(metrics).toContain("gatehouse_ready 0");
});

it("is not ready without its telemetry workers, while its metrics can be read, and is again when they are back", async () => {
  site = await openSite({ machine });
  await site.gatehouse.services.telemetry.stop();
  const [status, { checks }] = await readyz(site);
  expect(status).toBe(503);
  expect(checks).toEqual({ ...sound, "telemetry writer": "does not answer", "telemetry reader": "does not answer" });
  expect(await (await fetch(`${site.base}/metrics`)).text()).toContain("gatehouse_devices_online 0");
});

it.each(["writer", "reader"] as const)("says which of its telemetry workers does not answer: the %s", async (worker) => {
  site = await openSite({ machine });
  const { telemetry } = site.gatehouse.services;
  const ping = telemetry.ping.bind(telemetry);
  telemetry.ping = (asked) => (asked === worker ? Promise.reject(new Error("gone")) : ping(asked));
  const [status, { checks }] = await readyz(site);
  expect([status, checks]).toEqual([503, { ...sound, [`telemetry ${worker}`]: "does not answer" }]);
});

it("is not ready without its database", async () => {
  site = await openSite({ machine });
  await site.gatehouse.services.db.destroy();
  const [status, { checks }] = await readyz(site);
  expect([status, checks]).toEqual([503, { ...sound, database: "does not answer" }]);
});

it("tells as a trouble that less than a gigabyte is left, and serves, until there is room again", async () => {
  site = await openSite({ machine });
  const { db, telemetry } = site.gatehouse.services;
  const uptime = () => performance.now();
  const troubles = openTroubles({ info: () => undefined, error: () => undefined }, Date.now, uptime);
  let free = gigabyte + 1;
  const disk = async () => ({ free, size: 100 * gigabyte });
  const health = openHealth({ db, telemetry, troubles, machine: { ...machine, disk }, uptime, everyMs: 5 });
  onTestFinished(() => health.stop());
  health.become("ready");
  free = 500 * 1_048_576;
  await vi.waitFor(async () => expect(await health.report()).toEqual({ status: "ready", checks: sound, troubles: ["low disk"] }));
  free = gigabyte;
  await vi.waitFor(async () => expect((await health.report()).troubles).toEqual(["low disk"]));
  free = gigabyte + 1;
  await vi.waitFor(async () => expect((await health.report()).troubles).toEqual([]));
});

/** Asked on a connection that is there already: there will be no descriptor for another one. */
const askOn = (agent: Agent, url: string): Promise<Report> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, async (response) => {
      let text = "";
      for await (const part of response) text += part;
      resolve(JSON.parse(text));
    }).on("error", reject);
  });

it.runIf(process.platform === "linux")(
  "has a line in its log when its limit of open files is reached, and goes on",
  async () => {
    const child = spawn("sh", ["-c", `ulimit -n 200; exec "$0" server/main.ts`, process.execPath], {
      env: { ...process.env, DATA_DIR: newFolder(), PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", ADMIN_PASSWORD: "adminpw1" },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const lines: string[] = [];
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => lines.push(line));
    const [{ httpPort, mqttPort }] = (await once(child, "message")) as [{ httpPort: number; mqttPort: number }];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const url = `http://127.0.0.1:${httpPort}/readyz`;
    expect((await askOn(agent, url)).status).toBe("ready");
    const crowd: Socket[] = Array.from({ length: 220 }, () => connect(mqttPort, "127.0.0.1").on("error", () => undefined));
    onTestFinished(() => crowd.forEach((socket) => void socket.destroy()));
    await until(async () => (await askOn(agent, url)).status === "failing", "the report", 30_000);
    expect((await askOn(agent, url)).checks.descriptors).toMatch(/^\d+ of 200 in use$/);
    await until(() => lines.some((line) => line.includes("the limit of open files is reached")), "the line");
    for (const socket of crowd) socket.destroy();
    await until(async () => (await askOn(agent, url)).status === "ready", "the way back", 30_000);
    child.kill("SIGTERM");
    expect((await once(child, "close"))[0]).toBe(0);
  },
  120_000,
);
