import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { adminPassword } from "#tests/server/site.ts";

const goodPassword = "Kestrel72x";

describe("who may do what", () => {
  let stage: Stage;
  let visit: Visit;
  const text = textsOf("zh");

  beforeAll(async () => {
    stage = await openStage();
    visit = await stage.visit({ language: "zh" });
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const treeItem = (name: string) => drawer().getByRole("treeitem", { name, exact: true });

  const { button, field, drawer, save, said, cell, act } = partsOf(() => visit.page, text);
  const cellsBeside = async (name: string): Promise<string[]> => {
    const row = await cell(name).getAttribute("data-row");
    return visit.page.locator(`[role=gridcell][data-row="${row}"]`).allTextContents();
  };

  it("grows the organisation tree, and shows deactivating at once [S2.067] [S2.194] [S4.063] [S8.045] [S8.046]", async () => {
    await visit.goto("/company/companyTree");
    await button(text("companies.action.addBelow")).click();
    await field("companies.name").fill("Water works");
    await field("companies.morning").fill("08:00");
    await save();
    await drawer().getByText("请按 08:00-12:00 填写").waitFor();
    await field("companies.morning").fill("08:00-12:00");
    await save();
    const item = visit.page.getByRole("treeitem").filter({ hasText: "Water works" }).last();
    await item.click();
    await visit.page.getByText("08:00-12:00").waitFor();
    await button(text("companies.action.disable")).click();
    await visit.page
      .getByRole("dialog")
      .getByRole("button", { name: text("people.confirm.action"), exact: true })
      .click();
    await said(text("people.disabled"));
    await item.getByText(text("companies.option.state.disabled")).waitFor();
    await visit.shot("company-tree");
    await button(text("companies.action.enable")).click();
    await said(text("people.enabled"));
    await item.getByText(text("companies.option.state.disabled")).waitFor({ state: "detached" });
  });

  it("shows one's own organisation with its users and roles [S2.066]", async () => {
    await visit.goto("/company/companyDetail");
    await visit.page.getByRole("heading", { name: /[（(]1[）)]/ }).waitFor();
    await visit.page.locator(".gh-company-tags").getByText("Administrator", { exact: true }).waitFor();
    await visit.goto("/company/companyTree");
  });

  it("walks the tree with the keyboard alone, and draws it as a picture", async () => {
    const root = visit.page.getByRole("treeitem").first();
    await root.click();
    await root.focus();
    await visit.page.keyboard.press("ArrowLeft");
    expect(await root.getAttribute("aria-expanded")).toBe("false");
    await visit.page.keyboard.press("ArrowRight");
    await visit.page.getByRole("treeitem").nth(1).waitFor();
    await visit.page.keyboard.press("ArrowRight");
    await visit.page.keyboard.press("Enter");
    await visit.page.getByRole("treeitem", { selected: true }).filter({ hasText: "Water works" }).waitFor();
    await button(text("companies.asDiagram")).click();
    await visit.shot("company-diagram");
    await button(text("companies.asTree")).click();
  });

  it("reaches the last of many organisations below one with the keyboard, and finds them by name", async () => {
    const parent = await stage.site.addCompany("Wide");
    for (let at = 0; at < 220; at += 1) await stage.site.addCompany(`Branch ${String(at).padStart(3, "0")}`, parent);
    await visit.page.reload();
    const items = visit.page.getByRole("treeitem");
    const wide = visit.page.locator(`[data-item="${parent}"]`);
    await wide.click();
    await wide.focus();
    await visit.page.keyboard.press("ArrowRight");
    await visit.page.getByText("Branch 000", { exact: true }).waitFor();
    await visit.page.getByText("还有 120 个", { exact: false }).waitFor();
    const last = visit.page.getByText("Branch 219", { exact: true });
    await expect
      .poll(
        async () => {
          await visit.page.keyboard.press("End");
          return last.count();
        },
        { timeout: 15_000 },
      )
      .toBe(1);
    await visit.page.keyboard.press("End");
    await visit.shot("company-wide");
    await visit.page.keyboard.press("Enter");
    await visit.page.getByRole("treeitem", { selected: true }).filter({ hasText: "Branch 219" }).waitFor();
    await visit.page.getByRole("textbox", { name: text("companies.filter.name") }).fill("branch 1");
    await expect.poll(() => items.count()).toBe(100);
    await visit.page.getByText("Branch 199", { exact: true }).waitFor();
  });

  it("makes a role with a permission tree [S2.189] [S2.110]", async () => {
    await visit.goto("/role/list");
    await button(text("roles.action.add")).click();
    await field("roles.name").fill("Watch");
    await save();
    await cell("Watch").waitFor();
    await act("Watch", text("roles.action.permissions"));
    await treeItem("设备管理").locator("[data-fold]").click();
    await treeItem("设备列表").click();
    await visit.shot("permissions");
    await save();
    await said(text("feedback.edited"));
  });

  it("adds a user with that role, who signs in and sees exactly that menu; a change of the role reaches the open page without a reload [S2.196] [S6.032]", async () => {
    await visit.goto("/user/children");
    await button(text("children.action.add")).click();
    await field("children.account").fill("watcher");
    await field("children.password").fill("123456");
    await field("children.userName").fill("Wang");
    await drawer().getByText("Watch", { exact: false }).first().click();
    await save();
    await drawer().getByText("密码过于常见", { exact: false }).first().waitFor();
    await field("children.password").fill(goodPassword);
    await save();
    await cell("watcher").waitFor();
    await visit.shot("children");

    const other = await stage.visit({ language: "zh" });
    await other.logIn("watcher", goodPassword);
    const links = async () => (await other.page.locator("#gh-side a").allTextContents()).map((name) => name.trim());
    const deviceList = "设备列表";
    await other.page.locator("#gh-side").getByRole("button").first().click();
    await expect.poll(links).toEqual([deviceList]);
    await visit.goto("/role/list");
    await act("Watch", text("roles.action.permissions"));
    const history = "历史数据";
    await treeItem("历史数据").click();
    await save();
    await said(text("feedback.edited"));
    await expect.poll(links, { timeout: 5000 }).toEqual([deviceList, history]);
    await other.close();
  });

  it("deactivates and enables a user, and makes up a password that is shown once [S4.061] [S8.047]", async () => {
    await visit.goto("/user/children");
    await act("watcher", text("children.action.disable"));
    await visit.page
      .getByRole("dialog")
      .getByRole("button", { name: text("people.confirm.action"), exact: true })
      .click();
    await said(text("people.disabled"));
    await expect.poll(() => cellsBeside("watcher")).toContain(text("children.option.enabled.false"));
    await act("watcher", text("children.action.enable"));
    await said(text("people.enabled"));
    await act("watcher", text("children.action.password"));
    const reset = drawer().getByRole("button", { name: text("children.action.password"), exact: true });
    await reset.click();
    await drawer().getByText("请输入原密码").waitFor();
    await field("children.ownPassword").fill("not-the-password");
    await reset.click();
    await drawer().getByText("密码错误", { exact: true }).first().waitFor();
    await field("children.ownPassword").fill(adminPassword);
    await visit.shot("children-password");
    await reset.click();
    const shown = visit.page.getByTestId("shown-once");
    await shown.waitFor();
    const password = (await shown.textContent()) ?? "";
    await said(text("children.password.done"));
    expect(password).toMatch(/^[A-Za-z0-9]{14}$/);
    await visit.page.getByRole("dialog").getByText(text("form.close"), { exact: true }).click();
    expect(await stage.site.signIn("watcher", password)).toBeTruthy();
  });

  it("shows which employee serves which customers, and binds them in batch [S2.195]", async () => {
    await stage.site.addUser({ account: "server1", type: 1 });
    for (const account of ["customer1", "customer2"]) await stage.site.addUser({ account, type: 3 });
    await visit.goto("/company/customers");
    await act("server1", text("customers.action.bind"));
    for (const account of ["customer1", "customer2"]) {
      await drawer()
        .getByRole("combobox", { name: text("customers.find") })
        .fill(account);
      await drawer().getByRole("option").filter({ hasText: account }).click();
      await drawer().getByRole("checkbox", { name: account }).waitFor();
    }
    await visit.shot("customers");
    await save();
    await visit.page.getByRole("gridcell").filter({ hasText: "customer1" }).first().waitFor();
    expect((await cellsBeside("server1")).join(" ")).toMatch(/customer1.*customer2/);
  });

  it("an item added to the menu makes its screen reachable after the next log-in [S2.121]", async () => {
    await stage.site.gatehouse.services.db.deleteFrom("menu").where("path", "=", "/sample/notice").execute();
    const before = await stage.visit({ language: "zh" });
    await before.logIn("admin", adminPassword);
    await before.goto("/sample/notice");
    await before.page.waitForURL(/#\/403/);
    await before.close();
    await visit.goto("/system/menus");
    await button(text("menus.action.add")).click();
    await field("menus.path").fill("/sample/notice");
    await field("menus.name").fill("又一屏");
    await field("menus.nameEn").fill("One more screen");
    await save();
    await cell("/sample/notice").waitFor();
    const after = await stage.visit({ language: "zh" });
    await after.logIn("admin", adminPassword);
    await after.page.locator("#gh-side").getByText("又一屏").click();
    await after.page.waitForURL(/#\/sample\/notice/);
    await after.page.getByRole("heading").first().waitFor();
    await after.close();
  });

  it("keeps dictionaries, menus, settings and licence [S2.070] [S2.111] [S5.036]", async () => {
    await visit.goto("/system/dict");
    await button(text("dict.action.add")).click();
    await field("dict.name").fill("colour");
    await field("dict.value").fill("Blue");
    await save();
    await cell("Blue").waitFor();
    await visit.shot("dict");
    await visit.goto("/system/menus");
    await cell("/devices/list").waitFor();
    await visit.shot("menus");
    await visit.goto("/system/settings");
    await field("settings.platform").fill("名".repeat(19));
    await button(text("form.save")).click();
    await visit.page.getByText("字符过长").waitFor();
    await field("settings.platform").fill("Water platform");
    await button(text("form.save")).click();
    await said(text("feedback.edited"));
    await visit.page.locator("header").getByText("Water platform").first().waitFor();
    await visit.shot("settings");
    await visit.goto("/system/license");
    await visit.page.getByText(text("licence.option.kind.free")).waitFor();
    await visit.shot("licence");
  });
});
