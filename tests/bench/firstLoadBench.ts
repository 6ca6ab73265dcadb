import type { BrowserContext, Page } from "playwright-core";
import { filesBuilt } from "#scripts/console/firstLoad.ts";
import { openStage } from "#tests/journeys/stage.ts";
import { adminPassword } from "#tests/server/site.ts";
import type { Figure } from "./figures.ts";
import { plainDevice, seedDevices, seedTemplate } from "./fleetSeed.ts";

const quietMs = 1500;

interface Load {
  kilobytes: number;
  calls: number;
  requests: number;
  /** Of scripts and sheets that come when the page is drawn already: in none of the figures before. */
  behind: number;
}

/** What travels, heads included, until nothing more has come for a while after the selector was seen. `files`: what the page is drawn with. */
const loaded = async (context: BrowserContext, address: string, seen: string, files: readonly string[]): Promise<Load> => {
  const page: Page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  let bytes = 0;
  let calls = 0;
  let requests = 0;
  let behind = 0;
  let last = performance.now();
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
    urls.set(requestId, request.url);
    last = performance.now();
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? "";
    if (url.startsWith("data:")) return;
    last = performance.now();
    const asset = url.split("/assets/")[1];
    if (asset !== undefined && !files.includes(`assets/${asset}`)) {
      behind += encodedDataLength;
      return;
    }
    bytes += encodedDataLength;
    sizes.set(url, encodedDataLength);
    requests += 1;
    if (url.includes("/api/")) calls += encodedDataLength;
  });
  await page.goto(address);
  await page.locator(seen).first().waitFor({ timeout: 60_000 });
  while (performance.now() - last < quietMs) await new Promise((resolve) => setTimeout(resolve, 100));
  await page.close();
  const largest = [...sizes].sort(([, one], [, other]) => other - one).slice(0, 8);
  console.log(
    `${address.split("#")[1]}: ${largest.map(([url, size]) => `${url.split("/").at(-1)} ${(size / 1000).toFixed(1)} kB`).join(", ")}`,
  );
  return { kilobytes: bytes / 1000, calls: calls / 1000, requests, behind: behind / 1000 };
};

/** What the first visit of the log-in page and of the device list transfers, with an empty cache. */
export const benchFirstLoad = async (): Promise<Figure[]> => {
  const stage = await openStage();
  try {
    const { db } = stage.site.gatehouse.services;
    await seedTemplate(db);
    await seedDevices(
      db,
      Array.from({ length: 100 }, (_, index) => plainDevice(index)),
    );
    const visit = await stage.visit();
    const files = filesBuilt("dist/console");
    const logIn = await loaded(visit.context, `${stage.site.base}/#/login`, ".gh-gate-card input", files.logIn);
    await visit.logIn("admin", adminPassword);
    const list = await loaded(visit.context, `${stage.site.base}/#/devices/list`, ".gh-cell", files.deviceList);
    await visit.close();
    const figure = (what: string, { kilobytes, calls, requests, behind }: Load, aim: string): Figure => ({
      what: `${what}: ${requests} requests, ${calls.toFixed(1)} kB of them answers of calls; behind it ${behind.toFixed(1)} kB`,
      unit: "kB",
      values: [kilobytes],
      aim,
    });
    return [figure("log-in page", logIn, "≤ 180 kB"), figure("device list of 100 devices, signed in", list, "≤ 300 kB")];
  } finally {
    await stage.close();
  }
};
