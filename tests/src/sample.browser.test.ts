import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SampleUserRow } from "#contract/resources/sample.ts";
import { listSampleUsers } from "#server/sample/sampleUsers.ts";
import { type SampleSite, startSampleSite } from "./sampleSite.ts";

vi.setConfig({ testTimeout: 90_000 });

let site: SampleSite;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  site = await startSampleSite();
}, 120_000);
afterAll(() => site?.stop());

beforeEach(() => {
  site.asked.length = 0;
  complaints.length = 0;
});
afterEach(async () => {
  await page?.context().close();
  expect(complaints).toEqual([]);
});

const stored = (filter: { name?: string } = {}): Promise<SampleUserRow[]> =>
  listSampleUsers(site.gatehouse.services.db, { companyPath: "root/" }, filter);

const open = async (path = "/sample/users", options: Parameters<SampleSite["open"]>[1] = {}): Promise<void> => {
  page = await site.open(path, options);
  page.on("pageerror", (fault) => complaints.push(fault.message));
  if (path.startsWith("/sample/users")) await page.locator(".gh-page-count").waitFor({ timeout: 45_000 });
};

const until = (check: () => Promise<void>, { timeout = 15_000, interval = 50 } = {}) => vi.waitFor(check, { timeout, interval });

/** Texts of one column, from the first row down. */
const column = (place: number): Promise<string[]> =>
  page.evaluate((wanted) => {
    const cells = [...document.querySelectorAll<HTMLElement>(`[role=gridcell][data-col="${wanted}"]`)];
    const rows = new Map(cells.map((cell) => [Number(cell.dataset.row), cell.textContent ?? ""]));
    return [...rows].sort(([one], [other]) => one - other).map(([, text]) => text);
  }, place);

const names = () => column(1);
const status = () => page.locator(".gh-status [role=status]").textContent();
const toast = (text: string) => page.locator(".bp6-toast", { hasText: text }).first().waitFor();
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const dialog = (name: string) => page.getByRole("dialog", { name });
const form = () => page.locator(".gh-form");
const asked = (call: string) => site.asked.filter(({ path }) => path === `/api/sample/user/${call}`);

test("the list has name, sex, age, birth and address, 10 rows a page, and a total [S2.204] [S2.206] [S9.006]", async () => {
  await open();
  const all = await stored();
  expect(await page.getByRole("columnheader").evaluateAll((heads) => heads.map((head) => head.getAttribute("aria-label")))).toEqual(
    expect.arrayContaining(["姓名", "性别", "年龄", "生日", "地址"]),
  );
  expect(await names()).toEqual(all.slice(0, 10).map((user) => user.name));
  expect(await status()).toBe("第 1–10 条，共 86 条");
  await button("下一页").click();
  await until(async () => expect(await names()).toEqual(all.slice(10, 20).map((user) => user.name)));
  expect(page.url()).toMatch(/\?page=2$/);
  await button("末页").click();
  await until(async () => expect(await status()).toBe("第 81–86 条，共 86 条"));
  expect(await names()).toEqual(all.slice(80).map((user) => user.name));
});

test("sex 1 is 男 and 0 is 女, in English Male and Female [S3.023]", async () => {
  await open();
  const sexes = (await stored()).slice(0, 10).map((user) => user.sex);
  expect(new Set(sexes)).toEqual(new Set([0, 1]));
  expect(await column(2)).toEqual(sexes.map((sex) => (sex === 1 ? "男" : "女")));
  await page.context().close();
  await open("/sample/users", { language: "en" });
  expect(await column(2)).toEqual(sexes.map((sex) => (sex === 1 ? "Male" : "Female")));
});

test("a search shows only the users whose name contains the text, and lives in the address [S2.205]", async () => {
  await open();
  await page.keyboard.press("/");
  await page.keyboard.type("王");
  const found = await stored({ name: "王" });
  expect(found.length).toBeGreaterThan(0);
  await until(async () => expect(await names()).toEqual(found.slice(0, 10).map((user) => user.name)));
  await page.reload();
  await until(async () => expect(await names()).toEqual(found.slice(0, 10).map((user) => user.name)));
  await page.getByRole("searchbox").fill("%");
  await page.getByText("没有符合条件的记录").waitFor();
  await button("清除筛选").click();
  await until(async () => expect(await status()).toBe("第 1–10 条，共 86 条"));
});

