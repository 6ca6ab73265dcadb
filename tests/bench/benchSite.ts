import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "#server/db/open.ts";
import { type Engine, embedded } from "./engines.ts";
import { openSeeded } from "./fleetSeed.ts";
import { type ServerOptions, type ServerProcess, startServer } from "./serverProcess.ts";

export interface BenchSite<Seeded> extends ServerProcess {
  readonly dataDir: string;
  /** What seeding answered. */
  readonly seeded: Seeded;
  /** Ends the server, where it still runs, and takes folder and records away. */
  close(): Promise<void>;
}

/** A server over records that were put there before it started. */
export const openBenchSite = async <Seeded>(
  seed: (db: Db, dataDir: string) => Promise<Seeded>,
  engine: Engine = embedded,
  { more = {}, ...options }: Omit<ServerOptions, "dataDir" | "variables"> & { more?: Readonly<Record<string, string>> } = {},
): Promise<BenchSite<Seeded>> => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const records = await engine.records(dataDir);
  const db = await openSeeded(dataDir, records.place);
  const seeded = await seed(db, dataDir);
  await db.destroy();
  const server = await startServer({ ...options, dataDir, variables: { ...records.variables, ...more } });
  return {
    ...server,
    dataDir,
    seeded,
    async close() {
      await server.end("SIGTERM");
      await records.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
