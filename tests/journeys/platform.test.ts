import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { say } from "#contract/messages.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { apk, zipOf } from "#tests/server/platform/zipFile.ts";
import { adminPassword } from "#tests/server/site.ts";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64");

describe("data units, icon groups, app packages and orders", () => {
  let stage: Stage;
  let visit: Visit;
  let gateway: Gateway;
  let recipeId: string;
  let deviceId: string;
  const text = textsOf("en");

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const template = await addTemplate(stage.site, token, "Boiler", [
      {
        name: "Setpoint",
        address: "40001",
        valueType: "int16",
        unit: "°C",
        decimals: 1,
        sendFormula: "x*10",
        receiveFormula: "x/10",
        writable: true,
      },
      { name: "Running", address: "40002", valueType: "uint16" },
    ]);
    recipeId = template.recipeId;
    deviceId = await addDevice(stage.site, token, { sn: "GW-0001", name: "Boiler one", recipeId });
    await addDevice(stage.site, token, { sn: "GW-0002", name: "Boiler two", recipeId });
    gateway = await startGateway(stage.site.gatehouse.mqttPort, "GW-0001", "devicepw");
    visit = await stage.visit({ language: "en" });
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    await gateway.stop();
    await stage.close();
  });

  const { button, field, drawer, save: saveForm, said, cell, act } = partsOf(() => visit.page, text);
  const save = async (done = "feedback.added") => {
    await saveForm();
    await said(text(done));
    await drawer().waitFor({ state: "detached" });
  };

  it("keeps data units, and offers them for a data point [S1.011] [S2.069]", async () => {
    await visit.goto("/system/data_unit");
    await button(text("units.action.add")).click();
    await field("units.name").fill("Degree");
    await field("units.symbol").fill("°C");
    await field("units.category").fill("Temperature");
    expect(await axeFaults(visit.page)).toEqual([]);
    await save();
    await act("Degree", text("units.action.edit"));
    await field("units.name").fill("Degree Celsius");
    await save("feedback.edited");
    await cell("Degree Celsius").waitFor();
    await visit.shot("units");
    await visit.goto(`/template/adds?recipeId=${recipeId}`);
    const offered = visit.page.locator("datalist option");
    await expect.poll(() => offered.evaluateAll((options) => options.map((option) => option.getAttribute("value")))).toEqual(["°C"]);
    expect(await field("dataPoint.unit").getAttribute("list")).toBe("dataPoint.unit-offered");
    await visit.shot("unit-offered");
    await visit.goto("/system/data_unit");
    await act("Degree Celsius", text("units.action.remove"));
    await visit.page.locator(".gh-confirm").getByRole("button").last().click();
    await visit.page.getByText(text("units.empty")).waitFor();
  });

  it("keeps icon groups with their pictures, and shows a point's [S2.094] [S3.045]", async () => {
    await visit.goto("/system/icon_group");
    await button(text("iconGroups.action.add")).click();
    await field("iconGroups.name").fill("Pump state");
    await field("iconGroups.bodies.0.value").fill("1");
    await field("iconGroups.bodies.0.picture").setInputFiles({ name: "on.png", mimeType: "image/png", buffer: png });
    await drawer().locator("img").waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("icon-group-form");
    await save();
    await cell("Pump state").waitFor();
    await visit.shot("icon-groups");
    await cell("Pump state").dblclick();
    await visit.page.waitForURL(/icon\/grouplist/);
    await button(text("iconPictures.action.add")).click();
    await field("iconPictures.value").fill("0");
    await field("iconPictures.picture").setInputFiles({ name: "off.png", mimeType: "image/png", buffer: png });
    await drawer().locator("img").waitFor();
    await save();
    await cell("0").waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("icon-pictures");
    await visit.goto(`/template/edit?id=${recipeId}`);
    await cell("Running").dblclick();
    await field("dataPoint.iconGroupId").selectOption({ label: "Pump state" });
    await button(text("form.save")).click();
    await said(text("feedback.edited"));
    await gateway.publish("telemetry", { values: { 40001: 215, 40002: 1 } });
    await visit.goto(`/devices/deviceDatail?id=${deviceId}`);
    await visit.page.locator(".gh-point-value img").waitFor();
    await visit.shot("icon-value");
    await visit.goto("/system/icon_group");
    await act("Pump state", text("iconGroups.action.remove"));
    const question = visit.page.locator(".gh-confirm");
    await question.getByRole("button").last().click();
    await question.getByText("in use by 1 data point").waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("question-rejected");
    await visit.page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
  });

  it("keeps app packages, of apk and ipa alone [S1.036] [S2.193] [S5.053]", async () => {
    await visit.goto("/system/app_version");
    await button(text("apps.action.add")).click();
    await field("apps.name").fill("Console");
    await field("apps.versionName").fill("Spring");
    await field("apps.versionNumber").fill("1.10");
    const file = drawer().locator("input[type=file]");
    const wrong = drawer().getByText(say("en", "rule.appPackage"), { exact: true });
    await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: apk });
    await wrong.waitFor();
    await file.setInputFiles({ name: "fake.apk", mimeType: "application/zip", buffer: zipOf({ "note.txt": "" }) });
    await wrong.waitFor();
    await file.setInputFiles({ name: "console.apk", mimeType: "application/zip", buffer: apk });
    await drawer().getByText("console.apk", { exact: false }).last().waitFor();
    await expect.poll(() => field("apps.path").inputValue()).toMatch(/^\/files\/.+\.apk$/);
    expect(await field("apps.platform").inputValue()).toBe("android");
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("app-form");
    await save();
    await cell("1.10").waitFor();
    const download = visit.page.waitForEvent("download");
    await visit.page.getByRole("gridcell").getByRole("link").first().click();
    expect((await download).suggestedFilename()).toMatch(/\.apk$/);
    await visit.shot("apps");
  });

  it("keeps a gateway command as an order, and sends it to several devices [S2.198] [S7.094]", async () => {
    await visit.goto("/system/orders");
    await button(text("orders.action.add")).click();
    await field("orders.name").fill("Night setback");
    await field("orders.recipeId").selectOption({ label: "Boiler" });
    await field("orders.values.0.pointId").selectOption({ label: "Setpoint (40001)" });
    await field("orders.values.0.value").fill("18.5");
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("order-form");
    await save();
    await cell("Setpoint = 18.5 °C").waitFor();
    await visit.shot("orders");
    await act("Night setback", text("orders.action.send"));
    const dialog = visit.page.locator(".gh-order-send");
    for (const name of ["Boiler one", "Boiler two"]) {
      await dialog.getByRole("combobox", { name: text("history.device"), exact: true }).fill(name);
      await dialog.getByRole("option").filter({ hasText: name }).click();
    }
    await expect.poll(() => dialog.locator("li").count()).toBe(2);
    expect(await axeFaults(visit.page)).toEqual([]);
    await dialog.getByRole("button", { name: text("command.send"), exact: true }).click();
    await visit.page.locator(".gh-confirm").getByRole("button").last().click();
    expect((await gateway.next("command")).command).toMatchObject({ slave: 1, values: { 40001: 185 } });
    const rows = dialog.locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.nth(0).textContent()).toContain("done");
    expect(await rows.nth(1).textContent()).toContain(say("en", "code.deviceOffline"));
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("order-answers");
  });

  it("shows that permission is missing, and no rows, to whom the query is not granted [S6.026] [S6.027] [S6.028]", async () => {
    const { db } = stage.site.gatehouse.services;
    const stamps = { created_at: 0, updated_at: 0, updated_by: "" };
    await db
      .insertInto("role")
      .values({ id: "blind", company_id: "root", name: "Blind", description: "", ...stamps })
      .execute();
    const menus = ["system.dict", "system.orders", "system.icons", "devices.icons", "system.units", "system.apps"];
    await db
      .insertInto("role_menu")
      .values(menus.map((menu_id) => ({ role_id: "blind", menu_id, actions: JSON.stringify(["/api/order/post", "/api/dict/post"]) })))
      .execute();
    await stage.site.addUser({ account: "blind", roles: ["blind"] });
    const other = await stage.visit({ language: "en" });
    await other.goto("/login");
    await other.fillLogin("blind", "secret1");
    await other.page.keyboard.press("Enter");
    await other.page.locator("#gh-side").waitFor();
    const shown = async (path: string) => {
      await other.goto(path);
      await other.page.locator("main").getByText(say("en", "code.forbidden"), { exact: true }).first().waitFor();
      expect([path, await other.page.getByRole("row").count()]).toEqual([path, 0]);
    };
    for (const path of [
      "/system/dict",
      "/system/orders",
      "/system/icon_group",
      "/devices/icon/grouplist?id=1",
      "/system/data_unit",
      "/system/app_version",
    ])
      await shown(path);
    await other.shot("denied");
    expect(other.errors).toEqual([]);
    await other.close();
  });
});
