import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { openSqlite, prepareValues } from "#server/sqlite/sqlite.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const run = promisify(execFile);
const admin = async (...words: string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, ["scripts/admin.ts", ...words], {
    env: { ...process.env, ...site.variables },
  });
  return stdout.trim();
};

it("keeps the operator's commands in the chained operation log while the server writes to it too", async () => {
  const token = await admin("issue-token", "admin");
  expect(JSON.parse(readFileSync(`${site.folder}/log-head.json`, "utf8")).seq).toBe(1);
  expect((await site.ask(device.calls.query, {}, { token })).code).toBe(0);
  await site.ask(device.calls.delete, { ids: ["none"] }, { token });
  const [account, password = ""] = (await admin("reset-password", "admin")).split(": ");
  expect(account).toBe("admin");
  expect((await site.ask(device.calls.query, {}, { token })).code).toBe(401);
  await expect(admin("reset-password", "nobody")).rejects.toThrow("there is no account nobody");
  await expect(site.signIn("admin", adminPassword)).rejects.toThrow("1018");
  await site.signIn("admin", password);
  const rows = await site.gatehouse.services.db
    .selectFrom("operation_log")
    .select(["account", "call", "detail", "code", "company_id"])
    .orderBy("seq")
    .execute();
  const operator = { account: "operator command line", code: 0, company_id: rootCompanyId, detail: '{"account":"admin"}' };
  expect(rows.filter((row) => row.account === operator.account)).toEqual([
    { ...operator, call: "admin issue-token" },
    { ...operator, call: "admin reset-password" },
    { ...operator, call: "admin reset-password", detail: '{"account":"nobody"}', code: 404, company_id: null },
  ]);
  expect(rows.map(({ call }) => call)).toEqual([
    "admin issue-token",
    "/api/device/delete",
    "admin reset-password",
    "admin reset-password",
    "/api/login",
    "/api/login",
  ]);
  expect(await admin("verify-log")).toBe("6 rows, the chain and its signed head hold");
});

it("changes by no command what a newer version wrote", async () => {
  const { db } = site.gatehouse.services;
  const state = async () => [
    await db.selectFrom("operation_log").select("seq").execute(),
    await db.selectFrom("user").select(["account", "password_hash"]).execute(),
    readFileSync(`${site.folder}/log-head.json`, "utf8"),
  ];
  const before = await state();
  const backup = join(newFolder(), "backup");
  const isRefused = async (refusal: string, commands: readonly string[][]): Promise<void> => {
    for (const words of commands) await expect(admin(...words)).rejects.toThrow(refusal);
    expect(await state()).toEqual(before);
    expect(existsSync(backup)).toBe(false);
  };
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2999-01-01T00:00:00.000Z')`.execute(db);
  await isRefused("written by a newer version of Gatehouse (it has 9999_future)", [
    ["backup", backup],
    ["reset-password", "admin"],
    ["accept-log"],
  ]);
  await sql`delete from kysely_migration where name = '9999_future'`.execute(db);
  const readings = openSqlite(join(site.folder, "telemetry.db"));
  const version = prepareValues<[], number>(readings, "pragma user_version").get();
  readings.exec("pragma user_version = 99");
  await isRefused("telemetry.db was written by a newer version of Gatehouse", [["backup", backup]]);
  readings.exec(`pragma user_version = ${version}`);
  readings.close();
});