test("a form without a name says 请输入姓名 and saves nothing; 0 and 200 are ages, -1 and 201 are not [S5.026] [S5.027]", async () => {
  await open();
  await page.keyboard.press("n");
  const age = page.getByRole("textbox", { name: "年龄" });
  await age.fill("200");
  await button("提交").click();
  await form().getByText("请输入姓名").waitFor();
  for (const [value, wrong] of [
    ["-1", true],
    ["201", true],
    ["0", false],
    ["200", false],
  ] as const) {
    await age.fill(value);
    await age.blur();
    await until(async () => expect(await form().getByText("年龄应为 0～200 的整数").count()).toBe(wrong ? 1 : 0));
  }
  expect(asked("add")).toEqual([]);
  expect(await stored()).toHaveLength(86);
});

test("adding asks 确认提交吗？, saves, says 提交成功, and the user is in the list; birth goes as yyyy-MM-dd [S2.207] [S5.028] [S5.029] [S7.040]", async () => {
  await open();
  await button("添加用户").click();
  await page.getByRole("textbox", { name: "姓名" }).fill("欧阳若兰");
  await page.getByText("女", { exact: true }).last().click();
  await page.getByRole("textbox", { name: "年龄" }).fill("0");
  await page.getByRole("textbox", { name: "生日" }).fill("2026-03-09");
  await page.getByRole("textbox", { name: "地址" }).fill("无锡市");
  await button("提交").click();
  await dialog("确认提交吗？").waitFor();
  expect(asked("add")).toEqual([]);
  await dialog("确认提交吗？").getByRole("button", { name: "提交" }).click();
  await toast("提交成功");
  await until(async () => expect((await names())[0]).toBe("欧阳若兰"));
  expect(asked("add").map(({ body }) => Object.fromEntries(body))).toEqual([
    { name: "欧阳若兰", sex: "0", age: "0", birth: "2026-03-09", addr: "无锡市" },
  ]);
  expect(await status()).toBe("第 1–10 条，共 87 条");
});

test("editing asks, stores the change, and the list shows it [S2.208] [S5.028] [S7.040]", async () => {
  await open("/sample/users?name=欧阳若兰");
  await page.locator('[role=gridcell][data-col="1"]').first().dblclick();
  await page.getByRole("textbox", { name: "姓名" }).fill("欧阳若梅");
  await page.getByRole("textbox", { name: "年龄" }).fill("200");
  await button("提交").click();
  await dialog("确认提交吗？").getByRole("button", { name: "提交" }).click();
  await toast("提交成功");
  await page.getByText("没有符合条件的记录").waitFor();
  await page.getByRole("searchbox").fill("欧阳若梅");
  await until(async () => expect(await names()).toEqual(["欧阳若梅"]));
  expect(await column(3)).toEqual(["200"]);
});

test("an edit over somebody else's newer one is offered for reloading, and saved after that", async () => {
  await open("/sample/users?name=欧阳若梅");
  await page.locator('[role=gridcell][data-col="1"]').first().dblclick();
  await page.getByRole("textbox", { name: "地址" }).fill("苏州市");
  await site.gatehouse.services.db
    .updateTable("sample_user")
    .set((row) => ({ age: 33, version: row("version", "+", 1), updated_by: "Wang" }))
    .where("name", "=", "欧阳若梅")
    .execute();
  await button("提交").click();
  await dialog("确认提交吗？").getByRole("button", { name: "提交" }).click();
  await page.getByText(/^Wang 已于 .* 修改此记录$/).waitFor();
  await button("加载最新").click();
  await until(async () => expect(await page.getByRole("textbox", { name: "年龄" }).inputValue()).toBe("33"));
  await page.getByRole("textbox", { name: "地址" }).fill("苏州市");
  await button("提交").click();
  await dialog("确认提交吗？").getByRole("button", { name: "提交" }).click();
  await toast("提交成功");
  expect(await stored({ name: "欧阳若梅" })).toMatchObject([{ age: 33, addr: "苏州市" }]);
});

