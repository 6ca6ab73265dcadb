import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NotTaken } from "#server/delivery/codeProvider.ts";
import { Gone } from "#server/delivery/webhook.ts";
import { keywordValue, templateData } from "#server/weixin/keywords.ts";
import { NotFollowing, openWeixinApi } from "#server/weixin/weixinApi.ts";
import { holds } from "#tests/property.ts";
import { access, fits, openWeixinServer, templateId } from "./weixinServer.ts";

let server: Awaited<ReturnType<typeof openWeixinServer>>;
let at: number;
beforeEach(async () => {
  server = await openWeixinServer();
  at = 1000;
});
afterEach(() => server.close());

const open = () => openWeixinApi(server.base, () => at);
const patience = () => AbortSignal.timeout(5000);
const message = (id: string, more: { openid?: string; data?: Record<string, string> } = {}) => ({
  ...{
    openid: "o-follower-0001",
    templateId,
    url: "https://iot.example.com/#/x",
    id,
    data: { thing1: "Pump 1", time4: "2026-03-02 10:10:00" },
  },
  ...more,
});

describe("the token", () => {
  it("is taken once for all who ask at once, and kept until shortly before its end", async () => {
    const api = open();
    await Promise.all(["a", "b", "c"].map((id) => api.send(access, message(id), patience())));
    at += 7200_000 - 300_001;
    await api.send(access, message("d"), patience());
    expect([server.state.tokens, server.state.taken.size]).toEqual([1, 4]);
    at += 1;
    await api.send(access, message("e"), patience());
    expect(server.state.tokens).toBe(2);
  });

  it("is taken anew, once, where WeChat says that it has ended", async () => {
    const api = open();
    await api.send(access, message("a"), patience());
    for (const errcode of [40001, 40014, 42001]) {
      server.state.next.push({ errcode, errmsg: "access_token expired" });
      expect(await api.send(access, message(`m${errcode}`), patience())).toBe("0 ok 200228332");
    }
    expect(server.state.tokens).toBe(4);
    server.state.next.push({ errcode: 42001, errmsg: "x" }, { errcode: 42001, errmsg: "x" });
    await expect(api.send(access, message("z"), patience())).rejects.toThrow(NotTaken);
    expect(server.state.tokens).toBe(5);
  });

  it("is refused for another secret, though one for the right one is kept", async () => {
    const api = open();
    await api.check(access, patience());
    const wrong = { ...access, appSecret: "f".repeat(32) };
    await expect(api.check(wrong, patience())).rejects.toMatchObject({ answer: "40125 invalid appsecret" });
    await api.send(access, message("a"), patience());
    await expect(api.send(wrong, message("b"), patience())).rejects.toThrow(Gone);
  });
});

describe("an answer", () => {
  const outcomes = [
    [{ errcode: 43004, errmsg: "require subscribe" }, NotFollowing],
    [{ errcode: 40003, errmsg: "invalid openid" }, Gone],
    [{ errcode: 40037, errmsg: "invalid template_id" }, Gone],
    [{ errcode: 47003, errmsg: "argument invalid" }, Gone],
  ] as const;
  it.each(outcomes)("%j is final", async (answer, kind) => {
    server.state.next.push(answer);
    const refusal = await open()
      .send(access, message("a"), patience())
      .catch((fault: unknown) => fault);
    expect(refusal).toBeInstanceOf(kind);
    expect(refusal).toMatchObject({ answer: `${answer.errcode} ${answer.errmsg}` });
  });

  it.each([[{ errcode: -1, errmsg: "system error" }], ["<html>"], ["[]"]])("%j is worth another try", async (answer) => {
    server.state.next.push(answer);
    const refusal = await open()
      .send(access, message("a"), patience())
      .catch((fault: unknown) => fault);
    expect(refusal).toBeInstanceOf(NotTaken);
    expect(refusal).not.toBeInstanceOf(Gone);
  });

  it.each([
    [45009, 3_600_000],
    [45011, 60_000],
  ])("%j leaves the account in peace for %j ms, and no other", async (errcode, waitMs) => {
    const api = open();
    server.state.next.push({ errcode, errmsg: "reach limit" });
    const refusals = async () => api.send(access, message("a"), patience()).catch((fault: unknown) => fault);
    expect(await refusals()).toMatchObject({ name: "HeldBack", answer: `${errcode} reach limit`, waitMs });
    at += 1000;
    expect(await refusals()).toMatchObject({ name: "HeldBack", answer: `${errcode} reach limit`, waitMs: waitMs - 1000 });
    expect(server.state.asked).toBe(1);
    const other = await api.send({ ...access, appId: "wxother" }, message("b"), patience()).catch((fault: unknown) => fault);
    expect(other).toMatchObject({ answer: "40013 invalid appid" });
    at += waitMs - 1000;
    expect(await api.send(access, message("a"), patience())).toBe("0 ok 200228332");
  });

  it("that never comes is given up", async () => {
    await open().check(access, patience());
    server.state.next.push("hang");
    await expect(open().send(access, message("a"), AbortSignal.timeout(50))).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("to a message that is tried again says the same, and it is taken once", async () => {
    const api = open();
    await api.send(access, message("same"), patience());
    await api.send(access, message("same"), patience());
    expect([server.state.asked, server.state.taken.size]).toEqual([2, 1]);
  });
});

describe("keywords", () => {
  it("carry what WeChat takes for their kind", () => {
    expect(keywordValue("thing1", "高".repeat(30))).toBe(`${"高".repeat(19)}…`);
    expect(keywordValue("thing1", "")).toBe("-");
    expect(keywordValue("phrase3", "Major 重要报警级别很高")).toBe("重要报警级");
    expect(keywordValue("phrase3", "Major")).toBe("报警");
    expect(keywordValue("phrase3", "Major", "重要")).toBe("重要");
    expect(keywordValue("character_string5", "设备 PUMP-1")).toBe("PUMP-1");
    expect(keywordValue("short_thing6", "Hebei Water")).toBe("Hebei");
    expect(keywordValue("name7", "河北水务 3")).toBe("河北水务");
    expect(keywordValue("name7", "Hebei Water 3")).toBe("HebeiWater");
    expect(keywordValue("number8", "SN-00017")).toBe("00017");
    expect(keywordValue("time4", "2026-03-02 10:10:00+08:00")).toBe("2026-03-02 10:10:00");
  });

  it.each(Object.keys(fits).filter((kind) => kind !== "time" && kind !== "date"))(
    "of the kind %s are taken whatever they carry",
    (kind) => {
      holds(fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => fits[kind]?.(keywordValue(`${kind}1`, text)) === true));
      for (const text of ["", "  ", "水泵房 1 号 Pump-1 (SN-0001) 压力过高", "😀".repeat(40)])
        expect(keywordValue(`${kind}1`, text)).toSatisfy(fits[kind] ?? Boolean);
    },
  );

  it("that are empty are not sent", () => {
    const facts = { device: "Pump", text: "High", level: "重要", levelZh: "重要", time: "10:10", company: "North", sn: "S1" };
    const none = { keywordLevel: "", keywordWhen: "", keywordCompany: "", keywordSn: "" };
    expect(templateData({ ...none, keywordDevice: "thing7", keywordText: "thing8" }, facts)).toEqual({ thing7: "Pump", thing8: "High" });
  });
});
