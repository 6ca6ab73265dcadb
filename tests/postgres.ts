import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "#scripts/postgres.ts";
import { openDatabase } from "#server/db/open.ts";
import { emptyDatabase } from "#tests/server/database.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: string;
  }
}

/** Starts a PostgreSQL for the run, with a database that each test's own is a copy of. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { url, stop } = await startPostgres();
  const client = new Client({ connectionString: `${url}/postgres` });
  await client.connect();
  await client.query(`create database ${emptyDatabase}`);
  await client.end();
  await (await openDatabase(`${url}/${emptyDatabase}`)).destroy();
  project.provide("postgres", url);
  return stop;
};
