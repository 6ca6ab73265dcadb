import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { alarmUserWeixin, companyWeixin, userWeixin } from "#contract/resources/companyWeixin.ts";
import { weixinSignature } from "#server/weixin/callbackCrypto.ts";
import { done, type NoticeSite, openNoticeSite } from "#tests/server/notices/noticeSite.ts";
import { lastLogged } from "#tests/server/people/people.ts";
import { openTenant } from "#tests/server/tenants/tenant.ts";
import { encryptMessage } from "./encryptMessage.ts";
import { eventXml } from "./postEvent.ts";
import { access, openWeixinServer, templateId } from "./weixinServer.ts";

const aesKey = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";
const fields = { name: "North account", ...access, originalId: "gh_1", token: "callbacktoken", templateId };

let weixin: Awaited<ReturnType<typeof openWeixinServer>>;
let plant: NoticeSite;
beforeEach(async () => {
  weixin = await openWeixinServer();
  plant = await openNoticeSite(() => ({ WEIXIN_API: weixin.base }));
});
afterEach(async () => {
  await plant.close();
  await weixin.close();
});

const ask = <C extends Parameters<NoticeSite["site"]["ask"]>[0]>(call: C, request: object = {}) =>
  plant.site.ask(call, request, { token: plant.token });
const addAccount = async (more: object = {}): Promise<string> => done(await ask(companyWeixin.calls.post, { ...fields, ...more })).id;

const signed = (nonce: string, { token = fields.token, at = plant.clock.now } = {}) => {
  const timestamp = String(Math.floor(at / 1000));
  return { timestamp, nonce, signature: weixinSignature(token, timestamp, nonce) };
};
const check = async (id: string, query: Record<string, string>) => {
  const answer = await fetch(`${plant.site.base}/weixin/${id}?${new URLSearchParams(query)}`);
  return [answer.status, await answer.text()];
};
const post = async (id: string, body: string, query: Record<string, string>) => {
  const init = { method: "POST", headers: { "Content-Type": "text/xml" }, body };
  const answer = await fetch(`${plant.site.base}/weixin/${id}?${new URLSearchParams(query)}`, init);
  return [answer.status, await answer.text()];
};
const event = (name: string, key = "", openid = "o-follower-0001"): string => eventXml({ event: name, key, openid });
const users = async () => done(await ask(userWeixin.calls.query)).list;
const contacts = async () => done(await ask(alarmUserWeixin.calls.query)).list;

describe("an official account", () => {
  it("is added, read, edited and deleted, and its secrets are never told [S7.109]", async () => {
    const id = await addAccount();
    const row = done(await ask(companyWeixin.calls.get, { id }));
    expect(row).toMatchObject({
      name: "North account",
      hasSecret: true,
      hasToken: true,
      hasKey: false,
      callback: `/weixin/${id}`,
      followers: 0,
    });
    const { change } = await lastLogged(plant.site, companyWeixin.calls.post.path);
    for (const told of [JSON.stringify(row), change])
      for (const secret of [fields.appSecret, fields.token]) expect(told).not.toContain(secret);
    expect((await ask(companyWeixin.calls.post, fields)).code).toBe(1203);
    expect((await ask(companyWeixin.calls.post, { ...fields, name: "Second" })).code).toBe(1437);
    const edited = { ...fields, id, name: "Renamed", appSecret: "", token: "", version: 1 };
    expect((await ask(companyWeixin.calls.put, edited)).code).toBe(0);
    expect((await ask(companyWeixin.calls.put, edited)).code).toBe(1300);
    expect(done(await ask(companyWeixin.calls.try, { id }))).toEqual({ ok: true, answer: "" });
    expect((await check(id, { ...signed("n"), echostr: "echo" }))[0]).toBe(200);
    expect(done(await ask(companyWeixin.calls.delete, { ids: [id] }))).toEqual({ removed: 1 });
    expect(done(await ask(companyWeixin.calls.query)).list).toEqual([]);
  });

  it("says what came where WeChat gives no token", async () => {
    const id = await addAccount({ appSecret: "f".repeat(32) });
    expect(done(await ask(companyWeixin.calls.try, { id }))).toEqual({ ok: false, answer: "40125 invalid appsecret" });
  });

  it("is used below where it is shared, and seen by nobody beside or below", async () => {
    const id = await addAccount();
    const north = await openTenant(plant.site, "north");
    done(await plant.site.ask(companyWeixin.calls.delete, { ids: [north.ids.weixin] }, north));
    const my = async () => done(await plant.site.ask(companyWeixin.calls.my, {}, north)).account;
    expect(await my()).toBeNull();
    expect((await plant.site.ask(companyWeixin.calls.get, { id }, north)).code).toBe(404);
    done(await ask(companyWeixin.calls.put, { ...fields, id, shared: true, version: 1 }));
    expect(await my()).toMatchObject({ name: "North account", own: false });
    expect((await plant.site.ask(companyWeixin.calls.get, { id }, north)).code).toBe(404);
    done(await plant.site.ask(companyWeixin.calls.post, { ...fields, name: "Own" }, north));
    expect(await my()).toMatchObject({ name: "Own", own: true });
  });
});

