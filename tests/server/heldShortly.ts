import { Kysely } from "kysely";
import { openShortLived, type ShortLivedTables } from "#server/shortLived/openShortLived.ts";
import type { ShortLived } from "#server/shortLived/shortLived.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";

/** Short-lived state of a test's own, by its clock. */
export const heldShortly = (now: () => number = () => 0): Promise<ShortLived> => {
  const db = new Kysely<ShortLivedTables>({ dialect: sqliteDialect(openSqlite(":memory:")) });
  return openShortLived(db, { now, uptime: now, troubles: { failed: () => undefined, over: () => undefined } });
};
