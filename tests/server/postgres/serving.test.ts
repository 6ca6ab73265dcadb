import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { dict } from "#contract/resources/dict.ts";
import { user } from "#contract/resources/user.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, openExisting } from "#server/db/open.ts";
import { startGatehouse } from "#server/gatehouse.ts";
import { holdDatabase } from "#server/postgres/databaseLock.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { ownDatabase } from "#tests/server/database.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

let site: Site;
let token: string;
beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

const ask = async (statement: string, values: readonly unknown[] = []): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: site.gatehouse.services.config.database });
  await client.connect();
  const { rows } = await client.query(statement, [...values]);
  await client.end();
  return rows;
};
const others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
const locks = () =>
  ask(
    "select 1 from pg_locks where locktype = 'advisory' and objid = 4711002 and granted and database = (select oid from pg_database where datname = current_database())",
  );

it("goes on when every connection was cut, and holds the database for itself again", async () => {
  expect(await locks()).toHaveLength(1);
  await ask(`select pg_terminate_backend(pid) ${others}`);
  await vi.waitFor(async () => expect((await site.ask(user.calls.my, {}, { token })).code).toBe(0), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await locks()).toHaveLength(1), { timeout: 20_000 });
  expect((await site.ask(dict.calls.post, { name: "colour", value: "kept" }, { token })).code).toBe(0);
});

it("tells as a trouble that the lock was lost and cannot be taken again, until it is held", async () => {
  const own = await ownDatabase(site.folder);
  const name = new URL(own.place).pathname.slice(1);
  const troubles = openTroubles({ info: () => undefined, error: () => undefined }, Date.now, () => performance.now());
  const standing = () => troubles.standing().map(({ part }) => part);
  const taken: Error[] = [];
  const release = await holdDatabase(own.place, { troubles, taken: (fault) => taken.push(fault) });
  await ask(`alter database "${name}" allow_connections false`);
  await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await vi.waitFor(() => expect(standing()).toEqual(["database lock"]), { timeout: 20_000 });
  await ask(`alter database "${name}" allow_connections true`);
  await vi.waitFor(() => expect(standing()).toEqual([]), { timeout: 20_000 });
  await expect(holdDatabase(own.place, { troubles, taken: () => undefined })).rejects.toThrow("the database is in use by gatehouse");
  expect(taken).toEqual([]);
  await release();
  await own.drop();
});

it("says in one line why a database cannot be used, and never the password", async () => {
  const { database } = site.gatehouse.services.config;
  const refused = async (url: string): Promise<string[]> => {
    const config = readConfig({ DATA_DIR: `${site.folder}-other`, PORT: "0", MQTT_PORT: "0", DATABASE_URL: url }, "none");
    const said = (work: Promise<unknown>) =>
      work.then(
        () => "nothing",
        (fault: Error) => fault.message,
      );
    return Promise.all([said(startGatehouse(config, pino({ level: "silent" }))), said(openExisting(url)), said(openDatabase(url))]);
  };
  const gone = new URL(database);
  gone.pathname = "/nobody_made_it";
  gone.password = "s3cret";
  const nowhere = new URL(gone);
  nowhere.port = "1";
  for (const [url, why] of [
    [gone, 'database "nobody_made_it" does not exist'],
    [nowhere, "ECONNREFUSED"],
  ] as const) {
    const lines = await refused(url.href);
    expect(lines).toEqual(Array(3).fill(expect.stringMatching(new RegExp(`^DATABASE_URL: the database cannot be used: .*${why}`))));
    expect(lines.join()).not.toContain("s3cret");
  }
});

it("refuses a database of another encoding, and one that an operator's command finds too old", async () => {
  const own = await ownDatabase(site.folder);
  const name = new URL(own.place).pathname.slice(1);
  await own.drop();
  await ask(`create database "${name}" encoding 'LATIN1' locale 'C' template template0`);
  await expect(openDatabase(own.place)).rejects.toThrow("DATABASE_URL: the database keeps text as LATIN1: make one with encoding UTF8");
  await own.drop();
  await ask(`create database "${name}"`);
  await expect(openExisting(own.place)).rejects.toThrow(`the database ${name} was written by an older version of Gatehouse`);
  await own.drop();
});
