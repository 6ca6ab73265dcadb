import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { screens } from "#src/app/screens.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { adminPassword } from "#tests/server/site.ts";

describe("the session and the server's menu", () => {
  let stage: Stage;
  let visit: Visit;

  beforeAll(async () => {
    stage = await openStage();
    visit = await stage.visit({ language: "zh" });
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const kept = (name: string) => visit.page.evaluate((key) => localStorage.getItem(key) ?? sessionStorage.getItem(key), name);
  const side = async () => (await visit.page.locator("#gh-side").innerText()).split("\n").filter(Boolean);

  it("leads from every address behind the log-in to the log-in, and leaves the public ones alone [S4.001] [S2.045] [S4.002]", {
    timeout: 60_000,
  }, async () => {
    for (const path of [...screens.map(({ path: each }) => each), "/loading"]) {
      await visit.goto(path);
      await expect.poll(() => visit.page.url(), { timeout: 15_000 }).toContain("#/login");
    }
    for (const path of ["/Provision", "/account/register", "/account/ft_password", "/404", "/403"]) {
      await visit.goto(path);
      await visit.page.locator("#root").filter({ hasText: /\S/ }).waitFor();
      expect(visit.page.url()).toContain(`#${path}`);
    }
  });

  it("asks for the dictionaries as specified and keeps industries and granted paths [S7.034] [S7.035] [S3.009] [S6.005] [S3.007] [S3.010]", async () => {
    const asked: Record<string, string>[] = [];
    visit.page.on("request", (request) => {
      if (request.url().endsWith("/api/dict/query")) asked.push(Object.fromEntries(new URLSearchParams(request.postData() ?? "")));
    });
    const { db } = stage.site.gatehouse.services;
    await db.updateTable("dict").set({ remark: "平台甲" }).where("id", "=", "sys-conf-platform").execute();
    await visit.logIn("admin", adminPassword);
    await visit.page.locator("header .gh-brand").getByText("平台甲").waitFor();
    await visit.page.locator(".gh-account-company").getByText("Gatehouse").waitFor();
    expect(asked).toEqual(
      expect.arrayContaining([
        { name: "industry", pageNo: "1", pageSize: "999" },
        { name: "sys-conf", pageNo: "1", pageSize: "10" },
      ]),
    );
    expect(await kept("pb_industry")).toContain("水务");
    const paths: unknown = JSON.parse((await kept("menubt")) ?? "[]");
    expect(paths).toEqual(expect.arrayContaining(["/api/device/query", "/api/menu/post"]));
  });

  it("shows the kept menu after a reload before the server's has come, and stays usable when it fails [S2.127] [S8.016]", async () => {
    const before = await side();
    await visit.page.route("**/api/user/menu_tree", (route) =>
      route.fulfill({ status: 500, json: { code: 500, data: null, message: "x" } }),
    );
    await visit.page.reload();
    await visit.page.locator("#gh-side").waitFor();
    expect(await side()).toEqual(before);
    expect(await visit.page.locator(".bp6-toast").count()).toBe(0);
    await visit.goto("/sample/users");
    await visit.page.getByRole("gridcell").first().waitFor();
    await visit.page.unroute("**/api/user/menu_tree");
  });

  it("forgets the menu at log-out; the next user has their own, and no button beyond their rights [S2.128] [S1.041] [S6.006] [S2.129] [S2.130] [S3.005]", async () => {
    await visit.goto("/devices/list");
    await visit.page.getByRole("button", { name: "添加设备" }).waitFor();
    await visit.page.locator(".gh-account").click();
    await visit.page.getByRole("menuitem", { name: "退出登录" }).click();
    await visit.page.locator(".gh-confirm-actions button, .bp6-dialog-footer button").last().click();
    await visit.page.waitForURL(/#\/login/);
    expect([await kept("menu"), await kept("menubt"), await kept("key")]).toEqual([null, null, null]);

    await stage.site.addUser({ account: "viewer", type: 3, roles: ["role-user"] });
    await stage.site.gatehouse.services.db.updateTable("user").set({ user_name: "" }).where("account", "=", "viewer").execute();
    await visit.logIn("viewer", "secret1");
    await visit.page.locator(".gh-account-name").getByText("未知").waitFor();
    expect(await side()).not.toContain("系统管理");
    await visit.goto("/devices/list");
    await visit.page.getByRole("heading", { name: /设备列表/ }).waitFor();
    expect(await visit.page.getByRole("button", { name: "添加设备" }).count()).toBe(0);
    await visit.goto("/system/menus");
    await visit.page.waitForURL(/#\/403/);
  });
});
