import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { terminalUser } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { goodPassword, lastText, openPeople, type People } from "./people.ts";

let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
const child = (account: string, more: object = {}) => ({ account, userName: "Child", password: goodPassword, ...more });
const add = (account: string, more: object = {}, token = people.northOwner) => ask(user.calls.add_child, child(account, more), { token });

describe("an account", () => {
  it.each([
    ["Cyrillic letters in a Latin word", "аdmin", "rule.account.script"],
    ["a Greek letter in a Latin word", "admιn", "rule.account.script"],
    ["full-width letters", "ａｄｍｉｎ", "rule.account.script"],
    ["styled letters", "𝐚𝐝𝐦𝐢𝐧", "rule.account.script"],
    ["digits of another script", "pump٣", "rule.account.script"],
    ["a zero-width space", "ad\u200bmin", "rule.account.format"],
    ["a filler that looks like nothing", "\u3164", "rule.account.script"],
    ["somebody's phone number", "13900001111", "rule.account.phone"],
  ])("has no %s", async (_what, account, message) => {
    const token = people.northOwner;
    for (const answer of [await add(account), await ask(terminalUser.calls.post, child(account), { token })]) {
      expect([answer.code, answer.fields.map(({ path }) => path)]).toEqual([400, ["account"]]);
      const issues = user.calls.add_child.request.safeParse(child(account)).error?.issues.map((issue) => issue.message);
      expect(issues?.[0]).toBe(message);
    }
  });

  it.each(["值班员", "ひらがなカタカナー漢字", "дежурный", "müller", "εργάτης", "김철수", "night-shift_2", "a@b.cn", "2"])(
    "may be %s",
    async (account) => {
      expect((await add(account)).code).toBe(0);
      expect(await people.site.signIn(account, goodPassword)).toBeTruthy();
    },
  );

  it("does not look like one that exists, whatever its letters are, in any organisation", async () => {
    expect((await add("cox.pay")).code).toBe(0);
    for (const account of ["сох.рау", "СОХ.РАУ", "сОх.РаУ"]) expect([account, (await add(account)).code]).toEqual([account, 1334]);
    expect((await add("сох.рау", {}, people.southOwner)).code).toBe(1334);
    expect((await ask(terminalUser.calls.post, child("сох.рау"), { token: people.southOwner })).code).toBe(1334);
    expect((await add("COX.pay")).code).toBe(1324);
  });

  it("that is a phone number stays its owner's: nobody's child user takes it, nor is it somebody else's phone", async () => {
    const phone = "13900002222";
    expect((await add(phone)).code).toBe(400);
    await ask(auth.calls.send_register_code, { phone });
    const verificationCode = /\d{6}/.exec(await lastText(people.site, phone))?.[0] ?? "";
    const fields = { companyName: "Theirs", companyLevel: "x", userName: "Holder", nickName: "n", phone, email: "a@b.cn" };
    const registration = { ...fields, password: goodPassword, repassword: goodPassword, verificationCode };
    expect((await ask(auth.calls.register, registration)).code).toBe(0);
    const holder = await people.site.signIn(phone, goodPassword);
    const taken = await add("other", { phone });
    expect([taken.code, taken.fields]).toEqual([400, [{ path: "phone", message: "该手机号码是其他组织用户的账号" }]]);
    const made = await add("other", { phone: "13900003333" });
    const edited = { id: made.data.id, userName: "Child", type: 1, ownPassword: goodPassword, version: 1 };
    expect((await ask(user.calls.edit_child, { ...edited, phone }, { token: people.northOwner })).code).toBe(400);
    const consumer = await ask(terminalUser.calls.post, child("consumer"), { token: people.northOwner });
    const put = { id: consumer.data.id, userName: "Child", ownPassword: goodPassword, version: 1 };
    expect((await ask(terminalUser.calls.put, { ...put, phone }, { token: people.northOwner })).code).toBe(400);
    expect((await ask(user.calls.edit_child, { ...edited, phone: "13900004444" }, { token: people.northOwner })).code).toBe(0);
    expect((await add("own.staff", { phone }, holder)).code).toBe(0);
  });
});

test("accounts from before keep working whatever they look like, and no new one looks like them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "looks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "app.db");
  const sqlite = openSqlite(file);
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  const old = new Kysely<Database>({ dialect: sqliteDialect(sqlite) });
  const migrator = new Migrator({ db: old, provider: { getMigrations: async () => ({ ...migrations }) } });
  expect((await migrator.migrateTo("0010_proven_phone")).error).toBeUndefined();
  const stamps = "0, 1, 0, ''";
  sqlite.exec(`insert into company (id, parent_id, path, name, enabled, expires_at, zone, created_at, version, updated_at, updated_by) values
    ('root', null, 'root/', 'R', 1, null, 'UTC', ${stamps}), ('north', 'root', 'root/north/', 'N', 1, null, 'UTC', ${stamps})`);
  const accounts = ["admin", "аdmin", "ａｄｍｉｎ", "Rорe", "13900001111"];
  for (const [at, account] of accounts.entries())
    sqlite.exec(`insert into user (id, company_id, account, user_name, nick_name, phone, email, avatar, type, password_hash, enabled, second_factor, created_at, version, updated_at, updated_by)
      values ('u${at}', 'north', '${account}', '', '', '', '', '', 1, '', 1, 0, ${stamps})`);
  sqlite.exec(
    `insert into sample_user (id, name, sex, age, birth, addr, created_at, version, updated_at, updated_by) values ('s', 'S', 1, 30, '', '', 7, 3, 8, 'Lin')`,
  );
  await old.destroy();
  const db = await openDatabase(file);
  onTestFinished(() => db.destroy());
  const looks = await db.selectFrom("user").select(["account", "look"]).orderBy("id").execute();
  expect(looks).toEqual(accounts.map((account, at) => ({ account, look: ["admin", "admin", "admin", "rope", "13900001111"][at] })));
  expect(await db.selectFrom("sample_user").selectAll().execute()).toEqual([
    {
      id: "s",
      company_id: "root",
      name: "S",
      sex: 1,
      age: 30,
      birth: "",
      addr: "",
      created_at: 7,
      version: 3,
      updated_at: 8,
      updated_by: "Lin",
    },
  ]);
});
