import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import type { Change } from "#server/changes/changes.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import type { JobKind, JobWork } from "#server/jobs/jobKind.ts";
import { makeRoom } from "#server/jobs/jobRoom.ts";
import { type Jobs, openJobs } from "#server/jobs/jobs.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FileAnswer } from "#server/kit/fileAnswer.ts";
import { Problem } from "#server/kit/problem.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { type OwnDatabase, ownDatabase } from "#tests/server/database.ts";
import { noLaterCommands } from "#tests/server/noLaterCommands.ts";
import { addAskers, asker } from "./askers.ts";
import { held } from "./held.ts";

type Work = JobWork<{ rows: number }>;
const dayMs = 86_400_000;

let folder: string;
let db: Db;
let database: OwnDatabase;
let jobs: Jobs;
let now: number;
let told: Change[];
let granted: boolean;
/** What the job of the test does, and how often it was begun. */
let does: (work: Work) => Promise<void>;
let begun: Work[];
/** What is left of one that ends early. */
let leaves: (work: Pick<Work, "request" | "language">) => FileAnswer | undefined;

const call = deviceEvent.calls.dlexcel_user_event;
const kind: JobKind<{ rows: number }> = {
  name: "operationFile",
  call,
  async run(work) {
    begun.push(work);
    await does(work);
  },
  leaves: async (work) => leaves(work),
};
const callerOf = (userId: string, companyId = "north"): Caller => asker(userId, companyId, granted ? [call.path] : []);
const open = async (): Promise<void> => {
  const log = pino({ level: "silent" });
  jobs = openJobs({
    ...{ db, dataDir: folder, log, now: () => now, believed: () => now },
    troubles: openTroubles(
      log,
      () => now,
      () => now,
    ),
    sessions: { callerOf: async (userId) => callerOf(userId) },
    changes: { tell: async (...changes) => void told.push(...changes) },
    operationLog: { write: async () => undefined },
    config: { licencePublicKey: undefined },
    registry: { byId: async () => undefined },
    commands: { send: () => Promise.reject(new Error("no command is sent")) },
    laterCommands: noLaterCommands,
    telemetry: {} as never,
    kinds: [kind],
  });
  await jobs.begin();
};
/** Each a little later than the one before: the one that was asked first goes first. */
const start = (userId = "one", companyId = "north", rows = 3): Promise<string> => {
  now += 1;
  return jobs.start(kind, { rows }, { caller: callerOf(userId, companyId), language: "en" });
};
const stateOf = async (id: string) =>
  (await db.selectFrom("job").select("state").where("id", "=", id).executeTakeFirst())?.state ?? "nothing";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gatehouse-jobs-"));
  database = await ownDatabase(folder);
  db = await openDatabase(database.place);
  await addAskers(db);
  now = Date.parse("2026-11-29T00:00:00Z");
  told = [];
  begun = [];
  granted = true;
  does = async () => undefined;
  leaves = () => undefined;
  await open();
});
afterEach(async () => {
  await jobs.stop();
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

describe("a job", () => {
  it("goes on behind the answer, tells how far it came, and keeps its file", async () => {
    does = async ({ request, report, keepFile }) => {
      await report({ done: request.rows, total: 4 });
      await keepFile({ fileName: "log.csv", contentType: "text/csv", body: "a,b" });
    };
    const id = await start();
    await jobs.idle();
    const row = await db.selectFrom("job").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "done", done: 3, total: 4, file: "log.csv", bytes: 3, ended_at: now, problem: null });
    const body = await jobs.files.read(id);
    expect(body && (await text(body))).toBe("a,b");
    expect(told.map((change) => change.kind === "records" && [change.resources, change.userId, change.companyIds])).toEqual(
      Array.from({ length: 3 }, () => [["job"], "one", []]),
    );
  });

  it("waits while another of its organisation runs, and not for those of others", async () => {
    const hold = held();
    does = () => hold.until;
    const first = await start("one");
    const second = await start("two");
    const other = await start("far", "south");
    await expect.poll(() => begun.length).toBe(2);
    expect([await stateOf(first), await stateOf(second), await stateOf(other)]).toEqual(["running", "waiting", "running"]);
    hold.letGo();
    await jobs.idle();
    expect(await stateOf(second)).toBe("done");
  });

  it("is refused beyond what an organisation may have unended", async () => {
    const hold = held();
    does = () => hold.until;
    for (let n = 0; n < limits.jobs.perOrganisation; n += 1) await start(n % 2 ? "one" : "two");
    await expect(start("three")).rejects.toMatchObject({ code: "tooManyJobs", detail: { values: { max: limits.jobs.perOrganisation } } });
    await start("far", "south");
    hold.letGo();
    await jobs.idle();
    await start("two");
    await jobs.idle();
  });

  it("is refused beyond what one user may have unended, and leaves others of the organisation theirs", async () => {
    const hold = held();
    does = () => hold.until;
    for (let n = 0; n < limits.jobs.perUser; n += 1) await start("one");
    await expect(start("one")).rejects.toMatchObject({ code: "tooManyJobs", detail: { values: { max: limits.jobs.perUser } } });
    await start("two");
    hold.letGo();
    await jobs.idle();
  });

  it("takes turns: organisations among each other and users within theirs, however many jobs one of them has", async () => {
    const hold = held();
    const order: string[] = [];
    does = async (work) => {
      order.push((await work.caller()).userId);
      await hold.until;
    };
    for (const [user, company] of [
      ["one", "north"],
      ["one", "north"],
      ["one", "north"],
      ["far", "south"],
      ["far", "south"],
      ["far", "south"],
    ] as const)
      await start(user, company);
    await start("two", "north");
    await start("late", "west");
    hold.letGo();
    await jobs.idle();
    expect(order.slice(0, 2).sort()).toEqual(["far", "one"]);
    expect(order[2]).toBe("late");
    expect(order.filter((user) => ["one", "two"].includes(user))).toEqual(["one", "two", "one", "one"]);
  });

  it("that is cancelled while its row is on the way to running, or while its work ends, is cancelled", async () => {
    const steps = [() => undefined, () => Promise.resolve(), () => new Promise((resolve) => setImmediate(resolve))];
    for (let n = 0; n < 12; n += 1) {
      const hold = held();
      does = () => hold.until;
      const id = await start();
      await steps[n % steps.length]?.();
      const over = jobs.cancel(id);
      hold.letGo();
      await over;
      await jobs.idle();
      expect([n, await stateOf(id)]).toEqual([n, "cancelled"]);
    }
  });

  it("ends when it is cancelled, waiting or running, without a file, with what was done till then, and stays ended", async () => {
    const hold = held();
    does = async ({ keepFile, report }) => {
      await keepFile({ fileName: "half.csv", contentType: "text/csv", body: "a" });
      await hold.until;
      await report({ done: 1 });
    };
    const first = await start();
    const second = await start();
    await expect.poll(() => readdir(join(folder, "jobs")).catch(() => [])).toEqual([first]);
    await jobs.cancel(second);
    const over = jobs.cancel(first);
    hold.letGo();
    await over;
    await jobs.idle();
    expect([await stateOf(first), await stateOf(second), begun.length]).toEqual(["cancelled", "cancelled", 1]);
    expect(await db.selectFrom("job").select(["done", "file", "bytes"]).where("id", "=", first).executeTakeFirst()).toEqual({
      ...{ done: 1, file: null, bytes: null },
    });
    expect(await readdir(join(folder, "jobs"))).toEqual([]);
    await jobs.cancel(first);
    expect(await stateOf(first)).toBe("cancelled");
  });

  it("leaves what its kind keeps of one that ended early, cancelled or failed, running or waiting to go on", async () => {
    leaves = ({ request, language }) => ({ fileName: `${language}.csv`, contentType: "text/csv", body: `${request.rows}` });
    const hold = held();
    does = () => hold.until;
    const [running, waiting] = [await start(), await start("one", "north", 4)];
    await expect.poll(() => begun.length).toBe(1);
    await jobs.cancel(waiting);
    const over = jobs.cancel(running);
    hold.letGo();
    await over;
    does = () => Promise.reject(new Problem("forbidden"));
    const failed = await start("one", "north", 5);
    await jobs.idle();
    const rows = await db.selectFrom("job").select(["id", "state", "file", "bytes"]).orderBy("id").execute();
    expect(rows).toEqual([
      { id: running, state: "cancelled", file: "en.csv", bytes: 1 },
      { id: waiting, state: "cancelled", file: "en.csv", bytes: 1 },
      { id: failed, state: "failed", file: "en.csv", bytes: 1 },
    ]);
    const body = await jobs.files.read(waiting);
    expect(body && (await text(body))).toBe("4");
    // What cannot be kept costs the file alone.
    leaves = () => {
      throw new Error("no room");
    };
    const bare = await start();
    await jobs.idle();
    expect(await db.selectFrom("job").select(["state", "file"]).where("id", "=", bare).executeTakeFirst()).toEqual({
      ...{ state: "failed", file: null },
    });
  });

  it("goes on after a stop from what it reported last", async () => {
    const hold = held();
    does = async ({ report }) => {
      await report({ done: 2, cursor: { row: 2 } });
      await hold.until;
      await report({ done: 3 });
    };
    const id = await start();
    await expect.poll(async () => (await db.selectFrom("job").select("done").where("id", "=", id).executeTakeFirst())?.done).toBe(2);
    const stopped = jobs.stop();
    hold.letGo();
    await stopped;
    expect(await stateOf(id)).toBe("waiting");
    await open();
    await jobs.idle();
    expect([await stateOf(id), begun.map(({ cursor }) => cursor)]).toEqual(["done", [undefined, { row: 2 }]]);
  });

  it("goes on after the server was killed while it ran", async () => {
    const id = await start();
    await jobs.idle();
    await db.updateTable("job").set({ state: "running", ended_at: null, cursor: '{"row":7}' }).where("id", "=", id).execute();
    await jobs.stop();
    await open();
    await jobs.idle();
    expect([await stateOf(id), begun.at(-1)?.cursor]).toEqual(["done", { row: 7 }]);
  });

  it("fails in words that a person can read, or with none of its own for what nobody expected", async () => {
    does = async () => {
      throw new Problem("inUse", { values: { count: 2, what: { zh: "设备", en: "devices" } } });
    };
    const told = await start();
    await jobs.idle();
    does = async () => {
      throw new Error("secret");
    };
    const untold = await start();
    await jobs.idle();
    const kept = async (id: string) =>
      (await db.selectFrom("job").select(["state", "problem"]).where("id", "=", id).executeTakeFirst()) ?? {};
    expect(await kept(told)).toEqual({
      state: "failed",
      problem: JSON.stringify({ code: "inUse", values: { count: 2, what: { zh: "设备", en: "devices" } } }),
    });
    expect(await kept(untold)).toEqual({ state: "failed", problem: '{"code":"fault"}' });
  });

  it("ends where its asker may no longer do it", async () => {
    does = async ({ caller }) => {
      await caller();
      granted = false;
      await caller();
    };
    const id = await start();
    await jobs.idle();
    expect(await db.selectFrom("job").select(["state", "problem"]).where("id", "=", id).executeTakeFirst()).toEqual({
      ...{ state: "failed", problem: '{"code":"forbidden"}' },
    });
  });

  it("tells what became of each row, a row that is told again replacing what was told of it", async () => {
    const row = (place: number, code: number, message = "") => ({ place, record: `SN-${place}`, code, message });
    does = async ({ report }) => {
      await report({ done: 250, results: Array.from({ length: 250 }, (_, at) => row(at + 1, at === 4 ? 1311 : 0)) });
      await report({ done: 251, results: [row(5, 0), row(251, 400, "no SN")] });
    };
    const id = await start();
    await jobs.idle();
    expect(await db.selectFrom("job").select(["done", "failed"]).where("id", "=", id).executeTakeFirst()).toEqual({ done: 251, failed: 1 });
    const failed = await db.selectFrom("job_result").select(["place", "record", "message"]).where("code", "!=", 0).execute();
    expect(failed).toEqual([{ place: 251, record: "SN-251", message: "no SN" }]);
  });

  it("gives its file up for newer ones of its user, or of its organisation, and stays", async () => {
    does = ({ keepFile }) => keepFile({ fileName: "log.csv", contentType: "text/csv", body: "0123456789" });
    const ids: string[] = [];
    for (const [userId, companyId] of [
      ["one", "north"],
      ["two", "north"],
      ["one", "north"],
      ["far", "south"],
      ["one", "north"],
    ] as const) {
      now += 1000;
      ids.push(await start(userId, companyId));
      await jobs.idle();
    }
    const kept = async () =>
      (await db.selectFrom("job").select(["id", "file"]).where("state", "=", "done").orderBy("created_at").execute()).map(
        ({ file }) => file !== null,
      );
    const made = { id: ids[4] ?? "", user_id: "one", company_id: "north" };
    await makeRoom({ db, files: jobs.files }, made, { files: 2, fileBytes: 1000 });
    expect(await kept()).toEqual([false, true, true, true, true]);
    expect([await jobs.files.read(ids[0] ?? ""), (await jobs.files.read(ids[1] ?? "")) === undefined]).toEqual([undefined, false]);
    await makeRoom({ db, files: jobs.files }, made, { files: 2, fileBytes: 25 });
    expect(await kept()).toEqual([false, false, true, true, true]);
    await makeRoom({ db, files: jobs.files }, { ...made, id: ids[2] ?? "" }, { files: 2, fileBytes: 5 });
    expect(await kept()).toEqual([false, false, true, true, false]);
  });

  it("makes room by itself once its file is written", async () => {
    does = ({ keepFile }) => keepFile({ fileName: "log.csv", contentType: "text/csv", body: "a" });
    for (let n = 0; n <= limits.jobs.files; n += 1) {
      await start();
      await jobs.idle();
    }
    const kept = await db.selectFrom("job").select("id").where("file", "is not", null).execute();
    expect([kept.length, (await readdir(join(folder, "jobs"))).length]).toEqual([limits.jobs.files, limits.jobs.files]);
  });

  it("begins again when its end could not be kept", async () => {
    let broken = true;
    does = async () => {
      if (broken) await sql`alter table job rename column ended_at to ended_late`.execute(db);
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const id = await start();
    await jobs.idle();
    expect([await stateOf(id), begun.length]).toEqual(["running", 1]);
    broken = false;
    await sql`alter table job rename column ended_late to ended_at`.execute(db);
    await vi.advanceTimersByTimeAsync(5_000);
    await jobs.idle();
    expect([await stateOf(id), begun.length]).toEqual(["done", 2]);
    vi.useRealTimers();
  });

  it("is removed with its file when it ended long ago, and files of no job are, too", async () => {
    does = ({ keepFile }) => keepFile({ fileName: "log.csv", contentType: "text/csv", body: "a" });
    const old = await start();
    await jobs.idle();
    now += limits.jobs.keptDays * dayMs;
    const young = await start();
    await jobs.idle();
    await writeFile(join(folder, "jobs", "orphan.part"), "half");
    await utimes(join(folder, "jobs", "orphan.part"), 1, 1);
    await jobs.stop();
    now += 1;
    await open();
    await jobs.idle();
    expect([await stateOf(old), await stateOf(young), await readdir(join(folder, "jobs"))]).toEqual(["nothing", "done", [young]]);
  });
});
