import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqlite, prepareRows, prepareValues } from "#server/sqlite/sqlite.ts";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import { bringToNewest, steps } from "#server/telemetry/schema.ts";

const script = fileURLToPath(new URL("./killedTelemetryUpgrade.ts", import.meta.url));
const later = "alter table series add column note text; create table note (series integer primary key); insert into note values (1)";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "telemetry-version-"));
  file = join(folder, "telemetry.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const statementsOf = (step: string): string[] => step.split(";").filter((part) => part.trim() !== "");

const upgrade = async (list: readonly string[]) => {
  const db = openSqlite(file, { pragmas: ["journal_mode = WAL"] });
  await bringToNewest(db, file, list);
  db.close();
};

const content = () => {
  const db = openSqlite(file, { readOnly: true });
  const schema = prepareRows<[], { sql: string }>(db, "select sql from sqlite_master where sql is not null order by name").all();
  const found = { schema, series: prepareRows(db, "select * from series").all(), version: prepareValues(db, "pragma user_version").get() };
  db.close();
  return found;
};

it("has the newest schema and all readings after a kill at every statement of the telemetry's upgrade", async () => {
  for (const [begun, last] of [[[], steps[0] ?? ""] as const, [steps, later] as const]) {
    const fill = async (): Promise<void> => {
      rmSync(folder, { recursive: true });
      folder = mkdtempSync(join(tmpdir(), "telemetry-version-"));
      file = join(folder, "telemetry.db");
      if (begun.length === 0) return;
      await upgrade(begun);
      const db = openSqlite(file);
      db.exec("insert into series (id, device_id, slave, point_id) values (1, 'd', 1, 'p')");
      db.close();
    };
    await fill();
    await upgrade([...begun, last]);
    const whole = content();
    expect(whole.version).toBe(begun.length + 1);
    const statements = statementsOf(last);
    for (const place of statements.keys()) {
      await fill();
      const dying = statements.flatMap((statement, at) => (at === place ? [statement, "select die()"] : [statement])).join(";");
      const { signal } = spawnSync(process.execPath, [script, file, JSON.stringify([...begun, dying])]);
      expect(signal).toBe("SIGKILL");
      await upgrade([...begun, last]);
      expect(content(), `killed after statement ${place + 1}`).toEqual(whole);
    }
  }
}, 60_000);

it("keeps a copy of the readings before their schema changes, and none of an empty file", async () => {
  await upgrade(steps);
  expect(readdirSync(folder).filter((name) => name.includes("before"))).toEqual([]);
  await upgrade([...steps, later]);
  expect(readdirSync(folder).filter((name) => name.includes("before"))).toEqual([`telemetry.db.before-version-${steps.length + 1}`]);
});

it("refuses readings of a newer version in one line", async () => {
  await upgrade([...steps, later]);
  await expect(openEmbeddedTelemetry({ file, log: pino({ level: "silent" }) })).rejects.toThrow(
    `telemetry.db was written by a newer version of Gatehouse (its schema has version ${steps.length + 1}): start that one`,
  );
});
