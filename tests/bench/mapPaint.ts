import { launchBrowser } from "#tests/browser.ts";
import type { Figure } from "./figures.ts";
import { untilPainted } from "./untilPainted.ts";

interface Served {
  readonly httpPort: number;
  readonly token: string;
}

const marks = `document.querySelector(".gh-map-cluster, .gh-map-pin")`;

/** From the home page to the first marks on the map, in a browser that has nothing of the map yet. */
export const benchMapPaint = async ({ httpPort, token }: Served, rounds: number): Promise<Figure> => {
  const base = `http://127.0.0.1:${httpPort}`;
  const browser = await launchBrowser();
  const values: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies([{ name: "key", value: "1", url: base }]);
      const page = await context.newPage();
      await page.goto(`${base}/icon.svg`);
      await page.evaluate((key) => localStorage.setItem("key", key), token);
      await page.goto(`${base}/#/home_page`);
      await page.locator("#gh-side").waitFor();
      await page.waitForLoadState("networkidle");
      values.push(await untilPainted(page, `location.hash = "#/devices/list?view=map"`, marks));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return { what: "opened in the console, until the first marks are painted", unit: "ms", values, aim: "≤ 1,000 ms" };
};
