import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit, type VisitOptions } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const sn = "SEVERAL-0001";
const name = "换热异常";

const sentences: Record<Language, string> = {
  zh: "高于 出口温度 + 20 °C（≤ 出口温度 + 15 °C 解除），且压力 10 分钟内下降 ≥ 0.5 bar，且出口温度 低于 40 °C，持续 30 秒",
  en: "above Outlet + 20 °C (clears at ≤ Outlet + 15 °C) and Pressure falls by ≥ 0.5 bar within 10 min and Outlet below 40 °C for 30 s",
};

describe("a rule of several conditions", () => {
  let stage: Stage;
  let visit: Visit;
  let gateway: Gateway | undefined;
  let token: string;
  const text = textsOf("zh");
  const { field, cell, press, said } = partsOf(() => visit.page, text);

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    token = await site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(site, token, "换热站", [
      { name: "入口温度", nameEn: "Inlet", address: "0", unit: "°C" },
      { name: "出口温度", nameEn: "Outlet", address: "1", unit: "°C" },
      { name: "压力", nameEn: "Pressure", address: "2", unit: "bar" },
    ]);
    await addDevice(site, token, { sn, name: "换热一号", recipeId });
    visit = await stage.visit({ language: "zh" });
    visit.page.setDefaultTimeout(15_000);
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    await gateway?.stop();
    await stage.close();
  });

  const at = (of: string) => field(`alarmRule.${of}`);
  const choose = async (of: string, label: string) => void (await at(of).selectOption({ label }));
  const fault = (of: string) =>
    visit.page
      .locator(".gh-field", { has: at(of) })
      .last()
      .locator(".gh-field-error")
      .textContent();

  it("is made by keys, is told at the row what does not fit, and is read as a sentence", async () => {
    const { page } = visit;
    await visit.goto("/alarms/triggers/add");
    await at("name").fill(name);
    await choose("recipeId", "换热站");
    await expect.poll(() => at("pointId").isEnabled()).toBe(true);
    await choose("pointId", "入口温度 (0)");
    await choose("otherPointId", "出口温度 (1)");
    await at("a").fill("20");
    await at("max").fill("15");
    const rows = page.getByRole("group", { name: "更多条件" });
    for (const _ of [1, 2, 3]) await rows.getByRole("button", { name: "添加一行" }).press("Enter");
    await choose("further.0.pointId", "压力 (2)");
    await choose("further.0.condition", "下降幅度");
    await at("further.0.a").fill("0.5");
    await at("further.0.b").fill("1441");
    await choose("further.1.pointId", "出口温度 (1)");
    await choose("further.1.condition", "低于");
    await rows.getByRole("button", { name: "删除第 3 行" }).press("Enter");
    await at("holdSeconds").fill("30");
    await press("Control+Enter");
    await expect.poll(() => fault("further.0.b")).toBe("时间应为 1～1440 分钟的整数");
    expect(await fault("further.1.a")).toBe("请填写触发值");
    await visit.shot("several-faults");
    await at("further.0.b").fill("10");
    await at("further.1.a").fill("40");
    await expect.poll(() => page.locator(".gh-rule-summary").textContent()).toBe(`入口温度${sentences.zh}`);
    await press("Control+Enter");
    await said(text("feedback.added"));
    await cell(name).waitFor();
    await visit.shot("several-list");
    const { data } = await stage.site.ask(alarmTrigger.calls.query, { name }, { token });
    expect(data.list[0]).toMatchObject({
      join: "and",
      otherPointName: "出口温度",
      further: [{ pointName: "压力" }, { pointName: "出口温度" }],
    });
  });

  it.each<[Language, VisitOptions]>([
    ["en", { width: 1440, dark: true }],
    ["zh", { width: 800 }],
    ["en", { width: 800 }],
    ["zh", { width: 1440, dark: true }],
  ])("is worded in its form in %s, %o", async (language, options) => {
    const { data } = await stage.site.ask(alarmTrigger.calls.query, { name }, { token });
    const own = await stage.visit({ ...options, language, height: 1500 });
    await own.logIn("admin", adminPassword);
    await own.goto(`/alarms/triggers/add?id=${data.list[0]?.id}`);
    await expect
      .poll(() => own.page.locator(".gh-rule-summary").textContent())
      .toBe(`${language === "en" ? "Inlet" : "入口温度"}${sentences[language]}`);
    await own.page.locator(".gh-rule-further").first().scrollIntoViewIfNeeded();
    await own.shot(`several-${language}-${options.width}${options.dark ? "-dark" : ""}`);
    expect(own.errors).toEqual([]);
    await own.close();
  });

  it("says in the record which of them held, with their values", async () => {
    const { data } = await stage.site.ask(alarmTrigger.calls.query, { name }, { token });
    const [rule] = data.list;
    if (!rule) throw new Error("no rule");
    const { id, version } = rule;
    const asked = { recipeId: rule.recipeId, pointId: rule.pointId, condition: "above", a: 20, otherPointId: rule.otherPointId } as const;
    const further = [{ pointId: rule.further[0]?.pointId ?? "", condition: "fallsBy", a: 0.5, b: 10 } as const];
    await stage.site.ask(alarmTrigger.calls.put, { id, version, name, ...asked, further, join: "or" }, { token });
    gateway = await startGateway(stage.site.gatehouse.mqttPort, sn, "devicepw");
    await gateway.publish("telemetry", { values: { 0: 60, 1: 50, 2: 3 } });
    await gateway.publish("telemetry", { values: { 2: 2.4 } });
    await visit.goto("/alarms/history");
    await cell("压力 10 分钟内下降 0.6 bar（当前值 2.4 bar）").waitFor();
    await visit.shot("several-record");
  });
});
