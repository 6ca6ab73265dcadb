import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate, until } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const words = {
  zh: {
    temperature: "温度",
    live: "已连接",
    emergency: "紧急",
    handled: "已处理",
    process: "处理",
    write: "下发 温度",
    query: "查询",
    table: "表格",
    operations: "操作日志",
    offline: "离线",
    online: "上线",
  },
  en: {
    temperature: "Temperature",
    live: "Connected",
    emergency: "Emergency",
    handled: "Handled",
    process: "Handle",
    write: "Write Temperature",
    query: "Query",
    table: "Table",
    operations: "Operation log",
    offline: "offline",
    online: "online",
  },
} as const;

const sn = "COLD-0001";
const deviceName = "冷库一号 Cold room 1";

describe.each(["zh", "en"] as const)("from a gateway's message to an operator's screen, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  let gateway: Gateway;
  let id: string;
  let token: string;
  const said = words[language];
  const text = textsOf(language);

  beforeAll(async () => {
    stage = await openStage();
    token = await stage.site.signIn("admin", adminPassword);
    const { recipeId, points } = await addTemplate(stage.site, token, "冷库 Cold room", [
      {
        name: "温度",
        nameEn: "Temperature",
        address: "40001",
        decimals: 1,
        unit: "°C",
        receiveFormula: "x/10",
        sendFormula: "x*10",
        writable: true,
        valueType: "int16",
      },
      { name: "湿度", nameEn: "Humidity", address: "40002", decimals: 0, unit: "%" },
    ]);
    id = await addDevice(stage.site, token, { sn, name: deviceName, recipeId });
    const rule = await stage.site.ask(
      alarmTrigger.calls.post,
      {
        name: "温度过高",
        recipeId,
        pointId: points["40001"],
        condition: "above",
        a: 8,
        max: 6,
        level: 3,
        pushContent: "库温过高：{value}",
        pushContentEn: "Room too warm: {value}",
      },
      { token },
    );
    expect(rule.code).toBe(0);
    gateway = await startGateway(stage.site.gatehouse.mqttPort, sn, "devicepw");
    visit = await stage.visit({ language });
    await visit.page.addInitScript(
      "window.played = []; const play = HTMLMediaElement.prototype.play; HTMLMediaElement.prototype.play = function () { window.played.push(this.src); return play.call(this); };",
    );
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    await gateway?.stop();
    await stage.close();
  });
  const send = (temperature: number, humidity = 60) => gateway.publish("telemetry", { values: { 40001: temperature, 40002: humidity } });
  const played = () => visit.page.evaluate(() => ("played" in window && Array.isArray(window.played) ? window.played.length : -1));
  const point = () => visit.page.locator(".gh-point").filter({ hasText: said.temperature });

  it("opens the device from the list by the keyboard", async () => {
    const { page } = visit;
    await visit.goto("/devices/list");
    const grid = page.getByRole("grid");
    await grid.waitFor();
    await page.getByText(sn, { exact: true }).first().waitFor();
    await page.getByText(sn, { exact: true }).first().click();
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`deviceDatail\\?id=${id}`));
    await point().waitFor();
  });

  it("shows a new value at once, without a reload and without a notice [S4.025] [S4.033] [S4.035] [S2.090]", async () => {
    const { page } = visit;
    await until(() => stage.site.gatehouse.realtime.watched(id), "the subscription");
    expect(await page.evaluate(() => sessionStorage.getItem("deviceId"))).toBe(id);
    await page.evaluate(() => void Object.assign(window, { same: true }));
    await send(52);
    await point().getByText("5.2").waitFor();
    await send(53);
    await point().getByText("5.3").waitFor();
    expect(await page.evaluate(() => "same" in window)).toBe(true);
    expect(await page.locator(".gh-notice[data-type='0']").count()).toBe(0);
    await visit.shot(`detail-${language}`);
  });

  it("writes a point once that is confirmed, not by the key that asked for it, and shows the device's reply [S7.095]", async () => {
    const { page } = visit;
    await point().getByRole("button").click();
    const dialog = page.locator(".bp6-dialog").first();
    await dialog.locator("input").first().fill("4.5");
    await page.keyboard.down("Enter");
    const confirm = page.locator(".gh-confirm");
    const send = confirm.getByRole("button").last();
    await page.waitForFunction(() => document.activeElement?.closest(".gh-confirm") !== null);
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    expect(await confirm.isVisible()).toBe(true);
    await send.press("Enter");
    const { command } = await gateway.next("command");
    expect(command?.values).toEqual({ 40001: 45 });
    await page.getByText("done").first().waitFor();
    await page.keyboard.press("Escape");
  });

  it("brings up the alarm with its sound once the switch is on, and it links to the device [S4.024] [S3.019] [S4.022] [S7.047] [S1.042] [S4.049]", async () => {
    const { page } = visit;
    await visit.goto("/home_page");
    await send(91);
    const notice = page.locator(".gh-notice[data-type='0'][data-level='3']");
    await notice.waitFor();
    expect(await notice.innerText()).toContain(sn);
    expect(await notice.innerText()).toContain(said.emergency);
    expect(await notice.innerText()).toContain(language === "zh" ? "库温过高：9.1" : "Room too warm: 9.1");
    await until(async () => (await played()) === 1, "the sound");
    await visit.shot(`alarm-notice-${language}`);
    await notice.getByRole("link").first().click();
    await page.waitForURL(new RegExp(`deviceDatail\\?id=${id}`));
  });

  it("raises one alarm for a value that hovers, and shows it in the history of alarms", async () => {
    const { page } = visit;
    for (const value of [85, 70, 95]) await send(value);
    await visit.goto("/alarms/history");
    const device = page.getByRole("gridcell", { name: deviceName, exact: true });
    await device.first().waitFor();
    expect(await device.count()).toBe(1);
    await visit.shot(`alarms-${language}`);
  });

  it("processes it, with the result, by a person's hand [S4.047] [S4.019] [S8.051]", async () => {
    const { page } = visit;
    await page.getByRole("grid").focus();
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: text("alarms.action.process"), exact: true })
      .click();
    const dialog = page.getByRole("dialog").last();
    await dialog.locator("textarea").fill("door closed 门已关");
    await page.keyboard.press("Control+Enter");
    await page.locator(".bp6-toast").getByText(text("alarms.processed")).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("gridcell").filter({ hasText: said.handled }).first().waitFor();
  });

  it("finds both in the logs: the curve and table of the readings, the processing among the operations", async () => {
    const { page } = visit;
    await visit.goto(`/devices/history?device=${id}`);
    await page.getByRole("button", { name: new RegExp(text("history.points").replace(/\{.*/, "").replace("(", "")) }).click();
    await page.getByRole("checkbox", { name: said.temperature }).last().check({ force: true });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: text("history.query"), exact: true }).click();
    await page.locator(".js-plotly-plot .scatterlayer .trace").first().waitFor({ state: "attached" });
    await visit.shot(`history-${language}`);
    await page.getByText(text("history.view.table"), { exact: true }).click();
    await page.getByRole("gridcell").filter({ hasText: "9.5" }).first().waitFor();
    await visit.goto("/devices/query_user_event");
    await page.getByRole("gridcell").filter({ hasText: "/api/alarm_log/recover" }).first().waitFor();
    await visit.shot(`operations-${language}`);
  });

  it("tells that the device went offline, and that it is back [S4.026] [S4.027] [S1.043] [S3.020]", async () => {
    const { page } = visit;
    await visit.goto("/devices/list");
    await gateway.stop();
    await page.locator(".gh-notice-offline").waitFor();
    expect(await page.locator(".gh-notice-offline").innerText()).toContain(sn);
    gateway = await startGateway(stage.site.gatehouse.mqttPort, sn, "devicepw");
    await page.locator(".gh-notice-online").waitFor();
  });

  it("catches up on values that were missed while the network was away", async () => {
    const { page, context } = visit;
    await visit.goto(`/devices/deviceDatail?id=${id}`);
    await point().waitFor();
    await until(() => stage.site.gatehouse.realtime.watched(id), "the subscription");
    await context.setOffline(true);
    stage.site.gatehouse.app.server.closeAllConnections();
    await page.locator(".gh-link-waiting").waitFor();
    await send(31);
    await context.setOffline(false);
    await page.locator(".gh-link-online").waitFor();
    await point().getByText("3.1").waitFor();
    await send(32);
    await point().getByText("3.2").waitFor();
  });

  it("with hdpi=0 takes new values alone: no notice, no sound [S4.030]", async () => {
    const { page } = visit;
    await page.goto(`${stage.site.base}/?hdpi=0#/devices/deviceDatail?id=${id}`);
    await point().waitFor();
    await until(() => stage.site.gatehouse.realtime.watched(id), "the subscription");
    await send(20);
    await send(99);
    await point().getByText("9.9").waitFor();
    await send(21);
    await point().getByText("2.1").waitFor();
    expect([await page.locator(".gh-notice").count(), await played()]).toEqual([0, 0]);
  });
});
