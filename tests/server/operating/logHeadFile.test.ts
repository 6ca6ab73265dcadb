import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pino from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { dict } from "#contract/resources/dict.ts";
import { openHeadKeeper, verifyLog } from "#server/log/logHead.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { until } from "#tests/server/fleet.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";
import { openSite, type Site } from "#tests/server/site.ts";

// Each starts several programs.
vi.setConfig({ testTimeout: 180_000 });

let site: Site | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const report = async ({ base }: Site) => (await fetch(`${base}/readyz`)).json() as Promise<{ status: string; troubles: string[] }>;
const metrics = async ({ base }: Site) => (await fetch(`${base}/metrics`)).text();
const headSeq = (file: string): number => JSON.parse(readFileSync(file, "utf8")).seq;
const write = async (at: Site, value: string) => {
  const token = await at.signIn("admin", "adminpw1");
  return at.ask(dict.calls.post, { name: "colour", value }, { token });
};

/** What comes in the way of the file: its folder is gone, or a folder stands where it has to be written first. */
const obstacles = {
  "its folder is gone": {
    set: (file: string) => renameSync(dirname(file), `${dirname(file)}.away`),
    lift: (file: string) => renameSync(`${dirname(file)}.away`, dirname(file)),
  },
  "it cannot be replaced": {
    set: (file: string) => mkdirSync(`${file}.new`),
    lift: (file: string) => rmSync(`${file}.new`, { recursive: true }),
  },
};

it.each(Object.entries(obstacles))("serves on when %s, says so where operators look, and signs once it can", async (_what, obstacle) => {
  const head = join(newFolder(), "elsewhere", "head.json");
  mkdirSync(dirname(head));
  site = await openSite({ variables: { LOG_HEAD_FILE: head } });
  const at = site;
  expect((await write(at, "red")).code).toBe(0);
  await until(() => headSeq(head) === 2, "the first head");
  obstacle.set(head);
  expect((await write(at, "green")).code).toBe(0);
  await until(async () => (await report(at)).troubles.includes("operation log head"), "the trouble");
  expect((await report(at)).status).toBe("ready");
  expect(await metrics(at)).toContain('gatehouse_trouble{part="operation log head"} 1');
  expect((await write(at, "blue")).code).toBe(0);
  obstacle.lift(head);
  await until(async () => (await report(at)).troubles.length === 0, "the end of the trouble", 30_000);
  expect(headSeq(head)).toBe(6);
  expect(await verifyLog(at.gatehouse.services.db, at.gatehouse.services.config.logHead)).toBe(6);
});

it("signs by itself, though no row follows, once the head can be written", async () => {
  site = await openSite();
  const { db, config } = site.gatehouse.services;
  const head = join(newFolder(), "head.json");
  const troubles = openTroubles(pino({ level: "silent" }), Date.now, () => performance.now());
  const parts = { db, files: { ...config.logHead, head }, now: Date.now, troubles, before: config.logHead.head };
  await (await openHeadKeeper(parts)).stop();
  await write(site, "red");
  obstacles["it cannot be replaced"].set(head);
  const keeper = await openHeadKeeper(parts);
  expect(troubles.standing().map(({ part }) => part)).toEqual(["operation log head"]);
  obstacles["it cannot be replaced"].lift(head);
  await until(() => headSeq(head) === 2 && troubles.standing().length === 0, "the head of both rows", 30_000);
  await keeper.stop();
});

it("starts without the folder of the head, and goes on from the head when it is back", async () => {
  const head = join(newFolder(), "elsewhere", "head.json");
  mkdirSync(dirname(head));
  site = await openSite({ variables: { LOG_HEAD_FILE: head } });
  await write(site, "red");
  await site.gatehouse.stop();
  obstacles["its folder is gone"].set(head);
  await site.restart();
  expect((await write(site, "green")).code).toBe(0);
  expect((await report(site)).troubles).toContain("operation log");
  obstacles["its folder is gone"].lift(head);
  await site.restart();
  expect((await report(site)).troubles).toEqual([]);
  expect(headSeq(head)).toBe(4);
});

