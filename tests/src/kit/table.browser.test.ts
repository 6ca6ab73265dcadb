// @vitest-environment node
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  active,
  axe,
  becomes,
  clipboard,
  context,
  grid,
  last,
  leave,
  open,
  page,
  press,
  selected,
  shot,
  start,
  stop,
} from "./tableDriver.ts";

vi.setConfig({ testTimeout: 90_000 });

beforeAll(start, 120_000);
afterAll(stop);
afterEach(leave);

describe("keyboard", () => {
  it("is one tab stop and moves by the whole grid pattern", async () => {
    await open();
    await page.focus("#before");
    await press("Tab");
    expect(await grid().evaluate((element) => element === document.activeElement)).toBe(true);
    await press("ArrowDown", "ArrowRight", "ArrowRight");
    await becomes(active, "1,2");
    await press("End");
    await becomes(active, "1,11");
    await press("Home");
    await becomes(active, "1,0");
    await press("Control+End");
    await becomes(active, "199,11");
    await press("PageUp");
    await becomes(async () => Number((await active()).split(",")[0]) < 190, true);
    await press("Control+Home");
    await becomes(active, "0,0");
    await press("PageDown");
    await becomes(async () => Number((await active()).split(",")[0]) > 10, true);
    await press("Tab");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("after");
    await press("Shift+Tab", "Shift+Tab");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("before");
  });

  it("keeps the active cell in sight beside the fixed columns", async () => {
    await open("", { width: 800, height: 500 });
    await grid().focus();
    await press("Control+End");
    await becomes(active, "199,11");
    await press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft");
    await becomes(active, "199,3");
    const seen = async () =>
      page.evaluate(() => {
        const cell = document.querySelector(".gh-cell.gh-active");
        const box = cell?.getBoundingClientRect();
        if (!box) return "no cell";
        const top = document.elementFromPoint(box.left + 4, box.top + box.height / 2);
        return cell?.contains(top) ? "seen" : "covered";
      });
    await becomes(seen, "seen");
  });

  it("opens, selects, extends and gives up", async () => {
    await open("kept=1");
    await grid().focus();
    await press("ArrowRight", "Enter");
    await becomes(last, "open GH00100000");
    await press(" ", "Shift+ArrowDown", "Shift+ArrowDown");
    await becomes(selected, ["other-page", "GH00100000", "GH00100037", "GH00100074"]);
    await press("Shift+ArrowUp");
    await becomes(selected, ["other-page", "GH00100000", "GH00100037"]);
    await press("Control+a");
    await becomes(async () => (await selected()).length, 201);
    await press("Escape");
    await becomes(selected, []);
  });

  it("sorts from the header and says so", async () => {
    await open();
    await grid().focus();
    await press("ArrowRight", "ArrowRight", "ArrowUp");
    await becomes(active, "-1,2");
    const header = page.getByRole("columnheader", { name: "Serial number" });
    expect(await header.getAttribute("aria-sort")).toBe("none");
    await press("Enter");
    await becomes(() => header.getAttribute("aria-sort"), "ascending");
    await press(" ");
    await becomes(() => header.getAttribute("aria-sort"), "descending");
    await becomes(last, "sort sn desc");
    await press("Enter");
    await becomes(last, "sort none");
  });

  it("edits in place, shows what is wrong and loses nothing", async () => {
    await open();
    await grid().focus();
    await press("ArrowRight", "F2");
    const editor = page.locator(".gh-editor");
    await editor.fill(" ");
    await press("Enter");
    await becomes(() => page.locator(".gh-editor-error").textContent(), "A name is needed");
    await editor.fill("refused");
    await press("Enter");
    await becomes(() => page.locator(".gh-editor-error").textContent(), "The server said no");
    await shot("editor");
    expect(await editor.inputValue()).toBe("refused");
    await editor.fill("Gate 1");
    await press("Enter");
    await becomes(() => page.locator("[data-row='0'][data-col='1']").textContent(), "Gate 1");
    await press("F2");
    await editor.fill("other");
    await press("Escape");
    await becomes(() => page.locator("[data-row='0'][data-col='1']").textContent(), "Gate 1");
    await press("ArrowDown");
    await becomes(active, "1,1");
  });

  it("reaches the row actions and comes back", async () => {
    await open();
    await grid().focus();
    await press("End", "Enter", "ArrowRight", "Enter");
    await becomes(last, "edit GH00100000");
    await press("Escape", "ArrowDown");
    await becomes(active, "1,11");
    await press("Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter");
    await page.getByRole("menuitem", { name: "Transfer" }).waitFor();
    await shot("actions");
    await page.getByRole("menuitem", { name: "Transfer" }).click();
    await becomes(last, "move GH00100037");
    await becomes(() => grid().evaluate((element) => element === document.activeElement), true);
  });
});

