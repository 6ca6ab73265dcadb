import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";
import { seedSystem } from "#server/system/seed.ts";
import { type Dump, dumpOf } from "./dump.ts";
import { fillFirstVersion } from "./firstVersion.ts";
import type { PausedUpgrades } from "./pausedUpgrades.ts";

const script = fileURLToPath(new URL("./pausedUpgrades.ts", import.meta.url));

let folder: string;
beforeEach(() => {
  // A process is killed, not the machine: memory keeps as much as a disk, and hundreds of databases take a moment there.
  folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "upgrade-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const killedAt = async (order: Omit<PausedUpgrades, "folder">): Promise<void> => {
  const child = fork(script, [JSON.stringify({ ...order, folder } satisfies PausedUpgrades)], { execArgv: [] });
  const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(message).toBe("paused");
};

const upgraded = async (file: string): Promise<Dump> => {
  await (await openDatabase(file)).destroy();
  return dumpOf(file);
};

const started = async (file: string): Promise<Dump> => {
  const db = await openDatabase(file);
  await seedSystem(db, Date.UTC(2026, 0, 1), "adminpw1");
  await db.destroy();
  const { user = [], sample_user = [], ...dump } = dumpOf(file);
  // Made up anew each time: the salt of the password's hash, and ids.
  return { ...dump, user: user.map((row) => ({ ...row, password_hash: "" })), sample_user: sample_user.map((row) => ({ ...row, id: "" })) };
};

const countStatements = async (run: (log: () => void) => Promise<void>): Promise<number> => {
  let statements = 0;
  await run(() => {
    statements += 1;
  });
  return statements;
};

/** So many statements at the most, evenly over all of them; others each time that a statement comes to them. */
const spread = (from: number, to: number, most: number): number[] => {
  const step = Math.ceil((to - from + 1) / most);
  const first = from + (to % step);
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
};

const expectWhole = async (stops: readonly number[], start: (file: string) => Promise<Dump>, whole: Dump): Promise<void> => {
  expect(stops.length).toBeGreaterThan(15);
  for (const stop of stops) expect(await start(join(folder, `${stop}.db`)), `killed at statement ${stop}`).toEqual(whole);
};

it("has the full schema after a kill at statements all over the migrations of an empty database", async () => {
  const statements = await countStatements(async (log) => (await openDatabase(join(folder, "count.db"), { log })).destroy());
  const stops = spread(1, statements, 40);
  await killedAt({ stops, way: "upgrade" });
  await expectWhole(stops, upgraded, await upgraded(join(folder, "whole.db")));
}, 300_000);

it("has all that a first start brings after a kill at statements all over it", async () => {
  let before = 0;
  const statements = await countStatements(async (log) => {
    const db = await openDatabase(join(folder, "count.db"), { log });
    before = await countStatements(async (each) => (await openDatabase(join(folder, "before.db"), { log: each })).destroy());
    await seedSystem(db, Date.UTC(2026, 0, 1), "adminpw1");
    await db.destroy();
  });
  const stops = spread(before, statements, 40);
  await killedAt({ stops, way: "first start" });
  await expectWhole(stops, started, await started(join(folder, "whole.db")));
}, 300_000);

const firstVersion = async (): Promise<string> => {
  const file = join(folder, "first.db");
  const [[name, first] = []] = Object.entries(migrations);
  if (!name || !first) throw new Error("there is no migration");
  const db = await openDatabase(file, { migrations: { [name]: first } });
  await fillFirstVersion(db);
  await db.destroy();
  return file;
};

it.each([
  { how: "as it upgrades now", way: "upgrade", most: 80 },
  { how: "as earlier versions did, without transactions", way: "earlier", most: 40 },
] as const)(
  "has the full schema and all data after a kill at statements all over the upgrade from the first version, $how",
  async ({ way, most }) => {
    const first = await firstVersion();
    const copyTo = (name: string): string => {
      const file = join(folder, name);
      cpSync(first, file);
      return file;
    };
    const statements = await countStatements(async (log) => (await openDatabase(copyTo("count.db"), { log })).destroy());
    const whole = await upgraded(copyTo("whole.db"));
    const stops = spread(1, statements, most);
    for (const stop of stops) copyTo(`${stop}.db`);
    await killedAt({ stops, way });
    await expectWhole(stops, upgraded, whole);
  },
  300_000,
);

it("mends a first start that an earlier version was killed in", async () => {
  const stops = spread(1, 110, 28);
  await killedAt({ stops, way: "earlier" });
  await expectWhole(stops, upgraded, await upgraded(join(folder, "whole.db")));
}, 300_000);
