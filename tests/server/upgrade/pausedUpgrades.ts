import { join } from "node:path";
import { Kysely, type LogConfig } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { seedSystem } from "#server/system/seed.ts";

/** Runs in a process of its own: upgrades the databases `<n>.db` of the folder, each up to its n-th statement, says so, and waits to be killed. */
export interface PausedUpgrades {
  readonly folder: string;
  readonly stops: readonly number[];
  /** "earlier" is how the versions before upgraded: statement by statement, in no transaction. */
  readonly way: "upgrade" | "first start" | "earlier";
}

const { folder, stops, way }: PausedUpgrades = JSON.parse(process.argv[2] ?? "");

/** What they had. */
const earlierMigrations = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= "0010_proven_phone"));

const earlierUpgrade = async (file: string, log: LogConfig): Promise<void> => {
  const sqlite = openSqlite(file, { pragmas: ["journal_mode = WAL", "synchronous = FULL"] });
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  const db = new Kysely<Database>({ dialect: sqliteDialect(sqlite), log });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => earlierMigrations }, disableTransactions: true });
  await migrator.migrateToLatest();
};

const upgrade = async (file: string, log: LogConfig): Promise<void> => {
  if (way === "earlier") return earlierUpgrade(file, log);
  const db = await openDatabase(file, { log });
  if (way === "first start") await seedSystem(db, Date.UTC(2026, 0, 1), "adminpw1");
};

const upgradeUpTo = (stop: number): Promise<void> =>
  new Promise((paused, failed) => {
    let statements = 0;
    const log = async (): Promise<void> => {
      statements += 1;
      if (statements < stop) return;
      paused();
      await new Promise(() => undefined);
    };
    upgrade(join(folder, `${stop}.db`), log).then(paused, failed);
  });

await Promise.all(stops.map(upgradeUpTo));
process.send?.("paused");
setInterval(() => undefined, 1000);