describe("the callback", () => {
  it("answers WeChat's check of the address by the token alone", async () => {
    const id = await addAccount();
    expect(await check(id, { ...signed("n1"), echostr: "4711" })).toEqual([200, "4711"]);
    expect(await check(id, { ...signed("n1", { token: "other" }), echostr: "4711" })).toEqual([403, ""]);
    expect(await check(id, { ...signed("n1", { at: plant.clock.now - 301_000 }), echostr: "4711" })).toEqual([403, ""]);
    expect(await check("unknown", { ...signed("n1"), echostr: "4711" })).toEqual([404, ""]);
  });

  it("binds who scans a code that was shown, once, notes who leaves, and lists and deletes the binding [S7.109]", async () => {
    const id = await addAccount();
    expect(done(await ask(userWeixin.calls.bind)).code).toBe("http://weixin.qq.com/q/1");
    const [scene = ""] = weixin.state.scenes;
    expect(await post(id, event("subscribe", "qrscene_other"), signed("n1"))).toEqual([200, "success"]);
    expect(await users()).toEqual([]);
    expect(await post(id, event("subscribe", `qrscene_${scene}`), signed("n2"))).toEqual([200, "success"]);
    expect(await users()).toMatchObject([{ account: "admin", openid: "o-fo…0001", following: true, weixinName: "North account" }]);
    expect(await post(id, event("SCAN", scene, "o-thief-000002"), signed("n3"))).toEqual([200, "success"]);
    expect(await users()).toMatchObject([{ openid: "o-fo…0001" }]);
    expect(await post(id, event("unsubscribe"), signed("n3"))).toEqual([403, ""]);
    expect(await post(id, event("unsubscribe"), signed("n4"))).toEqual([200, "success"]);
    expect(done(await ask(companyWeixin.calls.my))).toMatchObject({ bound: true, following: false });
    const [bound] = await users();
    const north = await openTenant(plant.site, "north");
    expect(done(await plant.site.ask(userWeixin.calls.query, {}, north)).list).toMatchObject([{ account: "north.staff" }]);
    expect((await plant.site.ask(userWeixin.calls.delete, { ids: [bound?.id] }, north)).code).toBe(404);
    expect(done(await ask(userWeixin.calls.delete, { ids: [bound?.id] }))).toEqual({ removed: 1 });
  });

  it("binds an alarm contact by a right of its own, tells the pages, and lists and deletes the binding [S7.109]", async () => {
    const id = await addAccount();
    const contactId = await plant.contact("Li", "13900000001");
    const [other, bind] = [await plant.contact("Wang", "13900000002"), alarmUserWeixin.calls.bind];
    await plant.site.addUser({ account: "viewer", type: 3, roles: ["role-user"] });
    expect((await plant.site.ask(bind, { contactId }, { token: await plant.site.signIn("viewer", "secret1") })).code).toBe(403);
    expect((await plant.site.ask(bind, { contactId }, await openTenant(plant.site, "north"))).code).toBe(404);
    done(await ask(bind, { contactId }));
    const told: unknown[] = [];
    plant.site.gatehouse.services.changes.follow("a test", (change) => void (change.kind === "records" && told.push(change.resources)));
    expect(await post(id, event("SCAN", weixin.state.scenes.at(-1)), signed("n1"))).toEqual([200, "success"]);
    expect(told).toEqual([["alarm_user_weixin"]]);
    const [bound] = done(await ask(alarmUserWeixin.calls.query, { contactId })).list;
    expect(bound).toMatchObject({ contactName: "Li", openid: "o-fo…0001", following: true });
    expect(done(await ask(alarmUserWeixin.calls.query, { contactId: other })).list).toEqual([]);
    expect(done(await ask(alarmUserWeixin.calls.delete, { ids: [bound?.id] }))).toEqual({ removed: 1 });
    expect(done(await ask(alarmUserWeixin.calls.query, { contactId })).list).toEqual([]);
  });

  it("gives no code without an account, where WeChat is silent, and to who asks too often", async () => {
    expect((await ask(userWeixin.calls.bind)).code).toBe(1438);
    await addAccount();
    for (let times = 0; times < 20; times += 1) done(await ask(userWeixin.calls.bind));
    expect((await ask(userWeixin.calls.bind)).code).toBe(1441);
    await weixin.close();
    const contactId = await plant.contact("Li", "13900000001");
    await plant.site.addUser({ account: "second", type: 0 });
    const second = { token: await plant.site.signIn("second", "secret1") };
    expect((await plant.site.ask(userWeixin.calls.bind, {}, second)).code).toBe(1440);
    expect((await plant.site.ask(alarmUserWeixin.calls.bind, { contactId }, second)).code).toBe(1440);
  });

  it("lets a code end after ten minutes", async () => {
    const id = await addAccount();
    await ask(userWeixin.calls.bind);
    plant.clock.now += 600_000;
    await post(id, event("SCAN", weixin.state.scenes[0]), signed("n1"));
    expect(await users()).toEqual([]);
  });

  it("takes nothing plain where a key is set, and nothing of another key or signature", async () => {
    const id = await addAccount({ aesKey });
    await ask(userWeixin.calls.bind);
    const scan = event("SCAN", weixin.state.scenes[0]);
    const sealed = (key: string, appId = access.appId) => encryptMessage(scan, key, appId);
    const send = (nonce: string, encrypted: string, signature?: string) => {
      const query = signed(nonce);
      const msg_signature = signature ?? weixinSignature(fields.token, query.timestamp, nonce, encrypted);
      return post(id, `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`, {
        ...query,
        msg_signature,
      });
    };
    expect(await post(id, scan, signed("n1"))).toEqual([403, ""]);
    expect(await send("n2", sealed(aesKey.replace("a", "b")))).toEqual([403, ""]);
    expect(await send("n3", sealed(aesKey, "wxother"))).toEqual([403, ""]);
    expect(await send("n4", sealed(aesKey), "0".repeat(40))).toEqual([403, ""]);
    expect(await users()).toEqual([]);
    expect(await send("n5", sealed(aesKey))).toEqual([200, "success"]);
    expect(await users()).toHaveLength(1);
  });

  it("reads no large body and no entities", async () => {
    const id = await addAccount();
    expect((await post(id, `<xml><A>${"x".repeat(20_000)}</A></xml>`, signed("n1")))[0]).toBe(413);
    expect(await post(id, '<!DOCTYPE x [<!ENTITY a "b">]><xml><A>&a;</A></xml>', signed("n2"))).toEqual([400, ""]);
  });
});

