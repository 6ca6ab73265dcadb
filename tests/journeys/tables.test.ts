import type { CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const en = textsOf("en");
const keyMs = 305;
const stepMs = 350;

/** What an input method shows while 南山 is spelt out. */
const spelt = ["n", "na", "nan", "nan's", "nan'sh", "nan'sha", "nan'shan"];

describe("tables in use", () => {
  let stage: Stage;
  let visit: Visit;
  let page: Page;
  let cdp: CDPSession;
  let token: string;
  let recipeId: string;

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    token = await site.signIn("admin", adminPassword);
    ({ recipeId } = await addTemplate(site, token, "Meter", [{ name: "Level", address: "1" }]));
    for (let at = 1; at <= 26; at += 1) {
      const sn = `GHCP26${String(at).padStart(3, "0")}`;
      await addDevice(site, token, { sn, name: at === 8 ? "南山泵站" : `Pump ${String(at).padStart(2, "0")}`, recipeId });
    }
    visit = await stage.visit({ language: "en" });
    ({ page } = visit);
    cdp = await visit.context.newCDPSession(page);
    await visit.logIn("admin", adminPassword);
  }, 60_000);
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const { act, cell, press } = partsOf(() => page, en);
  const search = () => page.getByRole("searchbox", { name: en("devices.filter.search"), exact: true });
  const question = () => page.locator(".gh-confirm");
  const rows = () => page.locator(".gh-view:visible [data-row]:not([data-row='-1'])[data-col='1']");
  const slowly = async (latency: number) =>
    await cdp.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
  const typeSlowly = async (text: string) => {
    for (const [place, key] of [...text].entries()) await page.keyboard.press(key, { delay: keyMs + 5 * (place % 5) });
  };
  const compose = async (word: string) => {
    for (const text of spelt) {
      await cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      await page.waitForTimeout(stepMs);
    }
    await cdp.send("Input.insertText", { text: word });
  };
  /** What the server is asked to look for meanwhile. */
  const asked = async (run: () => Promise<void>): Promise<string[]> => {
    const texts: string[] = [];
    const listen = (request: { url(): string; postData(): string | null }) => {
      const text = new URLSearchParams(request.postData() ?? new URL(request.url()).search).get("search");
      if (text) texts.push(text);
    };
    page.on("request", listen);
    await run();
    page.off("request", listen);
    return texts;
  };

  it("keeps every letter of a search that is typed slowly over a slow link", async () => {
    await visit.goto("/devices/list");
    await cell("Pump 01").waitFor();
    await slowly(400);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await search().click();
    await typeSlowly("GHCP26008");
    expect(await search().inputValue()).toBe("GHCP26008");
    await cell("南山泵站").waitFor();
    await expect.poll(() => rows().count()).toBe(1);
    expect(await search().inputValue()).toBe("GHCP26008");
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await press("Escape");
    expect(await search().inputValue()).toBe("");
    await cell("Pump 01").waitFor();
  });

  it("asks for nothing while a word is composed, and Enter while composing picks nothing", async () => {
    await search().click();
    const texts = await asked(async () => {
      await compose("南山");
      await cell("南山泵站").waitFor();
      await expect.poll(() => rows().count()).toBe(1);
    });
    expect(texts).toEqual(["南山"]);
    expect(await search().inputValue()).toBe("南山");
    await press("Escape");
    await slowly(0);
    await visit.goto("/devices/history");
    const finder = page.getByRole("combobox", { name: en("history.device"), exact: true });
    await finder.click();
    await page.getByRole("option").first().waitFor();
    const found = await asked(async () => {
      for (const text of spelt) {
        await cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
        await finder.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true, bubbles: true });
      }
      expect(await finder.getAttribute("aria-expanded")).toBe("true");
      await cdp.send("Input.insertText", { text: "南山" });
      await page.getByRole("option", { name: "南山泵站" }).waitFor();
    });
    expect(found).toEqual(["南山"]);
    await press("Enter");
    await expect.poll(() => finder.inputValue()).toBe("南山泵站 (GHCP26008)");
    await press("Control+k");
    await page.locator(".gh-palette input").waitFor();
    const inPalette = await asked(async () => {
      await compose("南山");
      await page.locator(".gh-palette").getByRole("option", { name: "南山泵站" }).waitFor();
    });
    expect(inPalette).toEqual(["南山"]);
    await press("Escape");
  });

  it("ends a question with the view that asked it: what stands on another page deletes nothing", async () => {
    const id = await addDevice(stage.site, token, { sn: "GONE-1", name: "Kept pump", recipeId });
    const still = async () => (await stage.site.ask(device.calls.get, { id }, { token })).code;
    await visit.goto("/home_page");
    await page.waitForURL(/home_page/);
    await visit.goto("/devices/list");
    await act("Kept pump", en("devices.action.remove"));
    await question().waitFor();
    await page.goBack();
    await page.waitForURL(/home_page/);
    await question().waitFor({ state: "detached", timeout: 5000 });
    await page.goForward();
    await cell("Kept pump").waitFor();
    expect(await question().count()).toBe(0);
    expect(await still()).toBe(0);
    await act("Kept pump", en("devices.action.remove"));
    await question().waitFor();
    await press("Control+k");
    await page.locator(".gh-palette input").fill("large");
    await page.locator(".gh-palette").getByRole("option").first().waitFor();
    await press("Enter");
    await page.waitForURL(/newindex/);
    await question().waitFor({ state: "detached", timeout: 5000 });
    expect(await still()).toBe(0);
    await page.goBack();
    await cell("Kept pump").waitFor();
  });
});
