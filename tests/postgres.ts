import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "#scripts/postgres.ts";
import { contents, templateName } from "#tests/server/database.ts";
import { fillTemplates } from "#tests/templates.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: string;
  }
}

/** Starts a PostgreSQL for the run, with the databases that each test's own is a copy of. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { url, stop } = await startPostgres();
  const client = new Client({ connectionString: `${url}/postgres` });
  await client.connect();
  for (const content of contents) await client.query(`create database ${templateName(content)}`);
  await client.end();
  await fillTemplates((content) => `${url}/${templateName(content)}`);
  project.provide("postgres", url);
  return stop;
};
