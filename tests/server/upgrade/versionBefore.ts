import { readFileSync } from "node:fs";
import { openSqlite } from "#server/sqlite/sqlite.ts";

/** Makes the database of a new installation of the version before, then what these statements add to it. */
export const makeVersionBefore = (file: string, ...more: readonly string[]): void => {
  const db = openSqlite(file, { pragmas: ["journal_mode = WAL"] });
  db.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  db.exec("pragma foreign_keys = off");
  db.exec(readFileSync(new URL("./versionBefore.sql", import.meta.url), "utf8"));
  for (const statement of more) db.exec(statement);
  db.close();
};