describe("copying", () => {
  it("copies one cell, a range of cells, or the selected rows", async () => {
    await open();
    await grid().focus();
    await press("ArrowRight", "ArrowRight", "Control+c");
    await becomes(clipboard, "GH00100000");
    await press("Shift+ArrowDown", "Shift+ArrowRight", "Control+c");
    await becomes(clipboard, "GH00100000\toffline\nGH00100037\tonline");
    await press("ArrowDown", " ", "Control+c");
    await becomes(async () => (await clipboard()).startsWith("Boiler house 3\tGH00100074\tonline\tM300-L\t-77 dBm\t21.4\t"), true);
    await becomes(() => page.locator("div[role=status]").textContent(), "10 cells copied");
  });

  it("copies where the browser has no clipboard object", async () => {
    await open();
    await page.evaluate(() => Object.defineProperty(window, "isSecureContext", { value: false }));
    await grid().focus();
    await press("ArrowRight", "ArrowRight", "ArrowDown", "Control+c");
    await becomes(clipboard, "GH00100037");
    expect(await grid().evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe("mouse", () => {
  it("selects by check boxes, ranges with Shift and the whole page by the header", async () => {
    await open();
    const box = (row: number) => page.locator(`[data-row='${row}'][data-col='0'] input`);
    const all = page.locator("[role=columnheader][data-col='0'] input");
    await box(1).click();
    await becomes(selected, ["GH00100037"]);
    expect(await all.evaluate((element: HTMLInputElement) => element.indeterminate)).toBe(true);
    await box(3).click({ modifiers: ["Shift"] });
    await becomes(selected, ["GH00100037", "GH00100074", "GH00100111"]);
    await shot("selected");
    await all.click();
    await becomes(async () => (await selected()).length, 200);
    await all.click();
    await becomes(selected, []);
  });

  it("opens by double click and drags out a range", async () => {
    await open();
    await page.locator("[data-row='2'][data-col='3']").dblclick();
    await becomes(last, "open GH00100074");
    await page.locator("[data-row='1'][data-col='2']").hover();
    await page.mouse.down();
    await page.locator("[data-row='3'][data-col='4']").hover();
    await page.mouse.up();
    await becomes(() => page.locator(".gh-range").count(), 9);
  });

  it("resizes and reorders by drag and keeps both in the layout", async () => {
    await open();
    const header = page.getByRole("columnheader", { name: "Serial number" });
    const box = await header.boundingBox();
    if (!box) throw new Error("no header");
    await page.mouse.move(box.x + box.width - 2, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 58, box.y + 12, { steps: 4 });
    await page.mouse.up();
    const layout = async () => JSON.parse((await page.locator("#layout").textContent()) ?? "{}");
    await becomes(async () => Math.abs((await layout()).widths.sn - box.width - 60) < 4, true);
    await becomes(async () => Math.abs(((await header.boundingBox())?.width ?? 0) - box.width - 60) < 4, true);
    await page.mouse.move(box.x + 40, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 420, box.y + 12, { steps: 6 });
    await shot("reorder");
    await page.mouse.up();
    await becomes(async () => (await layout()).order.indexOf("sn") > 1, true);
    expect(await last()).toBe("");
  });

  it("hides, shows, pins and sorts from the column menu", async () => {
    await open();
    const menu = async (name: string, item: string) => {
      await becomes(() => page.getByRole("menu").count(), 0);
      await page.getByRole("columnheader", { name }).click({ button: "right" });
      await page.getByRole("menuitem", { name: item }).waitFor();
      await shot("menu");
      await page.getByRole("menuitem", { name: item }).click();
    };
    await menu("Model", "Hide column");
    await becomes(() => page.getByRole("columnheader", { name: "Model" }).count(), 0);
    await menu("State", "Pin to the left");
    await becomes(async () => JSON.parse((await page.locator("#layout").textContent()) ?? "{}").pinned, 2);
    await becomes(() => page.getByRole("columnheader", { name: "State" }).getAttribute("aria-colindex"), "3");
    await menu("Serial number", "Sort descending");
    await becomes(last, "sort sn desc");
    await menu("Serial number", "Model");
    await press("Escape");
    await becomes(() => page.getByRole("columnheader", { name: "Model" }).count(), 1);
    await becomes(() => grid().evaluate((element) => element === document.activeElement), true);
  });
});

describe("assistive technology", () => {
  it("finds a whole grid and axe finds nothing, in light and dark", async () => {
    for (const query of ["", "dark=1&lang=zh"]) {
      if (query) await page.close();
      await open(query);
      await grid().focus();
      await press("ArrowDown", "ArrowRight", " ");
      expect(await axe()).toEqual([]);
      await shot(query ? "dark" : "light");
    }
    expect(await grid().getAttribute("aria-rowcount")).toBe("201");
    expect(await grid().getAttribute("aria-colcount")).toBe("12");
    expect(await grid().getAttribute("aria-multiselectable")).toBe("true");
  });

  it("builds rows that own their cells in the tree of the browser", async () => {
    await open();
    const session = await context.newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const roleOf = (id: string | undefined) => byId.get(id ?? "")?.role?.value;
    const cells = nodes.filter((node) => node.role?.value === "gridcell");
    expect(cells.length).toBeGreaterThan(100);
    expect(new Set(cells.map((cell) => roleOf(cell.parentId)))).toEqual(new Set(["row"]));
    const headers = nodes.filter((node) => node.role?.value === "columnheader");
    expect(headers.map((node) => node.name?.value).slice(0, 3)).toEqual(["Select all rows of this page", "Name", "Serial number"]);
    const rows = nodes.filter((node) => node.role?.value === "row");
    expect(new Set(rows.map((row) => roleOf(row.parentId)))).toEqual(new Set(["grid"]));
  });
});

describe("states", () => {
  it("keeps the header while loading and while empty", async () => {
    await open("loading=1");
    expect(await page.locator(".gh-bar").count()).toBeGreaterThan(50);
    expect(await grid().getAttribute("aria-busy")).toBe("true");
    const top = (await page.getByRole("columnheader", { name: "Name" }).first().boundingBox())?.y;
    expect(await axe()).toEqual([]);
    await shot("loading");
    await page.click("#before");
    await becomes(() => page.locator("[data-row='0'][data-col='1']").textContent(), "North pumping station 1");
    expect((await page.getByRole("columnheader", { name: "Name" }).first().boundingBox())?.y).toBe(top);
  });

  it("draws the empty state under the header", async () => {
    await open("loading=1&rows=0");
    await page.click("#before");
    await page.getByText("No devices yet").waitFor();
    expect(await page.getByRole("columnheader", { name: "Name" }).count()).toBe(1);
    expect(await axe()).toEqual([]);
    await grid().focus();
    await press("ArrowDown", "ArrowUp", "End", "PageDown", "Enter", "Control+c", "Control+a");
    await shot("empty");
  });

  it("satisfies axe without a single control inside", async () => {
    await open("plain=1");
    expect(await axe()).toEqual([]);
    await grid().focus();
    await press("Shift+ArrowDown", "Control+a", "Control+c");
    await becomes(async () => (await clipboard()).split("\n").length, 200);
  });
});
