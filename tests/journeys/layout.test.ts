import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { bringCameras, seedDemo } from "#demo/seed.ts";
import { screens } from "#src/app/screens.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { narrowFaults, wideFaults } from "#tests/journeys/layoutFaults.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { adminPassword } from "#tests/server/site.ts";

const gateways = 60;
const days = 5;
const [tall, wide, narrow] = [900, 1440, 400];

/** Every screen, with the rows of the demonstration, whose names are of both languages and of the length of real ones. */
describe("every screen", () => {
  let stage: Stage;
  let visit: Visit;
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
    ids = { device: cold.id, recipe: "demo-recipe-cold", company: cold.companyId, point: points[0]?.id ?? "" };
  }, 60_000);
  afterEach(async () => {
    expect(visit.errors).toEqual([]);
    await visit.close();
  });
  afterAll(() => stage.close());

  const subjects = (): Readonly<Record<string, string>> => ({
    "/devices/deviceDatail": `?id=${ids.device}`,
    "/devices/edit": `?id=${ids.device}`,
    "/devices/history": `?device=${ids.device}`,
    "/template/edit": `?id=${ids.recipe}`,
    "/template/adds": `?recipeId=${ids.recipe}`,
    "/template/edits": `?id=${ids.point}`,
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
    let found = await look(page);
    for (let at = 0; at < 20 && found.length > 0; at += 1) {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      found = await look(page);
    }
    return found.map((fault) => `${width}: ${fault}`);
  };

  it.each([
    ["zh", true, "not looked at"],
    ["en", false, "of use"],
  ] as const)(
    "has all columns, whole headings and every action at 1440 px, texts of 4.5 to 1, in %s, dark %s; 400 px are %s",
    async (language, dark, small) => {
      visit = await stage.visit({ language, dark });
      const { page } = visit;
      await visit.logIn("admin", adminPassword);
      const faults: unknown[] = [];
      for (const { path, bare } of screens) {
        await page.setViewportSize({ width: wide, height: tall });
        await visit.goto(path + (subjects()[path] ?? ""));
        await page
          .locator(bare ? ".gh-board-head, #gh-track-title, #gh-wall-title" : "main h1:visible")
          .first()
          .waitFor();
        const found: unknown[] = bare ? [] : await restingFaults(wide, wideFaults);
        const tick = page.locator(".gh-row .gh-check:visible").first();
        if (await tick.count()) await tick.click();
        found.push(...(await axeFaults(page, ["color-contrast"])));
        if (await tick.count()) await tick.click();
        if (small === "of use") found.push(...(await restingFaults(narrow, narrowFaults)));
        if (found.length > 0) faults.push([path, found]);
        await visit.shot(`layout-${path.replaceAll("/", "_").slice(1)}-${language}`);
      }
      expect(faults).toEqual([]);
      await page.setViewportSize({ width: narrow, height: tall });
      await page.locator(".gh-account").click();
      const menu = await page.locator(".gh-menu").boundingBox();
      expect(menu !== null && menu.x >= 0 && menu.x + menu.width <= narrow).toBe(true);
    },
    240_000,
  );
});
