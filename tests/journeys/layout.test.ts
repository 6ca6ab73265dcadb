import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { bringCameras, seedDemo } from "#demo/seed.ts";
import type { Db } from "#server/db/open.ts";
import { screens } from "#src/app/screens.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { foreignTexts } from "#tests/journeys/foreignTexts.ts";
import { narrowFaults, overflows, wideFaults } from "#tests/journeys/layoutFaults.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { adminPassword } from "#tests/server/site.ts";

/** Names of records, which stand in headings and fields as they are. */
const namesOfData = async (db: Db): Promise<Set<string>> => {
  const names = new Set<string>();
  for (const table of [
    ...(["device", "slave", "recipe", "point", "company", "role", "alarm_trigger", "device_type", "icon_group"] as const),
    ...(["device_template", "alarm_trigger_template", "device_template_ui", "device_template_ui_cmd"] as const),
    ...(["app_recipe", "app_command", "parameter_table"] as const),
    ...(["alarm_type", "alarm_group", "alarm_contact", "company_weixin"] as const),
  ])
    for (const { name } of await db
      .selectFrom(table as "device")
      .select("name")
      .distinct()
      .execute())
      if (name !== "") names.add(name);
  return names;
};

const gateways = 60;
const days = 5;
/** ms in which a page comes to rest. */
const patience = 5000;
const [tall, wide, middle, narrow] = [900, 1440, 800, 400];
const leftTabs = "[role=tab][aria-selected=false]:not([data-fixed]) [data-close]";
const landmarks = ["header", "nav", "[role=tablist]", "main"];
/** Visits that open the screens between them. */
const visits = Math.round(screens.length / 20);
const portions = Array.from({ length: visits }, (_, nth) => ({
  from: Math.round((nth * screens.length) / visits),
  to: Math.round(((nth + 1) * screens.length) / visits),
}));

/** Every screen, with the rows of the demonstration, whose names are of both languages and of the length of real ones. */
describe("every screen", () => {
  let stage: Stage;
  let visit: Visit;
  let given: ReadonlySet<string>;
  let ids: { device: string; recipe: string; company: string; point: string };

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    const { db } = site.gatehouse.services;
    // Of a host that is not allowed: nothing is asked of it.
    await bringCameras(db, await seedDemo(db, gateways, days, Date.now()), "https://cameras.example.com", Date.now());
    await site.restart();
    const token = await site.signIn("admin", adminPassword);
    const { list } = (await site.ask(device.calls.query, { search: "GHCR" }, { token })).data;
    const [cold] = list;
    if (!cold) throw new Error("the demonstration has no cold room");
    const points = (await site.ask(deviceDataRecipe.calls.list_body, { recipeId: "demo-recipe-cold" }, { token })).data.list;
    given = await namesOfData(site.gatehouse.services.db);
    ids = { device: cold.id, recipe: "demo-recipe-cold", company: cold.companyId, point: points[0]?.id ?? "" };
  }, 60_000);
  afterEach(async () => {
    expect(visit.errors).toEqual([]);
    await visit.close();
  });
  afterAll(() => stage.close());

  const subjects = (): Readonly<Record<string, string>> => ({
    "/devices/deviceDatail": `?id=${ids.device}`,
    "/devices/connect": `?id=${ids.device}`,
    "/devices/edit": `?id=${ids.device}`,
    "/devices/history": `?device=${ids.device}`,
    "/template/edit": `?id=${ids.recipe}`,
    "/template/adds": `?recipeId=${ids.recipe}`,
    "/template/edits": `?id=${ids.point}`,
    "/template/registerset": `?id=${ids.recipe}`,
    "/template/sheet": `?id=${ids.recipe}`,
    "/template/app": "?id=demo-recipe-cold",
    "/template/deviceedit": "?id=demo-preset-pump",
    "/template/device/devices": "?id=demo-preset-pump",
    "/template/ui/edit": "?id=demo-panel-pump",
    "/template/uicmdCheck": "?uiId=demo-panel-pump&device=demo-wp-001",
    "/panel": "?device=demo-wp-001",
    "/company/companyDetail": `?id=${ids.company}`,
  });
  const settled = async (page: Page): Promise<void> => {
    await page.waitForLoadState("networkidle");
    await page.waitForFunction(() => ![...document.querySelectorAll("[aria-busy=true]")].some((one) => one.getClientRects().length > 0));
  };
  /** What stays wrong once the page has come to rest in this width. */
  const restingFaults = async (width: number, look: (page: Page) => Promise<string[]>): Promise<string[]> => {
    const { page } = visit;
    await page.setViewportSize({ width, height: tall });
    await settled(page);
    const until = performance.now() + patience;
    let found = await look(page);
    while (found.length > 0 && performance.now() < until) {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      found = await look(page);
    }
    return found.map((fault) => `${width}: ${fault}`);
  };

  describe.each([
    // What stands on a page is the same in every language: of the dark one its contrasts are asked for.
    { language: "zh", dark: true, widths: [], rules: ["color-contrast"] },
    { language: "en", dark: false, widths: [middle, narrow], rules: undefined },
  ] as const)("in $language, dark $dark, at 1440 px and $widths", ({ language, dark, widths, rules }) => {
    it.each(portions)(
      "stands inside header, menu and tabs without a reload, wholly in the language, with all columns, whole headings, every action and no fault that axe finds: $from to $to [S1.001] [S1.002] [S2.059]",
      async ({ from, to }) => {
        visit = await stage.visit({ language, dark });
        const { page } = visit;
        await visit.logIn("admin", adminPassword);
        await page.evaluate(() => void Object.assign(window, { same: true }));
        const faults: unknown[] = [];
        for (const { path, bare } of screens.slice(from, to)) {
          await page.setViewportSize({ width: wide, height: tall });
          await visit.goto(path + (subjects()[path] ?? ""));
          await page
            .locator(bare ? ".gh-board-head, .gh-opboard-head, #gh-track-title, #gh-wall-title, .gh-panel-page h1" : "main h1:visible")
            .first()
            .waitFor();
          // What a tab keeps in the page is looked through by axe with every screen behind it.
          const left = page.locator(leftTabs).first();
          while (await left.isVisible()) await left.click();
          const found: unknown[] = bare ? [] : await restingFaults(wide, path === "/template/sheet" ? overflows : wideFaults);
          for (const landmark of landmarks)
            if ((await page.locator(landmark).first().isVisible()) === bare) found.push(`${landmark}: ${bare ? "drawn" : "missing"}`);
          found.push(...(await foreignTexts(page, language, given)), ...(await axeFaults(page, rules)));
          const tick = page.locator(".gh-row .gh-check:visible").first();
          if (await tick.count()) {
            await tick.click();
            found.push(...(await axeFaults(page, ["color-contrast"], "main")));
            await tick.click();
          }
          for (const width of widths) found.push(...(await restingFaults(width, width === narrow ? narrowFaults : overflows)));
          if (found.length > 0) faults.push([path, found]);
          await visit.shot(`layout-${path.replaceAll("/", "_").slice(1)}-${language}`);
        }
        expect(faults).toEqual([]);
        expect(await page.evaluate(() => "same" in window)).toBe(true);
        await page.setViewportSize({ width: narrow, height: tall });
        await page.locator(".gh-account").click();
        const menu = await page.locator(".gh-menu").boundingBox();
        expect(menu !== null && menu.x >= 0 && menu.x + menu.width <= narrow).toBe(true);
      },
      180_000,
    );
  });
});
