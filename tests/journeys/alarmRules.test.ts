import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { alarmLog, alarmSwitch, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmGroup } from "#contract/resources/alarmGroup.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { deviceType } from "#contract/resources/deviceType.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const sn = "RULES-0001";

describe("who makes an alarm rule", () => {
  let stage: Stage;
  let visit: Visit;
  let gateway: Gateway | undefined;
  let token: string;
  let recipeId: string;
  let pointId: string;
  const text = textsOf("zh");
  const { field, cell, press, said } = partsOf(() => visit.page, text);

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    token = await site.signIn("admin", adminPassword);
    const template = await addTemplate(site, token, "冷库", [{ name: "温度", nameEn: "Temperature", address: "0", unit: "°C" }]);
    recipeId = template.recipeId;
    pointId = template.points["0"] ?? "";
    await addDevice(site, token, { sn, name: "冷库一号", recipeId });
    for (const name of ["值班", "主管", "经理"]) await site.ask(alarmGroup.calls.post, { name, messageTypes: ["sms"] }, { token });
    await site.ask(alarmType.calls.post, { name: "过温", nameEn: "Overtemperature" }, { token });
    visit = await stage.visit({ language: "zh" });
    visit.page.setDefaultTimeout(15_000);
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    await gateway?.stop();
    await stage.close();
  });

  const at = (name: string) => field(`alarmRule.${name}`);
  const choose = async (name: string, label: string) => void (await at(name).selectOption({ label }));
  const labelled = (label: string) => visit.page.getByLabel(label, { exact: false });

  it("fills in every field of it by keys, is told at the field what does not fit, and finds it in the list and in the form again [S2.085] [S3.048]", async () => {
    const { page } = visit;
    const types = await stage.site.ask(deviceType.calls.query, {}, { token });
    const kind = types.data.list[0]?.name ?? "";
    await visit.goto("/alarms/triggers/add");
    await at("name").fill("库温过高");
    await choose("level", "紧急");
    await choose("alarmTypeId", "过温");
    await choose("recipeId", "冷库");
    await expect.poll(() => at("pointId").isEnabled()).toBe(true);
    await choose("pointId", "温度 (0)");
    await choose("deviceTypeId", kind);
    await choose("condition", "介于 A 和 B 之间");
    for (const [name, value] of Object.entries({ a: "8", b: "20", min: "6", max: "25", holdSeconds: "30", releaseSeconds: "60" }))
      await at(name).fill(value);
    await choose("alarmGroupId", "值班");
    expect(await at("repeatMinutes").count()).toBe(0);
    await choose("method", "重复通知");
    await at("repeatMinutes").fill("5000");
    const steps = page.getByRole("group", { name: "报警升级" });
    for (const [place, [minutes, group]] of [["30", "主管"] as const, ["20", "经理"] as const].entries()) {
      await steps.getByRole("button", { name: "添加一行" }).press("Enter");
      await at(`escalation.${place}.minutes`).fill(minutes);
      await choose(`escalation.${place}.alarmGroupId`, group);
    }
    expect(await at("scheduleFrom").count()).toBe(0);
    await labelled("周一").press("Space");
    await labelled("周五").press("Space");
    await at("scheduleTo").fill("25:00");
    await page.getByRole("group", { name: "节假日" }).getByRole("button", { name: "添加一行" }).press("Enter");
    await at("holidays.0.name").fill("春节");
    await at("holidays.0.firstDay").fill("2027-02-12");
    await at("holidays.0.lastDay").fill("2027-02-05");
    await press("Control+Enter");
    const fault = (name: string) =>
      page
        .locator(".gh-field", { has: at(name) })
        .last()
        .locator(".gh-field-error")
        .textContent();
    await expect.poll(() => fault("repeatMinutes")).toBe("间隔应为 1～1440 分钟");
    expect(await fault("scheduleTo")).toBe("时间格式应为 22:00");
    await at("repeatMinutes").fill("15");
    await at("scheduleTo").fill("06:00");
    await press("Control+Enter");
    await expect.poll(() => fault("escalation.1.minutes")).toBe("每一级的时间应晚于上一级");
    expect(await fault("holidays.0.lastDay")).toBe("最后一天不能早于第一天");
    await page.getByRole("radio", { name: "处理或解除为止" }).press("Space");
    await at("escalation.1.minutes").fill("60");
    await at("holidays.0.lastDay").fill("2027-02-18");
    await visit.shot("rule-form");
    await press("Control+Enter");
    await said(text("feedback.added"));
    await cell("库温过高").waitFor();
    const { data } = await stage.site.ask(alarmTrigger.calls.query, { name: "库温过高" }, { token });
    const [rule] = data.list;
    expect(rule).toMatchObject({
      ...{ name: "库温过高", level: 3, alarmTypeName: "过温", pointName: "温度", pointNameEn: "Temperature", deviceTypeName: kind },
      ...{ condition: "between", a: 8, b: 20, min: 6, max: 25, holdSeconds: 30, releaseSeconds: 60, alarmGroupName: "值班" },
      ...{ method: "repeat", repeatMinutes: 15, repeatStop: "released" },
      ...{ scheduleDays: ["mon", "fri"], scheduleFrom: "08:00", scheduleTo: "06:00" },
      holidays: [{ name: "春节", firstDay: "2027-02-12", lastDay: "2027-02-18" }],
    });
    expect(rule?.escalation.map(({ minutes, alarmGroupName }) => [minutes, alarmGroupName])).toEqual([
      [30, "主管"],
      [60, "经理"],
    ]);
    await visit.goto(`/alarms/triggers/add?id=${rule?.id}`);
    await expect.poll(() => at("repeatMinutes").inputValue()).toBe("15");
    await choose("method", "触发时通知一次");
    await choose("deviceTypeId", "全部类型");
    await at("releaseSeconds").fill("0");
    await steps.getByRole("button", { name: "删除第 2 行" }).press("Enter");
    await labelled("周五").press("Space");
    await labelled("周一").press("Space");
    await press("Control+Enter");
    await said(text("feedback.edited"));
    const edited = await stage.site.ask(alarmTrigger.calls.get, { id: rule?.id ?? "" }, { token });
    expect(edited.data).toMatchObject({
      method: "once",
      repeatMinutes: null,
      deviceTypeId: null,
      releaseSeconds: 0,
      scheduleDays: [],
      version: 2,
    });
    expect(edited.data.escalation).toHaveLength(1);
  });

  it("sees in the drawer of an alarm that it is told again, who is told next, and when", async () => {
    const { page } = visit;
    const { site } = stage;
    const groups = (await site.ask(alarmGroup.calls.query, {}, { token })).data.list;
    const groupId = (wanted: string) => groups.find(({ name }) => name === wanted)?.id ?? "";
    const escalation = [
      { minutes: 5, alarmGroupId: groupId("主管") },
      { minutes: 15, alarmGroupId: groupId("经理") },
    ];
    const rule = { name: "断线", recipeId, pointId, condition: "above", a: 30, alarmGroupId: groupId("值班"), level: 3, escalation };
    const told = { method: "repeat", repeatMinutes: 10 };
    expect(await site.ask(alarmTrigger.calls.post, { ...rule, ...told }, { token })).toMatchObject({ code: 0 });
    gateway = await startGateway(site.gatehouse.mqttPort, sn, "devicepw");
    await gateway.publish("telemetry", { values: { 0: 40 } });
    await visit.goto("/alarms/history");
    await cell("冷库一号").waitFor();
    await cell("冷库一号").click();
    await press("Enter");
    const notices = page.getByRole("region", { name: text("alarmNotices.title") });
    const lines = notices.getByRole("list", { name: text("alarmNotices.escalation") }).getByRole("listitem");
    await expect
      .poll(() => lines.allTextContents())
      .toEqual([
        expect.stringMatching(/^升级第 1 级 主管将于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 通知$/),
        expect.stringMatching(/^升级第 2 级 经理将于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 通知$/),
      ]);
    await expect.poll(() => page.getByText(/^下次 \d{4}-\d\d-\d\d/).count()).toBe(1);
    await visit.shot("alarm-escalation");
  });

  it("sees past alarms from the menu, finds, pages and processes them, once, with all that is known of one [S1.022] [S2.103] [S2.183] [S3.058] [S4.048]", async () => {
    const { page } = visit;
    const { site } = stage;
    const types = (await site.ask(alarmType.calls.query, {}, { token })).data.list;
    const typed = { recipeId, pointId, level: 1, alarmTypeId: types[0]?.id ?? null };
    await site.ask(alarmTrigger.calls.post, { ...typed, name: "变化", condition: "changed" }, { token });
    await gateway?.publish("telemetry", { values: { 0: 10 } });
    for (let value = 0; value < 21; value += 1) await gateway?.publish("telemetry", { values: { 0: value } });
    await visit.goto("/home_page");
    const menu = page.locator("#gh-side");
    await menu.getByText("报警管理", { exact: true }).click();
    await menu.getByText("报警历史", { exact: true }).click();
    await page.getByRole("heading", { name: "报警历史" }).waitFor();
    await page.getByRole("button", { name: "下一页" }).press("Enter");
    await cell("冷库一号").waitFor();
    await expect.poll(() => page.getByText(/^第 21–2\d 条，共 2\d 条$/).count()).toBe(1);
    await visit.goto("/alarms/history?level=3");
    await expect.poll(() => page.getByRole("gridcell").filter({ hasText: "一般" }).count()).toBe(0);
    await expect.poll(() => page.getByRole("gridcell").filter({ hasText: "紧急" }).count()).toBe(1);
    await visit.goto("/alarms/history?level=1");
    await cell("冷库一号").waitFor();
    await cell("冷库一号").click();
    await press("Enter");
    const entries = async (): Promise<Record<string, string>> => {
      const [names, values] = [page.locator(".gh-alarm-entries > dt"), page.locator(".gh-alarm-entries > dd")];
      const [left, right] = [await names.allTextContents(), await values.allTextContents()];
      return Object.fromEntries(left.map((name, place) => [name, right[place] ?? ""]));
    };
    const known = { 报警类型: "过温", 规则: "变化", 级别: expect.stringContaining("一般"), 数据点: "温度" };
    await expect.poll(entries).toMatchObject({ ...known, 处理状态: expect.stringContaining("未处理"), 处理人: "–", 故障描述: "–" });
    expect(await page.locator(".gh-alarm-content").textContent()).toMatch(/^温度由 \d+ 变为 \d+ °C$/);
    const handle = page.locator(".gh-form-buttons").getByRole("button", { name: "处理", exact: true });
    await handle.press("Enter");
    await page.locator(".gh-process textarea").fill("阀门已关");
    await press("Control+Enter");
    await page.locator(".gh-process").waitFor({ state: "detached" });
    const done = { ...known, 处理状态: expect.stringContaining("已处理"), 处理人: "Administrator", 故障描述: "阀门已关" };
    await expect.poll(entries).toMatchObject({ ...done, 处理时间: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) });
    await expect.poll(() => handle.count()).toBe(0);
    const { list } = (await site.ask(alarmLog.calls.query, { state: 1 }, { token })).data;
    const again = { ids: list.map(({ id }) => id), state: 2, remark: "nothing" };
    expect([list.length, (await site.ask(alarmLog.calls.recover, again, { token })).code]).toEqual([1, 1307]);
    expect((await site.ask(alarmLog.calls.query, { state: 1 }, { token })).data.total).toBe(1);
  });

  it("sets which alarms bring a notification and which of them sound, and finds it so after a reload [S1.021] [S2.188]", async () => {
    const { page } = visit;
    await visit.goto("/alarms/sound");
    const toggles = page.locator(".gh-sound-table input");
    await expect.poll(() => toggles.count()).toBe(12);
    const states = async () => Promise.all((await toggles.all()).map((toggle) => toggle.isChecked()));
    expect(await states()).toEqual([true, true, false, true, true, false, true, false, false, true, false, false]);
    const saved = () => page.waitForResponse((response) => response.url().includes(alarmSwitch.calls.open_or_close.path));
    const set = async (change: () => Promise<unknown>) => void (await Promise.all([saved(), change()]));
    const tone = () => page.locator(".gh-sound-table select").first();
    await set(() => toggles.nth(4).press("Space"));
    await set(() => toggles.nth(9).press("Space"));
    await set(() => tone().selectOption("siren"));
    const chosen = [true, true, false, true, false, false, true, false, false, false, false, false];
    await expect.poll(states).toEqual(chosen);
    await page.reload();
    await expect.poll(() => toggles.count()).toBe(12);
    expect(await states()).toEqual(chosen);
    expect(await tone().inputValue()).toBe("siren");
  });
});
