import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openPrograms, type Programs } from "#tests/journeys/programs.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

describe("connecting a device", () => {
  let stage: Stage;
  let visit: Visit;
  let deviceId: string;
  let pushId: string;
  let edgeId: string;
  let programs: Programs;
  const text = textsOf("en");
  const arrived = () => visit.page.locator(".gh-connect-messages");
  const code = (title: string) => visit.page.locator("figure", { has: visit.page.getByText(text(title), { exact: true }) }).locator("pre");
  const { act, button } = partsOf(() => visit.page, text);
  /** Sets a new password by keys alone, and answers what is shown. */
  const setPassword = async (): Promise<string> => {
    await button(text("connect.logIn.renew")).focus();
    await visit.page.keyboard.press("Enter");
    const question = visit.page.locator(".gh-confirm");
    await question.getByRole("button", { name: text("connect.logIn.renew"), exact: true }).focus();
    await visit.page.keyboard.press("Enter");
    const password = await visit.page.locator(".gh-device-password").innerText();
    await button(text("device.password.done")).focus();
    await visit.page.keyboard.press("Enter");
    return password;
  };

  /** Sends the temperature from the device's page, and answers what its dialog says at last. */
  const send = async (id: string, value: string): Promise<string> => {
    const page = await visit.context.newPage();
    await page.goto(`${stage.site.base}/#/devices/deviceDatail?id=${id}`);
    await page.getByRole("button", { name: text("command.title").replace("{point}", "Temperature"), exact: true }).click();
    await page.locator(".bp6-dialog input").first().fill(value);
    await page
      .locator(".bp6-dialog")
      .getByRole("button", { name: text("command.send"), exact: true })
      .click();
    await page
      .locator(".gh-confirm")
      .getByRole("button", { name: text("command.send"), exact: true })
      .click();
    const callout = page.locator(".bp6-dialog .bp6-callout");
    await callout.filter({ hasNotText: text("command.waiting") }).waitFor();
    const said = await callout.innerText();
    await page.close();
    return said;
  };

  beforeAll(async () => {
    programs = openPrograms();
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const points = [
      {
        name: "温度",
        nameEn: "Temperature",
        address: "40001",
        unit: "°C",
        valueType: "int16",
        receiveFormula: "x*0.1",
        sendFormula: "x*10",
      },
    ];
    const { recipeId } = await addTemplate(stage.site, token, "Cold room", [
      { ...points[0], decimals: 1, min: 0, max: 40, writable: true },
    ]);
    const slaves = [{ no: 1, name: "Main", recipeId }];
    const fields = { typeId: "type-general", industry: "水务", password: "devicepw", slaves };
    const added = await stage.site.ask(device.calls.post, { ...fields, name: "Cold room 1", sn: "GW-0001" }, { token });
    deviceId = added.data.id;
    const model = await stage.site.ask(deviceModel.calls.post, { name: "Poster", transmission: "http-push" }, { token });
    const posting = { ...fields, name: "Poster 1", sn: "GW-0002", modelId: model.data.id };
    pushId = (await stage.site.ask(device.calls.post, posting, { token })).data.id;
    const edge = await stage.site.ask(deviceModel.calls.post, { name: "Edge", transmission: "sparkplug-b" }, { token });
    const node = { ...fields, name: "Edge 1", sn: "GW-0003", modelId: edge.data.id };
    edgeId = (await stage.site.ask(device.calls.post, node, { token })).data.id;
    visit = await stage.visit({ language: "en" });
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    programs.close();
    await stage.close();
  });

  it("is opened from the device, and its command publishes a value that is seen as it arrives and in the device", async () => {
    await visit.goto(`/devices/deviceDatail?id=${deviceId}`);
    await button(text("device.action.connect")).click();
    await code("connect.try.publish").waitFor();
    expect(await code("connect.try.publish").innerText()).toContain(text("connect.placeholder.password").replaceAll("'", ""));
    const password = await setPassword();
    const command = await code("connect.try.publish").innerText();
    expect(command).toContain(password);
    await programs.run(command);
    await arrived().getByText("Temperature 20.0 °C").waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("connect");
    await programs.run(command.replace('{"values":{"40001":200}}', '{"values":{"40001":'));
    await arrived().getByText(text("messages.mend.json")).waitFor();
    await expect(programs.run(command.replace(password, "wrong-password"))).rejects.toThrow("Bad username or password");
    await arrived().getByText("wrong password").waitFor();
    await arrived().getByText(text("messages.mend.password")).waitFor();
    await visit.goto(`/devices/deviceDatail?id=${deviceId}`);
    await visit.page.locator(".gh-device-values").getByText("20.0").first().waitFor();
  });

  it("copies a command by its button", async () => {
    await visit.goto(`/devices/connect?id=${deviceId}`);
    await code("connect.try.publish").waitFor();
    await visit.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: stage.site.base });
    const copy = button(`Copy ${text("connect.try.publish")}`);
    await copy.focus();
    await visit.page.keyboard.press("Enter");
    await visit.page.locator(".gh-connect-copied").getByText(text("device.password.copied")).waitFor();
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(await code("connect.try.publish").innerText());
  });

  it("is shown for a model without a device, and for one of its devices that is chosen", async () => {
    await visit.goto("/devices/models");
    await act("Poster", text("models.action.connect"));
    await visit.page.getByText(text("connect.placeholders")).waitFor();
    await visit.page.getByRole("combobox", { name: text("history.device") }).fill("GW");
    await visit.page.getByRole("option").first().waitFor();
    expect(await visit.page.getByRole("option").allInnerTexts()).toEqual([expect.stringContaining("GW-0002")]);
    await visit.page.getByRole("option").first().click();
    await code("connect.try.post").waitFor();
    expect(visit.page.url()).toContain(pushId);
  });

  it("gives a curl command that posts what arrives", async () => {
    await visit.goto(`/devices/connect?id=${pushId}`);
    await code("connect.try.post").waitFor();
    await setPassword();
    expect(JSON.parse(await programs.run(await code("connect.try.post").innerText()))).toMatchObject({ code: 0 });
    await arrived().getByText("Temperature 20.0 °C").waitFor();
  });

  it("gives commands that take what is sent to the device and reply: over MQTT, over HTTP, and as an edge node", async () => {
    await visit.goto(`/devices/connect?id=${deviceId}`);
    await code("connect.try.obey").waitFor();
    await setPassword();
    programs.start(await code("connect.try.obey").innerText());
    await arrived().getByText(text("messages.outcome.online")).first().waitFor();
    expect(await send(deviceId, "21")).toContain("Command executed");

    await visit.goto(`/devices/connect?id=${pushId}`);
    await code("connect.try.collect").waitFor();
    await setPassword();
    await programs.run(await code("connect.try.post").innerText());
    const sent = send(pushId, "22");
    await arrived().getByText(text("messages.outcome.waiting")).waitFor();
    expect(await programs.run(await code("connect.try.collect").innerText())).toContain('"values":{"40001":220}');
    expect(await sent).toContain("Command executed");

    await visit.goto(`/devices/connect?id=${edgeId}`);
    await code("connect.try.edgeNode").waitFor();
    await setPassword();
    await programs.run(await code("connect.try.birth").innerText());
    await arrived().getByText("Temperature 20.0 °C").waitFor();
    programs.start(await code("connect.try.edgeNode").innerText());
    await arrived().getByText("Temperature 20.0 °C").nth(1).waitFor();
    expect(await send(edgeId, "23")).toContain("Command executed");
    await arrived().getByText("Temperature 23.0 °C").waitFor();
  });
});
