import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";
import { axeFaults } from "./axeFaults.ts";
import { openStage, type Stage, type Visit } from "./stage.ts";

const minute = 60_000;
let stage: Stage;
let token: string;
let truck: string;
beforeAll(async () => {
  stage = await openStage();
  token = await stage.site.signIn("admin", adminPassword);
  const { db } = stage.site.gatehouse.services;
  const { recipeId } = await addTemplate(stage.site, token, "Mapped", []);
  const place = async (sn: string, name: string, lng: number, lat: number): Promise<string> => {
    const id = await addDevice(stage.site, token, { sn, name, recipeId });
    const { data } = await stage.site.ask(device.calls.get, { id }, { token });
    const slaves = data.slaves.map(({ id: slave, no, name: called, recipeId: recipe }) => ({
      id: slave,
      no,
      name: called,
      recipeId: recipe,
    }));
    await stage.site.ask(device.calls.put, { ...data, slaves, lng, lat }, { token });
    return id;
  };
  for (let index = 0; index < 12; index += 1) await place(`PUMP-${index}`, `Pump ${index}`, 121.4 + index / 1000, 31.2);
  truck = await place("TRUCK-9", "Truck nine", 104.06, 30.66);
  await addDevice(stage.site, token, { sn: "LOST-1", name: "Lost one", recipeId });
  await db.updateTable("device").set({ open_alarms: 2 }).where("id", "=", truck).execute();
  const now = Date.now();
  const rows = Array.from({ length: 40 }, (_, index) => ({
    device_id: truck,
    at: now - (60 - index) * minute,
    lng: 104.06,
    lat: 30.66 + Math.min(index, 20) * 0.005,
  }));
  await db.insertInto("device_place").values(rows).execute();
});
afterAll(() => stage.close());

const inMap = async <T>(route: string, look: (page: Page, visit: Visit) => Promise<T>, language: "zh" | "en" = "en"): Promise<T> => {
  const visit = await stage.visit({ language });
  await visit.logIn("admin", adminPassword);
  await visit.goto(route);
  const answer = await look(visit.page, visit);
  expect(visit.errors).toEqual([]);
  await visit.close();
  return answer;
};
const markers = (page: Page) => page.locator(".gh-map-markers > button");
const labels = async (page: Page) =>
  (await markers(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""))).sort();

describe("the device list as a map", () => {
  it("marks the devices that the filters let through at their places, and goes back to the table with the same filters [S2.172]", async () => {
    await inMap("/devices/list", async (page) => {
      await page.getByRole("button", { name: "Map", exact: true }).click();
      await expect.poll(() => labels(page)).toEqual(["12 devices, 0 online", "Truck nine (TRUCK-9), Not activated, 2 active alarms"]);
      await page.getByText("13 of 14 have a place on the map").waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole("searchbox").fill("Pump 1");
      await page.getByText("3 of 3 have a place on the map").waitFor();
      await expect.poll(() => labels(page)).toEqual(["2 devices, 0 online", "Pump 1 (PUMP-1), Not activated"]);
      await page.getByRole("button", { name: "Table", exact: true }).click();
      await expect.poll(() => page.locator("[role=grid] [role=row]").count()).toBeGreaterThan(3);
      expect(page.url()).toContain("search=Pump");
      expect(page.url()).not.toContain("view=map");
    });
  });

  it("comes nearer by a click on several until each stands alone, and leads to the device", async () => {
    await inMap("/devices/list?view=map&search=Pump", async (page) => {
      await expect
        .poll(async () => {
          const cluster = page.locator(".gh-map-cluster").first();
          if (await cluster.isVisible()) await cluster.evaluate((one: HTMLElement) => one.click());
          return page.locator(".gh-map-pin").count();
        })
        .toBeGreaterThan(3);
      await page
        .locator(".gh-map-pin")
        .first()
        .evaluate((one: HTMLElement) => one.click());
      await page.getByRole("heading", { name: /^Pump \d+$/ }).waitFor();
      await page.getByRole("region", { name: "Location" }).locator("canvas").waitFor();
    });
  });

  it("is moved and zoomed by keys, and all is shown again by one [S2.172]", async () => {
    await inMap("/devices/list?view=map", async (page) => {
      await expect.poll(() => markers(page).count()).toBe(2);
      const at = () =>
        markers(page)
          .first()
          .evaluate((one) => Number.parseFloat(one.style.left));
      await page.getByRole("button", { name: "Zoom in" }).focus();
      const before = await at();
      await page.keyboard.press("ArrowLeft");
      await expect.poll(at).toBeCloseTo(before + 120, 0);
      await page.keyboard.press("-");
      await page.keyboard.press("0");
      await expect.poll(at).toBeCloseTo(before, 0);
    });
  });
});

it("a place of a device is picked on the map in its form", async () => {
  await inMap(`/devices/edit?id=${truck}`, async (page) => {
    await page.getByRole("button", { name: "Pick the place on the map" }).click();
    const map = page.locator(".gh-place-picker canvas");
    await map.waitFor();
    const box = await map.boundingBox();
    if (!box) throw new Error("the map has no place on the page");
    await map.click({ position: { x: box.width / 2 + 60, y: box.height / 2 } });
    const lng = page.getByRole("textbox", { name: /Longitude/ });
    await expect.poll(async () => Number(await lng.inputValue())).toBeGreaterThan(104.06);
    await page.getByRole("button", { name: "Take the middle of the map" }).click();
    await expect.poll(async () => Number(await lng.inputValue())).toBeCloseTo(104.06, 4);
  });
});

describe("a device's track", () => {
  it("is drawn for the device and the period, told in drives and stops, and played back [S2.057] [S7.107]", async () => {
    await inMap(`/track?device=${truck}&preset=day`, async (page) => {
      await page.locator("polyline.gh-track-drive").waitFor({ state: "attached" });
      const parts = page.locator(".gh-track-part span");
      await expect.poll(() => parts.allTextContents()).toEqual(["Moving: 11.1 km in 20 min", "Stop 1: 19 min"]);
      expect(await axeFaults(page)).toEqual([]);
      const slider = page.getByRole("slider");
      const first = Number(await slider.inputValue());
      await page.keyboard.press("p");
      await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(first);
      await page.keyboard.press("p");
      await page.getByRole("button", { name: /Stop 1: 19 min/ }).click();
      await page.locator(".gh-track-now", { hasText: "Standing" }).waitFor();
    });
  });

  it("says that the device sent nothing, and which device and period are missing, in the reader's language", async () => {
    await inMap(
      "/track",
      async (page) => {
        await page.getByText("请选择设备和时间范围").waitFor();
        await page.getByRole("button", { name: "查询" }).click();
        await page.getByRole("alert").waitFor();
      },
      "zh",
    );
    const from = new Date(Date.now() - 90 * 24 * 60 * minute).toISOString();
    const to = new Date(Date.now() - 80 * 24 * 60 * minute).toISOString();
    await inMap(`/track?device=${truck}&from=${from}&to=${to}`, (page) =>
      page.getByText("The device sent no place in this period").waitFor(),
    );
  });
});
