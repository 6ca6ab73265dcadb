import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate, until } from "#tests/server/fleet.ts";
import { openGateway } from "#tests/server/providers.ts";
import { adminPassword } from "#tests/server/site.ts";

describe.each(["zh", "en"] as const)("who is told of alarms, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  let gateway: Gateway;
  let sms: Awaited<ReturnType<typeof openGateway>>;
  let token: string;
  let rule: object;
  const text = textsOf(language);

  beforeAll(async () => {
    sms = await openGateway();
    stage = await openStage({ variables: { SMS_URL: sms.url, WEBHOOK_HOSTS: "127.0.0.1" } });
    token = await stage.site.signIn("admin", adminPassword);
    const { recipeId, points } = await addTemplate(stage.site, token, "Pump", [{ name: "p", nameEn: "p", address: "1", unit: "bar" }]);
    await addDevice(stage.site, token, { sn: "TOLD-1", name: "一号泵 Pump 1", recipeId });
    rule = { name: "High", recipeId, pointId: points["1"], condition: "above", a: 8, level: 3 };
    await stage.site.ask(alarmContact.calls.post, { name: "李娜 Li Na", phone: "13900000001", language }, { token });
    gateway = await startGateway(stage.site.gatehouse.mqttPort, "TOLD-1", "devicepw");
    visit = await stage.visit({ language, dark: language === "en", width: language === "en" ? 800 : 1440 });
    visit.page.setDefaultTimeout(15_000);
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    await gateway?.stop();
    await stage.close();
    await sms.close();
  });

  it("is set in the group, by keyboard, and what no provider is set for says so", async () => {
    const { page } = visit;
    await visit.goto("/alarms/groups");
    await page
      .getByRole("button", { name: text("alarmGroups.action.add") })
      .first()
      .click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText(text("alarmGroups.notConfigured")).first().waitFor();
    expect(await drawer.getByText(text("alarmGroups.notConfigured")).count()).toBe(2);
    await drawer.getByLabel(text("alarmGroups.field.name")).fill("夜班 Night");
    await drawer.getByLabel("Webhook", { exact: true }).focus();
    await page.keyboard.press("Space");
    await drawer.getByLabel("李娜 Li Na").focus();
    await page.keyboard.press("Space");
    await drawer.getByLabel(text("alarmGroups.field.webhookUrl")).fill(`${sms.url}/hook`);
    await drawer.getByLabel(text("alarmGroups.field.quietFrom")).fill("22:00");
    await drawer.getByLabel(text("alarmGroups.field.quietTo")).fill("07:00");
    expect(await axeFaults(page)).toEqual([]);
    await visit.shot(`notices-form-${language}`);
    await page.keyboard.press("Enter");
    const secret = page.getByTestId("shown-once");
    await secret.waitFor();
    expect(await secret.textContent()).toMatch(/^[\w-]{43}$/);
    await visit.shot(`notices-secret-${language}`);
    await page.keyboard.press("Enter");
    await secret.waitFor({ state: "detached" });
  });

  it("is tried from the group, and tells what came of each receiver", async () => {
    const { page } = visit;
    await page
      .getByRole("button", { name: text("alarmGroups.action.try") })
      .first()
      .click();
    const drawer = page.getByRole("dialog");
    const buttons = drawer.getByRole("button", { name: text("alarmGroups.try.send") });
    await buttons.first().click();
    await drawer.getByText(text("noticeOutcome.sent")).first().waitFor();
    sms.answer.status = 500;
    await buttons.last().click();
    await drawer.getByText(text("noticeOutcome.refused")).first().waitFor();
    sms.answer.status = 200;
    expect(await axeFaults(page)).toEqual([]);
    await visit.shot(`notices-try-${language}`);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
  });

  it("stands in the alarm's record with every attempt", async () => {
    const { page } = visit;
    const [group] = (await stage.site.ask(alarmGroup.calls.query, {}, { token })).data.list;
    await stage.site.ask(alarmTrigger.calls.post, { ...rule, alarmGroupId: group?.id ?? null }, { token });
    await gateway.publish("telemetry", { values: { 1: 9 } });
    const record = await until(async () => (await stage.site.ask(alarmLog.calls.query, {}, { token })).data.list[0], "the alarm");
    await until(async () => {
      const { notices } = (await stage.site.ask(alarmLog.calls.notices, { id: record.id }, { token })).data;
      return notices.length === 2 && notices.every(({ state }) => state === "sent");
    }, "two notices");
    await visit.goto(`/alarms/history?record=${record.id}`);
    const part = page.getByRole("region", { name: text("alarmNotices.title"), exact: true });
    await part.getByText("13900000001").waitFor();
    expect(await part.getByText(text("noticeState.sent")).count()).toBe(4);
    await part.scrollIntoViewIfNeeded();
    expect(await axeFaults(page)).toEqual([]);
    await visit.shot(`notices-record-${language}`);
  });
});
