import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { isPostgres } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";
import { type Engine, embedded } from "./engines.ts";
import type { Figure } from "./figures.ts";
import { openSeeded, plainDevice, quietPresence, seedDevices, seedTemplate, settle } from "./fleetSeed.ts";

const count = 100_000;

/** Bytes that PostgreSQL has logged since it began; NaN elsewhere. */
const logged = async (db: Db): Promise<number> => {
  if (!isPostgres(db)) return Number.NaN;
  const { rows } = await sql<{ bytes: number }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`.execute(db);
  return rows[0]?.bytes ?? Number.NaN;
};

interface Written {
  seconds: number[];
  bytes: number[];
}

/** Every device sends something once a round: what writing that down takes. */
const write = async (rounds: number, engine: Engine): Promise<Written> => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const records = await engine.records(dataDir);
  const db = await openSeeded(dataDir, records.place);
  try {
    await seedTemplate(db);
    const devices = Array.from({ length: count }, (_, index) => plainDevice(index));
    await seedDevices(db, devices);
    await settle(db);
    const presence = await quietPresence(db);
    const written: Written = { seconds: [], bytes: [] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const { id } of devices) presence.communicated(id, Date.now());
      const [before, start] = [await logged(db), performance.now()];
      await presence.flush();
      // The first one finds no times yet.
      if (round === 0) continue;
      written.seconds.push((performance.now() - start) / 1000);
      written.bytes.push(((await logged(db)) - before) / count);
    }
    await presence.stop();
    return written;
  } finally {
    await db.destroy();
    await records.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Times of communication of 100,000 devices that all talk, on PostgreSQL beside an embedded installation. */
export const benchTimes = async (rounds: number, engine: Engine): Promise<Figure[]> => {
  const { seconds, bytes } = await write(rounds, engine);
  const what = `times of communication of ${count.toLocaleString("en-US")} devices, written`;
  if (engine === embedded) return [{ what, unit: "s", values: seconds }];
  const beside = await write(rounds, embedded);
  return [
    { what, unit: "s", values: seconds, baseline: { what: embedded.name, values: beside.seconds } },
    { what: "logged of it by PostgreSQL for a device", unit: "bytes", values: bytes },
  ];
};
