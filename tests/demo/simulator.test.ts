import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { device } from "#contract/resources/device.ts";
import { prepareDemo } from "#demo/prepare.ts";
import type { SimulatorOrder } from "#demo/simulation.ts";
import { startGatehouse } from "#server/gatehouse.ts";
import { demoConfig, silent } from "./demoSite.ts";

const size = 12;
const patience = { timeout: 20_000, interval: 100 };

it("runs gateways as a program of its own: readings are stored, an alarm is raised, commands are answered or refused", async () => {
  const { config: plain, remove } = demoConfig();
  const config = { ...plain, dtuPort: 0 };
  const startedAt = Date.now();
  const { secret } = await prepareDemo(config, silent, { size, days: 0.1, now: startedAt, progress: () => undefined });
  const gatehouse = await startGatehouse(config, silent);
  const { db, telemetry, presence, sessions } = gatehouse.services;
  const rules = await db.updateTable("alarm_trigger").set({ hold_seconds: 1 }).returning("id").execute();
  await gatehouse.services.changes.tell({ kind: "rules", ids: rules.map(({ id }) => id) });
  const simulator = spawn(process.execPath, ["demo/simulator.ts"], { stdio: ["pipe", "ignore", "inherit"] });
  try {
    const before = (await telemetry.stats()).readings;
    const order: SimulatorOrder = {
      url: `mqtt://127.0.0.1:${gatehouse.mqttPort}`,
      secret,
      size,
      sparkplug: ["GHWP26002"],
      modbus: { port: gatehouse.dtuPort ?? 0, sns: ["GHAC26001"] },
      every: [300, 600],
      firstAfter: 1_500,
    };
    simulator.stdin.write(`${JSON.stringify(order)}\n`);
    await vi.waitFor(() => expect(presence.onlineCount()).toBe(size + 1), patience);
    await vi.waitFor(async () => expect((await telemetry.stats()).readings).toBeGreaterThan(before + 50), patience);

    const { token } = await sessions.open("user-admin", "");
    const { id } = await db
      .selectFrom("device")
      .select("id")
      .where("id", "like", "demo-wp-%")
      .where("online", "=", 1)
      .executeTakeFirstOrThrow();
    const command = async (values: Record<string, number>, to = id) => {
      const body = JSON.stringify({ id: to, slave: 1, values });
      const headers = { "Content-Type": "application/json", token, "Accept-Language": "en" };
      const answer = await fetch(`http://127.0.0.1:${gatehouse.httpPort}${device.calls.cmd.path}`, { method: "POST", headers, body });
      return (await answer.json()) as { code: number; message: string };
    };
    const set = "demo-recipe-pump-setPressure";
    expect((await command({ [set]: 0.5 })).code).toBe(0);
    const series = telemetry.series(id, 1, set);
    await vi.waitFor(() => expect(telemetry.latest(series)?.value).toBe(0.5), patience);
    expect((await command({ [set]: 0.9 })).message).toContain("at most 0.6 MPa");

    const edgeNode = telemetry.series("demo-wp-002", 1, set);
    expect((await command({ [set]: 0.5 }, "demo-wp-002")).code).toBe(0);
    await vi.waitFor(() => expect(telemetry.latest(edgeNode)?.value).toBe(0.5), patience);

    const compressor = (slave: number, key: string) =>
      telemetry.latest(telemetry.series("demo-ac-001", slave, `demo-recipe-compressor-${key}`));
    await vi.waitFor(() => expect(compressor(3, "stage")?.value).toBe(0), patience);
    await vi.waitFor(() => expect(Number(compressor(1, "pressure")?.value)).toBeCloseTo(0.7, 1), patience);
    const write = (key: string, value: number) => command({ [`demo-recipe-compressor-${key}`]: value }, "demo-ac-001");
    expect((await write("setPressure", 0.85)).code).toBe(0);
    await vi.waitFor(() => expect(compressor(1, "setPressure")?.value).toBe(0.85), patience);
    expect((await write("run", 0)).code).toBe(0);
    await vi.waitFor(() => expect([compressor(1, "run")?.value, compressor(1, "stage")?.value]).toEqual([0, 0]), patience);

    await vi.waitFor(async () => {
      const rows = await db.selectFrom("alarm_log").select("rule_id").where("raised_at", ">", startedAt).execute();
      expect(rows.map((row) => row.rule_id)).toContain("demo-rule-cold-high");
    }, patience);
    const exited = once(simulator, "exit");
    simulator.stdin.end();
    expect(await exited).toEqual([0, null]);
  } finally {
    simulator.kill();
    await gatehouse.stop();
    remove();
  }
}, 60_000);
