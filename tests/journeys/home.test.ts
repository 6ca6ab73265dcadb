import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { localText } from "#contract/kit/zones.ts";
import { device } from "#contract/resources/device.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { adminPassword } from "#tests/server/site.ts";

/** By the calendar of the platform's organisation. */
const dayOf = (at: number): string => localText("Asia/Shanghai", at).slice(0, 10);
const thisMonth = (): string => dayOf(Date.now()).slice(0, 7);

describe("the home page", () => {
  let stage: Stage;
  let visit: Visit;
  const text = textsOf("en");
  const section = (label: string) => visit.page.getByRole("region", { name: text(label) });
  const linked = (within: string, label: string) => section(within).getByRole("link", { name: new RegExp(`^${text(label)}`) });
  const figure = (name: string) => linked("home.life.title", `home.life.${name}`);
  const counted = (link: Locator) => link.locator(".gh-figure-count").textContent();
  const figuresOf = async (within: string, labels: readonly string[]) =>
    Object.fromEntries(await Promise.all(labels.map(async (label) => [label, await counted(linked(within, label))])));
  const listed = () => visit.page.locator(".gh-page-count").first().textContent();

  const row = (id: string, installed_on: string, area = { province: "", city: "" }) => ({
    ...deviceRow({ id, company_id: "root", sn: `SN-${id}`, type_id: "type-general", industry: "Water" }),
    ...{ installed_on, ...area },
  });

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const { db } = stage.site.gatehouse.services;
    const platform = await db.selectFrom("company").selectAll().where("id", "=", "root").executeTakeFirstOrThrow();
    const below = { id: "below", parent_id: platform.id, path: `${platform.path}below/`, name: "Below" };
    await db
      .insertInto("company")
      .values({ ...platform, ...below })
      .execute();
    const inGansu = { province: "Gansu", city: "Lanzhou" };
    await db
      .insertInto("device")
      .values([
        row("home-1", `${thisMonth()}-01`, inGansu),
        row("home-2", `${thisMonth()}-02`, inGansu),
        row("home-3", "2001-01-01"),
        { ...row("home-4", ""), online: 1, activated_at: Date.now() },
        { ...row("home-5", ""), company_id: below.id, activated_at: Date.now() },
      ])
      .execute();
    const alarms = [
      ...[
        { level: 3, open_key: "a" },
        { level: 3, open_key: "b" },
        { level: 1, open_key: "c" },
      ],
      { level: 2, released_at: 2 },
    ];
    await db
      .insertInto("alarm_log")
      .values(alarms.map((alarm, at) => alarmRow({ id: `alarm-${at}`, company_id: below.id, device_id: "home-5", ...alarm })))
      .execute();
    const pairs = [{ sn: "SN-YET-1", password: "devicepw" }];
    expect((await stage.site.ask(device.calls.addSnAndPsd, { pairs }, { token })).code).toBe(0);
    visit = await stage.visit({ language: "en" });
    await visit.logIn("admin", adminPassword);
    await visit.page.waitForURL(/#\/home_page/);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  it.each(["/home_page", "/monitor"])("shows at %s what became of the devices [S2.044] [S2.169]", async (route) => {
    await visit.goto(route);
    const counts = { produced: 6, sold: 1, activated: 2, notActivated: 3 };
    for (const [name, count] of Object.entries(counts)) await expect.poll(() => counted(figure(name))).toBe(String(count));
    expect(await figure("produced").textContent()).toContain("of them 1 SN without a device");
    const devices = { "home.total": "5", "presence.online": "1", "presence.offline": "1", "presence.inactive": "3" };
    await expect.poll(() => figuresOf("home.devices", Object.keys(devices))).toEqual(devices);
    const alarms = { "home.total": "3", "level.3": "2", "level.2": "0", "level.1": "1", "level.0": "0" };
    await expect.poll(() => figuresOf("home.open", Object.keys(alarms))).toEqual(alarms);
  });

  it("is the first screen after a log-in, within the shell [S2.060]", async () => {
    const stranger = await stage.visit({ language: "en" });
    await stranger.goto("/login");
    await stranger.fillLogin("admin", adminPassword);
    await stranger.page.locator(".gh-gate-card button[type=submit]").click();
    await stranger.page.locator("#gh-side").waitFor();
    await stranger.page
      .getByRole("main")
      .getByRole("region", { name: text("home.life.title") })
      .waitFor();
    expect(new URL(stranger.page.url()).hash).toBe("#/home_page");
    expect(stranger.errors).toEqual([]);
    await stranger.close();
  });

  it("leads from each figure to the list of exactly these devices", async () => {
    for (const [name, count] of [
      ["activated", 2],
      ["notActivated", 3],
    ] as const) {
      await visit.goto("/home_page");
      await figure(name).click();
      await expect.poll(listed).toBe(String(count));
    }
  });

  it("shows new installations by month, place and industry, each with its devices [S2.170]", async () => {
    const twoMonthsAgo = dayOf(Date.now() - 62 * 86_400_000);
    await stage.site.gatehouse.services.db
      .insertInto("device")
      .values([
        { ...row("home-6", `${thisMonth()}-01`), industry: "Heat" },
        row("home-7", twoMonthsAgo, { province: "Gansu", city: "Tianshui" }),
      ])
      .execute();
    await visit.page.reload();
    await visit.goto("/home_page");
    const months = section("home.installed.title").locator(".gh-month");
    await expect.poll(() => months.count()).toBe(12);
    await expect.poll(() => months.last().locator(".gh-month-count").textContent()).toBe("5");
    await months.last().click();
    await expect.poll(listed).toBe("5");
    for (const [name, count] of [
      ["Gansu · Lanzhou", 2],
      ["Gansu · Tianshui", 1],
      ["Water", 5],
      ["Heat", 1],
    ] as const) {
      await visit.goto("/home_page");
      await visit.page.getByRole("link", { name }).click();
      await expect.poll(listed).toBe(String(count));
    }
  });
});
