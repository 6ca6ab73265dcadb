import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { patience, unreachable } from "#server/postgres/connect.ts";
import { StartFault } from "#server/startFault.ts";
import type { Troubles } from "#server/system/troubles.ts";

/** Held by the one server that a database has, as long as its connection lives. */
const serverLock = 4_711_002;
const againMs = 2_000;
const probeMs = 10_000;
const answerMs = 10_000;
const part = "database lock";

const takeLock = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [serverLock]);
  return rows[0]?.taken === true;
};

const holderOf = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ name: string; since: Date | null }>(
    `select a.application_name as name, a.backend_start as since from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.objid = $1 and l.granted and l.database = (select oid from pg_database where datname = current_database())`,
    [serverLock],
  );
  const [holder] = rows;
  // Who it is, another account is not told.
  return holder?.since ? `${holder.name}, since ${holder.since.toISOString()}` : "another server";
};

/** For a command that nobody is to come between. */
export const holdForCommand = (url: string): Promise<() => Promise<void>> =>
  holdDatabase(url, { troubles: { failed: () => undefined, over: () => undefined }, taken: () => undefined });

class InUse extends StartFault {}

interface Holding {
  readonly troubles: Pick<Troubles, "failed" | "over">;
  /** The lock was lost with its connection, and somebody else has it by now. */
  readonly taken: (fault: Error) => void;
}

/**
 * Holds the database for this process until the answered function is called; another one that is started on it is told who holds it, and
 * ends. A connection that was lost is made anew: until the lock is held again, that is told as a trouble.
 */
export const holdDatabase = async (url: string, { troubles, taken }: Holding): Promise<() => Promise<void>> => {
  let stopped = false;
  let held: Client | undefined;
  const connect = async (): Promise<void> => {
    const name = `gatehouse, process ${process.pid} on ${hostname()}`;
    const client = new Client({ connectionString: url, application_name: name, query_timeout: answerMs, ...patience });
    client.on("error", () => lost(client));
    try {
      await client.connect();
      if (await takeLock(client)) held = client;
      else
        throw new InUse(
          `DATABASE_URL: the database is in use by ${await holderOf(client)}: stop that one first, or name a database of its own`,
        );
    } finally {
      if (held !== client) void client.end().catch(() => undefined);
    }
  };
  const lost = (client: Client): void => {
    if (held !== client) return;
    held = undefined;
    void takeAgain();
  };
  const takeAgain = async (): Promise<void> => {
    while (!stopped && !held) {
      try {
        await connect();
        troubles.over(part);
      } catch (fault) {
        troubles.failed(part, fault, "the lock on the database was lost and could not be taken again");
        if (fault instanceof InUse) return taken(fault);
        await delay(againMs, undefined, { ref: false });
      }
    }
    if (stopped) await held?.end();
  };
  /** A way that was cut without a word is noticed by asking. */
  const probe = setInterval(() => {
    const client = held;
    client?.query("select 1").catch(() => {
      void client.end().catch(() => undefined);
      lost(client);
    });
  }, probeMs).unref();
  await connect().catch((fault: unknown) => {
    clearInterval(probe);
    throw unreachable(fault);
  });
  return async () => {
    stopped = true;
    clearInterval(probe);
    const client = held;
    held = undefined;
    await client?.end();
  };
};
