import { io } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { device } from "#contract/resources/device.ts";
import { sample } from "#contract/resources/sample.ts";
import { user } from "#contract/resources/user.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

describe("what the operation log keeps of refused calls", () => {
  let site: Site;
  let admin: string;
  let powerless: string;
  let stranger: string;
  let id: string;

  beforeAll(async () => {
    site = await openSite();
    admin = await site.signIn("admin", adminPassword);
    await site.addUser({ account: "powerless", roles: [] });
    powerless = await site.signIn("powerless", "secret1");
    await site.addUser({ account: "stranger", companyId: await site.addCompany("Elsewhere") });
    stranger = await site.signIn("stranger", "secret1");
    const { recipeId } = await addTemplate(site, admin, "Template", []);
    id = await addDevice(site, admin, { sn: "GW-0001", recipeId });
  });
  afterAll(() => site.close());

  let since = 0;
  beforeEach(async () => {
    since = (await gathered()).at(-1)?.seq ?? 0;
  });
  const rows = () => site.gatehouse.services.db.selectFrom("operation_log").selectAll().where("seq", ">", since).orderBy("seq").execute();
  /** With what was still being counted. */
  const gathered = async () => {
    await site.gatehouse.services.refusedCalls.flush();
    return rows();
  };
  const seen = async () => (await rows()).map(({ account, call, code, detail }) => ({ account, call, code, detail }));
  const post = async (path: string, type: string, body: string, token = admin): Promise<number> =>
    (await fetch(site.base + path, { method: "POST", headers: { token, "Content-Type": type }, body })).status;

  it("keeps the masked request of a call that the user may not make, a command included", async () => {
    await site.ask(device.calls.post, { name: "Pump", sn: "SN-0009", password: "devicepw" }, { token: powerless });
    await site.ask(device.calls.cmd, { id, slave: 1, values: { p: 7 } }, { token: powerless });
    expect(await seen()).toEqual([
      { account: "powerless", call: "/api/device/post", code: 403, detail: '{"name":"Pump","sn":"SN-0009","password":"***"}' },
      { account: "powerless", call: "/api/device/cmd", code: 1314, detail: JSON.stringify({ id, slave: 1, values: { p: 7 } }) },
    ]);
  });

  it("keeps less of what a stranger sends, and no nesting however deep brings it down", async () => {
    await post("/api/device/post", "application/json", JSON.stringify({ name: "x".repeat(5000), password: "devicepw" }), "");
    expect(await post("/api/device/post", "application/json", "[".repeat(20_000) + "]".repeat(20_000), "")).toBe(401);
    const [long, deep] = await gathered();
    expect([long?.code, long?.detail.length, long?.detail.slice(0, 12)]).toEqual([401, 500, '{"name":"xxx']);
    expect(JSON.parse(deep?.detail ?? "").asked).toEqual([expect.stringMatching(/^\[+"…"\]+$/)]);
  });

  it("keeps the text of a body that cannot be read, up to the first name of a secret", async () => {
    expect(await post("/api/device/post", "application/json", '{"name": "Pump", "password": "devicepw')).toBe(400);
    expect(await post("/api/device_data_recipe/delete", "application/json", "{")).toBe(400);
    expect(await post("/api/device/post", "application/json", "{", "")).toBe(401);
    expect((await seen()).map(({ code, detail }) => [code, detail])).toEqual([
      [400, '{"name": "Pump", "password***'],
      [400, "{"],
      [401, "{"],
    ]);
  });

  it("keeps no code that was sent to a phone, which may still count", async () => {
    const phone = "13700000001";
    const code = "357405";
    await site.ask(auth.calls.reset_pass, { phone, verificationCode: code, password: "Kestrel72x", repassword: "Kestrel73x" });
    await site.ask(auth.calls.register, { phone, verificationCode: code, password: "Kestrel72x" });
    await site.ask(user.calls.update, { phone, verificationCode: code, userName: "" }, { token: admin });
    await post("/api/reset_pass", "application/json", `{"phone": "${phone}", "verificationCode": "${code}`, "");
    const kept = await gathered();
    expect(kept.map((row) => row.code)).toEqual([400, 400, 400, 400]);
    expect(JSON.stringify(kept)).not.toContain(code);
  });

  it("says whose account a log-in was tried with, and whose password was guessed in a session", async () => {
    const login = async (username: string, password: string) => {
      const random = `r-${username}`;
      await site.ask(auth.calls.get_random_code, { random });
      const code = (await site.gatehouse.services.captchas.peek(random)) ?? "";
      await site.ask(auth.calls.login, { username, password, random, code, verifyCode: "" });
    };
    const elsewhere = await site.gatehouse.services.db
      .selectFrom("company")
      .select("id")
      .where("name", "=", "Elsewhere")
      .executeTakeFirstOrThrow();
    await login("stranger", "wrong1");
    await login("stranger", "secret1");
    await login("nobody", "wrong1");
    await site.ask(sample.calls.login, { username: "stranger", password: "wrong1" }, { token: stranger });
    expect((await rows()).map((row) => [row.account, row.user_name, row.company_id, row.code])).toEqual([
      ["stranger", "stranger", elsewhere.id, 1018],
      ["stranger", "stranger", elsewhere.id, 0],
      ["nobody", "", null, 1018],
      ["stranger", "stranger", elsewhere.id, 1318],
    ]);
  });

  it("leaves a row for a body that was not even taken", async () => {
    const large = JSON.stringify({ name: "x".repeat(2_000_000) });
    expect(await post("/api/device/post", "application/json", large)).toBe(413);
    expect(await post("/api/device/post", "application/xml", "<a/>")).toBe(415);
    expect((await seen()).map(({ account, code, detail }) => [account, code, JSON.parse(detail)])).toEqual([
      ["admin", 413, { unread: "tooLarge", type: "application/json", bytes: large.length }],
      ["admin", 415, { unread: "wrongType", type: "application/xml", bytes: 4 }],
    ]);
  });

  it("says who asked for another organisation's device or for what is not granted, and counts the repeats of a scanner", async () => {
    const calls = { get: "/api/device/get", socket: "subscibe_device_on" };
    for (let n = 0; n < 5; n += 1) await site.ask(device.calls.get, { id: n === 0 ? id : `guess-${n}` }, { token: stranger });
    await site.ask(device.calls.get, { id }, { token: powerless });
    const socket = io(site.base, { query: { token: stranger }, transports: ["websocket"], forceNew: true });
    const answer = await socket.emitWithAck("subscibe_device_on", { token: stranger, deviceId: id });
    socket.close();
    expect(answer).toEqual({ code: 404 });
    const first = [
      { account: "stranger", call: calls.get, code: 404, detail: JSON.stringify({ id }) },
      { account: "powerless", call: calls.get, code: 403, detail: JSON.stringify({ id }) },
      { account: "stranger", call: calls.socket, code: 404, detail: JSON.stringify({ deviceId: id }) },
    ];
    expect(await seen()).toEqual(first);
    await site.restart();
    const asked = [1, 2, 3, 4].map((n) => JSON.stringify({ id: `guess-${n}` }));
    expect(await seen()).toEqual([
      ...first,
      {
        account: "stranger",
        call: calls.get,
        code: 404,
        detail: expect.stringContaining(JSON.stringify({ times: 4, asked }).slice(0, -1)),
      },
    ]);
  });

  it("gathers a session's refused changes by call, code and minute, and keeps a short text of each", async () => {
    const junk = "x".repeat(4000);
    for (let n = 0; n < 200; n += 1) await site.ask(device.calls.post, { name: `Pump ${n} ${junk}` }, { token: powerless });
    for (let n = 0; n < 50; n += 1)
      await post("/api/device/post", "application/json", JSON.stringify({ [junk]: junk, name: `Pump ${n}` }), admin);
    for (let n = 0; n < 50; n += 1) await post("/api/device/post", "application/xml", `<a>${n}</a>`, admin);
    expect((await seen()).map(({ account, code }) => [account, code])).toEqual([
      ["powerless", 403],
      ["admin", 400],
      ["admin", 415],
    ]);
    const kept = await gathered();
    expect(kept.map(({ account, code }) => [account, code]).slice(3)).toEqual([
      ["powerless", 403],
      ["admin", 400],
      ["admin", 415],
    ]);
    expect(kept.slice(3).map(({ detail }) => JSON.parse(detail).times)).toEqual([199, 49, 49]);
    expect(kept.reduce((sum, { detail }) => sum + detail.length, 0)).toBeLessThan(15_000);
  });

  it("keeps a session's rows of a minute few, whatever it is refused, and counts what is beyond", async () => {
    const { refusedCalls } = site.gatehouse.services;
    const operation = { at: 0, account: "a", userName: "A", companyId: null, address: "198.51.100.1", code: 403, milliseconds: 0 };
    for (let n = 0; n < 500; n += 1) await refusedCalls.note({ ...operation, userId: "one", call: `/api/call/${n}`, detail: "{}" });
    await refusedCalls.note({ ...operation, userId: "other", call: "/api/call/1", detail: "{}" });
    const kept = await gathered();
    expect(kept.filter(({ user_id }) => user_id === "other")).toHaveLength(1);
    const own = kept.filter(({ user_id }) => user_id === "one");
    expect(own.length).toBeLessThan(50);
    const counted = own.map(({ detail }) => JSON.parse(detail).times ?? 1).reduce((sum, times) => sum + times, 0);
    expect(counted).toBe(500);
  });

  it("gathers no two organisations' records into one row", async () => {
    const { refusedCalls } = site.gatehouse.services;
    const operation = { at: 0, userId: "two", account: "a", userName: "A", companyId: "top", address: "198.51.100.1", milliseconds: 0 };
    const call = { ...operation, call: "/api/device/delete", code: 1301 };
    for (let n = 0; n < 3; n += 1)
      for (const id of ["north", "south"]) await refusedCalls.note({ ...call, detail: `{"ids":["${id}"]}`, companies: `{"${id}":""}` });
    const kept = (await gathered()).map(({ companies, detail }) => [companies, detail]);
    const own = (id: string) => `{"ids":["${id}"]}`;
    const gatheredOf = (id: string) => JSON.stringify({ times: 2, asked: [own(id)], last: "1970-01-01T00:00:00.000Z" });
    expect(kept).toEqual([
      ['{"north":""}', own("north")],
      ['{"south":""}', own("south")],
      ['{"north":""}', gatheredOf("north")],
      ['{"south":""}', gatheredOf("south")],
    ]);
  });

  it("gathers what a stranger is refused by address and minute, however many calls and codes they try", async () => {
    const before = (await rows()).length;
    for (let n = 0; n < 40; n += 1) {
      await site.ask(auth.calls.login, { username: `guess${n}`, password: "wrong1", random: "r", code: "c" });
      await site.ask(device.calls.post, { name: `Pump ${n}` });
    }
    for (const call of Object.values(user.calls)) await site.ask(call, { id: "1" });
    for (let n = 0; n < 20; n += 1) await post("/api/device/post", "application/xml", "<a/>", "");
    expect((await rows()).length - before).toBeLessThan(12);
    await site.restart();
    const kept = await rows();
    expect(kept.length - before).toBeLessThan(20);
    const logins = kept.filter(({ call, code }) => call === "/api/login" && code === 1009).map(({ detail }) => JSON.parse(detail));
    expect(logins).toEqual([
      { username: "guess0" },
      { times: 39, asked: expect.arrayContaining([JSON.stringify({ username: "guess39" })]), last: expect.stringMatching(/Z$/) },
    ]);
    const others = kept.map(({ detail }) => detail).join(" ");
    for (const path of ["/api/user/disable", "/api/user/delete_child"]) expect(others).toContain(path);
    expect(kept.every(({ company_id }) => company_id === null)).toBe(true);
  });

  it("gathers one tenant's accounts apart from another's, and neighbours of a /64 as one", async () => {
    const { refusedCalls } = site.gatehouse.services;
    const operation = (address: string, companyId: string) => ({
      ...{ at: 0, userId: null, account: "a", userName: "A", companyId, address, call: "/api/login", code: 1018, milliseconds: 0 },
      detail: `{"username":"${companyId}"}`,
    });
    for (let n = 1; n < 30; n += 1)
      for (const companyId of ["one", "other"]) await refusedCalls.stranger(operation(`2001:db8::${n.toString(16)}`, companyId));
    await refusedCalls.flush();
    expect((await rows()).map(({ company_id, detail }) => [company_id, detail])).toEqual([
      ["one", '{"username":"one"}'],
      ["other", '{"username":"other"}'],
      ["one", JSON.stringify({ times: 28, asked: ['{"username":"one"}'], last: "1970-01-01T00:00:00.000Z" })],
      ["other", JSON.stringify({ times: 28, asked: ['{"username":"other"}'], last: "1970-01-01T00:00:00.000Z" })],
    ]);
  });

  it("writes no more than some hundred rows a minute, from however many addresses strangers come", async () => {
    const { refusedCalls } = site.gatehouse.services;
    const operation = {
      at: 0,
      userId: null,
      account: "",
      userName: "",
      companyId: null,
      detail: "{}",
      call: "/api/login",
      code: 1009,
      milliseconds: 0,
    };
    for (let n = 0; n < 2000; n += 1) await refusedCalls.stranger({ ...operation, address: `198.51.${n >> 8}.${n & 255}` });
    await refusedCalls.flush();
    expect((await rows()).length).toBeLessThan(410);
  });

  it("leaves no row for a read that was answered or asked for without a session", async () => {
    await site.ask(device.calls.get, { id }, { token: admin });
    await site.ask(device.calls.get, { id });
    await site.ask(auth.calls.login, { username: "admin", password: "wrong", random: "r", code: "c" });
    expect((await seen()).map(({ call }) => call)).toEqual(["/api/login"]);
  });
});
