import { Kysely, type LogConfig, sql } from "kysely";
import { Pool, types } from "pg";
import { postgresDialect, writeLocks } from "#server/postgres/dialect.ts";
import { decodeNul } from "#server/postgres/nulText.ts";
import { StartFault } from "#server/startFault.ts";

/** All tables stand in a schema of their own. */
const schema = "gatehouse";
/** Oldest version that the product runs on. */
const oldest = 150_000;

/** Of short-lived state two, for a step holds one while the next waits without any. */
const connections: Readonly<Record<keyof typeof writeLocks, number>> = { records: 16, shortLived: 2 };
/** A way that is gone is noticed, instead of being waited for. */
export const patience = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const oids = { boolean: 16, bigint: 20, text: 25, varchar: 1043, numeric: 1700 } as const;

/** Values as the embedded database gives them: numbers for numbers of every kind, 1 and 0 for what is true or false. */
const parsers = new Map<number, (text: string) => number | string>([
  [oids.boolean, (text) => (text === "t" ? 1 : 0)],
  [oids.bigint, Number],
  [oids.numeric, Number],
  [oids.text, decodeNul],
  [oids.varchar, decodeNul],
]);

export const isPostgresUrl = (place: string): boolean => /^postgres(?:ql)?:\/\//i.test(place);

/** One line for whoever set the address; it names the account and the database, never the password. */
export const unreachable = (fault: unknown): StartFault => {
  if (fault instanceof StartFault) return fault;
  const said =
    fault instanceof AggregateError ? fault.errors.map(String).join("; ") : fault instanceof Error ? fault.message : String(fault);
  return new StartFault(`DATABASE_URL: the database cannot be used: ${said}`, { cause: fault });
};

interface Connecting {
  /** Told of connections that end while nobody uses them. */
  readonly lost: (fault: Error) => void;
  /** What is kept there: writes of one do not wait for those of the other. */
  readonly kept?: keyof typeof writeLocks;
  readonly log?: LogConfig | undefined;
}

/** Connects to the database of the address; nothing is asked of it yet. */
export const connectPostgres = <DB>(url: string, { lost, kept = "records", log }: Connecting): Kysely<DB> => {
  const pool = new Pool({
    connectionString: url,
    max: connections[kept],
    ...patience,
    application_name: "gatehouse",
    types: { getTypeParser: (oid: number, format?: "text" | "binary") => parsers.get(oid) ?? types.getTypeParser(oid, format) },
    // To compile a query takes longer than any here runs.
    onConnect: (client) => client.query(`set search_path to ${schema}, pg_catalog; set jit to off`).then(() => undefined),
  });
  pool.on("error", lost);
  return new Kysely<DB>({ dialect: postgresDialect(pool, writeLocks[kept]), ...(log ? { log } : {}) });
};

/** What the product asks of SQL and PostgreSQL names otherwise. `lower` stands before the engine's own, which folds ASCII alone in text of this order. */
const functions = [
  `create or replace function ${schema}.lower(text) returns text language sql immutable strict parallel safe
    as 'select pg_catalog.lower($1 collate "und-x-icu") collate "C"'`,
  `create or replace function ${schema}.instr(text, text) returns integer language sql immutable strict parallel safe
    as 'select pg_catalog.strpos($1, $2)'`,
];

interface Found {
  version: number;
  encoding: string;
  icu: number;
}

const look = async <DB>(db: Kysely<DB>): Promise<Found | undefined> => {
  const { rows } = await sql<Found>`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
      exists (select 1 from pg_collation where collname = 'und-x-icu') as icu`
    .execute(db)
    .catch((fault: unknown) => Promise.reject(unreachable(fault)));
  return rows[0];
};

/** Throws where the database cannot be reached, or is not one that the product can stand on. */
export const checkPostgres = async <DB>(db: Kysely<DB>): Promise<void> => {
  const found = await look(db);
  if (!found || found.version < oldest) throw new StartFault("DATABASE_URL: PostgreSQL 15 or newer is needed");
  if (found.encoding !== "UTF8")
    throw new StartFault(`DATABASE_URL: the database keeps text as ${found.encoding}: make one with encoding UTF8`);
  if (!found.icu) throw new StartFault("DATABASE_URL: this PostgreSQL was built without ICU, which text of every script needs");
};

/** Makes the schema and its functions in a database that will do. */
export const preparePostgres = async <DB>(db: Kysely<DB>): Promise<void> => {
  await checkPostgres(db);
  await db.transaction().execute(async (tx) => {
    await sql.raw(`create schema if not exists ${schema}`).execute(tx);
    for (const each of functions) await sql.raw(each).execute(tx);
  });
};
