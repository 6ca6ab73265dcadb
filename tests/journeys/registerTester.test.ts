import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

describe("the tester of registers", () => {
  let stage: Stage;
  let visit: Visit;
  let token: string;
  let pointId: string;
  const text = textsOf("en");
  const { said, drawer, act, press } = partsOf(() => visit.page, text);
  const type = (typed: string) => visit.page.keyboard.type(typed);
  const shows = (...texts: string[]) => Promise.all(texts.map((each) => drawer().getByText(each, { exact: true }).first().waitFor()));
  /** On to the control of this name, by the keyboard alone. */
  const tabTo = async (name: string, back = false) => {
    const isThere = () =>
      visit.page.evaluate((wanted) => {
        const { activeElement: active } = document;
        const labels = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? active.labels : null;
        const named = [active?.getAttribute("aria-label"), labels?.[0]?.textContent, active?.textContent];
        return named.includes(wanted);
      }, name);
    for (let steps = 0; steps < 40; steps += 1) {
      if (await isThere()) return;
      await press(back ? "Shift+Tab" : "Tab");
    }
    throw new Error(`Tab does not come to ${name}`);
  };

  beforeAll(async () => {
    stage = await openStage();
    token = await stage.site.signIn("admin", adminPassword);
    const { recipeId, points } = await addTemplate(stage.site, token, "Boiler", [
      { name: "Flow", address: "40001", valueType: "float32", unit: "m³/h", decimals: 1, max: 20, writable: true },
      { name: "Level", address: "40003", valueType: "uint16", receiveFormula: "x/10", sendFormula: "x*10", unit: "m", writable: true },
    ]);
    pointId = points["40001"] ?? "";
    visit = await stage.visit({ language: "en" });
    await visit.logIn("admin", adminPassword);
    await visit.goto(`/template/registerset?id=${recipeId}`);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => stage.close());

  it("shows by the keyboard alone what a point makes of registers, and saves the order whose value is right", async () => {
    await act("Flow", text("registers.action.test"));
    await drawer().waitFor();
    await tabTo(text("registerTrial.field.text"));
    await type("0 0x41BC");
    await shows("0x0000 0x41BC", "CDAB", "23.5 m³/h");
    expect(await axeFaults(visit.page)).toEqual([]);
    await tabTo("Use CDAB");
    await press("Enter");
    await shows(text("registerTrial.changed"), "0x41BC 0x0000", text("registerTrial.orders.tried"));
    await tabTo(text("registerTrial.save"), true);
    await press("Enter");
    await said(text("registerTrial.saved"));
    const { data } = await stage.site.ask(deviceDataRecipe.calls.get_body, { id: pointId }, { token });
    expect([data.byteOrder, data.wordOrder, data.max, data.unit]).toEqual(["big", "little", 20, "m³/h"]);
  });

  it("shows what a command would send, and the requests of the poll plan", async () => {
    await drawer()
      .getByRole("tab", { name: text("registerTrial.tab.write") })
      .click();
    await tabTo(text("registerTrial.field.value"));
    await type("12.5");
    await shows("0x0000 0x4148", "01 10 00 00 00 02 04 00 00 41 48 C3 C9");
    await press("Control+a");
    await type("21");
    await shows("The value does not fit data point Flow: must be at most 20 m³/h");
    await drawer()
      .getByRole("tab", { name: text("registerTrial.tab.plan") })
      .click();
    await shows("01 03 00 00 00 03 05 CB", "Flow, Level");
    expect(await axeFaults(visit.page)).toEqual([]);
    await press("Escape");
    await drawer().waitFor({ state: "detached" });
  });
});
