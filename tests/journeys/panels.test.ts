import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { deviceTemplateUiCmd } from "#contract/resources/deviceTemplateUiCmd.ts";
import { deviceTemplateUiCompany } from "#contract/resources/deviceTemplateUiCompany.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

describe("panels of devices", () => {
  let stage: Stage;
  let visit: Visit;
  let gateway: Gateway;
  let token: string;
  let deviceId: string;
  let companyId: string;
  const text = textsOf("en");
  const { button, field, drawer, save, said, cell, act, press } = partsOf(() => visit.page, text);
  const panels = async () => (await stage.site.ask(deviceTemplateUi.calls.query, {}, { token })).data.list;
  const panelId = async () => (await panels())[0]?.id ?? "";
  const elements = async () => (await stage.site.ask(deviceTemplateUi.calls.get, { id: await panelId() }, { token })).data.elements;
  const box = (kind: string) => visit.page.locator(".gh-panel-canvas").getByRole("button", { name: new RegExp(`^\\d+ ${kind},`) });
  const saved = async (done = "feedback.added") => {
    await save();
    await said(text(done));
    await drawer().waitFor({ state: "detached" });
  };

  beforeAll(async () => {
    stage = await openStage();
    token = await stage.site.signIn("admin", adminPassword);
    const points = [
      { name: "压力", nameEn: "Pressure", address: "p", unit: "bar", decimals: 1, min: 0, max: 10 },
      { name: "设定", nameEn: "Setpoint", address: "s", unit: "bar", writable: true, min: 0, max: 10 },
      { name: "启停", nameEn: "Run", address: "r", valueType: "bool", writable: true },
    ];
    const { recipeId } = await addTemplate(stage.site, token, "Pump", points);
    const slaves = [{ no: 1, name: "Main", recipeId }];
    const { data } = await stage.site.ask(deviceTemplate.calls.post, { name: "Station", slaves }, { token });
    const fields = { name: "Pump one", sn: "GW-0001", typeId: "type-general", industry: "水务", password: "devicepw" };
    const made = await stage.site.ask(device.calls.post, { ...fields, deviceTemplateId: data.id, slaves }, { token });
    deviceId = made.data.id;
    companyId = (await stage.site.ask(company.calls.post, { parentId: "root", name: "Branch" }, { token })).data.id;
    gateway = await startGateway(stage.site.gatehouse.mqttPort, "GW-0001", "devicepw");
    await gateway.publish("telemetry", { values: { p: 4.2, s: 5 } });
    visit = await stage.visit({ language: "en" });
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    await gateway.stop();
    await stage.close();
  });

  it("are added to a device template and listed", async () => {
    await visit.goto("/template/ui");
    await button(text("panels.action.add")).click();
    await field("panels.name").fill("Front");
    await field("panels.deviceTemplateId").selectOption({ label: "Station" });
    await saved();
    await cell("Front").waitFor();
    expect(await panels()).toMatchObject([{ name: "Front", deviceTemplateName: "Station", enabled: true }]);
    expect(await axeFaults(visit.page)).toEqual([]);
  });

  it("are laid out by keys and by the mouse, with undo and redo", async () => {
    await visit.goto(`/template/ui/edit?id=${await panelId()}`);
    await button(text("panelEditor.kind.value")).click();
    await field("panelEditor.elements.0.pointId").selectOption({ label: "Pressure (p)" });
    await button(text("panelEditor.kind.gauge")).click();
    await field("panelEditor.elements.1.pointId").selectOption({ label: "Pressure (p)" });
    await box("Value").focus();
    await press("ArrowDown", "ArrowDown", "ArrowRight", "Shift+ArrowRight");
    await press("Control+z");
    await press("Control+y");
    const gauge = await box("Gauge").boundingBox();
    const from = { x: (gauge?.x ?? 0) + 40, y: (gauge?.y ?? 0) + 20 };
    await visit.page.mouse.move(from.x, from.y);
    await visit.page.mouse.down();
    await visit.page.mouse.move(from.x + 200, from.y, { steps: 5 });
    await visit.page.mouse.up();
    await box("Value").focus();
    await press("Delete");
    await expect.poll(() => box("Value").count()).toBe(0);
    await press("Control+z");
    await box("Value").waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("panel-editor");
    await button(text("form.save")).click();
    await said(text("feedback.edited"));
    const [value, moved] = await elements();
    expect(value).toMatchObject({ kind: "value", x: 1, y: 2, w: 5, h: 2 });
    expect(moved?.kind).toBe("gauge");
    expect(moved?.x).toBeGreaterThan(6);
  });

  it("say that an element leaves the grid, and keep it where it was", async () => {
    await visit.goto(`/template/ui/edit?id=${await panelId()}`);
    await box("Value").focus();
    await press("ArrowLeft", "ArrowLeft");
    await visit.page.locator(".gh-panel-told").getByText(text("panelEditor.refused.outside")).waitFor();
    await button(text("feedback.action.cancel")).click();
    await visit.page.locator(".gh-confirm").getByRole("button").last().click();
  });

  it("have commands, and show what each would send", async () => {
    await visit.goto(`/template/uicmd?uiId=${await panelId()}`);
    await button(text("panelCommands.action.add")).click();
    await field("panelCommands.name").fill("Night");
    await field("panelCommands.uiId").selectOption({ label: "Front" });
    await field("panelCommands.slave").selectOption({ index: 1 });
    await field("panelCommands.values.0.pointId").selectOption({ label: "Setpoint (s)" });
    await field("panelCommands.values.0.value").fill("3");
    await saved();
    await cell("Night").waitFor();
    await visit.goto(`/template/uicmdCheck?uiId=${await panelId()}&device=${deviceId}`);
    await visit.page.getByText("gw/GW-0001/command", { exact: true }).waitFor();
    await visit.page.getByText('{"id":"…","slave":1,"values":{"s":3}}', { exact: true }).waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("panel-check");
  });

  it("are a tab of their devices, with values as they come and commands that ask first", async () => {
    const { data } = await stage.site.ask(deviceTemplateUiCmd.calls.query, {}, { token });
    const panel = (await stage.site.ask(deviceTemplateUi.calls.get, { id: await panelId() }, { token })).data;
    const pressing = { kind: "button" as const, x: 0, y: 8, w: 4, h: 1, commandId: data.list[0]?.id ?? "" };
    const { id, name, enabled, sort, version } = panel;
    const put = { id, name, enabled, sort, version, elements: [...panel.elements, pressing] };
    expect((await stage.site.ask(deviceTemplateUi.calls.put, put, { token })).code).toBe(0);
    await visit.goto(`/devices/deviceDatail?id=${deviceId}`);
    await visit.page.getByRole("tab", { name: "Front", exact: true }).click();
    await visit.page.locator(".gh-panel-grid").getByText("4.2").first().waitFor();
    await gateway.publish("telemetry", { values: { p: 7.5 } });
    await visit.page.locator(".gh-panel-grid").getByText("7.5").first().waitFor();
    await button("Night").click();
    await visit.page.locator(".gh-confirm").getByRole("button").last().click();
    const { command } = await gateway.next("command");
    expect(command).toMatchObject({ slave: 1, values: { s: 3 } });
    await gateway.publish("command/reply", { id: command?.id, code: 0, message: "" });
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("panel-tab");
    await visit.goto(`/panel?device=${deviceId}`);
    await visit.page.locator(".gh-panel-grid:visible").getByText("7.5").first().waitFor();
  });

  it("are linked to organisations below, and parted from them", async () => {
    const links = async () => (await stage.site.ask(deviceTemplateUiCompany.calls.query, {}, { token })).data.list;
    await stage.site.ask(deviceTemplateUiCompany.calls.post, { uiId: await panelId(), companyId }, { token });
    await visit.goto("/company/companyUI");
    await cell("Branch").waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    await act("Branch", text("panelLinks.action.remove"));
    await visit.page.locator(".gh-confirm").getByRole("button").last().click();
    await expect.poll(async () => (await links()).length).toBe(0);
  });

  it("are made by keys alone: every kind is added, placed, bound and taken back where the focus is", async () => {
    const { deviceTemplateId } = (await panels())[0] ?? { deviceTemplateId: "" };
    const fields = { name: "Keys", deviceTemplateId };
    const { data } = await stage.site.ask(deviceTemplateUi.calls.post, fields, { token });
    await visit.goto(`/template/ui/edit?id=${data.id}`);
    const isFocused = async (what: ReturnType<typeof box>) =>
      expect.poll(() => what.evaluate((element) => element === document.activeElement)).toBe(true);
    const kinds = ["value", "gauge", "curve", "state", "switch", "button", "text", "image"] as const;
    for (const kind of kinds) {
      await button(text(`panelEditor.kind.${kind}`)).focus();
      await press("Enter");
      await isFocused(box(text(`panelEditor.kind.${kind}`)));
    }
    await press("Delete", "Delete", "Delete");
    await isFocused(box("Switch"));
    await press("Control+z", "Control+z", "Control+z");
    await isFocused(box("Image"));
    await press("Control+y");
    await expect.poll(() => box("Image").count()).toBe(0);
    await press("Control+y", "Control+y");
    await isFocused(box("Switch"));
    for (const [kind, point] of [
      ...[["Value", "Pressure"] as const, ["Gauge", "Pressure"] as const, ["Trend", "Pressure"] as const],
      ...[["Status", "Setpoint"] as const, ["Switch", "Run"] as const],
    ]) {
      await box(kind).focus();
      await press("Enter");
      await isFocused(visit.page.locator(".gh-panel-properties select").first());
      await press("Tab");
      await visit.page.keyboard.type(point);
      await press("Escape");
      await isFocused(box(kind));
    }
    await box("Value").focus();
    await press("ArrowRight", "Shift+ArrowRight");
    await button(text("form.save")).focus();
    await press("Enter");
    await said(text("feedback.edited"));
    const made = (await stage.site.ask(deviceTemplateUi.calls.get, { id: data.id }, { token })).data.elements;
    expect(made.map(({ kind }) => kind)).toEqual(["value", "gauge", "curve", "state", "switch"]);
    expect(made.map((element) => "pointId" in element && element.pointId !== "")).toEqual([true, true, true, true, true]);
    expect(made[0]).toMatchObject({ x: 1, w: 5 });
    await visit.goto(`/template/ui/edit?id=${data.id}`);
    await box("Value").focus();
    await press("Delete", "Delete", "Delete", "Delete", "Delete");
    await isFocused(button(text("panelEditor.kind.value")));
    await press("Control+z");
    await isFocused(box("Switch"));
    expect(await axeFaults(visit.page)).toEqual([]);
  });
});
