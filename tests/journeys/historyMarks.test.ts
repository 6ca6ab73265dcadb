import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { newId } from "#server/kit/newId.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { writeChosen } from "#src/screens/devices/chosenPoints.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";
import { xlsxCells } from "#tests/server/xlsxCells.ts";

const minute = 60_000;
/** Clocks in Berlin go back from three to two. */
const turn = Date.parse("2025-10-26T01:00:00Z");

const batches = ["A1", "007", "B2", "12", "007"];

describe.each(["zh", "en"] as const)("what a history leaves out, shows twice or cannot read, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  let id: string;
  let recipeId: string;
  let points: Record<string, string>;
  const text = textsOf(language);
  const address = (from: number, to: number, view = "curve") =>
    `/devices/history?${new URLSearchParams({
      ...{ device: id, points: writeChosen(["1", "2", "3"].map((address) => ({ slave: 1, pointId: String(points[address]) }))), view },
      ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    })}`;

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const template = await addTemplate(stage.site, token, "Meter", [
      { name: "温度", nameEn: "Temperature", address: "1", decimals: 1, max: 22.5, unit: "°C" },
      { name: "电量", nameEn: "Energy", address: "2", valueType: "uint64", receiveFormula: "x*0.1", unit: "kWh" },
      { name: "编号", nameEn: "Batch", address: "3", valueType: "text" },
    ]);
    points = template.points;
    recipeId = template.recipeId;
    id = await addDevice(stage.site, token, { sn: "000125", name: "冷库一号 Cold room 1", recipeId });
    const { db, telemetry } = stage.site.gatehouse.services;
    await db.updateTable("company").set({ zone: "Europe/Berlin" }).where("id", "=", rootCompanyId).execute();
    const temperature = telemetry.series(id, 1, String(points["1"]));
    // Nine minutes of silence within the hour that comes twice.
    for (let second = -5400; second < 5400; second += 10)
      if (second < 600 || second >= 1140) telemetry.append(temperature, turn + second * 1000, 20 + Math.sin(second / 900) * 3);
    telemetry.append(telemetry.series(id, 1, String(points["2"])), turn + minute, Number("900719925474099.3"));
    const batch = telemetry.series(id, 1, String(points["3"]));
    for (const [place, word] of batches.entries()) telemetry.append(batch, turn - (85 - place * 4) * minute, word);
    await telemetry.committed();
    for (const [place, code] of (["notFinite", "type", "overflow"] as const).entries()) {
      const at = turn + (20 + place * 10) * minute;
      await db
        .insertInto("device_event")
        .values({
          ...{ id: newId(at), device_id: id, company_id: rootCompanyId, kind: "fault", at, user_id: null, account: "", result: "" },
          content: JSON.stringify({ code, values: { slave: 1, address: "1" }, bytes: 3, text: "NaN" }),
        })
        .execute();
    }
    visit = await stage.visit({ language, dark: language === "en" });
    visit.page.setDefaultTimeout(15_000);
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  it("breaks and marks the curve, and shades the hour that comes twice", async () => {
    const { page } = visit;
    await visit.goto(address(turn - 90 * minute, turn + 90 * minute));
    await page.locator(".js-plotly-plot .scatterlayer .trace").first().waitFor({ state: "attached" });
    await page.getByText(text("chart.doubled")).waitFor();
    expect(await page.locator(".js-plotly-plot .shapelayer path").count()).toBeGreaterThan(0);
    expect(await page.locator(".js-plotly-plot .scatterlayer .trace .point").count()).toBeGreaterThanOrEqual(3);
    const ticks = () => page.locator(".js-plotly-plot [class*='tick'] text").allTextContents();
    await expect.poll(ticks).toEqual(expect.arrayContaining(["A1", "007", "B2", "12"]));
    await visit.shot(`marks-curve-${language}`);
  });

  it("says in the table which hour, what is missing, what could not be read and what is approximate", async () => {
    const { page } = visit;
    await visit.goto(address(turn, turn + 20 * minute + 30_000, "table"));
    await page.getByText("2025-10-26 02:20:20+01:00").waitFor();
    await page.getByText(text("history.invalid").replace("{why}", text("reading.invalid.notFinite"))).waitFor();
    await page.getByText(text("history.gap")).waitFor();
    await page.getByText(text("value.above").replace("{limit}", "22.5 °C")).first().waitFor();
    await page
      .locator(".gh-value-beyond", { hasText: /^22\.[6-9]$/ })
      .first()
      .waitFor();
    const cut = await page.locator(".gh-history-value").evaluateAll(
      (values) =>
        values.filter((value) => {
          const [own, cell] = [value.getBoundingClientRect(), value.closest("[role=gridcell]")?.getBoundingClientRect()];
          return !cell || own.left < cell.left || own.right > cell.right || value.scrollWidth > value.clientWidth;
        }).length,
    );
    expect(cut).toBe(0);
    await visit.shot(`marks-table-${language}`);
    await visit.goto(address(turn, turn + 2 * minute, "table"));
    await page.getByText(/^≈ 900719925474099\.\d$/).waitFor();
  });

  it("exports in either format, and says of nothing that it is nothing", async () => {
    const { page } = visit;
    const take = async (format: "xlsx" | "csv") => {
      await page.getByRole("button", { name: text("history.export"), exact: true }).click();
      const item = page.getByRole("menuitem", { name: text(`file.format.${format}`) });
      await item.waitFor();
      if (format === "xlsx") await visit.shot(`marks-export-${language}`);
      await item.click();
    };
    const saved = page.waitForEvent("download");
    await take("xlsx");
    const cells = xlsxCells(readFileSync(await (await saved).path()));
    expect(cells[1]).toEqual(["2025-10-26T02:00:00+01:00", "000125", 20]);
    expect(cells).toHaveLength(13);
    await visit.goto(address(turn - 100 * 1440 * minute, turn - 99 * 1440 * minute));
    await page.getByText(text("history.nothing")).waitFor();
    await take("csv");
    await page
      .getByText(language === "zh" ? "没有符合条件的数据，未生成文件" : "No data matches the conditions; no file was created")
      .waitFor();
    await visit.shot(`marks-nothing-${language}`);
  });

  it("says in the list of data points, and where a formula is tried, that a counter is rounded", async () => {
    const { page } = visit;
    await visit.goto(`/template/edit?id=${recipeId}`);
    await page.getByText("x*0.1 ≈").waitFor();
    await visit.shot(`marks-points-${language}`);
    await page.getByText("x*0.1 ≈").dblclick();
    await page.getByText(text("dataPoint.approximate")).waitFor();
    await page.locator(".gh-formula-raw input, input.gh-formula-raw").fill("9007199254740993");
    await page.getByText(/≈ 900719925474099\.\d/).waitFor();
    await visit.shot(`marks-tester-${language}`);
  });
});
