import type { Page } from "playwright-core";

/** Milliseconds from the page's own start of `act` to the second frame after `seen` holds: then it is on the screen. */
export const untilPainted = (page: Page, act: string, seen: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const start = performance.now();
    ${act};
    const look = () => requestAnimationFrame(() => (${seen}) ? requestAnimationFrame(() => resolve(performance.now() - start)) : look());
    look();
  })`);