describe("an alarm", () => {
  const bindLi = async (id: string): Promise<string> => {
    const contactId = await plant.contact("Li", "13900000001");
    done(await ask(alarmUserWeixin.calls.bind, { contactId }));
    await post(id, event("SCAN", weixin.state.scenes.at(-1)), signed(`bind ${contactId}`));
    return contactId;
  };

  it("is told by the template to whom is bound, with every attempt on record [S7.087]", async () => {
    const id = await addAccount();
    const group = await plant.group({ name: "Duty", messageTypes: ["wechat"], contactIds: [await bindLi(id)] });
    expect(await contacts()).toMatchObject([{ contactName: "Li", groups: ["Duty"], following: true }]);
    await plant.rule("p0", group.id);
    weixin.state.next.push({ errcode: -1, errmsg: "system error" });
    await plant.send({ p0: 12 });
    await plant.look();
    const record = await plant.record("p0");
    const attempts = async () => (await plant.notices(record)).notices[0]?.attempts.map(({ outcome, answer }) => [outcome, answer]);
    expect(await attempts()).toEqual([["refused", "-1 system error"]]);
    plant.clock.now += 40_000;
    await plant.look();
    expect(await attempts()).toEqual([
      ["refused", "-1 system error"],
      ["sent", "0 ok 200228332"],
    ]);
    expect([...weixin.state.taken.values()]).toMatchObject([
      {
        ...{ touser: "o-follower-0001", url: `https://iot.example.com/#/alarms/history?record=${record}` },
        data: { thing1: { value: "Pump 1" }, phrase3: { value: "重要" }, time4: { value: "2026-03-02 10:10:00" } },
      },
    ]);
  });

  it("waits where the account's quota is used up, and asks WeChat for nobody meanwhile", async () => {
    const id = await addAccount();
    const group = await plant.group({ name: "Duty", messageTypes: ["wechat"], contactIds: [await bindLi(id)] });
    for (const point of ["p0", "p1"]) await plant.rule(point, group.id);
    weixin.state.next.push({ errcode: 45009, errmsg: "reach max api daily quota limit" });
    for (const point of ["p0", "p1"]) {
      await plant.send({ [point]: 12 });
      await plant.look();
      const [notice] = (await plant.notices(await plant.record(point))).notices;
      expect(notice?.attempts).toMatchObject([{ outcome: "refused", answer: "45009 reach max api daily quota limit" }]);
      expect(Date.parse(notice?.nextAt ?? "") - plant.clock.now).toSatisfy((wait: number) => wait > 3_590_000 && wait <= 3_600_000);
    }
    expect(weixin.state.asked).toBe(1);
  });

  it("is not told any more to whom has left", async () => {
    const id = await addAccount();
    const group = await plant.group({ name: "Duty", messageTypes: ["wechat"], contactIds: [await bindLi(id)] });
    await plant.rule("p0", group.id);
    weixin.state.followers.clear();
    await plant.send({ p0: 12 });
    await plant.look();
    const [notice] = (await plant.notices(await plant.record("p0"))).notices;
    expect(notice).toMatchObject({ state: "failed", attempts: [{ outcome: "refused", answer: "43004 require subscribe" }] });
    expect(await contacts()).toMatchObject([{ following: false }]);
  });
});
