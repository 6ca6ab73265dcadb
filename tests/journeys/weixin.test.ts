import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { alarmContact } from "#contract/resources/alarmGroup.ts";
import { companyWeixin } from "#contract/resources/companyWeixin.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { adminPassword } from "#tests/server/site.ts";
import { postEvent } from "#tests/server/weixin/postEvent.ts";
import { access, openWeixinServer, templateId } from "#tests/server/weixin/weixinServer.ts";

const token = "callbacktoken";

describe("who sets WeChat up", () => {
  let weixin: Awaited<ReturnType<typeof openWeixinServer>>;
  let stage: Stage;
  let visit: Visit;
  let key: string;
  let callback: string;
  const text = textsOf("zh");
  const { button, cell, drawer, field, act, press, save } = partsOf(() => visit.page, text);

  beforeAll(async () => {
    weixin = await openWeixinServer();
    stage = await openStage({ variables: { WEIXIN_API: weixin.base } });
    key = await stage.site.signIn("admin", adminPassword);
    await stage.site.ask(alarmContact.calls.post, { name: "李娜", phone: "13900000001" }, { token: key });
    visit = await stage.visit({ language: "zh" });
    visit.page.setDefaultTimeout(15_000);
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    await stage.close();
    await weixin.close();
  });

  const open = async (route: string, title: string) => {
    await visit.goto(route);
    await visit.page.getByRole("heading", { name: text(title), exact: true }).waitFor();
  };
  const type = async (...words: string[]) => {
    for (const [place, word] of words.entries()) {
      if (place > 0) await press("Tab");
      await visit.page.keyboard.insertText(word);
    }
  };
  const scan = (openid: string) =>
    postEvent(`${stage.site.base}${callback}`, token, { event: "SCAN", key: weixin.state.scenes.at(-1) ?? "", openid });
  const unbind = async (name: string, action: string) => {
    await act(name, text(action));
    await visit.page.locator(".gh-confirm").getByRole("button").last().press("Enter");
    await cell(name).waitFor({ state: "detached" });
  };

  it("adds the organisation's account by keys from the menu, and checks that WeChat lets it in [S2.119]", async () => {
    const { page } = visit;
    await page.locator("#gh-side").getByText("组织管理", { exact: true }).click();
    await page.locator("#gh-side").getByText(text("weixinAccounts.title"), { exact: true }).click();
    await page.getByText(text("weixinAccounts.used.none"), { exact: true }).waitFor();
    await press("n");
    await drawer().locator(":focus").waitFor();
    await type("北方水务", access.appId);
    await field("weixinAccounts.appSecret").fill(access.appSecret);
    await field("weixinAccounts.token").fill(token);
    await field("weixinAccounts.templateId").fill(templateId);
    await press("Control+Enter");
    await drawer().waitFor({ state: "detached" });
    await cell("北方水务").waitFor();
    await page.getByText("本组织使用公众号“北方水务”", { exact: true }).waitFor();
    await page.reload();
    await act("北方水务", text("weixinAccounts.action.check"));
    callback = new URL((await drawer().locator("code").textContent()) ?? "").pathname;
    await drawer()
      .getByRole("button", { name: text("weixinAccounts.action.check"), exact: true })
      .press("Enter");
    await drawer().getByText(text("weixinAccounts.check.ok"), { exact: true }).waitFor();
    await press("Escape");
    await act("北方水务", text("weixinAccounts.action.edit"));
    await field("weixinAccounts.name").fill("北方水务报警");
    expect(await field("weixinAccounts.appSecret").inputValue()).toBe("");
    await save();
    await cell("北方水务报警").waitFor();
    const { list } = (await stage.site.ask(companyWeixin.calls.query, {}, { token: key })).data;
    expect(list).toMatchObject([{ name: "北方水务报警", hasSecret: true, hasToken: true, hasKey: false }]);
  });

  it("binds an alarm contact who scans the code, says so by itself, and deletes the binding [S2.119]", async () => {
    const { page } = visit;
    await open("/alarms/contacts", "alarmContacts.title");
    await act("李娜", text("alarmContacts.action.bind"));
    await drawer().getByText(text("alarmContacts.bind.unbound"), { exact: true }).waitFor();
    await drawer()
      .getByRole("button", { name: text("weixinCode.show"), exact: true })
      .press("Enter");
    await drawer().getByRole("img", { name: /李娜/ }).waitFor();
    await visit.shot("weixin-contact-code");
    await scan("o-contact-0001");
    await drawer()
      .getByText(/^已绑定微信，公众号“北方水务报警”/)
      .waitFor();
    expect(await drawer().getByRole("img", { name: /李娜/ }).count()).toBe(0);
    await open("/company/weixin/contacts", "weixinContacts.title");
    await cell("o-co…0001").waitFor();
    await unbind("李娜", "weixinContacts.action.remove");
    await page.getByText(text("weixinContacts.empty"), { exact: true }).waitFor();
  });

  it("binds oneself on the profile, where it turns to bound by itself, and deletes the binding [S2.119]", async () => {
    const { page } = visit;
    await open("/user/profile", "profile.title");
    await page.getByRole("tab", { name: text("profile.weixin"), exact: true }).click();
    await page.getByText(text("profile.weixin.unbound"), { exact: true }).waitFor();
    await button(text("weixinCode.show")).press("Enter");
    await page.getByRole("img", { name: text("profile.weixin.scan") }).waitFor();
    await scan("o-user-0001");
    await page.getByText(text("profile.weixin.bound"), { exact: true }).waitFor();
    await open("/company/weixin/users", "weixinUsers.title");
    await cell("o-us…0001").waitFor();
    await unbind("admin", "weixinUsers.action.remove");
    await page.getByText(text("weixinUsers.empty"), { exact: true }).waitFor();
  });
});
