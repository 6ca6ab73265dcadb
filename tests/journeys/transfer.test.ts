import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Language, say } from "#contract/messages.ts";
import { company } from "#contract/resources/company.ts";
import { user } from "#contract/resources/user.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { goodPassword } from "#tests/server/people/people.ts";
import { adminPassword } from "#tests/server/site.ts";

/** In either language, as they are to be read. */
const done = { zh: "转移成功：2 台设备已转到 South", en: "2 devices transferred to South" } as const;
const there = { zh: "设备已在目标组织中", en: "The device is already in the target organization" } as const;
const failed = { zh: "转移失败：设备已在目标组织中", en: "The transfer failed: The device is already in the target organization" } as const;
const noDevice = { zh: "请选择要转移的设备", en: "Select the devices to transfer" } as const;
const noTarget = { zh: "请选择正确的目标组织", en: "Choose a correct target organisation" } as const;
const notText = { zh: "list.csv 不是 .txt 文本文件", en: "list.csv is not a .txt text file" } as const;

describe.each(["zh", "en"] as const)("a transfer, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  let old: Visit;
  const text = textsOf(language);

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    const token = await site.signIn("admin", adminPassword);
    const made = async (name: string) => (await site.ask(company.calls.post, { parentId: "root", name }, { token })).data.id;
    const [north] = [await made("North"), await made("South")];
    const owner = {
      account: "north.owner",
      userName: "Keeper",
      type: 5,
      password: goodPassword,
      roleIds: ["role-owner"],
      companyId: north,
    };
    await site.ask(user.calls.add_child_company, owner, { token });
    const keeper = await site.signIn("north.owner", goodPassword);
    const { recipeId } = await addTemplate(site, keeper, "Meter", [{ name: "Level", address: "1" }]);
    for (const name of ["Pump A", "Pump B", "Pump C"]) await addDevice(site, keeper, { sn: name.replace(" ", "-"), name, recipeId });
    visit = await stage.visit({ language, dark: language === "en" });
    await visit.logIn("admin", adminPassword);
    old = await stage.visit({ language });
    await old.logIn("north.owner", goodPassword);
  });
  afterEach(() => expect([visit.errors, old.errors]).toEqual([[], []]));
  afterAll(() => stage.close());

  const { button, cell, press, said } = partsOf(() => visit.page, text);
  const target = () => visit.page.getByRole("combobox", { name: text("transfer.target") });
  const chooseTarget = async (name: string) => {
    await target().fill(name);
    await visit.page.getByRole("option", { name }).first().click();
  };
  const take = (name: string, content: string) =>
    visit.page
      .locator(".gh-transfer input[type=file]")
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content, "utf8") });
  const outcomes = () =>
    visit.page.locator(".gh-transfer [role=gridcell] :is(.gh-transfer-fits, .gh-transfer-kept, .gh-transfer-moved)").allTextContents();

  it("says what is missing, and what is no file of SNs [S5.052] [S5.061] [S5.062]", async () => {
    await visit.goto("/devices/transfer");
    await button(text("transfer.action")).click();
    await said(noDevice[language]);
    await take("list.csv", "Pump-A");
    await said(notText[language]);
    await take("list.txt", "\n");
    await said(language === "zh" ? "list.txt 中没有序列号" : "list.txt holds no SN");
    await take("list.txt", "\uFEFFPump-A\r\nNOWHERE\r\n");
    await cell("NOWHERE").waitFor();
    await visit.page.locator(".gh-transfer .gh-page-actions .bp6-intent-primary").click();
    await visit.page.getByRole("alert").filter({ hasText: noTarget[language] }).waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
  });

  it("tells of each line of a file what would become of it, moves those that can go, and the old owner's open page loses them [S2.181] [S8.029]", async () => {
    await old.goto("/devices/list");
    await old.page.getByRole("gridcell", { name: "Pump A", exact: true }).waitFor();
    await take("list.txt", "Pump-A\npump-b\nNOWHERE\nPump-A\n");
    await chooseTarget("South");
    const fits = text("transfer.outcome.fits");
    await expect.poll(outcomes).toEqual([fits, fits, say(language, "code.notFound"), say(language, "code.namedTwice")]);
    await visit.shot(`transfer-${language}`);
    await visit.page.locator(".gh-transfer .gh-page-actions .bp6-intent-primary").click();
    await visit.page
      .getByRole("button", { name: text("transfer.action"), exact: true })
      .last()
      .click();
    await said(done[language]);
    const moved = text("transfer.outcome.moved");
    await expect.poll(outcomes).toEqual([moved, moved, say(language, "code.notFound"), say(language, "code.namedTwice")]);
    await expect.poll(() => old.page.getByRole("gridcell", { name: "Pump A", exact: true }).count()).toBe(0);
    await old.page.getByRole("gridcell", { name: "Pump C", exact: true }).waitFor();
  });

  it("of devices that are there already says so, and fails in words [S8.030] [S8.035]", async () => {
    await button(text("transfer.again")).click();
    expect(await target().inputValue()).toBe("");
    await take("list.txt", "Pump-A\n");
    await chooseTarget("South");
    await expect.poll(outcomes).toEqual([there[language]]);
    await visit.page.locator(".gh-transfer .gh-page-actions .bp6-intent-primary").click();
    await said(failed[language]);
  });

  it("begins with what is ticked in the device list, by keys alone", async () => {
    await visit.goto("/devices/list");
    await cell("Pump C").waitFor();
    await visit.page.locator(".gh-view:visible [role=grid]").focus();
    await press("Control+Home", "Control+a");
    await button(text("screen.bulk.more")).click();
    await visit.page.getByRole("menuitem", { name: text("devices.action.transferMany"), exact: true }).click();
    await expect.poll(() => visit.page.locator(".gh-transfer [data-row]:not([data-row='-1'])").count()).toBeGreaterThan(0);
    await cell("Pump C").waitFor();
  });
});
