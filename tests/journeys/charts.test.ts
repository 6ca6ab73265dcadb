import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { writeCommunicationTimes } from "#server/catalog/communicationTimes.ts";
import { axisTime, formatInstant } from "#src/kit/value/zonedTime.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const minute = 60_000;
const hour = 60 * minute;
const text = textsOf("zh");
/** Where it is early in the afternoon now, so that what came in these hours is of one day. */
const ahead = 14 - new Date().getUTCHours();
const zone = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;

describe("charts", () => {
  let stage: Stage;
  let visit: Visit;
  let id: string;
  let points: Record<string, string>;
  let voltage: string;
  const now = Date.now();

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    const token = await site.signIn("admin", adminPassword);
    const many = await addTemplate(site, token, "机组 Unit", [
      { name: "温度", nameEn: "Temperature", address: "1", decimals: 1, unit: "°C" },
      { name: "设定温度", nameEn: "Set point", address: "2", decimals: 1, unit: "°C" },
      { name: "功率", nameEn: "Power", address: "3", decimals: 1, unit: "kW" },
      { name: "压力", nameEn: "Pressure", address: "4", decimals: 2, unit: "bar" },
      { name: "流量", nameEn: "Flow", address: "5", decimals: 1, unit: "m³/h" },
      { name: "门", nameEn: "Door", address: "6", valueType: "bool", storeMode: 2 },
    ]);
    points = many.points;
    const few = await addTemplate(site, token, "电表 Meter", [{ name: "电压", nameEn: "Voltage", address: "1", decimals: 1, unit: "V" }]);
    voltage = String(few.points["1"]);
    const slaves = [
      { no: 1, name: "主机 Main", recipeId: many.recipeId },
      { no: 2, name: "电表 Meter", recipeId: few.recipeId },
    ];
    const asked = { name: "机组一号 Unit 1", sn: "UNIT-0001", password: "devicepw", typeId: "type-general", industry: "水务", slaves };
    ({ id } = (await site.ask(device.calls.post, asked, { token })).data);
    const { telemetry, db } = site.gatehouse.services;
    await db.updateTable("company").set({ zone }).execute();
    const series = (slave: number, point: string | undefined) => telemetry.series(id, slave, String(point));
    for (let at = 180; at > 60; at -= 1)
      for (const [place, address] of ["1", "2", "3", "4", "5"].entries())
        telemetry.append(series(1, points[address]), now - at * minute, 10 * (place + 1) + (at % 9) / 10);
    telemetry.append(series(1, points["6"]), now - 170 * minute, 1);
    for (let at = 90; at > 60; at -= 1) telemetry.append(series(2, voltage), now - at * minute, 230 + (at % 3));
    for (let at = 1; at < 9000; at += 1) telemetry.append(series(2, voltage), now - 90 * minute - at * 4 * minute, 228 + (at % 5));
    await telemetry.committed();
    await db
      .updateTable("device")
      .set({ activated_at: now - 3 * hour, online: 0 })
      .where("id", "=", id)
      .execute();
    await writeCommunicationTimes(db, [{ id, at: now - 60 * minute }]);
    visit = await stage.visit();
    visit.page.setDefaultTimeout(10_000);
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const drawn = (count: number) =>
    visit.page.waitForFunction((wanted) => document.querySelectorAll(".legend .legendtext").length === wanted, count);
  const one = (...addresses: string[]) => addresses.map((address) => `1/${points[address]}`).join(",");
  const colors = (selector: string, property: string) =>
    visit.page
      .locator(selector)
      .evaluateAll((all, name) => all.map((element) => getComputedStyle(element).getPropertyValue(name)), property);

  it("stack units that are more than four in panes and say every curve at the pointer, what holds with its time", async () => {
    const { page } = visit;
    await visit.goto(`/devices/history?device=${id}&points=${one("1", "2", "3", "4", "5", "6")}&preset=day`);
    await drawn(6);
    expect(await page.locator(".ytitle, .y2title, .y3title, .y4title, .y5title").allTextContents()).toEqual([
      "°C",
      "kW",
      "bar",
      "m³/h",
      "门",
    ]);
    const [stage, second] = [await page.locator(".gh-chart-drawing").boundingBox(), await page.locator(".y2title").boundingBox()];
    if (!stage || !second) throw new Error("nothing is drawn");
    // Two hours before the end of the day that is shown, where every curve has readings.
    await page.mouse.move(stage.x + stage.width * 0.92, second.y);
    await page.mouse.move(stage.x + stage.width * 0.921, second.y + 2);
    const rows = page.locator(".gh-chart-row");
    await rows.nth(5).waitFor();
    expect((await rows.allInnerTexts()).map((row) => row.split("\n")[0])).toEqual(["温度", "设定温度", "功率", "压力", "流量", "门"]);
    const held = await rows.nth(5).locator(".gh-chart-value").innerText();
    expect(held).toMatch(/^1/);
    expect(held).toContain(formatInstant(zone, now - 170 * minute));
    const swatches = await colors(".gh-chart-swatch", "background-color");
    expect(new Set(swatches).size).toBe(6);
    expect(swatches).toEqual(await colors(".gh-point-tag-dot", "background-color"));
    await visit.shot("charts-panes");
  });

  it("draw a held value no further than to when the device went away", async () => {
    const ends = await visit.page.evaluate(() => {
      const plot = document.querySelector(".js-plotly-plot");
      const traces: unknown = plot && Reflect.get(plot, "data");
      return Array.isArray(traces) ? traces.map((trace) => trace.x.at(-1)) : [];
    });
    expect(ends.at(-1)).toBe(axisTime(zone, now - hour));
  });

  it("of a device's day follow the slave whose tab is open, in the colours that its points have everywhere", async () => {
    const { page } = visit;
    await visit.goto(`/devices/deviceDatail?id=${id}`);
    await drawn(3);
    expect(await page.locator(".legend .legendtext").allTextContents()).toEqual(["温度", "设定温度", "功率"]);
    await page.getByRole("checkbox", { name: /门/ }).check();
    await drawn(4);
    await page.getByRole("tab", { name: "电表 Meter (2)" }).click();
    await drawn(1);
    expect(await page.locator(".legend .legendtext").allTextContents()).toEqual(["电压"]);
    await visit.shot("charts-day");
    await page.getByRole("tab", { name: "主机 Main (1)" }).click();
    await drawn(4);
  });

  it("of a month of raw readings offer the step that fits it, and take it at a press", async () => {
    const { page } = visit;
    await visit.goto(`/devices/history?device=${id}&points=2/${voltage}&preset=month`);
    await page.getByText(text("history.offer")).waitFor();
    await visit.shot("charts-offer");
    await page.getByRole("button", { name: text("history.by.one_hour"), exact: true }).click();
    await page.waitForURL(/by=one_hour/);
    await page.getByText(text("history.offer")).waitFor({ state: "detached" });
    expect(await page.getByRole("combobox", { name: text("history.aggregation") }).inputValue()).toBe("one_hour");
  });
});
