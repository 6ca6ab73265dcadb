import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { startOfDay } from "#src/kit/value/zonedTime.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const zone = "Asia/Shanghai";
const hour = 3_600_000;
const looks = { zh: { width: 1440, dark: false }, en: { width: 800, dark: true } } as const;

describe.each(["zh", "en"] as const)("the logs of devices, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  let id: string;
  const text = textsOf(language);
  const cells = (part: string) => visit.page.getByRole("gridcell").filter({ hasText: part });

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    const token = await site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(site, token, "冷库 Cold room", [{ name: "温度", address: "1", writable: true }]);
    id = await addDevice(site, token, { sn: "COLD-0001", name: "冷库一号 Cold room 1", recipeId });
    const other = await addDevice(site, token, { sn: "PUMP-0001", name: "泵 Pump", recipeId });
    const { db } = site.gatehouse.services;
    const today = startOfDay(zone, Date.now());
    const changes = [
      ...[5, 4, 2].flatMap((day) => [
        { device_id: id, online: 0, at: today - day * 24 * hour + 2 * hour, reason: "keepalive" },
        { device_id: id, online: 1, at: today - day * 24 * hour + 3.5 * hour, reason: "connected" },
      ]),
      { device_id: other, online: 0, at: today - 3 * 24 * hour, reason: "goodbye" },
    ];
    const rows = changes.map((change, index) => ({ ...change, id: `change-${index}`, company_id: "" }));
    await db.insertInto("device_state_log").values(rows).execute();
    const event = { id: "event-1", device_id: id, company_id: "", kind: "command", at: today - hour, user_id: null, account: "admin" };
    const content = JSON.stringify({ slave: 1, values: [{ id: "p", name: "温度", value: 4 }] });
    await db
      .insertInto("device_event")
      .values({ ...event, content, result: "deviceOffline" })
      .execute();
    visit = await stage.visit({ language, ...looks[language] });
    visit.page.setDefaultTimeout(10_000);
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const axeFaults = async () => {
    await visit.page.evaluate(axe);
    const { violations } = await visit.page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
    return violations.map(({ id: rule, nodes }) => [rule, nodes.slice(0, 3).map(({ target }) => target)]);
  };

  it("lead from a device to when it was away, how often, for how long and why, and keep that in the address [S2.178]", async () => {
    const { page } = visit;
    await visit.goto(`/devices/deviceDatail?id=${id}`);
    await page.getByRole("button", { name: text("device.action.logs"), exact: true }).click();
    await page.waitForURL(/devices\/logs\?deviceId=/);
    await page.locator(".gh-logs-chart .barlayer .point").first().waitFor({ state: "attached" });
    expect(await page.locator(".gh-logs-days-head strong").innerText()).toContain(language === "zh" ? "离线 3 次" : "Offline 3 times");
    await expect.poll(() => cells(text("states.reason.keepalive")).count()).toBe(3);
    expect(await cells("PUMP-0001").count()).toBe(0);
    await visit.shot(`logs-device-${language}`);
    expect(await axeFaults()).toEqual([]);
    await page.getByRole("button", { name: text("states.filter.kind"), exact: true }).click();
    await page.getByRole("option", { name: text("states.option.kind.offline") }).click();
    await page.waitForURL(/kind=offline/);
    await page.reload();
    await cells(text("states.reason.keepalive")).first().waitFor();
    expect(await cells(text("states.reason.connected")).count()).toBe(0);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: text("screen.export"), exact: true }).click();
    await page.getByRole("menuitem", { name: text("file.format.csv") }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^冷库一号 Cold room 1 .*\.csv$/);
    expect(
      readFileSync(await file.path(), "utf8")
        .trimEnd()
        .split("\r\n"),
    ).toHaveLength(4);
    await page.getByRole("button", { name: text("logs.device.all") }).click();
    await cells("PUMP-0001").waitFor();
    await visit.shot(`logs-all-${language}`);
  });

  it("show what was sent to devices, by whom and with what result", async () => {
    const { page } = visit;
    await page.getByRole("button", { name: text("logs.view.events") }).click();
    await cells("温度 = 4").waitFor();
    expect(page.url()).not.toContain("kind=");
    expect(await cells(language === "zh" ? "设备不在线" : "The device is offline").count()).toBe(1);
    expect(await axeFaults()).toEqual([]);
    await visit.shot(`logs-events-${language}`);
  });
});
