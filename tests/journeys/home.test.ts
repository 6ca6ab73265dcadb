import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { localText } from "#contract/kit/zones.ts";
import { device } from "#contract/resources/device.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { adminPassword } from "#tests/server/site.ts";

/** By the calendar of the platform's organisation. */
const thisMonth = (): string => localText("Asia/Shanghai", Date.now()).slice(0, 7);

describe("the home page", () => {
  let stage: Stage;
  let visit: Visit;
  const text = textsOf("en");
  const section = (label: string) => visit.page.getByRole("region", { name: text(label) });
  const figure = (name: string) => section("home.life.title").getByRole("link", { name: new RegExp(`^${text(`home.life.${name}`)}`) });
  const listed = () => visit.page.locator(".gh-page-count").first().textContent();

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const { db } = stage.site.gatehouse.services;
    const row = (id: string, installed_on: string, area = { province: "", city: "" }) => ({
      ...deviceRow({ id, company_id: "root", sn: `SN-${id}`, type_id: "type-general", industry: "Water" }),
      ...{ installed_on, ...area },
    });
    const inGansu = { province: "Gansu", city: "Lanzhou" };
    await db
      .insertInto("device")
      .values([
        row("home-1", `${thisMonth()}-01`, inGansu),
        row("home-2", `${thisMonth()}-02`, inGansu),
        row("home-3", "2001-01-01"),
        { ...row("home-4", ""), online: 1, activated_at: Date.now() },
      ])
      .execute();
    const pairs = [{ sn: "SN-YET-1", password: "devicepw" }];
    expect((await stage.site.ask(device.calls.addSnAndPsd, { pairs }, { token })).code).toBe(0);
    visit = await stage.visit({ language: "en" });
    await visit.logIn("admin", adminPassword);
    await visit.page.waitForURL(/#\/home_page/);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  it.each(["/home_page", "/monitor"])("shows at %s what became of the devices [S2.044] [S2.060] [S2.169]", async (route) => {
    await visit.goto(route);
    const counts = { produced: 5, sold: 0, activated: 1, notActivated: 3 };
    for (const [name, count] of Object.entries(counts))
      await expect.poll(() => figure(name).locator(".gh-figure-count").textContent()).toBe(String(count));
    expect(await figure("produced").textContent()).toContain("of them 1 SN without a device");
    await section("home.devices").getByText(text("home.total")).waitFor();
    await section("home.open").waitFor();
  });

  it("leads from each figure to the list of exactly these devices", async () => {
    for (const [name, count] of [
      ["activated", 1],
      ["notActivated", 3],
    ] as const) {
      await visit.goto("/home_page");
      await figure(name).click();
      await expect.poll(listed).toBe(String(count));
    }
  });

  it("shows new installations by month, place and industry, each with its devices [S2.170]", async () => {
    await visit.goto("/home_page");
    const months = section("home.installed.title").locator(".gh-month");
    expect(await months.count()).toBe(12);
    expect(await months.last().locator(".gh-month-count").textContent()).toBe("3");
    await months.last().click();
    await expect.poll(listed).toBe("3");
    for (const [name, count] of [
      ["Gansu · Lanzhou", 2],
      ["Water", 3],
    ] as const) {
      await visit.goto("/home_page");
      await visit.page.getByRole("link", { name }).click();
      await expect.poll(listed).toBe(String(count));
    }
  });
});
