import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MessageId, say } from "#contract/messages.ts";
import { auth } from "#contract/resources/auth.ts";
import { company } from "#contract/resources/company.ts";
import { user } from "#contract/resources/user.ts";
import { goodPassword, lastLogged, lastText, openPeople, type People } from "./people.ts";

let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
let count = 0;
const form = (more: object = {}) => {
  count += 1;
  return {
    companyName: `Company ${count}`,
    companyLevel: "经理",
    userName: "王小明",
    nickName: "小明",
    phone: `1391000${String(1000 + count)}`,
    password: goodPassword,
    repassword: goodPassword,
    email: "ming@example.org",
    ...more,
  };
};
const sendCode = async (phone: string): Promise<string> => {
  const { code, message } = await ask(auth.calls.send_register_code, { phone });
  if (code !== 0) throw new Error(message);
  return lastText(people.site, phone);
};
const registered = async (more: object = {}) => {
  const fields = form(more);
  return { fields, answer: await ask(auth.calls.register, { ...fields, verificationCode: await sendCode(fields.phone) }) };
};

describe("registration", () => {
  it("makes an organisation and its owner, who can log in and manage it [S1.005] [S3.013] [S4.013]", async () => {
    const { fields, answer } = await registered();
    expect([answer.code, answer.data]).toEqual([0, null]);
    const token = await people.site.signIn(fields.phone, goodPassword);
    const me = (await ask(user.calls.my, {}, { token })).data;
    expect(me).toMatchObject({ account: fields.phone, type: 5, userName: "王小明", nickName: "小明", email: "ming@example.org" });
    const own = (await ask(company.calls.get_my, {}, { token })).data;
    expect(own).toMatchObject({ name: fields.companyName, level: "经理", state: "normal" });
    const stored = await people.site.gatehouse.services.db
      .selectFrom("company")
      .select(["register_type", "data_restrict", "parent_id"])
      .where("id", "=", own.id)
      .executeTakeFirst();
    expect(stored).toEqual({ register_type: "1", data_restrict: "11", parent_id: "root" });
    const logged = await lastLogged(people.site, auth.calls.register.path);
    expect(JSON.parse(logged.change)).toMatchObject({ id: [null, own.id], companyName: [null, fields.companyName] });
    expect([logged.company_id, logged.account]).toEqual([own.id, fields.phone]);
    const branch = await ask(company.calls.post, { parentId: own.id, name: "Branch" }, { token });
    expect(branch.code).toBe(0);
  });

  it("takes a code once, sent to that phone for that purpose", async () => {
    const { fields } = await registered();
    const again = form({ phone: fields.phone });
    expect((await ask(auth.calls.register, { ...again, verificationCode: "123456" })).code).toBe(1309);
    const other = form();
    const code = await sendCode(other.phone);
    expect((await ask(auth.calls.register, { ...form(), verificationCode: code })).code).toBe(1309);
    expect((await ask(auth.calls.register, { ...other, verificationCode: code })).code).toBe(0);
    expect((await ask(auth.calls.register, { ...other, verificationCode: code })).code).toBe(1309);
  });

  it("keeps the code when the name is taken, so that another can be tried", async () => {
    const fields = form({ companyName: "NORTH" });
    const verificationCode = await sendCode(fields.phone);
    expect((await ask(auth.calls.register, { ...fields, verificationCode })).code).toBe(1203);
    expect((await ask(auth.calls.register, { ...fields, companyName: "Another", verificationCode })).code).toBe(0);
  });

  it("says nothing of organisations or accounts to who has no right code", async () => {
    const taken = await ask(auth.calls.register, form({ companyName: "North", verificationCode: "000000" }));
    const free = await ask(auth.calls.register, form({ companyName: "Nobody's", verificationCode: "000000" }));
    expect(taken).toEqual(free);
    const { answer, fields } = await registered();
    expect(answer.code).toBe(0);
    const outbox = async () => {
      const { db, phoneCodes } = people.site.gatehouse.services;
      await phoneCodes.idle();
      return db.selectFrom("outbox").selectAll().where("recipient", "=", fields.phone).execute();
    };
    const before = (await outbox()).length;
    const known = await ask(auth.calls.send_register_code, { phone: fields.phone });
    expect([known.code === 0 || known.code === 1310, (await outbox()).length]).toEqual([true, before]);
  });

  it.each<[field: string, value: string, rule: MessageId]>([
    ["companyName", "", "rule.required"],
    ["companyName", "名".repeat(21), "rule.tooLong.most"],
    ["userName", "", "rule.required"],
    ["userName", "😀".repeat(21), "rule.tooLong.most"],
    ["nickName", "", "rule.required"],
    ["nickName", "x".repeat(21), "rule.tooLong.most"],
    ["companyLevel", "", "rule.required"],
    ["phone", "", "rule.phone.required"],
    ["phone", "12345678901", "rule.phone.format"],
    ["phone", "138.0000000", "rule.phone.decimal"],
    ["email", "", "rule.email.required"],
    ["email", "a@b", "rule.email.format"],
    ["password", "Abc12", "rule.password.format"],
    ["password", "Abc-12345", "rule.password.format"],
    ["password", "Abcdefghij123456789", "rule.password.format"],
    ["repassword", "", "rule.password.again"],
    ["repassword", "Kestrel72y", "rule.password.differs"],
    ["userRegisterType", "0", "rule.oneOf"],
    ["dataRestrict", "12", "rule.oneOf"],
  ])("refuses %s %j by %s at the field", async (field, value, rule) => {
    const answer = await ask(auth.calls.register, { ...form({ [field]: value }), verificationCode: "123456" });
    expect(answer.code).toBe(400);
    const values = { max: 20, values: field === "dataRestrict" ? "11" : "1" };
    expect(answer.fields.find(({ path }) => path === field)?.message).toBe(say("zh", rule, values));
  });

  it.each([
    ["companyName", "名".repeat(20)],
    ["userName", "😀".repeat(20)],
    ["nickName", "x"],
    ["password", "zkqwvx"],
    ["password", "739251"],
    ["password", "Kestrel72xKestre18"],
  ])("takes %s %j [S5.011]", async (field, value) => {
    const more = field === "password" ? { password: value, repassword: value } : { [field]: value };
    expect((await registered(more)).answer.code).toBe(0);
  });

  it("refuses known-bad passwords always, and weaker ones under the stricter policy", async () => {
    expect((await registered({ password: "qwerty123", repassword: "qwerty123" })).answer.code).toBe(1320);
    for (const password of ["Gatehouse7", "works2026"])
      expect([password, (await registered({ companyName: "Works", password, repassword: password })).answer.code]).toEqual([
        password,
        1320,
      ]);
    const { sys } = await import("#contract/resources/sys.ts");
    const { data: settings } = await ask(sys.calls.query, {}, { token: people.admin });
    const policy = (passwordPolicy: string, version: number) =>
      ask(sys.calls.put, { ...settings, passwordPolicy, version }, { token: people.admin });
    expect((await policy("strict", settings.version)).code).toBe(0);
    const tried = async (password: string) => (await registered({ password, repassword: password })).answer.code;
    expect(await tried("Kestrel72xa")).toBe(1320);
    expect(await tried("Kestrelosprey")).toBe(1320);
    expect(await tried("Kestrel72xab")).toBe(0);
    expect((await policy("standard", settings.version + 1)).code).toBe(0);
  });
});

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 6238, independent of the server's library. */
const totpOf = (secret: string, at: number): string => {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac[19] ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
};

