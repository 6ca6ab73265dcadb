import type { Page } from "playwright-core";
import { limits } from "#contract/limits.ts";
import { openStage } from "#tests/journeys/stage.ts";
import { addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";
import { type Figure, quantile } from "./figures.ts";
import { framesWhile } from "./framesWhile.ts";

const typed = 40;
const keyMs = 40;
/** What is judged behind a paste is done by then. */
const settleMs = 500;
const word = "Flow";
/** A screen draws 60 frames a second: what took one and a half of that lacks one. */
const dropped = 25;

const points = Array.from({ length: limits.point.perTemplate }, (_, index) => ({
  name: `Point ${index}`,
  address: `a${index}`,
  unit: "kW",
}));

/** A word and Enter again and again, as fast as somebody types. */
const typing = (page: Page) => async (): Promise<void> => {
  for (let cell = 0; cell < typed; cell += 1) {
    await page.keyboard.type(word, { delay: keyMs });
    await page.keyboard.press("Enter", { delay: keyMs });
  }
};

/** A key that is held, as the keyboard repeats it. */
const walking = (page: Page) => async (): Promise<void> => {
  for (let step = 0; step < 5 * typed; step += 1) {
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(keyMs / 2);
  }
};

/** Puts names for all points on the clipboard as another program would, pastes them, and takes them back. */
const pasting = (page: Page) => async (): Promise<void> => {
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    points.map((_, at) => `Pasted ${at}`).join("\n"),
  );
  await page.getByText("Pasted 3", { exact: true }).waitFor();
  await page.waitForTimeout(settleMs);
  await page.keyboard.press("Control+z");
  await page.getByText("Pasted 3", { exact: true }).waitFor({ state: "detached" });
};

/** The cells of all rows but the first take its texts. */
const filling = (page: Page) => async (): Promise<void> => {
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Shift+End");
  await page.keyboard.press("Control+d");
  await page.waitForTimeout(settleMs);
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(settleMs);
};

const lost = (gaps: readonly number[]): number => (100 * gaps.filter((gap) => gap > dropped).length) / gaps.length;

/** The point sheet of a template with as many points as it may have, beside a page with nothing but a text area. */
export const benchSheet = async (rounds: number): Promise<Figure[]> => {
  const stage = await openStage();
  const seen = {
    typed: [] as number[][],
    walked: [] as number[][],
    pasted: [] as number[][],
    filled: [] as number[][],
    plain: [] as number[][],
  };
  try {
    const token = await stage.site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(stage.site, token, "Bench", points);
    for (let round = 0; round < rounds; round += 1) {
      const visit = await stage.visit({ language: "en" });
      await visit.logIn("admin", adminPassword);
      await visit.goto(`/template/sheet?id=${recipeId}`);
      const cell = visit.page.getByText("Point 3", { exact: true });
      await cell.waitFor();
      await cell.click();
      seen.typed.push(await framesWhile(visit.page, typing(visit.page)));
      seen.walked.push(await framesWhile(visit.page, walking(visit.page)));
      seen.pasted.push(await framesWhile(visit.page, pasting(visit.page)));
      seen.filled.push(await framesWhile(visit.page, filling(visit.page)));
      const plain = await visit.context.newPage();
      await plain.setContent("<textarea rows=30 cols=80></textarea>");
      await plain.locator("textarea").focus();
      seen.plain.push(await framesWhile(plain, typing(plain)));
      await visit.close();
    }
  } finally {
    await stage.close();
  }
  const baseline = (from: (gaps: readonly number[]) => number) => ({ what: "a text area", values: seen.plain.map(from) });
  const longest = (gaps: readonly number[]): number => Math.max(...gaps);
  const slowest = (gaps: readonly number[]): number => quantile(gaps, 0.99);
  return [
    {
      what: "typing into 2,000 points: frames lost",
      unit: "%",
      values: seen.typed.map(lost),
      baseline: baseline(lost),
      aim: "as the text area",
    },
    { what: "typing: time between frames, p99", unit: "ms", values: seen.typed.map(slowest), baseline: baseline(slowest) },
    { what: "going down row by row: frames lost", unit: "%", values: seen.walked.map(lost), baseline: baseline(lost) },
    { what: "going down: time between frames, p99", unit: "ms", values: seen.walked.map(slowest), baseline: baseline(slowest) },
    {
      what: "2,000 names pasted and taken back: longest time between frames",
      unit: "ms",
      values: seen.pasted.map(longest),
      baseline: baseline(longest),
    },
    {
      what: "2,000 rows filled down and taken back: longest time between frames",
      unit: "ms",
      values: seen.filled.map(longest),
      baseline: baseline(longest),
    },
  ];
};