test("a row's actions are at hand from any of its cells, by pointer and by key, wherever their column is", async () => {
  await open("/sample/users?name=欧阳若梅");
  const cell = page.locator("[role=gridcell][data-row='0'][data-col='2']");
  const menu = page.getByRole("menu", { name: "操作" });
  await cell.click({ button: "right" });
  await menu.getByRole("menuitem", { name: "编辑用户" }).waitFor();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  await page.keyboard.press("Shift+F10");
  await menu.waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await dialog("确认删除该记录吗?").getByText("欧阳若梅").waitFor();
  await dialog("确认删除该记录吗?").getByRole("button", { name: "取消" }).click();
  expect(await stored({ name: "欧阳若梅" })).toHaveLength(1);
});

test("deleting asks and names the user; cancelling deletes nothing, confirming removes one [S2.209] [S7.039] [S8.022] [S8.025]", async () => {
  await open("/sample/users?name=欧阳若梅");
  const remove = () => page.locator("[role=gridcell] button[title=删除用户]").click();
  await remove();
  await dialog("确认删除该记录吗?").getByText("欧阳若梅").waitFor();
  await dialog("确认删除该记录吗?").getByRole("button", { name: "取消" }).click();
  await dialog("确认删除该记录吗?").waitFor({ state: "detached" });
  expect(await stored()).toHaveLength(87);
  await remove();
  await dialog("确认删除该记录吗?").getByRole("button", { name: "删除" }).click();
  await toast("删除成功");
  await page.getByText("没有符合条件的记录").waitFor();
  expect(await stored()).toHaveLength(86);
  expect(await stored({ name: "欧阳若梅" })).toEqual([]);
});

const tick = (row: number) => page.locator(`[role=gridcell][data-col="0"][data-row="${row}"]`).click();

test("a batch covers the ticked rows in view, names their count, and asks before it deletes [S2.210] [S7.039] [S8.023]", async () => {
  await open();
  const all = await stored();
  await tick(0);
  await button("下一页").click();
  await until(async () => expect((await names())[0]).toBe(all[10]?.name));
  await tick(1);
  await tick(3);
  await page.getByText("本页已选 2 条").waitFor();
  await page.getByText("加上其他页的 1 条").waitFor();
  await button("删除选中").click();
  await dialog("确认删除选中记录吗？").getByText("共 2 条").waitFor();
  await page.keyboard.press("Escape");
  await dialog("确认删除选中记录吗？").waitFor({ state: "detached" });
  expect(await stored()).toHaveLength(86);
  await button("删除选中").click();
  await dialog("确认删除选中记录吗？").getByRole("textbox").fill("2");
  await dialog("确认删除选中记录吗？").getByRole("button", { name: "删除" }).click();
  await toast("删除成功");
  await until(async () => expect(await status()).toBe("第 11–20 条，共 84 条"));
  const gone = new Set([all[11]?.id, all[13]?.id]);
  expect(await stored()).toEqual(all.filter((user) => !gone.has(user.id)));
  expect(asked("batchremove").map(({ body }) => body.get("ids"))).toEqual([[all[11]?.id, all[13]?.id].join(",")]);
});

test("the whole filter is covered when a person says so", async () => {
  await open("/sample/users?name=王");
  const found = await stored({ name: "王" });
  const others = (await stored()).length - found.length;
  await tick(0);
  await button(`选择全部符合条件的 ${found.length} 条`).click();
  await button("删除选中").click();
  await dialog("确认删除选中记录吗？").getByText(`共 ${found.length} 条`).waitFor();
  await dialog("确认删除选中记录吗？").getByRole("textbox").fill(String(found.length));
  await dialog("确认删除选中记录吗？").getByRole("button", { name: "删除" }).click();
  await toast("删除成功");
  await page.getByText("没有符合条件的记录").waitFor();
  expect(await stored()).toHaveLength(others);
});

test("columns keep the arrangement a person gave them", async () => {
  await open();
  await page.locator('[role=columnheader][data-col="3"] button').click({ force: true });
  await page.getByRole("menuitem", { name: /隐藏/ }).click();
  const heads = () => page.getByRole("columnheader").evaluateAll((all) => all.map((head) => head.getAttribute("aria-label") ?? ""));
  await until(async () => expect(await heads()).not.toContain("年龄"));
  const { db } = site.gatehouse.services;
  await until(async () => {
    const kept = await db.selectFrom("user_temp_data").select("value").where("key", "=", "table:/sample/users").execute();
    expect(kept.map(({ value }) => JSON.parse(value))).toMatchObject([{ hidden: ["age"] }]);
  });
  await page.reload();
  await page.locator("[role=gridcell]").first().waitFor();
  await until(async () => expect(await heads()).not.toContain("年龄"));
  await db.deleteFrom("user_temp_data").execute();
});

