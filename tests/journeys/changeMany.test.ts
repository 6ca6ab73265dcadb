import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const devices = 26;
/** In either language, as they are to be read. */
const selectAll = { zh: "选择全部符合条件的 26 条", en: "Select all 26 matching" } as const;
const whole = { zh: "已选全部符合条件的 26 条", en: "All 26 matching selected" } as const;
const title = { zh: "26 台设备的报警通知", en: "Alarm notifications of 26 devices" } as const;
const results = { zh: "结果：开关报警通知", en: "Results: Switching of alarm notifications" } as const;
const undo = { zh: "撤销：开关报警通知", en: "Undo: Switching of alarm notifications" } as const;
const tray = { zh: /^后台任务/, en: /^Jobs/ } as const;
const rows = { zh: "已处理 26 / 26 行", en: "Rows done: 26 of 26" } as const;

describe.each(["zh", "en"] as const)("a change of a whole filter, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  const text = textsOf(language);

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(stage.site, token, "Meter", [{ name: "Level", address: "1" }]);
    for (let place = 1; place <= devices; place += 1)
      await addDevice(stage.site, token, { sn: `BULK-${String(place).padStart(2, "0")}`, recipeId });
    await addDevice(stage.site, token, { sn: "OTHER-1", recipeId });
    visit = await stage.visit({ language, dark: language === "en" });
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const { button, cell } = partsOf(() => visit.page, text);
  const noticed = async (): Promise<number> => {
    const found = await stage.site.gatehouse.services.db
      .selectFrom("device")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("alarm_notice", "=", 1)
      .executeTakeFirstOrThrow();
    return Number(found.count);
  };

  it("is chosen behind the ticks, names the count, tells of each device, and is undone [S7.052]", async () => {
    const { page } = visit;
    await visit.goto("/devices/list?search=BULK&size=10");
    await cell("BULK-01").first().waitFor();
    await page.getByRole("checkbox", { name: text("table.selectAll") }).click();
    await button(selectAll[language]).click();
    await page.getByRole("status").getByText(whole[language], { exact: true }).waitFor();
    await button(text("screen.bulk.more")).click();
    await page.getByRole("menuitem", { name: text("devices.action.alarmNoticeMany"), exact: true }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText(title[language], { exact: true }).waitFor();
    await drawer.getByRole("combobox").selectOption({ label: text("devices.off") });
    expect(await axeFaults(page)).toEqual([]);
    await drawer.getByRole("button", { name: text("change.action.alarmNotice"), exact: true }).click();
    await drawer.waitFor({ state: "detached" });
    await expect.poll(noticed).toBe(1);
    await page.getByRole("button", { name: tray[language] }).click();
    await page.getByText(rows[language]).waitFor();
    await button(results[language]).click();
    await page.getByText("BULK-01 (BULK-01)").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await button(text("jobs.back")).click();
    await button(undo[language]).click();
    await page.getByText(undo[language]).first().waitFor();
    await expect.poll(noticed).toBe(devices + 1);
  });
});
