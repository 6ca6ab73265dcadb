import { realtimeMessage } from "#contract/realtime.ts";
import { launchBrowser } from "#tests/browser.ts";

interface Served {
  readonly httpPort: number;
  readonly token: string;
}

/** When (UTC ms) the page had painted notices of so many alarms. */
export interface Painted {
  readonly at: number;
  readonly alarms: number;
}

export interface PageSeen {
  readonly painted: readonly Painted[];
  /** ms from each key to the frame that shows what came of it, of the slowest interactions. */
  readonly interactions: readonly number[];
  /** Notices of alarms that came to the page, each once however often it grew. */
  readonly notices: number;
  /** Alarms that they tell of. */
  readonly told: number;
}

/** After so long without another notice none is expected. */
const patienceMs = 5_000;

/**
 * Looks at every frame how many alarms the line of notices tells of: notices, and what the gathered among them count beyond one. What is seen
 * in a frame is on the screen with the next.
 */
const watching = `(() => {
  window.tripPaints = [];
  window.tripKeys = [];
  let most = 0;
  const number = (text) => Number((text ?? "").replace(/[^0-9]/g, ""));
  const look = () => {
    const cards = [...document.querySelectorAll('.gh-notices li[data-type="0"]')];
    const notices = Math.max(cards.length, number(document.querySelector(".gh-notice-more a")?.textContent));
    const beyond = cards.reduce((sum, card) => {
      const counted = /([0-9,]+) alarms/.exec(card.querySelector(".gh-notice-title")?.textContent ?? "");
      return sum + (counted ? number(counted[1]) - 1 : 0);
    }, 0);
    if (notices + beyond > most) {
      most = notices + beyond;
      const alarms = most;
      requestAnimationFrame(() => window.tripPaints.push({ at: performance.timeOrigin + performance.now(), alarms }));
    }
    requestAnimationFrame(look);
  };
  look();
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId > 0) window.tripKeys.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
})()`;

/** A page that has the list of alarms open, in a browser of its own. */
export const openTripPage = async ({ httpPort, token }: Served) => {
  const base = `http://127.0.0.1:${httpPort}`;
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: "key", value: "1", url: base }]);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  /** What each notice counts. */
  const heard = new Map<string, number>();
  let told = 0;
  let toldAt = performance.now();
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const text = typeof payload === "string" ? payload : "";
      if (!text.startsWith('42["message",')) return;
      const { data } = realtimeMessage.parse(JSON.parse(JSON.parse(text.slice(2))[1]));
      if (data.type !== 0) return;
      const { id, count, gathering = id } = data.content;
      told += count - (heard.get(gathering) ?? 0);
      heard.set(gathering, count);
      toldAt = performance.now();
    }),
  );
  await page.goto(`${base}/icon.svg`);
  await page.evaluate(`localStorage.setItem("key", ${JSON.stringify(token)}), localStorage.setItem("lang", "en")`);
  await page.goto(`${base}/#/alarms/history`);
  await page.locator(".gh-link-online").waitFor();
  await page.locator(".gh-page-count").waitFor();
  let pressing = true;
  let keys: Promise<void> = Promise.resolve();
  const rest = (): Promise<void> => {
    pressing = false;
    return keys;
  };
  return {
    /** From now on keys are pressed ten times a second, and every frame is looked at. */
    async watch(): Promise<void> {
      // Devices that came have been told by then, and their notices are gone.
      await page.locator(".gh-notices li").first().waitFor({ state: "detached" });
      await page.evaluate(watching);
      keys = (async () => {
        while (pressing) {
          await page.keyboard.press("Tab");
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      })();
    },
    /** Once the page lists as many alarms, without having been loaded again, and was told of as many or of no more. */
    async seen(alarms: number): Promise<PageSeen> {
      await page.locator(".gh-page-count").getByText(alarms.toLocaleString("en-US"), { exact: true }).waitFor();
      while (told < alarms && performance.now() - toldAt < patienceMs) await new Promise((resolve) => setTimeout(resolve, 50));
      await rest();
      await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
      return {
        painted: await page.evaluate<Painted[]>("window.tripPaints"),
        interactions: await page.evaluate<number[]>("window.tripKeys"),
        notices: heard.size,
        told,
      };
    },
    async close(): Promise<void> {
      await rest();
      await browser.close();
    },
  };
};
