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
import { checkAccount } from "#server/people/userRules.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { goodPassword, lastText, openPeople, type People } from "./people.ts";

let people: People;

beforeAll(async () => {
  people = await openPeople();
  for (const account of ["owner", "desk"]) await people.site.addUser({ account });
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
    ["digits of another script in a phone number", "139١1113333", "rule.account.script"],
    ["digits of another script among letters of it", "مضخة٣", "rule.account.script"],
    ["a phonetic letter", "ɑdmin", "rule.account.script"],
    ["a small capital", "ᴀdmin", "rule.account.script"],
    ["a small capital u", "ᴜser", "rule.account.script"],
    ["a click", "adminǃ", "rule.account.script"],
    ["a hooked letter", "staƒf", "rule.account.script"],
    ["a letter with a phonetic tail", "ʂtaff", "rule.account.script"],
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

  it.each([
    "值班员",
    "ひらがなカタカナー漢字",
    "дежурный",
    "müller",
    "εργάτης",
    "김철수",
    "night-shift_2",
    "a@b.cn",
    "2",
    "nguyễn",
    "żółć",
    "þorður",
    "Straße",
  ])("may be %s", async (account) => {
    expect((await add(account)).code).toBe(0);
    expect(await people.site.signIn(account, goodPassword)).toBeTruthy();
  });

  it("does not look like one that exists, whatever its letters are, in any organisation", async () => {
    expect((await add("cox.pay")).code).toBe(0);
    for (const account of ["сох.рау", "СОХ.РАУ", "сОх.РаУ"]) expect([account, (await add(account)).code]).toEqual([account, 1334]);
    expect((await add("сох.рау", {}, people.southOwner)).code).toBe(1334);
    expect((await ask(terminalUser.calls.post, child("сох.рау"), { token: people.southOwner })).code).toBe(1334);
    expect((await add("COX.pay")).code).toBe(1324);
  });

  it.each([
    ["a letter with a mark", "ạdmin"],
    ["marks on every letter", "ọwnër"],
    ["rn for m", "adrnin"],
    ["a one for an i", "adm1n"],
    ["an l for an i", "ADMlN"],
    ["a nought for an o", "0wner"],
    ["two v for a w", "ovvner"],
    ["a stroke through a letter", "đesk"],
    ["a full stop behind it", "admin."],
    ["a hyphen behind it", "desk-"],
    ["a line below behind it", "desk_"],
    ["a full stop before it", ".owner"],
    ["signs on both sides and a nought", "_0wner@."],
  ])("is not told apart from admin, owner or desk by %s", async (_what, account) => {
    const answer = await add(account);
    expect([answer.code, answer.message]).toEqual([1334, "账号与已有账号过于相似，请换一个"]);
  });

  it("is told apart by a sign between its letters, and not by how many of it there are", async () => {
    for (const account of ["li.wei", "liwei", "li-wei"]) expect([account, (await add(account)).code]).toEqual([account, 0]);
    for (const account of ["li..wei", "li--wei.", "..liwei"]) expect([account, (await add(account)).code]).toEqual([account, 1334]);
    for (const account of ["...", "-"]) expect([account, (await add(account)).code]).toEqual([account, 0]);
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

/** A data folder's database as it was after this migration. */
const databaseAt = async (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), "looks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "app.db");
  const sqlite = openSqlite(file);
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  const old = new Kysely<Database>({ dialect: sqliteDialect(sqlite) });
  const migrator = new Migrator({ db: old, provider: { getMigrations: async () => ({ ...migrations }) } });
  expect((await migrator.migrateTo(name)).error).toBeUndefined();
  return { file, sqlite, old };
};

test("looks that were computed before are brought along, and the accounts stay as they are", async () => {
  const { file, sqlite, old } = await databaseAt("0021_operation_reach");
  sqlite.exec(`insert into company (id, parent_id, path, name, enabled, expires_at, zone, created_at, version, updated_at, updated_by) values
    ('root', null, 'root/', 'R', 1, null, 'UTC', 0, 1, 0, '')`);
  for (const [at, account] of ["admin", "müller"].entries())
    sqlite.exec(`insert into user (id, company_id, account, look, user_name, nick_name, phone, email, avatar, type, password_hash, enabled, second_factor, created_at, version, updated_at, updated_by)
      values ('u${at}', 'root', '${account}', '${account}', '', '', '', '', '', 1, '', 1, 0, 0, 1, 0, '')`);
  await old.destroy();
  const db = await openDatabase(file);
  onTestFinished(() => db.destroy());
  expect(await db.selectFrom("user").select(["account", "look", "version"]).orderBy("id").execute()).toEqual([
    { account: "admin", look: "admln", version: 1 },
    { account: "müller", look: "muller", version: 1 },
  ]);
});

test("accounts of before that differ by their ends alone stay, as those of a demonstration that had no look, and none more comes beside them", async () => {
  const { file, sqlite, old } = await databaseAt("0027_jobs");
  sqlite.exec(`insert into company (id, parent_id, path, name, search, enabled, expires_at, zone, created_at, version, updated_at, updated_by) values
    ('root', null, 'root/', 'R', 'r', 1, null, 'UTC', 0, 1, 0, '')`);
  for (const [at, account] of ["alice", "alice.", "owner"].entries())
    sqlite.exec(`insert into user (id, company_id, account, look, user_name, nick_name, phone, email, avatar, type, password_hash, enabled, second_factor, created_at, version, updated_at, updated_by)
      values ('u${at}', 'root', '${account}', '${account === "owner" ? "" : account}', '', '', '', '', '', 1, '', 1, 0, 0, 1, 0, '')`);
  await old.destroy();
  const db = await openDatabase(file);
  onTestFinished(() => db.destroy());
  expect(await db.selectFrom("user").select(["account", "look"]).orderBy("id").execute()).toEqual([
    { account: "alice", look: "allce" },
    { account: "alice.", look: "allce" },
    { account: "owner", look: "owner" },
  ]);
  for (const account of ["0wner", "alice-", "-alice"])
    await expect(checkAccount(db, account)).rejects.toMatchObject({ code: "accountAlike" });
  await checkAccount(db, "alicia");
});

test("accounts from before keep working whatever they look like, and no new one looks like them", async () => {
  const { file, sqlite, old } = await databaseAt("0010_proven_phone");
  const stamps = "0, 1, 0, ''";
  sqlite.exec(`insert into company (id, parent_id, path, name, enabled, expires_at, zone, created_at, version, updated_at, updated_by) values
    ('root', null, 'root/', 'R', 1, null, 'UTC', ${stamps}), ('north', 'root', 'root/north/', 'N', 1, null, 'UTC', ${stamps})`);
  const accounts = ["adm1n", "admin", "аdmin", "ａｄｍｉｎ", "Rорe", "13900001111"];
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
  expect(looks).toEqual(
    accounts.map((account, at) => ({ account, look: ["admln", "admln", "admln", "admln", "rope", "l39oooollll"][at] })),
  );
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
