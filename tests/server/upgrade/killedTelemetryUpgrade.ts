import { openSqlite } from "#server/sqlite/sqlite.ts";
import { bringToNewest } from "#server/telemetry/schema.ts";

/** Runs in a process of its own: upgrades the file by these steps and is killed where one of them says `select die()`. */
const [file = "", list = "[]"] = process.argv.slice(2);
const db = openSqlite(file, { pragmas: ["journal_mode = WAL", "synchronous = FULL"] });
db.function("die", () => {
  process.kill(process.pid, "SIGKILL");
  return 0;
});
await bringToNewest(db, file, JSON.parse(list));
