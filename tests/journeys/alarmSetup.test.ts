import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { alarmTones, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact, alarmGroup, genders } from "#contract/resources/alarmGroup.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { type Gateway, startGateway } from "#tests/journeys/gateway.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { tableOf } from "#tests/server/imports/tables.ts";
import { adminPassword } from "#tests/server/site.ts";

const sn = "NIGHT-0001";
const countsSounds = `window.played = []; const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () { window.played.push(this.src); return play.call(this); };`;

describe("who sets alarms up", () => {
  let stage: Stage;
  let visit: Visit;
  let gateway: Gateway | undefined;
  let token: string;
  let recipeId: string;
  let points: Record<string, string>;
  const text = textsOf("zh");
  const { button, field, drawer, cell, act, press, said } = partsOf(() => visit.page, text);

  beforeAll(async () => {
    stage = await openStage();
    token = await stage.site.signIn("admin", adminPassword);
    const addresses = ["0", "1", "2", "3"].map((address) => ({ name: `温度${address}`, address, unit: "°C" }));
    ({ recipeId, points } = await addTemplate(stage.site, token, "冷库", addresses));
    await addDevice(stage.site, token, { sn, name: "冷库一号", recipeId });
    visit = await stage.visit({ language: "zh", before: countsSounds });
    visit.page.setDefaultTimeout(15_000);
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    await gateway?.stop();
    await stage.close();
  });

  const type = async (...words: string[]) => {
    for (const [place, word] of words.entries()) {
      if (place > 0) await press("Tab");
      await press("Control+a");
      await visit.page.keyboard.insertText(word);
    }
  };
  const save = async () => {
    await press("Control+Enter");
    await drawer().waitFor({ state: "detached" });
  };
  const cellsBeside = async (name: string): Promise<string[]> => {
    const row = await cell(name).getAttribute("data-row");
    return visit.page.locator(`[role=gridcell][data-row="${row}"]`).allTextContents();
  };
  const addByKey = async () => {
    await expect.poll(() => drawer().count()).toBe(0);
    await press("n");
    await drawer().locator(":focus").waitFor();
  };
  const editByKey = async (name: string) => {
    await cell(name).waitFor();
    await press("t");
    await press("Enter");
    await drawer().locator(":focus").waitFor();
  };
  const remove = async (name: string, action: string) => {
    await act(name, text(action));
    await visit.page.locator(".gh-confirm").getByRole("button").last().press("Enter");
    await cell(name).waitFor({ state: "detached" });
  };
  const open = async (route: string, title: string) => {
    await visit.goto(route);
    await visit.page.getByRole("heading", { name: text(title) }).waitFor();
  };

  it("adds, edits and deletes alarm types by keys, and takes them from a table [S2.185]", async () => {
    const { page } = visit;
    await open("/alarms/types", "alarmTypes.title");
    await addByKey();
    await type("过温", "Overtemperature", "温度越限", "Too warm");
    await save();
    await cell("过温").waitFor();
    await page.reload();
    await cell("过温").waitFor();
    expect((await cellsBeside("过温")).slice(0, 6)).toEqual(expect.arrayContaining(["过温", "Overtemperature", "温度越限", "Too warm"]));
    await editByKey("过温");
    await type("过热", "Overheating", "改", "Changed");
    await save();
    await cell("过热").waitFor();
    expect(await cellsBeside("过热")).toEqual(expect.arrayContaining(["过热", "Overheating", "改", "Changed"]));

    await button(text("alarmTypes.action.import")).click();
    const file = page.locator("input[type=file]");
    await file.waitFor({ state: "attached" });
    expect(await file.getAttribute("accept")).toBe(".xls,.xlsx");
    for (const name of ["types.csv", "types.txt"]) {
      await file.setInputFiles({ name, mimeType: "", buffer: Buffer.from(`名称,英文名称\n${name},Limit\n`) });
      await page.getByText(name, { exact: true }).waitFor();
      await page.getByRole("alert").getByText("仅支持 xls 和 xlsx 文件").waitFor();
    }
    const rows = [
      { name: "离线", nameEn: "Offline", remark: "通信中断", remarkEn: "Connection lost" },
      { name: "越限", nameEn: "Limit" },
    ];
    await file.setInputFiles({ name: "types.xlsx", mimeType: "", buffer: await tableOf("alarmTypes", rows, "zh") });
    await cell("离线").waitFor();
    expect(await cellsBeside("离线")).toEqual(expect.arrayContaining(["离线", "Offline", "通信中断", "Connection lost"]));
    expect((await stage.site.ask(alarmType.calls.query, {}, { token })).data.total).toBe(1);
    await visit.shot("alarm-types-preview");
    await button("导入全部 2 行").press("Enter");
    await page.getByText("共 2 行，成功 2 行", { exact: false }).first().waitFor();
    await button(text("import.toList.alarmTypes")).press("Enter");
    for (const name of ["过热", "离线", "越限"]) await cell(name).waitFor();
    expect(await cellsBeside("离线")).toEqual(expect.arrayContaining(["离线", "Offline", "通信中断", "Connection lost"]));
    await remove("越限", "alarmTypes.action.remove");
    const { data } = await stage.site.ask(alarmType.calls.query, { sortField: "nameEn" }, { token });
    expect(data.list.map(({ name }) => name)).toEqual(["离线", "过热"]);
  });

  it("adds, edits and deletes contacts by keys; a wrong phone is refused [S1.020] [S2.187] [S3.057] [S5.039]", async () => {
    await open("/alarms/contacts", "alarmContacts.title");
    const stored = async () => {
      const { list } = (await stage.site.ask(alarmContact.calls.query, {}, { token })).data;
      return list.map(({ name, gender, phone, email }) => [name, gender, phone, email]);
    };
    const gender = (name: string) => drawer().getByRole("radio", { name: text(`alarmContacts.option.gender.${name}`), exact: true });
    await addByKey();
    await type("李娜");
    for (const name of genders) expect([name, await gender(name).count()]).toEqual([name, 1]);
    expect(await gender("unknown").isChecked()).toBe(true);
    await gender("woman").press("Space");
    await press("Tab");
    await type("1390000", "li@example.com");
    await press("Control+Enter");
    await visit.page.locator('[id="alarmContacts.phone"][aria-invalid=true]:focus').waitFor();
    expect(await stored()).toEqual([]);
    await type("13900000001");
    await save();
    await cell("李娜").waitFor();
    await visit.page.reload();
    await cell("李娜").waitFor();
    expect(await cellsBeside("李娜")).toEqual(expect.arrayContaining(["李娜", "女", "13900000001", "li@example.com"]));
    expect(await stored()).toEqual([["李娜", "woman", "13900000001", "li@example.com"]]);

    await editByKey("李娜");
    expect(await gender("woman").isChecked()).toBe(true);
    await type("李南");
    await gender("man").press("Space");
    await press("Tab");
    await type("13900000002", "nan@example.com");
    await save();
    await cell("李南").waitFor();
    expect(await cellsBeside("李南")).toEqual(expect.arrayContaining(["李南", "男", "13900000002", "nan@example.com"]));
    expect(await stored()).toEqual([["李南", "man", "13900000002", "nan@example.com"]]);
    await editByKey("李南");
    await gender("unknown").press("Space");
    await save();
    await cell("未知").waitFor();
    await addByKey();
    await type("王");
    await field("alarmContacts.phone").focus();
    await type("13900000003");
    await save();
    await cell("王").waitFor();
    await remove("王", "alarmContacts.action.remove");
    expect(await stored()).toEqual([["李南", "unknown", "13900000002", "nan@example.com"]]);
  });

  it("adds, edits and deletes groups by keys, with their ways and contacts [S2.186]", async () => {
    await open("/alarms/groups", "alarmGroups.title");
    const stored = async () => {
      const { list } = (await stage.site.ask(alarmGroup.calls.query, {}, { token })).data;
      return list.map(({ name, messageTypes, contacts }) => [name, messageTypes, contacts.map((contact) => contact.name)]);
    };
    const box = (name: string) => drawer().getByRole("checkbox", { name });
    await addByKey();
    await type("夜班");
    expect(await box("短信").isChecked()).toBe(true);
    await box("微信").press("Space");
    await box("李南").press("Space");
    await visit.shot("alarm-group-drawer");
    await save();
    await cell("夜班").waitFor();
    await visit.page.reload();
    await cell("夜班").waitFor();
    expect(await cellsBeside("夜班")).toEqual(expect.arrayContaining(["夜班", "短信、微信", "李南"]));
    expect(await stored()).toEqual([["夜班", ["sms", "wechat"], ["李南"]]]);
    await editByKey("夜班");
    await type("白班");
    expect([await box("微信").isChecked(), await box("李南").isChecked()]).toEqual([true, true]);
    await box("短信").press("Space");
    await box("李南").press("Space");
    await save();
    await cell("白班").waitFor();
    expect(await stored()).toEqual([["白班", ["wechat"], []]]);
    await addByKey();
    await type("备班");
    await save();
    await cell("备班").waitFor();
    await remove("备班", "alarmGroups.action.remove");
    expect(await stored()).toEqual([["白班", ["wechat"], []]]);
  });

  it("adds, finds, switches, mutes, edits and deletes rules [S1.018] [S2.086] [S2.184] [S3.049]", async () => {
    const { page } = visit;
    const other = { name: "另一条", recipeId, pointId: points["1"] ?? null, condition: "above" as const, a: 900 };
    await stage.site.ask(alarmTrigger.calls.post, other, { token });
    await open("/alarms/triggerslist", "alarmRules.title");
    await cell("另一条").waitFor();
    await button(text("alarmRules.action.add")).press("Enter");
    await field("alarmRule.name").fill("库温过高");
    const choose = async (name: string, label: string) => void (await field(`alarmRule.${name}`).selectOption({ label }));
    await choose("level", "紧急");
    await choose("alarmTypeId", "过热");
    await choose("alarmGroupId", "白班");
    await choose("recipeId", "冷库");
    await choose("pointId", "温度3 (3)");
    await field("alarmRule.a").fill("8");
    const texts = { pushContent: "库温过高", pushContentEn: "Room too warm", releaseContent: "库温正常", releaseContentEn: "Cool again" };
    const fillTexts = async (mark: string) => {
      for (const [name, words] of Object.entries(texts)) await field(`alarmRule.${name}`).fill(words + mark);
    };
    await fillTexts("");
    await field("alarmRule.saveData").press("Space");
    await press("Control+Enter");
    await cell("库温过高").waitFor();
    const stored = async () => {
      const { list } = (await stage.site.ask(alarmTrigger.calls.query, { name: "库温" }, { token })).data;
      return list.map(({ id: _, ...rule }) => rule)[0];
    };
    expect(await stored()).toMatchObject({ ...texts, level: 3, saveData: false, alarmGroupName: "白班", enabled: true, mask: false, a: 8 });

    await press("/");
    await page.keyboard.insertText("库温");
    await cell("另一条").waitFor({ state: "detached" });
    const toggle = (column: string) => page.getByRole("switch", { name: `${text(`alarmRules.column.${column}`)}：库温过高` });
    const switches = async () => [await toggle("enabled").getAttribute("aria-checked"), await toggle("mask").getAttribute("aria-checked")];
    expect(await switches()).toEqual(["true", "false"]);
    await act("库温过高", text("alarmRules.action.disable"));
    await said(text("feedback.statusChanged"));
    await act("库温过高", text("alarmRules.action.mask"));
    await field("alarmMasks.reason").fill("检修");
    await save();
    await page.reload();
    await cell("库温过高").waitFor();
    await expect.poll(switches).toEqual(["false", "true"]);
    expect(await stored()).toMatchObject({ enabled: false, mask: true });
    await visit.shot("alarm-rules-muted");
    await toggle("enabled").click();
    await toggle("mask").click();
    await expect.poll(switches).toEqual(["true", "false"]);
    await expect.poll(stored).toMatchObject({ enabled: true, mask: false });

    await act("库温过高", text("alarmRules.action.edit"));
    for (const [name, words] of Object.entries(texts)) await expect.poll(() => field(`alarmRule.${name}`).inputValue()).toBe(words);
    expect(await field("alarmRule.saveData").isChecked()).toBe(false);
    expect(await field("alarmRule.alarmGroupId").locator("option:checked").textContent()).toBe("白班");
    await fillTexts("!");
    await field("alarmRule.saveData").press("Space");
    await choose("alarmGroupId", "无");
    await press("Control+Enter");
    await cell("库温过高").waitFor();
    const changed = Object.fromEntries(Object.entries(texts).map(([name, words]) => [name, `${words}!`]));
    expect(await stored()).toMatchObject({ ...changed, saveData: true, alarmGroupId: null, version: 2 });
    await remove("库温过高", "alarmRules.action.remove");
    expect(await stored()).toBeUndefined();
  });

  it("is told of each level in a look of its own, with a sound where the level's switch is on [S4.021] [S9.029]", async () => {
    const { page } = visit;
    for (const level of [0, 1, 2, 3]) {
      const rule = { name: `级别${level}`, recipeId, pointId: points[level] ?? null, condition: "above" as const, a: 500, max: 400, level };
      expect((await stage.site.ask(alarmTrigger.calls.post, rule, { token })).code).toBe(0);
    }
    gateway = await startGateway(stage.site.gatehouse.mqttPort, sn, "devicepw");
    await visit.goto("/home_page");
    await page.locator(".gh-link-online").waitFor();
    const played = () => page.evaluate(() => ("played" in window && Array.isArray(window.played) ? window.played : []));
    const { base } = stage.site;
    const looks = [];
    for (const level of [0, 1, 2, 3]) {
      await gateway.publish("telemetry", { values: { [level]: 501 } });
      const notice = page.locator(`.gh-notice[data-type='0'][data-level='${level}']`).first();
      await notice.waitFor();
      looks.push({
        colour: await notice.evaluate((card) => getComputedStyle(card).borderLeftColor),
        icon: await notice.locator("svg").first().getAttribute("data-icon"),
        word: (await notice.locator(".gh-notice-title").innerText()).split(" ")[0],
      });
      if (level < 2) expect(await played()).toEqual([]);
      if (level === 2) await expect.poll(played).toEqual([`${base}/double.wav`]);
    }
    expect(looks.map(({ word }) => word)).toEqual(["提示报警", "一般报警", "重要报警", "紧急报警"]);
    for (const part of ["colour", "icon"] as const) expect(new Set(looks.map((look) => look[part])).size).toBe(4);
    await expect.poll(played).toEqual([`${base}/double.wav`, `${base}/alarm.wav`]);
    for (const tone of alarmTones) {
      const file = await fetch(`${base}/${tone}.wav`);
      expect([file.status, file.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^audio\/(x-)?wav/)]);
      expect(
        Buffer.from(await file.arrayBuffer())
          .subarray(0, 4)
          .toString(),
      ).toBe("RIFF");
    }
  });
});