test("a form survives an expired session: the same user finds the draft after signing in, no other user does [S7.051]", async () => {
  const context = await site.context();
  const other = await site.addUser(`wu${Date.now()}`);
  await open("/sample/users", { context });
  await page.keyboard.press("n");
  await page.getByRole("textbox", { name: "姓名" }).fill("未存之人");
  await page.getByRole("textbox", { name: "年龄" }).fill("30");
  await button("提交").click();
  const send = dialog("确认提交吗？").getByRole("button", { name: "提交" });
  await send.waitFor();
  await site.gatehouse.services.sessions.endAll(await site.adminId());
  // The page may have heard of the end by itself, and closed the question.
  await send.click({ timeout: 5000 }).catch(() => undefined);
  await page.getByText("Signed out").waitFor();

  const signIn = async (userId: string) => {
    const { token } = await site.gatehouse.services.sessions.open(userId, "127.0.0.1");
    await page.evaluate((key) => sessionStorage.setItem("key", key), token);
    const address = page.url().replace(/#.*/, "");
    await page.goto("about:blank");
    await context.addCookies([{ name: "key", value: "1", url: address }]);
    await page.goto(`${address}#/sample/users`);
    await page.locator("[role=gridcell]").first().waitFor();
  };
  await signIn(other);
  expect(await button("继续填写").count()).toBe(0);
  await signIn(await site.adminId());
  await button("继续填写").click();
  await until(async () => expect(await page.getByRole("textbox", { name: "姓名" }).inputValue()).toBe("未存之人"));
  expect(await page.getByRole("textbox", { name: "年龄" }).inputValue()).toBe("30");
});

test("axe finds nothing wrong with the list, its bulk bar and its form, in light and dark", async () => {
  await open();
  const look = async (part: string) => {
    await page.evaluate(() => document.getAnimations().map((animation) => animation.finish()));
    const { violations } = await new AxeBuilder({ page }).include(part).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n")}`);
  };
  await tick(0);
  expect(await look(".gh-page-head, .gh-status")).toEqual([]);
  await page.keyboard.press("n");
  await button("提交").click();
  await form().getByText("请输入姓名").waitFor();
  expect(await look(".gh-form-frame")).toEqual([]);
  await page.evaluate(() => document.body.classList.add("bp6-dark"));
  expect(await look(".gh-form-frame")).toEqual([]);
});

test("the charts page draws its four charts from the sample users [S2.211]", async () => {
  await open("/sample/charts");
  await until(async () => expect(await page.locator(".js-plotly-plot .main-svg").count()).toBeGreaterThanOrEqual(4), {
    timeout: 45_000,
  });
  await until(async () => {
    expect(await page.locator(".scatterlayer .trace path").count()).toBeGreaterThan(0);
    expect(await page.locator(".barlayer .trace .point").count()).toBeGreaterThan(0);
    expect(await page.locator(".pielayer .slice").count()).toBe(2);
    expect(await page.locator(".heatmaplayer image").count()).toBe(1);
  });
  for (const title of ["各月出生人数", "各年龄段人数", "性别比例", "出生年代与月份"])
    await page.getByRole("heading", { name: title }).waitFor();
});

test("a notification comes every second while the page is open and none behind another tab [S9.028]", async () => {
  await open("/sample/notice");
  const count = async () => Number(/\d+/.exec((await page.locator(".gh-sample-text").last().textContent()) ?? "")?.[0]);
  await until(async () => expect(await count()).toBe(2), { timeout: 45_000, interval: 20 });
  const at = Date.now();
  await until(async () => expect(await count()).toBe(5), { timeout: 10_000, interval: 20 });
  expect(Date.now() - at).toBeGreaterThan(2700);
  expect(Date.now() - at).toBeLessThan(4500);
  await toast("示例通知");
  await page.goto(page.url().replace(/#.*/, "#/sample/users"));
  await page.locator("[role=gridcell]").first().waitFor();
  await until(async () => expect(await page.locator(".bp6-toast").count()).toBe(0), { timeout: 20_000 });
});
