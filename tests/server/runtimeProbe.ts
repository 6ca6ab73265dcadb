import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pino from "pino";
import { readConfig } from "#server/config.ts";
import { startGatehouse } from "#server/gatehouse.ts";

// Starts the server twice on one data folder, each time with ten thousand statements (or as many as STATEMENTS says) made, dropped and collected, and says what it ran on.
const statements = Number(process.env.STATEMENTS ?? 10_000);
const folder = mkdtempSync(join(tmpdir(), "runtime-"));
const config = readConfig({ DATA_DIR: folder, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", ADMIN_PASSWORD: "adminpw1" });

const collectStatements = (): void => {
  const db = new DatabaseSync(":memory:");
  for (let n = 0; n < statements; n++) db.prepare(`select ${n}`).get();
  globalThis.gc?.();
};

try {
  for (const _start of ["first", "second"]) {
    const gatehouse = await startGatehouse(config, pino({ level: "silent" }));
    const { db, telemetry } = gatehouse.services;
    collectStatements();
    // More texts than the connection keeps statements of.
    for (let n = 0; n < 2_000; n++) await sql.raw(`select ${n}`).execute(db);
    globalThis.gc?.();
    const series = telemetry.series("d", 1, "p");
    telemetry.append(series, 1, 1);
    await telemetry.committed();
    await gatehouse.stop();
  }
  process.stdout.write(`${process.versions.node.split(".")[0]} ended in order\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
