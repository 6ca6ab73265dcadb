import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const { calls } = deviceDataRecipe;

describe("the data points of a template as a sheet", () => {
  let stage: Stage;
  let visit: Visit;
  let token: string;
  let recipeId: string;
  const text = textsOf("en");
  const { button, said, cell, drawer, press } = partsOf(() => visit.page, text);
  const type = (typed: string) => visit.page.keyboard.type(typed);
  const stored = async () => {
    const { data } = await stage.site.ask(calls.list_body, { recipeId, pageSize: limits.point.perTemplate }, { token });
    return data.list;
  };
  /** Puts the text on the clipboard as another program would, and pastes it. */
  const paste = async (pasted: string) => {
    await visit.page.evaluate((given) => {
      const data = new DataTransfer();
      data.setData("text/plain", given);
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, pasted);
  };
  const save = async () => {
    await press("Control+s");
    await drawer().waitFor();
    await drawer()
      .getByRole("button", { name: text("form.save"), exact: true })
      .click();
    await drawer().waitFor({ state: "detached" });
  };

  beforeAll(async () => {
    stage = await openStage();
    token = await stage.site.signIn("admin", adminPassword);
    const points = [
      { name: "Flow", address: "f", unit: "m³/h" },
      { name: "Level", address: "l", unit: "m" },
      { name: "Power", address: "p", unit: "kW" },
    ];
    recipeId = (await addTemplate(stage.site, token, "Pump", points)).recipeId;
    await addDevice(stage.site, token, { sn: "GW-0001", name: "Pump one", recipeId });
    visit = await stage.visit({ language: "en" });
    await visit.logIn("admin", adminPassword);
    await visit.goto(`/template/sheet?id=${recipeId}`);
    await cell("Flow").waitFor();
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => stage.close());

  it("is edited by typing, F2, Tab and Enter, and saved together", async () => {
    await cell("Flow").click();
    await type("Flow rate");
    await press("Tab");
    await type("Flow");
    await press("Enter", "F2");
    await type("Depth");
    await press("Enter");
    await cell("Flow rate").waitFor();
    expect(await stored()).toMatchObject([{ name: "Flow", nameEn: "" }, { nameEn: "" }, {}]);
    await save();
    await said("Saved: 0 added, 2 changed, 0 deleted");
    expect(await stored()).toMatchObject([{ name: "Flow rate", nameEn: "Flow" }, { name: "Level", nameEn: "Depth" }, {}]);
  });

  it("takes ranges, adds rows for them, fills down, empties, undoes and redoes", async () => {
    await cell("Power").click();
    await paste('Power\tActive power\tp\nNight\tNight tariff\tn\n"Two ""words"""\t\tq\n');
    await cell('Two "words"').waitFor();
    await cell("m³/h").click();
    await press("Shift+ArrowDown", "Control+d");
    await expect.poll(() => visit.page.getByRole("gridcell", { name: "m³/h", exact: true }).count()).toBe(2);
    await press("Control+z");
    await expect.poll(() => visit.page.getByRole("gridcell", { name: "m³/h", exact: true }).count()).toBe(1);
    await press("Control+y");
    await expect.poll(() => visit.page.getByRole("gridcell", { name: "m³/h", exact: true }).count()).toBe(2);
    await press("Delete");
    await expect.poll(() => visit.page.getByRole("gridcell", { name: "m³/h", exact: true }).count()).toBe(0);
    await press("Control+z", "Control+z");
    await save();
    expect(await stored()).toMatchObject([
      { address: "f", unit: "m³/h" },
      { address: "l", unit: "m" },
      { address: "p", nameEn: "Active power" },
      { address: "n", name: "Night" },
      { address: "q", name: 'Two "words"' },
    ]);
  });

  it("marks what cannot be saved in its cell, says why, and saves nothing until it is right", async () => {
    await cell("Night").click();
    await press("Home", "ArrowRight", "ArrowRight", "ArrowRight");
    await type("p");
    await press("Enter");
    await button("1 cell to correct").waitFor();
    await press("Control+s");
    await said("1 cell to correct");
    await button("1 cell to correct").click();
    await visit.page.locator(".gh-sheet-note").getByText("already used by another data point").waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("point-sheet-fault");
    await press("Control+z");
    await button("1 cell to correct").waitFor({ state: "detached" });
  });

  it("says which of 2,000 pasted rows clash, at once when they are to be saved, and takes them back in one step", async () => {
    await cell("Flow rate").click();
    await press("Home", "ArrowRight");
    const many = Array.from({ length: limits.point.perTemplate }, (_, at) => `Point ${at}\t\ta${at % (limits.point.perTemplate - 1)}`);
    await paste(many.join("\n"));
    await press("Control+s");
    await said("2 cells to correct");
    await button("2 cells to correct").click();
    await visit.page.locator(".gh-sheet-note").getByText("already used by another data point").waitFor();
    await press("Control+z");
    await button("2 cells to correct").waitFor({ state: "detached" });
    await cell("Flow rate").waitFor();
    await cell("Flow rate").click();
    await press("End");
    await paste("1\t2\t3");
    await said("2 columns had no room at the right and were left out");
    await press("Control+z", "Home", "ArrowRight", "ArrowRight");
  });

  it("moves, copies and deletes rows", async () => {
    await cell("Night").click();
    await press("Alt+ArrowUp", "Alt+ArrowUp");
    await cell('Two "words"').click();
    await press("Control+Delete");
    await save();
    expect((await stored()).map(({ address }) => address)).toEqual(["f", "n", "l", "p"]);
  });

  it("shows before and after, what uses the points and which devices, before it is saved", async () => {
    await cell("Level").click();
    await type("Water level");
    await press("Enter", "Control+s");
    await drawer().waitFor();
    await drawer().getByRole("gridcell", { name: "Water level" }).waitFor();
    await drawer().getByRole("gridcell", { name: "Level", exact: true }).waitFor();
    await drawer().getByText("1 device uses this data template").click();
    await drawer().getByText("Pump one (GW-0001)").waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("point-sheet-save");
    await drawer()
      .getByRole("button", { name: text("form.conflict.keep") })
      .click();
    await drawer().waitFor({ state: "detached" });
  });

  it("takes over what somebody else saved meanwhile, and keeps what was typed here", async () => {
    const [, , level] = await stored();
    expect((await stage.site.ask(calls.put_body, { ...level, unit: "cm" }, { token })).code).toBe(0);
    await press("Control+s");
    await drawer()
      .getByRole("button", { name: text("form.save"), exact: true })
      .click();
    await drawer()
      .getByRole("button", { name: text("pointSheet.save.rebase") })
      .click();
    await drawer().waitFor({ state: "detached" });
    await cell("cm").waitFor();
    await save();
    expect((await stored())[2]).toMatchObject({ name: "Water level", unit: "cm" });
  });

  it("comes back unchanged from its own workbook and JSON file", async () => {
    for (const format of ["xlsx", "json"] as const) {
      await button(text("pointSheet.export")).click();
      const coming = visit.page.waitForEvent("download");
      await visit.page.getByRole("menuitem", { name: text(`pointSheet.export.${format}`) }).click();
      const file = await (await coming).path();
      await button(text("pointSheet.import.title")).click();
      await drawer()
        .locator("input[type=file]")
        .setInputFiles({ name: `points.${format}`, mimeType: "", buffer: await readFile(file) });
      await drawer().getByText("Compared with what is saved: 0 added, 0 changed, 0 deleted").waitFor();
      await drawer()
        .getByRole("button", { name: text("form.close") })
        .last()
        .click();
      await drawer().waitFor({ state: "detached" });
    }
  });

  it("keeps what was typed when its tab is left", async () => {
    await cell("Power").click();
    await type("Kept");
    await press("Enter");
    await visit.page.reload();
    await button(text("form.draft.restore")).click();
    await cell("Kept").waitFor();
    await button(text("pointSheet.discard")).click();
    await visit.page.locator(".gh-confirm").getByRole("button").last().click();
    await cell("Power").waitFor();
  });
});
