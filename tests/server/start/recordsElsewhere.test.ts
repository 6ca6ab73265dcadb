import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "#server/config.ts";
import { startGatehouse } from "#server/gatehouse.ts";
import { markRecordsElsewhere } from "#server/system/recordsPlace.ts";

it("a folder whose records are on PostgreSQL is not begun anew without DATABASE_URL", async () => {
  const folder = mkdtempSync(join(tmpdir(), "elsewhere-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  markRecordsElsewhere(folder, "postgres://gate:secret@db.example/gatehouse");
  const settings = { DATA_DIR: folder, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1" };
  const starting = startGatehouse(readConfig(settings, join(folder, "none")), pino({ level: "silent" }));
  onTestFinished(async () => void (await starting.then((gatehouse) => gatehouse.stop()).catch(() => undefined)));
  await expect(starting).rejects.toThrow("are on PostgreSQL (db.example/gatehouse): set DATABASE_URL");
  expect(existsSync(join(folder, "app.db"))).toBe(false);
});
