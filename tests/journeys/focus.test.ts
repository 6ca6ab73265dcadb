import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const en = textsOf("en");
const grid = en("groups.title");

describe("the focus", () => {
  let stage: Stage;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    const token = await site.signIn("admin", adminPassword);
    for (const name of ["North", "South", "East", "West", "Centre"]) await site.ask(deviceGroup.calls.post, { name }, { token });
    const { recipeId } = await addTemplate(site, token, "Meter", [{ name: "Level", address: "1" }]);
    await addDevice(site, token, { sn: "000125", name: "Meter", recipeId });
    visit = await stage.visit({ language: "en" });
    ({ page } = visit);
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const { cell, drawer, press, said } = partsOf(() => page, en);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent?.trim() ?? "";
    });
  const question = () => page.locator(".gh-confirm");
  const remove = () => question().getByRole("button", { name: en("feedback.action.delete"), exact: true });
  const openGroups = async () => {
    await visit.goto("/devices/groups");
    await page.getByRole("gridcell").first().waitFor();
  };

  it.each(["csv", "xlsx"] as const)("stays at the button of an export once the %s has come", async (format) => {
    await openGroups();
    await page.getByRole("button", { name: en("screen.export"), exact: true }).focus();
    await press("Enter");
    const item = page.getByRole("menuitem", { name: en(`file.format.${format}`) });
    await item.focus();
    // Held until the menu is gone: a button that is busy cannot have the focus.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${deviceGroup.calls.query.path}*`, async (route) => {
      await held;
      await route.continue();
    });
    const coming = page.waitForEvent("download");
    await press("Enter");
    await item.waitFor({ state: "detached" });
    await page.locator(".gh-page-actions .bp6-loading").waitFor();
    release();
    await coming;
    await page.unroute(`**${deviceGroup.calls.query.path}*`);
    await expect.poll(focused).toBe(en("screen.export"));
    await press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("#gh-content") !== null)).toBe(true);
  });

  it("comes back from the list of keys to the table, and from the display settings to their button", async () => {
    await openGroups();
    await press("t");
    await expect.poll(focused).toBe(grid);
    await press("?");
    await page.locator(".gh-hotkeys").waitFor();
    await press("Escape");
    await page.locator(".gh-hotkeys").waitFor({ state: "detached" });
    await expect.poll(focused).toBe(grid);
    await page.getByRole("button", { name: en("shell.theme"), exact: true }).focus();
    await press("Enter");
    await page.getByRole("dialog").waitFor();
    await press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(focused).toBe(en("shell.theme"));
  });

  it("comes back to the table from a question that is declined, and from a delete, on the row that has taken the place", async () => {
    await openGroups();
    await press("t");
    const ask = async () => {
      await press("Shift+F10");
      await page.getByRole("menuitem", { name: en("groups.action.remove"), exact: true }).focus();
      await press("Enter");
      await question().waitFor();
    };
    const row = () => page.locator(".gh-active[role=gridcell]").getAttribute("data-row");
    await press("ArrowDown");
    await ask();
    await press("Escape");
    await question().waitFor({ state: "detached" });
    await expect.poll(focused).toBe(grid);
    expect(await row()).toBe("1");
    await ask();
    await remove().focus();
    await press("Enter");
    await cell("East").waitFor({ state: "detached" });
    await expect.poll(focused).toBe(grid);
    expect(await row()).toBe("1");
    await press("ArrowDown");
    expect(await row()).toBe("2");
    const bin = page.getByRole("button", { name: en("groups.action.remove"), exact: true });
    await bin.last().click();
    await remove().click();
    await cell("West").waitFor({ state: "detached" });
    await expect.poll(focused).toBe(grid);
  });

  it("is in the page after the delete of many, and of the last one", async () => {
    await openGroups();
    const within = () => page.evaluate(() => document.activeElement?.closest("#gh-content") !== null);
    await press("t", "Control+Home", "Space", "Shift+ArrowDown");
    const removeMany = () =>
      page
        .getByRole("toolbar", { name: en("screen.bulk.label") })
        .getByRole("button", { name: en("groups.action.removeMany"), exact: true });
    await removeMany().focus();
    await press("Enter");
    await question().waitFor();
    await page.keyboard.type("2");
    await press("Enter");
    await cell("Centre").waitFor({ state: "detached" });
    await expect.poll(within).toBe(true);
    await press("t", "Control+a");
    await removeMany().focus();
    await press("Enter");
    await remove().focus();
    await press("Enter");
    await page.getByText(en("groups.empty"), { exact: true }).waitFor();
    await expect.poll(within).toBe(true);
  });

  it("need not leave a field to submit: Ctrl+Enter does from a text of many lines, a choice and a switch", async () => {
    await visit.goto("/devices/groups");
    await page.getByRole("heading", { name: en("groups.title") }).waitFor();
    await press("n");
    await drawer().locator(":focus").waitFor();
    await page.keyboard.type("Islands");
    await page.locator('[id="groups.remark"]').focus();
    await page.keyboard.type("two lines");
    await press("Enter");
    await page.keyboard.type("of them");
    await press("Control+Enter");
    await said(en("feedback.added"));
    await cell("Islands").waitFor();
    await visit.goto("/alarms/triggers/add");
    await page.getByLabel(en("alarmRule.field.level")).focus();
    await press("Control+Enter");
    await page.locator(".gh-field-error").first().waitFor();
    await visit.goto("/system/menus");
    await page.getByRole("gridcell").first().waitFor();
    await press("n");
    await drawer().locator(":focus").waitFor();
    await page.locator('[id="menus.hidden"]').focus();
    await press("Control+Enter");
    await drawer().locator(".gh-field-error").first().waitFor();
  });
});
