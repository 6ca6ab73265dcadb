import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Problem } from "#server/kit/problem.ts";
import { isPostgresUrl } from "#server/postgres/connect.ts";
import { homeInFile, homeOnPostgres } from "#server/shortLived/home.ts";
import { openShortLived, type ShortLivedTables } from "#server/shortLived/openShortLived.ts";
import type { Kind, ShortLived } from "#server/shortLived/shortLived.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { type OwnDatabase, ownDatabase } from "#tests/server/database.ts";

const counts: Kind<number> = { name: "count" };
const minute = 60_000;

describe("short-lived state", () => {
  let folder: string;
  let database: OwnDatabase;
  const homes: Kysely<ShortLivedTables>[] = [];
  const told: unknown[] = [];
  const troubles = openTroubles({ info: () => undefined, error: () => undefined }, Date.now, () => 0);
  let clock = 0;
  let shortLived: ShortLived;

  const open = async (now: () => number = () => clock, uptime = now): Promise<ShortLived> => {
    const home = isPostgresUrl(database.place)
      ? homeOnPostgres(database.place, () => undefined)
      : homeInFile(join(folder, "short-lived.db"), (fault) => told.push(fault));
    homes.push(home);
    return openShortLived(home, { now, uptime, troubles });
  };
  const rows = async (): Promise<number> => {
    const all = await homes[0]?.selectFrom("short_lived").selectAll().execute();
    return all?.length ?? 0;
  };
  const add = (to: ShortLived, key = "a"): Promise<number> =>
    to.step(counts, [key], (held) => {
      const next = (held.of(key) ?? 0) + 1;
      held.put(key, next, to.now() + minute);
      return next;
    });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "gatehouse-"));
    database = await ownDatabase(folder);
    clock = Date.UTC(2026, 0, 5, 8);
    told.length = 0;
    shortLived = await open();
  });
  afterEach(async () => {
    for (const home of homes.splice(0)) await home.destroy();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it("is changed by one step after the other, however many come at once, on PostgreSQL from two processes", async () => {
    // An embedded database has one process.
    const other = isPostgresUrl(database.place) ? await open() : shortLived;
    const seen = await Promise.all(Array.from({ length: 60 }, (_, n) => add(n % 2 ? other : shortLived)));
    expect([...seen].sort((one, two) => one - two)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
  });

  it("stands until its end, and not from it on", async () => {
    await add(shortLived);
    clock += minute - 1;
    expect(await shortLived.read(counts, "a")).toBe(1);
    clock += 1;
    expect(await shortLived.read(counts, "a")).toBeUndefined();
    expect(await add(shortLived)).toBe(1);
  });

  it("is left as it was by a step that throws", async () => {
    await add(shortLived);
    const failed = shortLived.step(counts, ["a"], (held) => {
      held.drop("a");
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await shortLived.read(counts, "a")).toBe(1);
  });

  it("is known after a restart, to the end that it had", async () => {
    await add(shortLived);
    clock += minute / 2;
    let ran = 0;
    const next = await open(
      () => clock,
      () => ran,
    );
    expect(await next.read(counts, "a")).toBe(1);
    ran = minute / 2;
    expect(await next.read(counts, "a")).toBeUndefined();
  });

  it("lasts as long whatever the clock of the day says meanwhile, and what a clock ahead kept is forgotten at the next start", async () => {
    let ran = 5000;
    const here = await open(
      () => clock,
      () => ran,
    );
    clock += 48 * 60 * minute;
    await add(here);
    ran += minute - 1;
    expect(await here.read(counts, "a")).toBe(1);
    const ahead = await open();
    await add(ahead, "b");
    clock -= 48 * 60 * minute;
    const after = await open();
    expect(await after.read(counts, "b")).toBeUndefined();
  });

  it("keeps kinds apart, and no name, address or phone in words", async () => {
    await add(shortLived, "13800138000");
    expect(await shortLived.read({ name: "other" }, "13800138000")).toBeUndefined();
    const kept = await homes[0]?.selectFrom("short_lived").select("key").execute();
    expect(kept?.map(({ key }) => /^[\w-]{43}$/.test(key))).toEqual([true]);
  });

  it("takes any key, and refuses a step that looks elsewhere", async () => {
    await add(shortLived, "\0 \ud800 ´名");
    expect(await shortLived.read(counts, "\0 \ud800 ´名")).toBe(1);
    await expect(shortLived.step(counts, ["a"], (held) => held.of("b"))).rejects.toThrow("other keys");
  });

  it("of a bounded kind holds so many at the most, drops what would end first, and says until when that reaches", async () => {
    const reach: number[] = [];
    const bounded: Kind<number> = {
      ...{ name: "bounded", most: 50 },
      dropped: (until) => {
        reach.push(until - clock);
        return { key: "reach", value: until, until: clock + 1_000_000 };
      },
    };
    for (let n = 1; n <= 200; n += 1) {
      await shortLived.step(bounded, [`k${n}`], (held) => held.put(`k${n}`, n, clock + 1000 + n));
      expect(await rows()).toBeLessThanOrEqual(61);
    }
    expect(await shortLived.read(bounded, "k200")).toBe(200);
    expect(await shortLived.read(bounded, "k100")).toBeUndefined();
    const last = reach.at(-1) ?? 0;
    expect(await shortLived.read(bounded, "reach")).toBe(clock + last);
    for (let n = 1; n <= 200; n += 1) expect([n, (await shortLived.read(bounded, `k${n}`)) === undefined]).toEqual([n, 1000 + n <= last]);
  });

  it("does not pile up what is over", async () => {
    for (let n = 0; n < 1200; n += 1) {
      clock += minute;
      await add(shortLived, `k${n}`);
    }
    expect(await rows()).toBeLessThanOrEqual(501);
  });

  it.skipIf(Boolean(process.env.TEST_POSTGRES))("is made anew where its file cannot be read, and says so", async () => {
    for (const home of homes.splice(0)) await home.destroy();
    const file = join(folder, "short-lived.db");
    for (const each of ["-wal", "-shm"]) rmSync(`${file}${each}`, { force: true });
    writeFileSync(file, "no database at all ".repeat(300));
    const next = await open();
    expect(told).toHaveLength(1);
    expect(await add(next)).toBe(1);
  });

  it.skipIf(Boolean(process.env.TEST_POSTGRES))("is made anew where a part of its file alone is damaged", async () => {
    for (let n = 0; n < 300; n += 1) await add(shortLived, `k${n}`);
    for (const home of homes.splice(0)) await home.destroy();
    const file = join(folder, "short-lived.db");
    const bytes = readFileSync(file);
    // All behind the page that says what tables there are.
    writeFileSync(file, bytes.fill(0xa5, 4096));
    expect(await add(await open())).toBe(1);
    expect(told).toHaveLength(1);
  });

  it.skipIf(Boolean(process.env.TEST_POSTGRES))("is left as it is where its file cannot be opened for another reason", async () => {
    await add(shortLived);
    for (const home of homes.splice(0)) await home.destroy();
    const holder = openSqlite(join(folder, "short-lived.db"));
    holder.exec("pragma locking_mode = exclusive; begin exclusive");
    expect(() => homeInFile(join(folder, "short-lived.db"), (fault) => told.push(fault))).toThrow("database is locked");
    holder.close();
    expect(told).toEqual([]);
    expect(await add(await open())).toBe(2);
  });

  it.skipIf(Boolean(process.env.TEST_POSTGRES))(
    "keeps what it has while its disk is full, says so, and goes on once there is room",
    async () => {
      const [home] = homes;
      if (!home) throw new Error("no home");
      await add(shortLived);
      const room = async (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(home);
      await room(1);
      const long: Kind<string> = { name: "long" };
      const put = () => shortLived.step(long, ["a"], (held) => held.put("a", "x".repeat(100_000), clock + minute));
      await expect(put()).rejects.toThrow("database or disk is full");
      expect(troubles.standing().map(({ part }) => part)).toEqual(["short-lived state"]);
      expect(await shortLived.read(counts, "a")).toBe(1);
      await room(1_000_000);
      await put();
      expect(troubles.standing()).toEqual([]);
      expect(await add(shortLived)).toBe(2);
    },
  );

  it("is in no trouble where a step decides to refuse", async () => {
    const refused = shortLived.step(counts, ["a"], () => {
      throw new Problem("tooMany");
    });
    await expect(refused).rejects.toThrow(Problem);
    expect(troubles.standing()).toEqual([]);
  });
});
