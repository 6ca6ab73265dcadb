import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Language, say } from "#contract/messages.ts";
import { formatInstant, startOfDay } from "#src/kit/value/zonedTime.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const zone = "Asia/Shanghai";
const minute = 60_000;
const day = 86_400_000;
const looks = { zh: { width: 1440, dark: false }, en: { width: 800, dark: true } } as const;

describe.each(["zh", "en"] as const)("the history of a device in another zone, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  let id: string;
  let points: Record<string, string>;
  const now = Date.now();
  const doorAt = startOfDay(zone, now) - 3 * day;
  const text = textsOf(language);
  const said = (message: string, values: Record<string, string>): string =>
    Object.entries(values).reduce((whole, [name, value]) => whole.replace(`{${name}}`, value), text(message));
  const legend = () => visit.page.locator(".legend .legendtext").allTextContents();
  const drawn = () => visit.page.locator(".js-plotly-plot .scatterlayer .trace").first().waitFor({ state: "attached" });

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const template = await addTemplate(stage.site, token, "冷库 Cold room", [
      { name: "温度", nameEn: "Temperature", address: "1", decimals: 1, unit: "°C" },
      { name: "功率", nameEn: "Power", address: "2", decimals: 1, unit: "kW" },
      { name: "库门", nameEn: "Door", address: "3", valueType: "bool", storeMode: 2 },
      { name: "转速", nameEn: "Speed", address: "4", decimals: 0, unit: "rpm", storeMode: 0 },
    ]);
    points = template.points;
    id = await addDevice(stage.site, token, { sn: "COLD-0001", name: "冷库一号 Cold room 1", recipeId: template.recipeId });
    const companyId = await stage.site.addCompany("New York");
    const { db, telemetry } = stage.site.gatehouse.services;
    await db.updateTable("company").set({ zone: "America/New_York" }).where("id", "=", companyId).execute();
    await db.updateTable("device").set({ company_id: companyId }).where("id", "=", id).execute();
    const temperature = telemetry.series(id, 1, String(points["1"]));
    for (let at = 90; at > 0; at -= 1) telemetry.append(temperature, now - at * minute, 4 + (at % 7) / 10);
    telemetry.append(telemetry.series(id, 1, String(points["3"])), doorAt, 1);
    await telemetry.committed();
    visit = await stage.visit({ language, ...looks[language] });
    visit.page.setDefaultTimeout(10_000);
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  it("draws today from midnight in the reader's zone, names that zone, and says why a ticked point is silent", async () => {
    const { page } = visit;
    await visit.goto(`/devices/deviceDatail?id=${id}`);
    await drawn();
    await page.locator(".gh-point").nth(2).getByRole("checkbox").check();
    await page.waitForFunction(() => document.querySelectorAll(".legend .legendtext").length === 3);
    expect(await page.locator(".xtitle").textContent()).toBe("Asia/Shanghai (UTC+08:00)");
    const [temperature, power, door] = await legend();
    expect(temperature).toBe(language === "zh" ? "温度" : "Temperature");
    expect(power).toContain(text("chart.nothing"));
    expect(door).toContain(said("chart.before", { at: formatInstant(zone, doorAt) }));
    const start = await page.evaluate(() => {
      const plot: object | null = document.querySelector(".js-plotly-plot");
      const layout = plot && "layout" in plot ? (plot.layout as { xaxis?: { range?: string[] } }) : {};
      return layout.xaxis?.range?.[0];
    });
    expect(start).toContain(formatInstant(zone, startOfDay(zone, now)).slice(0, 10));
    await visit.shot(`history-device-${language}`);
  });

  it("says of a point without a check box that it is not stored", async () => {
    const speed = visit.page.locator(".gh-point").nth(3);
    expect(await speed.getByRole("checkbox").count()).toBe(0);
    expect(await speed.innerText()).toContain(text("device.unstored"));
  });

  it("opens from the device's page with the charted points, in the address too", async () => {
    const { page } = visit;
    await page.getByRole("button", { name: text("device.action.history"), exact: true }).click();
    await page.waitForURL(/devices\/history/);
    await drawn();
    expect(new URL(page.url().replace("/#", "")).searchParams.get("points")).toBe(`1/${points["1"]},1/${points["2"]},1/${points["3"]}`);
    expect(await legend()).toHaveLength(3);
    await visit.shot(`history-curve-${language}`);
  });

  it("keeps times that are none as typed, says how to write them, and marks the result as the earlier question's", async () => {
    const { page } = visit;
    const from = page.getByRole("textbox", { name: text("history.from"), exact: true });
    expect(await from.inputValue()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await from.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true);
    await from.fill("yesterday 8:00");
    await page.getByRole("button", { name: text("history.query"), exact: true }).click();
    expect(await page.getByRole("alert").innerText()).toBe(text("history.bounds"));
    expect(await from.inputValue()).toBe("yesterday 8:00");
    expect(await from.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByText(text("history.earlier")).waitFor();
    expect(await page.getByRole("button", { name: text("history.export"), exact: true }).isDisabled()).toBe(true);
    await visit.shot(`history-fault-${language}`);
    await from.fill(formatInstant(zone, now - day).slice(0, 16));
    await page.keyboard.press("Enter");
    await page.getByText(text("history.earlier")).waitFor({ state: "detached" });
    expect(await page.getByRole("alert").count()).toBe(0);
    await from.blur();
    expect(await from.inputValue()).toBe(`${formatInstant(zone, now - day).slice(0, 16)}:00`);
    await drawn();
  });

  it("takes a time from a calendar too, in the words of the page", async () => {
    const { page } = visit;
    const from = page.getByRole("textbox", { name: text("history.from"), exact: true });
    const before = await from.inputValue();
    await page.getByRole("button", { name: said("date.pick", { label: text("history.from") }) }).click();
    const calendar = page.getByRole("dialog", { name: said("date.pick", { label: text("history.from") }) });
    await calendar.locator("button[name=day]").filter({ hasText: /^20$/ }).click();
    await visit.shot(`history-calendar-${language}`);
    expect(await from.inputValue()).toBe(`${before.slice(0, 8)}20${before.slice(10)}`);
    expect(await calendar.innerText()).toMatch(language === "zh" ? /日\s*一\s*二|一\s*二\s*三/ : /Su\s*Mo/);
    await page.keyboard.press("Escape");
    await calendar.waitFor({ state: "detached" });
    await from.fill(before);
    expect(await from.inputValue()).toBe(before);
  });

  it("says below the table's head which points are silent, makes no rows of them, and leaves the time its own width", async () => {
    const { page } = visit;
    await page.getByText(text("history.view.table"), { exact: true }).click();
    await page.locator(".gh-history-note").nth(1).waitFor();
    const notes = await page.locator(".gh-history-note").allTextContents();
    expect(notes).toHaveLength(2);
    expect(notes[1]).toContain(formatInstant(zone, doorAt));
    expect(await page.locator(".gh-status").innerText()).toContain("90");
    expect((await page.getByRole("gridcell").first().boundingBox())?.width).toBeLessThan(200);
    await visit.shot(`history-table-${language}`);
  });

  it("names the zone that days are cut in where it is not the reader's", async () => {
    const { page } = visit;
    await page.getByRole("combobox", { name: text("history.aggregation") }).selectOption("day");
    await page.getByRole("button", { name: text("history.query"), exact: true }).click();
    await page.locator(".gh-history-note").filter({ hasText: "America/New_York" }).waitFor();
    await visit.shot(`history-days-${language}`);
    await page.getByText(text("history.view.curve"), { exact: true }).click();
    await drawn();
    await page.locator(".gh-history-note").filter({ hasText: "America/New_York" }).waitFor();
    expect(await page.locator(".xtitle").textContent()).toBe("Asia/Shanghai (UTC+08:00)");
  });

  it("ticks a device's first points where its link names none, and keeps them in the address", async () => {
    const { page } = visit;
    await visit.goto("/home_page");
    await visit.goto(`/devices/history?device=${id}`);
    await drawn();
    await page.waitForURL((url) => url.hash.includes(encodeURIComponent(`1/${points["1"]},1/${points["2"]}`)));
    await page.reload();
    await drawn();
    expect(await legend()).toHaveLength(2);
  });

  it("looks through stored readings by an address that keeps what is asked, and deletes them once the name is typed [S2.104]", async () => {
    const { page } = visit;
    const shown = (count: number) =>
      expect.poll(() => page.locator(".gh-status:visible").innerText()).toMatch(new RegExp(`\\D${count}\\D`));
    const labelled = (label: string) => page.getByLabel(text(`data.${label}`), { exact: true });
    await visit.goto("/devices/data");
    await page.getByRole("gridcell").first().waitFor({ state: "detached" });
    const finder = page.getByRole("combobox", { name: text("history.device"), exact: true });
    await finder.fill("COLD-0001");
    await page.getByRole("option", { name: /COLD-0001/ }).click();
    await shown(90);
    await labelled("point").fill("emperature");
    await page.waitForURL((url) => url.hash.includes("point=emperature"));
    await labelled("least").fill("4.4");
    await page.waitForURL((url) => url.hash.includes("least=4.4"));
    await shown(39);
    await page.reload();
    await shown(39);
    expect([await labelled("point").inputValue(), await labelled("least").inputValue()]).toEqual(["emperature", "4.4"]);
    await page.getByText("冷库一号 Cold room 1", { exact: true }).first().waitFor();
    await labelled("least").fill("cold");
    await page.getByRole("alert").getByText(say(language, "rule.number")).waitFor();
    expect(await labelled("least").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("button", { name: text("data.delete"), exact: true }).isDisabled()).toBe(true);
    await visit.shot(`data-fault-${language}`);
    await labelled("least").fill("");
    await shown(90);
    await page.getByRole("button", { name: text("data.delete"), exact: true }).click();
    const dialog = page.locator(".gh-confirm");
    await dialog.getByRole("textbox").fill("冷库一号 Cold room 1");
    await dialog.getByRole("button", { name: text("data.delete"), exact: true }).click();
    await shown(0);
  });

  it("leads from a device that is not there to the list of devices", async () => {
    const { page } = visit;
    await visit.goto("/devices/deviceDatail?id=nope");
    await page.getByText(text("device.notFound")).waitFor();
    await visit.shot(`history-nodevice-${language}`);
    await page.getByRole("button", { name: text("device.list") }).click();
    await page.waitForURL(/devices\/list/);
  });

  it("closes the form's tab once its device is saved, and shows the device", async () => {
    const { page } = visit;
    await visit.goto("/devices/adds");
    const tab = page.locator("[id='tab-devices-adds']");
    await tab.waitFor();
    const form = page.locator(".gh-form-page");
    await form.getByLabel(text("device.field.name")).first().fill("Pump 2");
    await form.getByLabel(text("device.field.sn")).first().fill("PUMP-0002");
    await form.getByLabel(text("device.field.password")).first().fill("devicepw");
    await form.getByLabel(text("device.field.typeId")).first().selectOption("type-general");
    await form.getByLabel(text("device.field.industry")).first().selectOption({ index: 1 });
    await form.getByLabel(text("device.field.slaves.name")).first().fill("Main");
    await form.getByLabel(text("device.field.slaves.recipeId")).first().selectOption({ index: 1 });
    await page
      .getByRole("button", { name: text("devices.action.add"), exact: true })
      .last()
      .click();
    await page.waitForURL(/deviceDatail\?id=/);
    await page.getByRole("heading", { name: "Pump 2" }).waitFor();
    expect(await tab.count()).toBe(0);
    await page.goBack();
    await page.waitForURL((url) => !url.hash.includes("/devices/adds"));
  });
});
