// @vitest-environment node
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { active, becomes, grid, last, leave, open, page, press, start, stop } from "./tableDriver.ts";

vi.setConfig({ testTimeout: 90_000 });

beforeAll(start, 120_000);
afterAll(stop);
afterEach(leave);

it("asks for rows it has not got", async () => {
  await open("holes=1&rows=1000");
  await grid().focus();
  await press("Control+End");
  await becomes(async () => /^range 9\d\d 1000$/.test((await last()) ?? ""), true);
});

it("draws the rows of a new place in the frame in which it is scrolled there", async () => {
  await open("rows=10000");
  const lacking = await page.evaluate(async () => {
    const box = document.querySelector(".bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container");
    if (!box) return ["no table"];
    const { left, top, height } = box.getBoundingClientRect();
    const found: string[] = [];
    for (const [step, to] of [2000, 90_000, 90_014, 0, 200_000].entries()) {
      box.scrollTop = to;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      for (let y = top + 40; y < top + height - 20; y += 28) {
        const cell = document.elementFromPoint(left + 100, y)?.closest<HTMLElement>("[data-row]");
        const row = Math.floor((to + y - top - 32) / 28);
        if (Number(cell?.dataset.row) !== row || !cell?.textContent?.endsWith(` ${row + 1}`)) found.push(`${step}: row ${row}`);
      }
    }
    return found;
  });
  expect(lacking).toEqual([]);
});

it("draws the row that comes into view, and no other, when it is scrolled by one", async () => {
  await open("rows=10000");
  const drawn = await page.evaluate(async () => {
    const box = document.querySelector(".bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container");
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const found: number[] = [];
    for (const to of [28 * 50, 28 * 51, 28 * 52, 28 * 51]) {
      window.drawn = [];
      if (box) box.scrollTop = to;
      await frame();
      await frame();
      found.push(new Set(window.drawn).size);
    }
    return found.slice(1);
  });
  expect(drawn).toEqual([1, 1, 1]);
});

it("scrolls 10,000 rows without a blank frame and never the page", async () => {
  await open("rows=10000");
  const blank = await page.evaluate(async () => {
    const box = document.querySelector(".bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container");
    if (!box) return ["no table"];
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const { left, top, height } = box.getBoundingClientRect();
    const found: string[] = [];
    for (let step = 0; step < 40; step++) {
      box.scrollTop += step % 10 === 9 ? 2000 : 60;
      await frame();
      await frame();
      for (const x of [left + 100, left + 300, left + 900]) {
        for (let y = top + 40; y < top + height - 20; y += 60) {
          if (!document.elementFromPoint(x, y)?.closest("[data-row]")) found.push(`${step} ${x},${y}`);
        }
      }
    }
    return found;
  });
  expect(blank).toEqual([]);
  await grid().focus();
  await press("Control+End");
  await becomes(active, "9999,11");
  expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
  expect(await page.evaluate(() => (document.scrollingElement?.scrollHeight ?? 0) <= window.innerHeight)).toBe(true);
});
