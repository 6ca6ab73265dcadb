import type { Page } from "playwright-core";

/** Milliseconds between the frames that the page drew while something was done to it. */
export const framesWhile = async (page: Page, act: () => Promise<unknown>): Promise<number[]> => {
  await page.evaluate(`window.benchFrames = []; window.benchOn = true;
    (function tick(at) { window.benchFrames.push(at); if (window.benchOn) requestAnimationFrame(tick); })(performance.now())`);
  await act();
  const times = await page.evaluate<number[]>("window.benchOn = false, window.benchFrames");
  return times.slice(1).map((at, index) => at - (times[index] ?? at));
};
