import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { terminalUser } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { phoneProven } from "#server/people/provenPhone.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const day = 24 * 3_600_000;
const next = "Osprey93k";

describe("a phone that is typed in", () => {
  let site: Site;
  let clock = Date.UTC(2026, 0, 5, 8);
  let count = 0;
  let phone = "";
  let [north, south] = ["", ""];
  beforeAll(async () => {
    site = await openSite({ now: () => clock });
    north = await site.addCompany("North");
    south = await site.addCompany("South");
  });
  afterAll(() => site.close());
  beforeEach(() => {
    clock += 2 * 3_600_000;
    count += 1;
    phone = `1392222${1000 + count}`;
  });

  const db = () => site.gatehouse.services.db;
  const person = async (name: string, companyId: string, more: object = {}) => {
    const account = `${name}${count}`;
    const id = await site.addUser({ account, type: 1, companyId, roles: [] });
    await db()
      .updateTable("user")
      .set({ created_at: clock, ...more })
      .where("id", "=", id)
      .execute();
    return { id, account };
  };
  const owner = async (companyId: string): Promise<string> => {
    const account = `head${count}`;
    await site.addUser({ account, type: 5, companyId, roles: ["role-owner"] });
    return site.signIn(account, "secret1");
  };
  const codes = async (): Promise<string[]> => {
    await site.gatehouse.services.phoneCodes.idle();
    const kept = await db().selectFrom("outbox").select("text").where("recipient", "=", phone).orderBy("id").execute();
    return kept.map(({ text }) => text).filter((text) => /^\d{6}$/.test(text));
  };
  const askForCode = async (): Promise<string> => {
    const before = (await codes()).length;
    expect((await site.ask(auth.calls.send_reset_pass_code, { phone })).code).toBe(0);
    await expect.poll(async () => (await codes()).length).toBe(before + 1);
    return (await codes()).at(-1) ?? "";
  };
  const reset = async (verificationCode: string): Promise<number> =>
    (await site.ask(auth.calls.reset_pass, { phone, verificationCode, password: next, repassword: next })).code;
  const edit = async (id: string, token: string, to: string): Promise<number> => {
    const { version } = await db().selectFrom("user").select("version").where("id", "=", id).executeTakeFirstOrThrow();
    const fields = { id, userName: "X", type: 1, phone: to, ownPassword: "secret1", version };
    return (await site.ask(user.calls.edit_child, fields, { token })).code;
  };

  it("on an older user of another organisation blocks nobody's reset, neither now nor once it takes codes, and the reset is its holder's", async () => {
    const older = await person("older", south, { created_at: 1 });
    const victim = await person("victim", north, { phone });
    clock += 1000;
    expect(await edit(older.id, await owner(south), phone)).toBe(0);
    expect(await reset(await askForCode())).toBe(0);
    expect(await site.signIn(victim.account, next)).toBeTruthy();
    await db().updateTable("user").set({ proven_phone: "" }).where("id", "=", victim.id).execute();
    clock += day;
    expect(await reset(await askForCode())).toBe(0);
    expect(await site.signIn(older.account, "secret1")).toBeTruthy();
  });

  it("comes behind who answered a code from it, once theirs takes codes", async () => {
    const typed = await person("typed", south, { phone, created_at: 1 });
    const proven = await person("proven", north, { phone, proven_phone: phone, phone_changed_at: clock });
    expect(await reset(await askForCode())).toBe(0);
    expect(await site.signIn(typed.account, next)).toBeTruthy();
    await db().updateTable("user").set({ proven_phone: "" }).where("id", "=", typed.id).execute();
    clock += day;
    expect(await reset(await askForCode())).toBe(0);
    expect(await site.signIn(proven.account, next)).toBeTruthy();
  });

  it("takes no code that was sent for another account of it", async () => {
    const first = await person("first", north, { phone });
    const second = await person("second", south, { phone, created_at: clock + 1 });
    const code = await askForCode();
    await db().updateTable("user").set({ proven_phone: phone }).where("id", "=", second.id).execute();
    expect(await reset(code)).toBe(1309);
    expect(await site.signIn(first.account, "secret1")).toBeTruthy();
    expect(await site.signIn(second.account, "secret1")).toBeTruthy();
  });

  it("is proven by a code that was answered as a second factor, and not by one that went to the e-mail address", async () => {
    const holder = await person("holder", north, { phone, second_factor: 1 });
    const proven = async () =>
      (await db().selectFrom("user").select("proven_phone").where("id", "=", holder.id).executeTakeFirstOrThrow()).proven_phone;
    await phoneProven(db(), { id: holder.id, phone }, "email");
    expect(await proven()).toBe("");
    const { captchas } = site.gatehouse.services;
    await captchas.draw("factor");
    const form = { username: holder.account, password: "secret1", random: "factor", code: (await captchas.peek("factor")) ?? "" };
    expect((await site.ask(auth.calls.login, form)).code).toBe(1019);
    const verifyCode = (await codes()).at(-1) ?? "";
    expect((await site.ask(auth.calls.login, { ...form, verifyCode })).code).toBe(0);
    expect(await proven()).toBe(phone);
  });

  it("is tried out five times by who types in accounts of other organisations, on whatever call, and then waits", async () => {
    const accounts = Array.from({ length: 6 }, (_, n) => `1393${count}00${1000 + n}`.slice(0, 11));
    for (const account of accounts) await site.addUser({ account, companyId: north });
    const token = await owner(south);
    const child = await person("child", south);
    const fields = (to: string, name: string) => ({ account: `${name}${count}`, userName: "X", password: next, phone: to });
    const codesOf = [
      await edit(child.id, token, accounts[0] ?? ""),
      (await site.ask(user.calls.add_child, fields(accounts[1] ?? "", "one"), { token })).code,
      (await site.ask(user.calls.add_child_company, { ...fields(accounts[2] ?? "", "two"), companyId: south }, { token })).code,
      (await site.ask(terminalUser.calls.post, fields(accounts[3] ?? "", "three"), { token })).code,
      await edit(child.id, token, accounts[4] ?? ""),
    ];
    expect(codesOf).toEqual([400, 400, 400, 400, 400]);
    expect(await edit(child.id, token, accounts[5] ?? "")).toBe(429);
    expect(await edit(child.id, token, phone)).toBe(429);
    expect((await site.ask(user.calls.add_child, fields("", "four"), { token })).code).toBe(0);
    clock += 60_000;
    expect(await edit(child.id, token, phone)).toBe(0);
    for (let n = 0; n < 8; n += 1) expect(await edit(child.id, token, `1394444${1000 + n}`)).toBe(0);
  });
});
