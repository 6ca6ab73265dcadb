import { join } from "node:path";
import { startPostgres } from "#scripts/postgres.ts";
import { databaseOn, type OwnDatabase } from "#tests/server/database.ts";

export interface Engine {
  readonly name: string;
  /** Records for the server of that folder, with nothing in them. */
  records(dataDir: string): Promise<OwnDatabase>;
}

export const embedded: Engine = {
  name: "embedded",
  records: (dataDir) => Promise.resolve({ place: join(dataDir, "app.db"), variables: {}, drop: () => Promise.resolve() }),
};

/** Databases of the PostgreSQL that `DATABASE_URL` names, made and dropped; without it one is started that keeps what it is told, as in operation. */
export const openPostgres = async (): Promise<Engine & { stop(): Promise<void> }> => {
  const { DATABASE_URL: named } = process.env;
  const { url, stop } = named
    ? { url: new URL("/", named).href.slice(0, -1), stop: () => Promise.resolve() }
    : await startPostgres({ durable: true });
  return { name: "PostgreSQL", records: () => databaseOn(url), stop };
};
