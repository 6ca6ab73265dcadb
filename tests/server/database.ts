import { join } from "node:path";
import { Client } from "pg";
import { newId } from "#server/kit/newId.ts";
import { isPostgresUrl } from "#server/postgres/connect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";

/** Set in a run whose records are on PostgreSQL. */
const serverOf = (): string | undefined => process.env.TEST_POSTGRES;
export const onPostgres = (): boolean => serverOf() !== undefined;

/** A database that has the schema and nothing else. */
export const emptyDatabase = "gatehouse_empty";

export interface OwnDatabase {
  /** What `openDatabase` takes, and the variables that have a server take it. */
  readonly place: string;
  readonly variables: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

const ask = async (server: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** A new database of that PostgreSQL, a copy of the other one. */
export const databaseOn = async (server: string, template = "template0"): Promise<OwnDatabase> => {
  const name = `test_${newId()}`;
  await ask(server, `create database "${name}" encoding 'UTF8' template ${template}`);
  const place = `${server}/${name}`;
  return { place, variables: { DATABASE_URL: place }, drop: () => ask(server, `drop database if exists "${name}" with (force)`) };
};

/** A database of a test's own: in its folder, or on the PostgreSQL that the run has. */
export const ownDatabase = async (folder: string): Promise<OwnDatabase> => {
  const server = serverOf();
  if (server !== undefined) return databaseOn(server, emptyDatabase);
  return { place: join(folder, "app.db"), variables: {}, drop: () => Promise.resolve() };
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
