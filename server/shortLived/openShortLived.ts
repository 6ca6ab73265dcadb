import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { isPostgres } from "#server/db/engine.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Held, Kind, ShortLived } from "#server/shortLived/shortLived.ts";
import type { Troubles } from "#server/system/troubles.ts";

export interface ShortLivedTables {
  short_lived: {
    kind: string;
    /** A digest: names, addresses and phones do not stand here. */
    key: string;
    value: string;
    kept_at: number;
    until: number;
  };
}

export interface ShortLivedParts {
  /** The time of day, UTC milliseconds. */
  readonly now: () => number;
  /** Milliseconds that only go forward. */
  readonly uptime: () => number;
  /** Told when nothing could be kept or asked, and when it could again. */
  readonly troubles: Pick<Troubles, "failed" | "over">;
}

/** What was kept by a clock that was ahead by more than that is forgotten at the next start, or it would lock somebody out for as long. */
const aheadMs = 60_000;
/** Of a bounded kind as many are dropped at once as that walking through them pays off. */
const left = 0.8;
const sweepEvery = 500;

const part = "short-lived state";

const digestOf = (key: string): string => createHash("sha256").update(key).digest("base64url");

/**
 * Keeps short-lived state in a table beside the records' or in a file of its own. It is no record: no backup holds it, no migration carries it, and
 * PostgreSQL keeps it out of its log, so that no log-in waits for a disk.
 */
export const openShortLived = async (db: Kysely<ShortLivedTables>, { troubles, ...clock }: ShortLivedParts): Promise<ShortLived> => {
  const offset = clock.now() - clock.uptime();
  const now = (): number => Math.round(clock.uptime() + offset);
  await sql`create ${sql.raw(isPostgres(db) ? "unlogged " : "")}table if not exists short_lived
    (kind text not null, key text not null, value text not null, kept_at bigint not null, until bigint not null, primary key (kind, key))`.execute(
    db,
  );
  await sql`create index if not exists short_lived_until on short_lived (kind, until)`.execute(db);
  await db
    .deleteFrom("short_lived")
    .where((eb) => eb.or([eb("until", "<=", now()), eb("kept_at", ">", now() + aheadMs)]))
    .execute();

  /** A refusal that was decided is none. */
  const watched = async <R>(work: Promise<R>): Promise<R> => {
    try {
      const result = await work;
      troubles.over(part);
      return result;
    } catch (fault) {
      if (fault instanceof Problem) troubles.over(part);
      else troubles.failed(part, fault, "captchas, codes and counts of wrong answers could not be kept: nobody signs in meanwhile");
      throw fault;
    }
  };

  const transaction = <R>(work: (tx: Transaction<ShortLivedTables>) => Promise<R>): Promise<R> => watched(db.transaction().execute(work));

  const puts = new Map<string, number>();
  /** Not before many were put since the last time: what is asked for does not pay for all that others asked for. */
  const isSweepDue = ({ name, most = Number.POSITIVE_INFINITY }: { name: string; most?: number }): boolean => {
    const count = (puts.get(name) ?? 0) + 1;
    const isDue = count >= Math.min(sweepEvery, most * (1 - left));
    puts.set(name, isDue ? 0 : count);
    return isDue;
  };
  const keep = async <V>(tx: Transaction<ShortLivedTables>, kind: Kind<V>, key: string, value: V, until: number): Promise<void> => {
    const row = { value: JSON.stringify(value), kept_at: now(), until: Math.round(until) };
    await tx
      .insertInto("short_lived")
      .values({ kind: kind.name, key: digestOf(key), ...row })
      .onConflict((conflict) => conflict.columns(["kind", "key"]).doUpdateSet(row))
      .execute();
  };
  const sweep = async <V>(tx: Transaction<ShortLivedTables>, kind: Kind<V>): Promise<void> => {
    await tx.deleteFrom("short_lived").where("kind", "=", kind.name).where("until", "<=", now()).execute();
    if (kind.most === undefined) return;
    const { count } = await tx
      .selectFrom("short_lived")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("kind", "=", kind.name)
      .executeTakeFirstOrThrow();
    if (Number(count) <= kind.most) return;
    const last = await tx
      .selectFrom("short_lived")
      .select("until")
      .where("kind", "=", kind.name)
      .orderBy("until")
      .offset(Math.floor(Number(count) - kind.most * left) - 1)
      .limit(1)
      .executeTakeFirstOrThrow();
    await tx.deleteFrom("short_lived").where("kind", "=", kind.name).where("until", "<=", last.until).execute();
    const note = kind.dropped?.(last.until);
    if (note) await keep(tx, kind, note.key, note.value, note.until);
  };

  return {
    now,
    step: <V, R>(kind: Kind<V>, keys: readonly string[], decide: (held: Held<V>) => R): Promise<R> =>
      transaction(async (tx) => {
        const rows = await tx
          .selectFrom("short_lived")
          .select(["key", "value"])
          .where("kind", "=", kind.name)
          .where("key", "in", keys.map(digestOf))
          .where("until", ">", now())
          .execute();
        const stored = new Map(rows.map(({ key, value }) => [key, value]));
        const held = new Map<string, V | undefined>();
        for (const key of keys) {
          const value = stored.get(digestOf(key));
          held.set(key, value === undefined ? undefined : (JSON.parse(value) as V));
        }
        const changes = new Map<string, { readonly value: V; readonly until: number } | undefined>();
        const known = (key: string): string => {
          if (!held.has(key)) throw new Error(`${kind.name}: a step over other keys`);
          return key;
        };
        const result = decide({
          of: (key) => held.get(known(key)),
          put(key, value, until) {
            held.set(known(key), value);
            changes.set(key, { value, until });
          },
          drop(key) {
            held.set(known(key), undefined);
            changes.set(key, undefined);
          },
        });
        let isDue = false;
        for (const [key, kept] of changes) {
          if (kept) {
            await keep(tx, kind, key, kept.value, kept.until);
            isDue = isSweepDue(kind) || isDue;
          } else await tx.deleteFrom("short_lived").where("kind", "=", kind.name).where("key", "=", digestOf(key)).execute();
        }
        if (isDue) await sweep(tx, kind);
        return result;
      }),
    async read<V>(kind: Kind<V>, key: string): Promise<V | undefined> {
      const row = await watched(
        db
          .selectFrom("short_lived")
          .select("value")
          .where("kind", "=", kind.name)
          .where("key", "=", digestOf(key))
          .where("until", ">", now())
          .executeTakeFirst(),
      );
      return row && (JSON.parse(row.value) as V);
    },
  };
};
