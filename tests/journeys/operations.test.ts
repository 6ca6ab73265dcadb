import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callWords } from "#contract/callWords.ts";
import type { Language } from "#contract/messages.ts";
import { device } from "#contract/resources/device.ts";
import { user } from "#contract/resources/user.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

describe.each(["zh", "en"] as const)("the operation log for an auditor, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  let deviceId: string;
  let pointId: string;
  const text = textsOf(language);
  const words = language === "zh" ? { edit: "编辑用户", view: "被改的用户" } : { edit: "Edit user", view: "Edited users" };

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const fields = { account: "li", userName: "Li", password: "Kestrel72x", type: 1 };
    const { data } = await stage.site.ask(user.calls.add_child, fields, { token });
    await stage.site.ask(user.calls.edit_child, { id: data.id, userName: "Li Si", type: 2, version: 1 }, { token });
    const label = { name: "标签", nameEn: "Label", address: "1", valueType: "text", writable: true } as const;
    const { recipeId, points } = await addTemplate(stage.site, token, "Meter", [label]);
    deviceId = await addDevice(stage.site, token, { sn: "000125", name: "Meter", recipeId });
    pointId = String(points["1"]);
    await stage.site.ask(device.calls.cmd, { id: deviceId, slave: 1, values: { [pointId]: "abc\u202etxt.exe" } }, { token });
    visit = await stage.visit({ language });
    await visit.logIn("admin", adminPassword);
  });
  afterAll(() => stage.close());

  const cells = () => visit.page.getByRole("gridcell");

  it("says in words what was done, finds an operation by them, and opens a row with its before and after [S2.064]", async () => {
    await visit.goto("/devices/query_user_event");
    await cells().getByText(words.edit, { exact: true }).waitFor();
    await visit.page
      .locator(".gh-chip")
      .filter({ hasText: text("operations.filter.call") })
      .click();
    await visit.page.locator(".gh-chip-find input").fill(words.edit);
    await visit.page.getByRole("option", { name: words.edit }).first().waitFor();
    await visit.page.keyboard.press("Enter");
    await visit.page.waitForURL(/call=.*edit_child/);
    await visit.page.locator(".gh-chip-find").waitFor({ state: "detached" });
    expect(await visit.page.evaluate(() => document.activeElement?.textContent)).toContain(words.edit);
    await visit.page.locator('[role=gridcell][data-row="1"]').first().waitFor({ state: "detached" });
    await visit.page.locator('[role=gridcell][data-row="0"]').first().click();
    await visit.page.keyboard.press("Enter");
    const rows = visit.page.locator(".gh-operation-change tbody tr");
    await rows.first().waitFor();
    expect((await rows.allTextContents()).join(" ")).toMatch(
      language === "zh" ? /LiLi Si.*员工维修员/ : /LiLi Si.*StaffMaintenance technician/,
    );
    await visit.page.waitForFunction(() => document.getAnimations().length === 0);
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot(`operation-${language}`);
  });

  it("opens the same row for somebody else who follows its link", async () => {
    const address = visit.page.url().split("#")[1] ?? "";
    expect(address).toMatch(/call=.*row=/);
    const other = await stage.visit({ language, width: 800, dark: true });
    await other.logIn("admin", adminPassword);
    await other.goto(address);
    await other.page.locator(".gh-operation-change").waitFor();
    expect(other.errors).toEqual([]);
    await other.close();
  });

  it("keeps a view under a name, also after signing in elsewhere", async () => {
    await visit.goto(`/devices/query_user_event?call=${encodeURIComponent(user.calls.edit_child.path)}`);
    await visit.page.locator(".gh-operation-change").waitFor({ state: "detached" });
    await visit.page.getByRole("button", { name: text("screen.views") }).click();
    await visit.page.getByPlaceholder(text("screen.views.name")).fill(words.view);
    await visit.page.keyboard.press("Enter");
    await visit.page.getByRole("menuitem", { name: words.view }).waitFor();
    const other = await stage.visit({ language });
    await other.logIn("admin", adminPassword);
    await other.goto("/devices/query_user_event");
    await other.page.getByRole("button", { name: text("screen.views") }).click();
    await other.page.getByRole("menuitem", { name: words.view }).click();
    await other.page.waitForURL(/call=.*edit_child/);
    await other.close();
    await visit.page.keyboard.press("Escape");
  });

  it("downloads what the filters let through", async () => {
    const downloading = visit.page.waitForEvent("download");
    await visit.page.getByRole("button", { name: text("screen.export") }).click();
    await visit.page.getByRole("menuitem", { name: text("file.format.csv") }).click();
    const content = readFileSync(await (await downloading).path(), "utf8");
    await visit.page.getByRole("menuitem", { name: text("file.format.csv") }).waitFor({ state: "detached" });
    expect([content.split("\r\n").length, content.includes(words.edit)]).toEqual([3, true]);
    expect(visit.errors).toEqual([]);
  });

  it("keeps the file among the jobs, to be taken once more, until they are cleared, by keyboard alone", async () => {
    const { page } = visit;
    const tray = page.locator(".gh-jobs-button");
    await tray.focus();
    await page.keyboard.press("Enter");
    const list = page.locator(".gh-jobs");
    await list.getByText(text("jobs.kind.operationFile")).waitFor();
    await page.waitForFunction(() => document.getAnimations().length === 0);
    expect(await axeFaults(page)).toEqual([]);
    await visit.shot(`jobs-${language}`);
    const downloading = page.waitForEvent("download");
    for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement?.classList.contains("gh-jobs-button") === true);
    await page.keyboard.press("Enter");
    await list.waitFor();
    for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
    await page.waitForFunction(() => document.activeElement?.closest(".gh-confirm") !== null);
    for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
    await tray.waitFor({ state: "detached" });
    expect(visit.errors).toEqual([]);
  });

  it("names the data point of a command, and shows what its value would do to the text around it", async () => {
    await visit.goto(`/devices/query_user_event?call=${encodeURIComponent(device.calls.cmd.path)}`);
    await cells()
      .getByText(callWords(device.calls.cmd.path, language) ?? "", { exact: true })
      .waitFor();
    await visit.page.locator('[role=gridcell][data-row="0"]').first().click();
    await visit.page.keyboard.press("Enter");
    const told = visit.page.locator(".gh-operation-detail dd bdi", { hasText: pointId });
    await told.getByText(language === "zh" ? `标签 (${pointId})：abc\\u202Etxt.exe` : `Label (${pointId}): abc\\u202Etxt.exe`).waitFor();
    expect((await visit.page.locator("body").innerText()).includes("\u202e")).toBe(false);
    await visit.page.keyboard.press("Escape");
  });
});
