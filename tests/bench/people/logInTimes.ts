import { join } from "node:path";
import pino from "pino";
import { auth } from "#contract/resources/auth.ts";
import { hashPassword, passwordFits } from "#server/auth/password.ts";
import { readConfig } from "#server/config.ts";
import { startGatehouse } from "#server/gatehouse.ts";
import { type Figure, quantile } from "#tests/bench/figures.ts";
import { httpClient } from "#tests/bench/httpClient.ts";

const logIns = 40;
const password = "adminpw1";

/** Log-ins over HTTP. The server runs in this process, since the captcha's answer cannot be had from outside. */
export const logInTimes = async (dataDir: string, rounds: number): Promise<Figure[]> => {
  const settings = { DATA_DIR: dataDir, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent" };
  const gatehouse = await startGatehouse(readConfig(settings, join(dataDir, "none")), pino({ level: "silent" }));
  try {
    const client = httpClient(gatehouse.httpPort, "");
    const hash = await hashPassword(password);
    const figures = { p50: [] as number[], p95: [] as number[], bare50: [] as number[], bare95: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const times: number[] = [];
      const bare: number[] = [];
      for (let turn = 0; turn < logIns; turn += 1) {
        const random = `bench-${round}-${turn}`;
        await gatehouse.services.captchas.draw(random);
        const code = (await gatehouse.services.captchas.peek(random)) ?? "";
        times.push(await client.call(auth.calls.login.path, { username: "admin", password, random, code }));
        const start = performance.now();
        await passwordFits(hash, password);
        bare.push(performance.now() - start);
      }
      figures.p50.push(quantile(times, 0.5));
      figures.p95.push(quantile(times, 0.95));
      figures.bare50.push(quantile(bare, 0.5));
      figures.bare95.push(quantile(bare, 0.95));
    }
    return [
      { what: "log-in, p50", unit: "ms", values: figures.p50, baseline: { what: "password hash alone, p50", values: figures.bare50 } },
      { what: "log-in, p95", unit: "ms", values: figures.p95, baseline: { what: "password hash alone, p95", values: figures.bare95 } },
    ];
  } finally {
    await gatehouse.stop();
  }
};