it("takes the head along when it is to be kept elsewhere", async () => {
  const folder = newFolder();
  site = await openSite();
  await write(site, "red");
  await site.restart({}, { LOG_HEAD_FILE: join(folder, "head.json") });
  expect(headSeq(join(folder, "head.json"))).toBe(2);
  expect((await report(site)).troubles).toEqual([]);
});

const run = promisify(execFile);
const admin = async (at: Site, words: string[], variables: Record<string, string> = {}): Promise<string> => {
  const { stdout } = await run(process.execPath, ["scripts/admin.ts", ...words], {
    env: { ...process.env, DATA_DIR: at.folder, ...variables },
  });
  return stdout.trim();
};

it("refuses operator's commands without the server's own places before they write anything", async () => {
  const folder = newFolder();
  const variables = { LOG_HEAD_FILE: join(folder, "head.json"), LOG_KEY_FILE: join(folder, "key.pem") };
  site = await openSite({ variables });
  await write(site, "red");
  const { LOG_HEAD_FILE, LOG_KEY_FILE } = variables;
  await expect(admin(site, ["reset-password", "admin"])).rejects.toThrow(`LOG_HEAD_FILE=${LOG_HEAD_FILE} and LOG_KEY_FILE=${LOG_KEY_FILE}`);
  await expect(admin(site, ["issue-token", "admin"], { LOG_HEAD_FILE })).rejects.toThrow(`with LOG_KEY_FILE=${LOG_KEY_FILE};`);
  expect([existsSync(join(site.folder, "log-key.pem")), existsSync(join(site.folder, "log-head.json"))]).toEqual([false, false]);
  // The password is still the old one.
  await site.signIn("admin", "adminpw1");
  await admin(site, ["reset-password", "admin"], variables);
  expect(await admin(site, ["verify-log"], variables)).toMatch(/^4 rows/);
});

it("starts and works under no other key than the log was written under, until an operator accepts that it is lost", async () => {
  site = await openSite();
  await write(site, "red");
  const { key } = site.gatehouse.services.config.logHead;
  await site.gatehouse.stop();
  rmSync(key);
  await expect(site.restart()).rejects.toThrow(`There is no key at ${key}`);
  await expect(admin(site, ["reset-password", "admin"])).rejects.toThrow(`There is no key at ${key}`);
  expect(existsSync(key)).toBe(false);
  expect(await admin(site, ["accept-log"])).toMatch(/^Accepted as it is, checks begin behind row 2\. What was found: there is no key at/);
  await site.restart();
  expect((await write(site, "green")).code).toBe(0);
  await site.restart();
  expect((await report(site)).troubles).toEqual([]);
  expect(await admin(site, ["verify-log"])).toMatch(/^3 rows/);
});

it("goes on from a head that is broken once an operator has looked into it, and keeps what was found", async () => {
  site = await openSite();
  await write(site, "red");
  const { head } = site.gatehouse.services.config.logHead;
  await site.gatehouse.stop();
  // As a power cut leaves a file that was not on the disk yet.
  writeFileSync(head, "");
  await site.restart();
  expect((await report(site)).troubles).toEqual(["operation log"]);
  await site.gatehouse.stop();
  await admin(site, ["accept-log"]);
  await site.restart();
  expect((await report(site)).troubles).toEqual([]);
  const row = await site.gatehouse.services.db
    .selectFrom("operation_log")
    .select(["call", "detail"])
    .orderBy("seq", "desc")
    .executeTakeFirst();
  expect(row).toEqual({ call: "admin accept-log", detail: expect.stringContaining("found") });
});

it.each([
  ["nothing", ""],
  ["another object", "{}"],
  ["the half of one", '{"seq":1,"hash":'],
])("says in one line which head cannot be read where it holds %s, and goes on once that is accepted", async (_what, text) => {
  site = await openSite();
  await write(site, "red");
  const { head } = site.gatehouse.services.config.logHead;
  await site.gatehouse.stop();
  writeFileSync(head, text);
  const line = `${head} holds no signed head that can be read: put the one of the newest backup back, or run accept-log where there is none`;
  await expect(admin(site, ["verify-log"])).rejects.toMatchObject({ stderr: `${line}\n` });
  expect((await admin(site, ["accept-log"])).split("\n")).toEqual([expect.stringMatching(/^Accepted as it is/)]);
  expect(await admin(site, ["verify-log"])).toMatch(/^1 rows/);
  await site.restart();
});
