import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { Client, Pool } from "pg";
import { newId } from "#server/kit/newId.ts";
import { isPostgresUrl } from "#server/postgres/connect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";

/** Set in a run whose records are on PostgreSQL. */
const serverOf = (): string | undefined => process.env.TEST_POSTGRES;
export const onPostgres = (): boolean => serverOf() !== undefined;

/** What a test's own database begins with: the tables, or also what a first start puts into them. */
export const contents = ["tables", "basics"] as const;
export type Content = (typeof contents)[number];

/** Where the run keeps what is copied. */
export const templateName = (content: Content): string => `gatehouse_${content}`;
export const templateFile = (folder: string, content: Content): string => join(folder, `${content}.db`);

export interface OwnDatabase {
  /** What `openDatabase` takes, and the variables that have a server take it. */
  readonly place: string;
  readonly variables: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** One connection of the process for all its databases: to make one takes a server longer than to make a database. */
const pools = new Map<string, Pool>();
const ask = async (server: string, statement: string): Promise<void> => {
  let pool = pools.get(server);
  if (!pool) {
    pool = new Pool({ connectionString: `${server}/postgres`, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // It ends with its server.
    pool.on("error", () => undefined);
    pools.set(server, pool);
  }
  await pool.query(statement);
};

/** A new database of that PostgreSQL, a copy of the other one. */
export const databaseOn = async (server: string, template = "template0"): Promise<OwnDatabase> => {
  const name = `test_${newId()}`;
  await ask(server, `create database "${name}" encoding 'UTF8' template ${template} strategy file_copy`);
  const place = `${server}/${name}`;
  return { place, variables: { DATABASE_URL: place }, drop: () => ask(server, `drop database if exists "${name}" with (force)`) };
};

/** A database of a test's own: in its folder, or on the PostgreSQL that the run has. */
export const ownDatabase = async (folder: string, content: Content | "nothing" = "tables"): Promise<OwnDatabase> => {
  const server = serverOf();
  if (server !== undefined) return content === "nothing" ? databaseOn(server) : databaseOn(server, templateName(content));
  const place = join(folder, "app.db");
  const { TEST_EMBEDDED: templates } = process.env;
  if (templates !== undefined && content !== "nothing") copyFileSync(templateFile(templates, content), place);
  return { place, variables: {}, drop: () => Promise.resolve() };
};

/** What somebody can do who has the database itself at hand: the operation log's triggers do not stop them. */
export const tamper = async (place: string, statement: string): Promise<void> => {
  const guards = [
    ["operation_log", "operation_log_no_update"],
    ["operation_log", "operation_log_no_delete"],
    ["operation_record", "operation_record_no_delete"],
  ] as const;
  if (isPostgresUrl(place)) {
    const client = new Client({ connectionString: place });
    await client.connect();
    await client.query("set search_path to gatehouse, pg_catalog");
    for (const [table, guard] of guards) await client.query(`drop trigger if exists ${guard} on ${table}`);
    await client.query(statement);
    await client.end();
    return;
  }
  const raw = openSqlite(place);
  for (const [, guard] of guards) raw.exec(`drop trigger if exists ${guard}`);
  raw.exec(statement);
  raw.close();
};
