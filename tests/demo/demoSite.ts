import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { type Config, readConfig } from "#server/config.ts";

export const silent = pino({ level: "silent" });

/** A folder of its own and free ports. */
export const demoConfig = (): { config: Config; remove(): void } => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-demo-"));
  const config = readConfig({ DATA_DIR: folder, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent" }, join(folder, "none"));
  return { config, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
