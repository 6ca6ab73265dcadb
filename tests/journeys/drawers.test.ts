import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { callWords } from "#contract/callWords.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const looks = [
  { language: "zh", width: 1440, height: 900, dark: true, menu: "设备管理", list: "设备列表" },
  { language: "en", width: 800, height: 700, dark: false, menu: "Devices", list: "Device list" },
] as const;

describe.each(looks)("drawers of a freshly loaded page, $language", ({ language, width, height, dark, menu, list }) => {
  let stage: Stage;
  let visit: Visit;
  const text = textsOf(language);

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    const token = await site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(site, token, "Boiler", [{ name: "Running", address: "40002", valueType: "uint16" }]);
    const userId = await site.addUser({ account: "consumer", type: 3, roles: ["role-user"] });
    for (let at = 1; at <= 40; at += 1) {
      const name = `${at <= 5 ? "Boiler" : "Pump"} ${String(at).padStart(2, "0")}`;
      const deviceId = await addDevice(site, token, { sn: `GW-${String(at).padStart(4, "0")}`, name, recipeId });
      if (at > 5) await site.ask(deviceUserBind.calls.auth, { deviceId, userId, state: 1 }, { token });
    }
    visit = await stage.visit({ language, width, height, dark });
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const { drawer, act, press } = partsOf(() => visit.page, text);
  const body = () => drawer().locator(".gh-form-fields");
  const button = (id: string) => drawer().getByRole("button", { name: text(id), exact: true });
  const node = (name: string) => drawer().getByRole("treeitem", { name, exact: true });
  const words = (path: string) => callWords(path, language) ?? "";
  const openFresh = async (route: string, row: string, action: string) => {
    await visit.goto(route);
    await visit.page.reload();
    await act(row, text(action));
    await drawer().waitFor();
  };
  const insideWindow = async (id: string) => {
    await expect
      .poll(async () => {
        const box = await button(id).boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height;
      })
      .toBe(true);
  };
  const scrolls = async () => {
    expect(await body().evaluate((element) => getComputedStyle(element).overflowY)).toBe("auto");
    await body().evaluate((element) => element.scrollTo(0, 200));
    expect(await body().evaluate((element) => element.scrollTop)).toBe(200);
    await body().evaluate((element) => element.scrollTo(0, 0));
  };
  /** What was said of a change that was just made leaves the drawer's title in sight. */
  const clearOfTitle = async () => {
    const said = visit.page.locator(".bp6-toast").first();
    // Playwright tries once it has come to rest.
    await said.hover({ trial: true });
    const [one, other] = [await said.boundingBox(), await drawer().locator(".gh-form-head").boundingBox()];
    if (!one || !other) throw new Error("nothing was said, or there is no drawer");
    const across = one.x < other.x + other.width && other.x < one.x + one.width;
    expect(across && one.y < other.y + other.height && other.y < one.y + one.height).toBe(false);
  };
  const focused = () => visit.page.evaluate(() => document.activeElement?.textContent);
  const question = () => visit.page.getByRole("dialog").filter({ hasText: text("form.leave.question") });
  /** The next question comes when this one has gone. */
  const answer = async (id: string) => {
    await question()
      .getByRole("button", { name: text(id), exact: true })
      .click();
    await question().waitFor({ state: "detached" });
  };
  const owner = language === "zh" ? "业主" : "Property owners";
  const action = words("/api/device/query");

  it("shows a role's permissions with their buttons in sight, as a tree that keys walk", async () => {
    await openFresh("/role/list", owner, "roles.action.permissions");
    for (const id of ["form.save", "feedback.action.cancel", "form.close"]) await insideWindow(id);
    expect(await drawer().locator('[role="treeitem"][tabindex="0"]').count()).toBe(1);
    const first = (await drawer().getByRole("treeitem").first().textContent()) ?? "";
    expect(await focused()).toBe(first);
    expect(await node(menu).getAttribute("aria-expanded")).toBe("false");
    await node(menu).locator("[data-fold]").click();
    expect(await focused()).toBe(menu);
    await press("ArrowRight", "ArrowRight", "ArrowRight");
    expect(await focused()).toBe(action);
    expect(await node(action).locator("[title]").getAttribute("title")).toBe("/api/device/query");
    expect(await node(action).getAttribute("aria-level")).toBe("3");
    await scrolls();
    await press(" ");
    expect(await node(action).getAttribute("aria-checked")).toBe("false");
    expect([await node(list).getAttribute("aria-checked"), await node(menu).getAttribute("aria-checked")]).toEqual(["mixed", "mixed"]);
    await visit.shot(`permissions-fresh-${language}`);
    expect(await axeFaults(visit.page)).toEqual([]);
    await press("ArrowLeft");
    expect(await focused()).toBe(list);
    await press("ArrowLeft");
    expect(await node(action).count()).toBe(0);
    await press("Home");
    expect(await focused()).toBe(first);
    await press("End", "ArrowUp", "ArrowDown");
    expect(await focused()).toBe(await drawer().getByRole("treeitem").last().textContent());
    expect(await drawer().locator('[role="treeitem"][tabindex="0"]').count()).toBe(1);
  });

  it("asks before it throws changed permissions away, and not before it closes unchanged ones", async () => {
    await press("Escape");
    await answer("feedback.action.cancel");
    await button("form.close").click();
    await answer("feedback.action.cancel");
    await button("feedback.action.cancel").click();
    await answer("form.leave.action");
    await drawer().waitFor({ state: "detached" });
    await openFresh("/role/list", owner, "roles.action.permissions");
    await node(menu).click();
    expect(await node(menu).getAttribute("aria-checked")).toBe("false");
    await node(menu).click();
    await press("Escape");
    await drawer().waitFor({ state: "detached" });
  });

  it("unfolds at first what is granted in part", async () => {
    await openFresh("/role/list", owner, "roles.action.permissions");
    await node(menu).locator("[data-fold]").click();
    await node(list).click();
    await button("form.save").click();
    await drawer().waitFor({ state: "detached" });
    await openFresh("/role/list", owner, "roles.action.permissions");
    expect(await node(menu).getAttribute("aria-checked")).toBe("mixed");
    expect([await node(menu).getAttribute("aria-expanded"), await node(list).getAttribute("aria-expanded")]).toEqual(["true", "false"]);
    await press("Escape");
    await drawer().waitFor({ state: "detached" });
  });

  it("shows what an end consumer is bound to, and binds another with the keyboard alone", async () => {
    await openFresh("/user/terminal", "consumer", "terminals.action.devices");
    await drawer().getByText("Pump 40", { exact: true }).waitFor();
    await insideWindow("form.close");
    await scrolls();
    await drawer()
      .getByRole("combobox", { name: text("terminals.devices.find") })
      .fill("boiler");
    const second = drawer().getByRole("option").nth(1);
    const name = (await second.locator(".gh-finder-name").textContent()) ?? "";
    await press("ArrowDown");
    await expect.poll(() => second.getAttribute("aria-selected")).toBe("true");
    await visit.shot(`user-devices-fresh-${language}`);
    await press("Enter");
    await clearOfTitle();
    await drawer().getByRole("cell", { name, exact: true }).waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
  });
});
