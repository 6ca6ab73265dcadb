import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { openStage, type Stage, type Visit, type VisitOptions } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const zhText = "三号泵房出口压力超过上限，请立即检查阀门与泵组并通知值班工程师";
const enText = "Outlet pressure of pump house 3 is above its limit: check valves and pumps at once and tell the engineer on duty";
const [zh, en] = [textsOf("zh"), textsOf("en")];

describe("the shell in use", () => {
  let stage: Stage;
  let visit: Visit;
  let deviceId: string;

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const points = [{ name: "压力", nameEn: "Pressure", address: "40001" }];
    const template = await addTemplate(stage.site, token, "T-1", points);
    deviceId = await addDevice(stage.site, token, { sn: "SN-0001", name: "Pump house 3", recipeId: template.recipeId });
    for (const [level, name] of [
      [3, "R-3"],
      [2, "R-2"],
    ] as const)
      await stage.site.ask(
        alarmTrigger.calls.post,
        {
          ...{ name, level, recipeId: template.recipeId, pointId: template.points["40001"], condition: "above", a: 10 },
          ...{ pushContent: zhText, pushContentEn: enText },
        },
        { token },
      );
    const device = await connectDevice(stage.site, "SN-0001");
    await sendTelemetry(device, "SN-0001", { values: { "40001": 20 } });
    await device.endAsync();
  }, 60_000);
  afterAll(() => stage.close());
  afterEach(async () => {
    expect(visit.errors).toEqual([]);
    await visit.close();
  });
  const enter = async (options: VisitOptions): Promise<Page> => {
    visit = await stage.visit(options);
    await visit.logIn("admin", adminPassword);
    return visit.page;
  };
  const fillAddPage = async (page: Page): Promise<void> => {
    await visit.goto("/devices/adds");
    await page.getByLabel(en("device.field.name"), { exact: false }).first().fill("Half a pump");
  };

  it("finds a device by a part of its SN in the palette, and Enter opens its page", async () => {
    const page = await enter({ language: "en" });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("n-000");
    await page.getByRole("option", { name: "Pump house 3" }).waitFor();
    await visit.shot("palette-devices");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/#/devices/deviceDatail?id=${deviceId}`);
  });

  it.each(["/home_page", "/monitor"])("turns the alarm texts of %s to the language that is chosen, without a reload", async (path) => {
    const page = await enter({ language: "zh" });
    await visit.goto(path);
    await page.getByText(zhText).first().waitFor();
    await page
      .locator("header")
      .getByRole("button", { name: zh("shell.language") })
      .click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await page.getByText(enText).first().waitFor();
    expect(await page.getByText(zhText).count()).toBe(0);
  });

  it("keeps a half-filled page that is left by menu and by back, and asks before its tab closes", async () => {
    const page = await enter({ language: "en" });
    await visit.goto("/devices/list");
    await fillAddPage(page);
    const name = page.getByLabel(en("device.field.name"), { exact: false }).first();
    const tab = page.getByRole("tab", { name: "Add device" });
    const leave = [
      () =>
        page
          .locator("nav")
          .getByText("Wallboard", { exact: true })
          .click()
          .then(() => page.goBack())
          .then(() => page.goBack()),
      () => page.locator("nav").getByText("Home", { exact: true }).click(),
      async () => void (await page.goBack()),
    ];
    for (const go of leave) {
      await go();
      await name.waitFor({ state: "detached" });
      await tab.click();
      await page.getByRole("button", { name: en("form.draft.restore") }).click();
      expect(await name.inputValue()).toBe("Half a pump");
    }
    await tab.click({ button: "middle" });
    await visit.shot("leave-question");
    await page
      .locator(".gh-confirm")
      .getByRole("button", { name: en("feedback.action.cancel") })
      .click();
    expect(await name.inputValue()).toBe("Half a pump");
    await tab.locator("[data-close]").click();
    await page.getByRole("button", { name: en("form.leave.action") }).click();
    await tab.waitFor({ state: "detached" });
  });

  it("shows every required field and every fault alike, a choice like a text", async () => {
    const page = await enter({ language: "en", height: 1200 });
    await visit.goto("/alarms/triggers/add");
    await page.getByRole("button", { name: en("alarmRules.action.add") }).click();
    const marked = async () =>
      (await page.locator(".gh-field-label:has(.gh-field-required)").allInnerTexts()).map((text) => text.replace("*", ""));
    await page.locator(".gh-field-error").first().waitFor();
    const required = ["name", "recipeId", "pointId", "condition"].map((field) => en(`alarmRule.field.${field}`));
    expect(await marked()).toEqual([...required, en("alarmRule.limit.limit")]);
    const tags = await page.locator("[aria-invalid=true]").evaluateAll((controls) => controls.map((control) => control.tagName));
    expect(tags).toEqual(["INPUT", "SELECT", "SELECT", "INPUT"]);
    await visit.shot("rule-faults");
    await page.getByLabel(en("alarmRule.field.level")).focus();
    await page.waitForFunction(() => {
      const looks = [...document.querySelectorAll("[aria-invalid=true]")].map((control) => getComputedStyle(control).boxShadow);
      return looks.length === 4 && new Set(looks).size === 1 && looks[0] !== "none";
    });
    await page.locator("[name=condition]").selectOption("offline");
    expect(await marked()).not.toContain(en("alarmRule.field.pointId"));
    await page.locator("[name=condition]").selectOption("between");
    expect(await marked()).toContain(en("alarmRule.limit.high"));
  });

  it.each([
    ["en", 800, false],
    ["zh", 800, true],
    ["en", 1440, false],
  ] as const)("lays the home page out in %s at %i px, dark %s: tiles in one row each, alarm texts whole", async (language, width, dark) => {
    const page = await enter({ language, width, dark });
    const texts = page.locator(".gh-home-text");
    await texts.first().waitFor();
    await visit.shot(`home-${language}-${width}`);
    for (const tiles of await page.locator(".gh-figures").all()) {
      const tops = await tiles.locator("> *").evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(1);
      const cut = await tiles
        .locator(".gh-figure-label, .gh-figure-count")
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0).length);
      expect(cut).toBe(0);
    }
    if (width === 800) expect((await texts.first().boundingBox())?.width).toBeGreaterThan(400);
  });

  it("names the window after every address, and leads home from /404", async () => {
    const page = await enter({ language: "en" });
    const title = (wanted: string) => page.waitForFunction((text) => document.title.replace(/^\([\d,]+\) /, "").startsWith(text), wanted);
    await visit.goto("/newindex");
    await title("Wallboard");
    await visit.goto("/no/such/page");
    await title(en("gate.title.notFound"));
    await page.getByText("404 page not found", { exact: true }).waitFor();
    await page.getByText(en("shell.refused.notFound"), { exact: true }).waitFor();
    await page.locator("#gh-side").waitFor();
    await visit.shot("not-found");
    await page.getByRole("button", { name: en("gate.back") }).click();
    await page.waitForURL(/#\/newindex/);
    await title("Wallboard");
    await visit.goto("/404");
    await page
      .locator(".gh-refused")
      .getByRole("link", { name: en("gate.home") })
      .click();
    await page.waitForURL(/#\/home_page/);
    await title("Home");
    await page.locator("nav").first().waitFor();
  });
});
