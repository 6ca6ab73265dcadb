import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate, until } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

describe.each(["zh", "en"] as const)("a night at the operators' board, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  let other: Visit;
  let gateway: Gateway;
  let token: string;
  const text = textsOf(language);

  beforeAll(async () => {
    stage = await openStage();
    token = await stage.site.signIn("admin", adminPassword);
    const { recipeId, points } = await addTemplate(stage.site, token, "冷库 Cold room", [
      { name: "温度", nameEn: "Temperature", address: "1", decimals: 1, unit: "°C" },
      { name: "湿度", nameEn: "Humidity", address: "2", unit: "%" },
    ]);
    await addDevice(stage.site, token, { sn: "BOARD-0001", name: "冷库一号 Cold room 1", recipeId });
    const rule = (name: string, address: string, more: object) =>
      stage.site.ask(alarmTrigger.calls.post, { name, recipeId, pointId: points[address] ?? null, condition: "above", ...more }, { token });
    await rule("Warm", "1", { level: 3, a: 8, max: 6 });
    await rule("Wet", "2", { level: 1, a: 80, max: 75 });
    await rule("Frozen", "1", { condition: "below", level: 2, a: -5, min: -3 });
    await stage.site.addUser({ account: "second" });
    gateway = await startGateway(stage.site.gatehouse.mqttPort, "BOARD-0001", "devicepw");
    visit = await stage.visit({ language });
    other = await stage.visit({ language });
    for (const each of [visit, other]) each.page.setDefaultTimeout(15_000);
    await visit.logIn("admin", adminPassword);
    await other.logIn("second", "secret1");
    for (const each of [visit, other]) {
      await each.goto("/alarm/board");
      await each.page.getByText(text("alarmBoard.none")).waitFor();
    }
  });
  afterEach(() => expect([...visit.errors, ...other.errors]).toEqual([]));
  afterAll(async () => {
    await gateway?.stop();
    await stage.close();
  });
  const send = (values: Record<number, number>) => gateway.publish("telemetry", { values });
  const rows = () => visit.page.locator(".gh-opboard-row");
  const levels = () => rows().evaluateAll((all) => all.map((row) => row.getAttribute("data-level")));
  const focused = () => visit.page.evaluate(() => document.activeElement?.getAttribute("role"));

  it("alarms come by themselves, the highest level on top, counted as the table counts them", async () => {
    await send({ 2: 90 });
    await rows().first().waitFor();
    await send({ 1: 9 });
    await visit.page.locator('.gh-opboard-row[data-level="3"]').waitFor();
    expect(await levels()).toEqual(["3", "1"]);
    const counts = await visit.page.locator(".gh-opboard-counts strong").allInnerTexts();
    const { data } = await stage.site.ask(alarmLog.calls.countLevel, { open: true }, { token });
    expect(counts.map(Number)).toEqual(data.toReversed().map(({ count }) => count));
    expect(await focused()).toBe("listbox");
  });

  it("the drawer shows the readings with the limits, takes a comment by keyboard, and another operator sees it come", async () => {
    const { page } = visit;
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").locator(".gh-chart svg.main-svg").first().waitFor();
    const drawn = page.getByRole("dialog").locator(".gh-chart");
    await drawn.getByText(text("alarmCurve.raised")).first().waitFor();
    await drawn.getByText(text("alarmCurve.trigger").replace("{value}", "8 °C")).waitFor();
    await other.page.keyboard.press("Home");
    await other.page.keyboard.press("Enter");
    await other.page.getByText(text("alarmComments.none")).waitFor();
    await page.getByLabel(text("alarmComments.field")).focus();
    await page.keyboard.type("Door was open");
    await page.keyboard.press("Control+Enter");
    await page.locator(".gh-comments").getByText("Door was open").waitFor();
    await other.page.locator(".gh-comments").getByText("Door was open").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await other.page.keyboard.press("Escape");
    await until(async () => (await focused()) === "listbox", "the focus back on the board");
  });

  it("of two who handle one alarm the second is told who was first", async () => {
    const { page } = visit;
    await other.page.getByRole("dialog").waitFor({ state: "detached" });
    await other.page.keyboard.press("a");
    await other.page.getByRole("dialog").getByRole("textbox").waitFor();
    await page.keyboard.press("a");
    await page.getByRole("dialog").getByRole("textbox").waitFor();
    await page.keyboard.type("Closed the door");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const warned = other.page.getByRole("dialog").getByRole("alert");
    await warned.waitFor();
    expect(await warned.innerText()).toContain(
      (await page.locator(".gh-opboard-handled").innerText()).match(/admin|管理员/i)?.[0] ?? "admin",
    );
    await other.page.keyboard.press("Escape");
    await other.page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("the keyboard goes on with the next that nobody has handled, and stays where it is when an alarm goes", async () => {
    const { page } = visit;
    await page.locator('.gh-opboard-row[data-level="1"][aria-selected="true"]').waitFor();
    await page.keyboard.press("u");
    await until(async () => (await levels()).join() === "1", "the unhandled one alone");
    await page.keyboard.press("u");
    await until(async () => (await levels()).join() === "3,1", "both");
    await page.keyboard.press("End");
    await send({ 1: 5 });
    await until(async () => (await levels()).join() === "1", "the one that is left");
    expect(await rows().first().getAttribute("aria-selected")).toBe("true");
    expect(await focused()).toBe("listbox");
  });

  it("sound is muted with an end, and keys are listed", async () => {
    const { page } = visit;
    await page.keyboard.press("m");
    await page.locator(".gh-opboard-tools .bp6-intent-warning").waitFor();
    await page.keyboard.press("m");
    await page.getByRole("button", { name: text("alarmBoard.mute") }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText(text("alarmBoard.key.handle")).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await focused()).toBe("listbox");
  });

  const inDrawer = () => visit.page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null);
  const handleInDrawer = async (press: () => Promise<void>) => {
    const { page } = visit;
    const button = page.getByRole("dialog").getByRole("button", { name: text("alarms.action.process"), exact: true });
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await button.waitFor();
    await press();
    await page.getByRole("dialog").getByRole("radio").first().waitFor();
    await page.keyboard.type("Looked after");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").getByRole("radio").first().waitFor({ state: "detached" });
    await button.waitFor({ state: "detached" });
    await until(inDrawer, "the focus in the drawer");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await until(async () => (await focused()) === "listbox", "the focus back on the board");
  };

  it("Enter opens the drawer however often, what is handled there by the key leaves the keyboard there", async () => {
    const { page } = visit;
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await until(async () => (await focused()) === "listbox", "the focus back on the board");
    await handleInDrawer(() => page.keyboard.press("a"));
  });

  it("unhandled alarms that there are none of are said to be none, and counted as what they are", async () => {
    const { page } = visit;
    await page.keyboard.press("u");
    await page.locator(".gh-opboard-none").getByText(text("alarmBoard.noneUnhandled"), { exact: true }).waitFor();
    await page.locator("h1").getByText(text("alarmBoard.unhandledOnly"), { exact: true }).waitFor();
    await page.getByRole("list", { name: text("alarmBoard.countsUnhandled") }).waitFor();
    const total = page.locator(".gh-opboard-foot").getByRole("status");
    expect(await total.innerText()).toMatch(language === "en" ? "0 unhandled active alarms" : "未处理 0 条");
    await page.keyboard.press("u");
    await page.getByRole("list", { name: text("alarmBoard.counts"), exact: true }).waitFor();
  });

  it("the same with the button of the drawer", async () => {
    const { page } = visit;
    await send({ 1: 9 });
    await page.locator('.gh-opboard-row[data-level="3"]').waitFor();
    const button = page.getByRole("dialog").getByRole("button", { name: text("alarms.action.process"), exact: true });
    await handleInDrawer(() => button.press("Enter"));
  });

  it("what clears before anybody has handled it is told with its history", async () => {
    const { page } = visit;
    await send({ 1: 5 });
    await page.locator('.gh-opboard-row[data-level="3"]').waitFor({ state: "detached" });
    expect(await page.locator(".gh-opboard-foot").getByRole("link").count()).toBe(0);
    await send({ 1: -9 });
    await page.locator('.gh-opboard-row[data-level="2"]').waitFor();
    await send({ 1: 5 });
    const link = page.locator(".gh-opboard-foot").getByRole("link");
    await link.waitFor();
    expect(await link.innerText()).toMatch(/1/);
    const [foot, line] = [await page.locator(".gh-opboard-keys").boundingBox(), await page.locator(".gh-notices").boundingBox()];
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(line?.y ?? 0);
    await link.press("Enter");
    await page.getByRole("grid").getByText("-5 °C").first().waitFor();
    expect(page.url()).toMatch(/open=false&state=0/);
    expect(await page.getByRole("grid").getByText("80%").count()).toBe(0);
  });
});
