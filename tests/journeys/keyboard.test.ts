import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

describe.each(["zh", "en"] as const)("by the keyboard alone, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  let deviceId: string;
  const text = textsOf(language);

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(stage.site, token, "Meter", [{ name: "Level", address: "1" }]);
    deviceId = await addDevice(stage.site, token, { sn: "000125", name: "Meter", recipeId });
    visit = await stage.visit({ language });
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const { drawer, press } = partsOf(() => visit.page, text);
  const focusedName = () =>
    visit.page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? (document.activeElement as HTMLElement).innerText);
  const opens = () => drawer().locator(":focus").waitFor();
  const closes = () => drawer().waitFor({ state: "detached" });
  const tabTo = async (name: string) => {
    for (let at = 0; at < 40 && (await focusedName()) !== name; at += 1) await press("Tab");
    expect(await focusedName()).toBe(name);
  };

  it("reaches every tab of one's own account", async () => {
    await visit.goto("/user/profile");
    const [profile, password, factor, sessions] = ["title", "password", "factor", "sessions"].map((id) => text(`profile.${id}`));
    const tab = (name = "") => visit.page.locator(".gh-profile").getByRole("tab", { name, exact: true });
    const shown = (name = "") => visit.page.getByRole("tabpanel", { name, exact: true }).waitFor();
    await tab(profile).focus();
    await press("ArrowRight");
    expect(await focusedName()).toBe(password);
    await press("Enter");
    await shown(password);
    await press("End");
    expect(await focusedName()).toBe(sessions);
    await press("Space");
    await shown(sessions);
    await press("ArrowLeft", "ArrowLeft", "Enter");
    await shown(factor);
    await press("Home");
    expect(await focusedName()).toBe(profile);
    await press("Tab");
    expect(await focusedName()).toBe(factor);
  });

  it("goes to a page by its name, from there to its table by a key, and comes back into the page from what a key opened", async () => {
    const { page } = visit;
    await visit.goto("/home_page");
    await press("Control+k");
    await page.getByRole("combobox").first().fill("device list");
    await page.getByRole("option").first().waitFor();
    await press("Enter");
    await page.getByRole("gridcell").filter({ hasText: "000125" }).first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("gh-content");
    await press("t");
    expect(await focusedName()).toBe(text("devices.title"));
    await visit.goto("/devices/groups");
    await page.getByRole("heading", { name: text("groups.title") }).waitFor();
    await press("n");
    await opens();
    await press("Escape");
    await closes();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("#gh-content") !== null)).toBe(true);
  });

  it("is led to the present password that a new e-mail address takes, and that was left empty", async () => {
    await visit.goto("/user/profile");
    const profile = visit.page.locator(".gh-profile");
    await profile.getByRole("tab", { name: text("profile.title"), exact: true }).click();
    await visit.page.locator('[id="profile.email"]').fill("new@example.org");
    await visit.page.locator('[id="profile.email"]').press("Enter");
    const password = visit.page.locator('[id="profile.password"]');
    await visit.page.locator('[id="profile.password"]:focus[aria-invalid=true][aria-required=true]').waitFor();
    await visit.page
      .getByText(language === "zh" ? "请输入原密码" : "Enter the current password", { exact: true })
      .first()
      .waitFor();
    await password.fill(adminPassword);
    await press("Enter");
    await visit.page.locator(".bp6-toast").getByText(text("feedback.edited")).first().waitFor();
    await profile.getByRole("tab", { name: text("profile.factor"), exact: true }).click();
    await visit.page.getByRole("button", { name: text("profile.factor.begin"), exact: true }).click();
    await visit.page.locator(".gh-profile-row input:focus[aria-invalid=true]").waitFor();
  });

  it("comes back from a form to the button that opened it, whether it is given up or saved", async () => {
    const add = text("children.action.add");
    await visit.goto("/user/children");
    await visit.page.getByRole("button", { name: add, exact: true }).first().waitFor();
    await visit.page.locator(".gh-brand").focus();
    await tabTo(add);
    await press("Enter");
    await opens();
    await press("Escape");
    await closes();
    await expect.poll(focusedName).toBe(add);
    await press("Enter");
    await opens();
    await visit.page.keyboard.type("a");
    await press("Escape");
    await visit.page.locator(".gh-confirm-actions").waitFor();
    await tabTo(text("form.leave.action"));
    await press("Enter");
    await closes();
    await expect.poll(focusedName).toBe(add);
    await press("Enter");
    await opens();
    await visit.page.keyboard.type("returner");
    await press("Tab");
    await visit.page.keyboard.type("Kestrel72x");
    await visit.page.locator('[id="children.userName"]').focus();
    await visit.page.keyboard.type("Back");
    await press("Enter");
    await closes();
    await expect.poll(focusedName).toBe(add);
  });

  it("comes back from a row's form to the table, from its menu as well", async () => {
    const { page } = visit;
    const grid = text("children.title");
    await page.getByRole("gridcell").filter({ hasText: "returner" }).first().waitFor();
    await tabTo(grid);
    await press("Enter");
    await opens();
    await press("Escape");
    await closes();
    await expect.poll(focusedName).toBe(grid);
    await press("Shift+F10");
    await page.getByRole("menuitem", { name: text("children.action.roles"), exact: true }).focus();
    await press("Enter");
    await opens();
    await press("Escape");
    await closes();
    await expect.poll(focusedName).toBe(grid);
    await press("Shift+F10");
    await page.getByRole("menuitem", { name: text("children.action.password"), exact: true }).focus();
    await press("Enter");
    await opens();
    await press("Escape");
    await closes();
    await expect.poll(focusedName).toBe(grid);
  });

  it.each([0, 2])("comes back from a record to its row after %i steps on the record", async (steps) => {
    const { page } = visit;
    await visit.goto("/devices/list");
    await page.getByRole("gridcell").filter({ hasText: "000125" }).first().waitFor();
    await page.getByRole("grid").focus();
    await press("Enter");
    await page.getByRole("heading", { name: "Meter" }).first().waitFor();
    for (let step = 0; step < steps; step += 1) await press("Tab");
    await page.goBack();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
    await press("Enter");
    await page.getByRole("heading", { name: "Meter" }).first().waitFor();
  });

  it.each([
    ["/alarms/history", "alarms.filter.from"],
    ["/devices/query_user_event", "operations.filter.call"],
    ["/devices/query_user_event", "operations.filter.account"],
    ["/devices/query_user_event", "screen.views"],
    ["/devices/history?device=", "history.points"],
  ])("comes back from what opens on %s at %s to its button", async (route, id) => {
    const { page } = visit;
    await visit.goto(route.endsWith("=") ? route + deviceId : route);
    const name = text(id).replace(/\{.*$/s, "").trim();
    const button = page.locator("button[aria-haspopup]:visible", { hasText: name }).first();
    const focused = () => button.evaluate((one) => one === document.activeElement);
    // Points can be chosen once the device has come.
    await expect.poll(() => button.isEnabled()).toBe(true);
    for (const key of ["Enter", "Space"]) {
      await button.focus();
      await press(key);
      await page.locator(".bp6-popover input").first().focus();
      await press("Escape");
      await page.locator(".bp6-popover").waitFor({ state: "detached" });
      await expect.poll(focused).toBe(true);
    }
  });
});
