import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const zone = "Asia/Shanghai";

describe.each(["zh", "en"] as const)("an operator at night, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  let gateway: Gateway;
  let deviceId: string;
  const text = textsOf(language);

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const { recipeId, points } = await addTemplate(stage.site, token, "冷库 Cold room", [
      { name: "温度", nameEn: "Temperature", address: "1", decimals: 1, unit: "°C" },
      {
        ...{ name: "库门", nameEn: "Door", address: "2", valueType: "bool" },
        enumeration: [
          { value: 0, label: "关", labelEn: "Closed" },
          { value: 1, label: "开着", labelEn: "Door open" },
        ],
      },
    ]);
    deviceId = await addDevice(stage.site, token, { sn: "NIGHT-0001", name: "冷库一号 Cold room 1", recipeId });
    const rule = (name: string, address: string, more: object) =>
      stage.site.ask(alarmTrigger.calls.post, { name, recipeId, pointId: points[address] ?? null, condition: "above", ...more }, { token });
    const texts = {
      pushContent: "库温过高",
      pushContentEn: "Room too warm",
      releaseContent: "库温正常",
      releaseContentEn: "Room cool again",
    };
    await rule("Warm", "1", { level: 3, a: 8, ...texts });
    await rule("Door", "2", { level: 2, condition: "equal", a: 1 });
    gateway = await startGateway(stage.site.gatehouse.mqttPort, "NIGHT-0001", "devicepw");
    visit = await stage.visit({ language });
    visit.page.setDefaultTimeout(15_000);
    await visit.logIn("admin", adminPassword);
    await visit.page.locator(".gh-link-online").waitFor();
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    await gateway?.stop();
    await stage.close();
  });
  const send = (temperature: number, door: number) => gateway.publish("telemetry", { values: { 1: temperature, 2: door } });
  const emergency = () => visit.page.locator(".gh-notice-level-3");

  it("comes by one click from the notice to the record", async () => {
    const { page } = visit;
    await send(9.04, 1);
    await emergency().waitFor();
    await visit.shot(`alarms-notice-${language}`);
    const stamp = await emergency().locator("time").getAttribute("datetime");
    expect(await emergency().locator("time").textContent()).toBe(formatInstant(zone, stamp));
    await emergency()
      .getByRole("link", { name: text("notice.record") })
      .click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("button", { name: text("alarms.action.process") }).waitFor();
    await drawer.getByText(/^9\.0 /).waitFor();
    await visit.shot(`alarms-drawer-${language}`);
    expect(await drawer.locator("dd a").getAttribute("href")).toBe(`#/devices/deviceDatail?id=${deviceId}`);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
  });

  it("sees what it needs at 1440 px beside the open menu, and processing within reach", async () => {
    const { page } = visit;
    await page
      .getByRole("gridcell")
      .filter({ hasText: language === "en" ? "Door open" : "开着" })
      .first()
      .waitFor();
    const pane = await page.locator(".gh-page-table").boundingBox();
    const right = (pane?.x ?? 0) + (pane?.width ?? 0);
    for (const column of ["level", "triggerText", "deviceName", "value", "raisedAt", "state", "releasedAt", "repeats", "companyName"]) {
      const head = await page
        .getByRole("columnheader")
        .filter({ hasText: text(`alarms.column.${column}`) })
        .first()
        .boundingBox();
      expect([column, head !== null && head.x + head.width <= right]).toEqual([column, true]);
    }
    const button = page.locator(".gh-actions button").first();
    const box = await button.boundingBox();
    expect(box !== null && box.x + box.width <= right).toBe(true);
    await visit.shot(`alarms-history-1440-${language}`);
    const acts = page.locator(".gh-actions button");
    for (const described of await acts.evaluateAll((buttons) => buttons.map((each) => each.getAttribute("aria-description"))))
      expect(described).toContain(" · ");
    await button.click();
    await page.locator(".gh-process textarea").fill("seen");
    await page.keyboard.press("Escape");
    const leave = page.getByRole("button", { name: text("form.leave.action"), exact: true });
    await leave.waitFor();
    await page.keyboard.press("Escape");
    await leave.waitFor({ state: "detached" });
    expect(await page.locator(".gh-process textarea").inputValue()).toBe("seen");
    await page.keyboard.press("Escape");
    await leave.click();
    await page.locator(".gh-process").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  });

  it("opens a record by a single click on its content, keeping the filters, and the device by its name", async () => {
    const { page } = visit;
    await visit.goto("/alarms/history?level=3");
    const cell = page.getByRole("gridcell").filter({ hasText: language === "en" ? "Room too warm" : "库温过高" });
    await page.waitForFunction(() => document.querySelectorAll(".gh-actions button").length === 1);
    await cell.first().getByRole("link").click();
    await page.getByRole("dialog").waitFor();
    expect(page.url()).toMatch(/level=3&record=/);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("gridcell").filter({ hasText: "冷库一号" }).first().getByRole("link").click();
    await page.waitForURL(new RegExp(`deviceDatail\\?id=${deviceId}`));
    await page.goBack();
    await cell.first().getByRole("link").click();
    await page.getByRole("dialog").locator("dd a").click();
    await page.waitForURL(new RegExp(`deviceDatail\\?id=${deviceId}`));
    await page.locator(".gh-point").first().waitFor();
    expect(await page.getByRole("dialog").filter({ visible: true }).count()).toBe(0);
    await visit.shot(`alarms-device-${language}`);
  });

  it("is told of the alarm, and of its release calmly in its place, in words of the reader's language [S3.050]", async () => {
    const { page } = visit;
    await visit.goto("/alarms/history");
    const raised = { zh: "库温过高", en: "Room too warm" };
    const over = { zh: "库温正常", en: "Room cool again" };
    const other = language === "en" ? "zh" : "en";
    await emergency().waitFor();
    const words = await emergency().innerText();
    expect([words.includes(raised[language]), words.includes(raised[other])]).toEqual([true, false]);
    await send(5, 0);
    const calm = page.locator(".gh-notice-released").filter({ hasText: over[language] });
    await calm.waitFor();
    expect(await calm.innerText()).toContain(text("notice.released"));
    expect(await calm.innerText()).not.toContain(over[other]);
    expect(await emergency().count()).toBe(0);
    await visit.shot(`alarms-released-${language}`);
  });

  it("reads it in a narrow dark window, with pager and buttons free of notices", async () => {
    const narrow = await stage.visit({ language, width: 800, dark: true });
    const { page } = narrow;
    page.setDefaultTimeout(15_000);
    await narrow.logIn("admin", adminPassword);
    await narrow.goto("/alarms/history");
    await page.getByRole("gridcell").filter({ hasText: "冷库一号" }).first().waitFor();
    await page.locator(".gh-link-online").waitFor();
    await send(9.5, 1);
    const cards = page.locator(".gh-notice");
    await page.waitForFunction(() => document.querySelectorAll(".gh-notice").length === 2);
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
    };
    expect((await boxOf(".gh-status")).bottom).toBeLessThanOrEqual((await boxOf(".gh-notices")).top);
    await narrow.shot(`alarms-history-800-${language}`);
    await page.locator(".gh-notice-level-3").getByRole("link").last().click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: text("alarms.action.process") })
      .waitFor();
    expect((await boxOf(".bp6-drawer")).bottom).toBeLessThanOrEqual((await boxOf(".gh-notices")).top);
    await narrow.shot(`alarms-drawer-800-${language}`);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: text("notice.dismissAll"), exact: true }).click();
    expect(await cards.count()).toBe(0);
    expect(narrow.errors).toEqual([]);
    await narrow.close();
  });

  it("handles alarms of the table by keys: those that are ticked, and else that under the cursor", async () => {
    const { page } = visit;
    await visit.goto("/alarms/history?state=0");
    const rows = page.getByRole("gridcell").filter({ hasText: "冷库一号" });
    await expect.poll(() => rows.count()).toBe(2);
    const dialog = page.getByRole("dialog");
    const onGrid = () => page.evaluate(() => document.activeElement?.getAttribute("role"));
    await page.keyboard.press("t");
    for (const key of ["Space", "ArrowDown", "Space", "a"]) await page.keyboard.press(key);
    await expect.poll(() => dialog.getByRole("listitem").count()).toBe(2);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(onGrid).toBe("grid");
    for (const key of ["Escape", "a"]) await page.keyboard.press(key);
    await dialog.getByRole("textbox").waitFor();
    expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual([expect.stringContaining("冷库一号")]);
    await page.keyboard.type("seen");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(onGrid).toBe("grid");
    await page.keyboard.press("?");
    await dialog.getByText(text("alarms.action.processMany"), { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});