describe("the authenticator", () => {
  const login = async (username: string, verifyCode = "", given?: { random: string; code: string }) => {
    const random = given?.random ?? `r${Math.random()}`;
    if (!given) await people.site.gatehouse.services.captchas.draw(random);
    const code = given?.code ?? (await people.site.gatehouse.services.captchas.peek(random)) ?? "";
    return { shown: { random, code }, answer: await ask(auth.calls.login, { username, password: goodPassword, random, code, verifyCode }) };
  };

  it("counts once a code of it was confirmed, which ends other sessions; each code counts once, each recovery code too, and both only with the password", async () => {
    const added = await ask(
      user.calls.add_child,
      { account: "totp", userName: "T", password: goodPassword, roleIds: ["role-staff"] },
      { token: people.admin },
    );
    expect(added.code).toBe(0);
    const token = await people.site.signIn("totp", goodPassword);
    expect((await ask(user.calls.totp_begin, { password: "wrong" }, { token })).code).toBe(1318);
    const { data: begun } = await ask(user.calls.totp_begin, { password: goodPassword }, { token });
    const elsewhere = await people.site.signIn("totp", goodPassword);
    expect(begun.address).toContain(`secret=${begun.secret}`);
    expect((await ask(user.calls.totp_confirm, { verifyCode: "000000" }, { token })).code).toBe(1332);
    expect((await login("totp")).answer.code).toBe(0);
    const now = people.site.gatehouse.services.now();
    const confirmed = await ask(user.calls.totp_confirm, { verifyCode: totpOf(begun.secret, now - 30_000) }, { token });
    expect(confirmed.data.recoveryCodes).toHaveLength(10);
    expect((await ask(user.calls.my, {}, { token: elsewhere })).code).toBe(401);
    expect((await ask(user.calls.my, {}, { token })).data).toMatchObject({ secondFactor: "totp", recoveryCodes: 10 });

    const kept = await people.site.gatehouse.services.db.selectFrom("recovery_code").select("hash").execute();
    for (const { hash } of kept) expect(hash).toMatch(/^[\w-]{22}\$[\w-]{43}$/);

    const first = await login("totp");
    expect([first.answer.code, first.answer.data]).toEqual([1019, { phone: "", factor: "totp" }]);
    expect((await login("totp", totpOf(begun.secret, now - 30_000), first.shown)).answer.code).toBe(1332);
    const second = await login("totp");
    expect((await login("totp", totpOf(begun.secret, now), second.shown)).answer.code).toBe(0);
    const third = await login("totp");
    expect((await login("totp", totpOf(begun.secret, now), third.shown)).answer.code).toBe(1332);

    const [recovery = "", spare = ""] = confirmed.data.recoveryCodes;
    const lost = await login("totp");
    expect((await login("totp", ` ${recovery.toUpperCase()} `, lost.shown)).answer.code).toBe(0);
    const spent = await login("totp");
    expect((await login("totp", recovery, spent.shown)).answer.code).toBe(1332);

    expect((await ask(user.calls.totp_end, { password: "wrong" }, { token })).code).toBe(1318);
    expect((await ask(user.calls.totp_end, { password: goodPassword, verifyCode: recovery }, { token })).code).toBe(1332);
    expect((await ask(user.calls.totp_end, { password: goodPassword, verifyCode: spare }, { token })).code).toBe(0);
    expect((await login("totp")).answer.code).toBe(0);
    const stored = await people.site.gatehouse.services.db.selectFrom("operation_log").select(["detail", "change"]).execute();
    expect(JSON.stringify(stored)).not.toContain(begun.secret);
    expect(stored.map(({ detail }) => detail)).toContain(JSON.stringify({ username: "totp", factor: "totp" }));
  });
});
