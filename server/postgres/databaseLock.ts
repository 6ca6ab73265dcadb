import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { unreachable } from "#server/postgres/connect.ts";
import { StartFault } from "#server/startFault.ts";
import type { Troubles } from "#server/system/troubles.ts";

/** Held by the one server that a database has, as long as its connection lives. */
const serverLock = 4_711_002;
const againMs = 2_000;
const part = "database lock";

const takeLock = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [serverLock]);
  return rows[0]?.taken === true;
};

const holderOf = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ name: string; since: Date }>(
    `select a.application_name as name, a.backend_start as since from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.objid = $1 and l.granted and l.database = (select oid from pg_database where datname = current_database())`,
    [serverLock],
  );
  const [holder] = rows;
  return holder ? `${holder.name}, since ${holder.since.toISOString()}` : "another server";
};

/**
 * Holds the database for this server until the answered function is called; another one that is started on it is told who holds it, and
 * ends. A connection that was lost is made anew: until the lock is held again, that is told as a trouble.
 */
export const holdDatabase = async (url: string, troubles: Troubles): Promise<() => Promise<void>> => {
  let stopped = false;
  let held: Client | undefined;
  const connect = async (): Promise<void> => {
    const client = new Client({ connectionString: url, application_name: `gatehouse, process ${process.pid} on ${hostname()}` });
    client.on("error", () => {
      if (held !== client) return;
      held = undefined;
      void takeAgain();
    });
    await client.connect();
    if (await takeLock(client)) {
      held = client;
      return;
    }
    const holder = await holderOf(client);
    await client.end();
    throw new StartFault(`DATABASE_URL: the database is in use by ${holder}: stop that one first, or name a database of its own`);
  };
  const takeAgain = async (): Promise<void> => {
    while (!stopped) {
      try {
        await connect();
        troubles.over(part);
        break;
      } catch (fault) {
        troubles.failed(part, fault, "the lock on the database was lost and could not be taken again");
        await delay(againMs, undefined, { ref: false });
      }
    }
    if (stopped) await held?.end();
  };
  await connect().catch((fault: unknown) => Promise.reject(unreachable(fault)));
  return async () => {
    stopped = true;
    const client = held;
    held = undefined;
    await client?.end();
  };
};
