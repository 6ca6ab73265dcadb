import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { CDPSession, Page } from "playwright-core";
import { build, preview } from "vite";
import { launchBrowser } from "#tests/browser.ts";
import { type Figure, quantile } from "./figures.ts";

const harness = fileURLToPath(new URL("./scroll", import.meta.url));
const viewport = { width: 1440, height: 900 };
const rowHeight = 28;
/** The header, and a little of the first row that is cut. */
const bodyTop = 70;
/** Where the names stand. */
const names = { left: 50, right: 200 };

/** What is scrolled: the page of it, and what is there once it is drawn. */
const subjects = {
  table: { query: "", drawn: ".gh-cell" },
  agGrid: { query: "?ag", drawn: ".ag-cell" },
  plain: { query: "?plain", drawn: ".plain-row" },
};
type Subject = keyof typeof subjects;

interface Speed {
  what: string;
  /** px a second and px in all. */
  speed: number;
  distance: number;
}

const speeds: readonly Speed[] = [
  { what: "reading, 500 px/s", speed: 500, distance: 1500 },
  { what: "quickly, 6,000 px/s", speed: 6000, distance: 18_000 },
  { what: "flinging, 60,000 px/s", speed: 60_000, distance: 150_000 },
];

/** A wheel that is turned, as the browser makes it out of its own input; the page does nothing for it. */
const turnWheel = (cdp: CDPSession, { speed, distance }: Speed): Promise<unknown> =>
  cdp.send("Input.synthesizeScrollGesture", { x: 600, y: 500, yDistance: -distance, speed, gestureSourceType: "mouse" });

const rewind = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const panes = document.querySelectorAll(".plain, .bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container, .ag-body-viewport");
    for (const pane of panes) pane.scrollTo({ top: 0 });
    await new Promise((resolve) => setTimeout(resolve, 300));
  });

/** Milliseconds of the processor that the page's own thread has used. */
const usedBy = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
};

/** Milliseconds between the frames that the page drew while the wheel turned, and what it used for each of them. */
const turned = async (page: Page, cdp: CDPSession, speed: Speed): Promise<{ gaps: number[]; used: number }> => {
  await rewind(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.evaluate("frameTimes.length = 0");
  const before = await usedBy(cdp);
  await turnWheel(cdp, speed);
  const used = (await usedBy(cdp)) - before;
  const times = await page.evaluate<number[]>("frameTimes");
  return { gaps: times.slice(1).map((at, index) => at - (times[index] ?? at)), used: used / times.length };
};

/** What the browser showed while the wheel turned, as pictures. */
const pictures = async (page: Page, cdp: CDPSession, speed: Speed): Promise<string[]> => {
  await rewind(page);
  const taken: string[] = [];
  const take = ({ data, sessionId }: { data: string; sessionId: number }): void => {
    taken.push(data);
    cdp.send("Page.screencastFrameAck", { sessionId }).catch((fault: unknown) => console.error(fault));
  };
  cdp.on("Page.screencastFrame", take);
  await cdp.send("Page.startScreencast", { format: "png", everyNthFrame: 1 });
  await turnWheel(cdp, speed);
  await cdp.send("Page.stopScreencast");
  cdp.off("Page.screencastFrame", take);
  return taken;
};

/** Tallest stretch without ink in the column of names, in px, for each picture. */
const emptiest = (page: Page, taken: readonly string[]): Promise<number[]> =>
  page.evaluate(
    async ({ taken, bodyTop, names }) => {
      const heights: number[] = [];
      for (const data of taken) {
        const blob = await (await fetch(`data:image/png;base64,${data}`)).blob();
        const bitmap = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext("2d");
        if (!context) throw new Error("no canvas");
        context.drawImage(bitmap, 0, 0);
        const width = names.right - names.left;
        const { data: pixels } = context.getImageData(names.left, bodyTop, width, bitmap.height - bodyTop - 20);
        let tallest = 0;
        let empty = 0;
        for (let y = 0; y * width * 4 < pixels.length; y += 1) {
          let ink = false;
          for (let x = 0; x < width && !ink; x += 1) ink = (pixels[(y * width + x) * 4] ?? 255) < 120;
          empty = ink ? 0 : empty + 1;
          tallest = Math.max(tallest, empty);
        }
        heights.push(tallest);
      }
      return heights;
    },
    { taken: [...taken], bodyTop, names },
  );

const perSecond = (gaps: readonly number[]): number => (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);

interface Seen {
  /** Frames a second, ms of the processor for each, ms between them that 95 % keep within, and % of the pictures that lack a row. */
  frames: number[];
  used: number[];
  slowest: number[];
  blank: number[];
  /** Pictures in all rounds. */
  shots: number;
}

const figuresOf = ({ what }: Speed, seen: Record<Subject, Seen>): Figure[] => {
  const { table, agGrid, plain } = seen;
  const against = (key: "frames" | "used" | "slowest") => ({ values: table[key], baseline: { what: "AG Grid", values: agGrid[key] } });
  return [
    { what: `${what}: frames`, unit: "/s", ...against("frames"), aim: "1.3 times" },
    { what: `${what}: frames of a plain list`, unit: "/s", values: plain.frames },
    { what: `${what}: processor time of the page a frame`, unit: "ms", ...against("used") },
    { what: `${what}: time between frames, p95`, unit: "ms", ...against("slowest") },
    { what: `${what}: pictures with a row missing, of ${table.shots} in all rounds`, unit: "%", values: table.blank, aim: "no more" },
    { what: `${what}: the same of AG Grid, of ${agGrid.shots}`, unit: "%", values: agGrid.blank },
  ];
};

/** The kit's table, AG Grid and a plain list of empty rows under the same wheel, with the same 10,000 rows, one after the other in every round. */
export const benchScroll = async (rounds: number): Promise<Figure[]> => {
  const outDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-scroll-"));
  await build({
    root: harness,
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    define: { global: "globalThis" },
    build: { outDir },
  });
  const server = await preview({
    root: harness,
    configFile: false,
    logLevel: "error",
    build: { outDir },
    preview: { port: 0, host: "127.0.0.1" },
  });
  const browser = await launchBrowser();
  try {
    const address = server.resolvedUrls?.local[0] ?? "";
    const context = await browser.newContext({ viewport });
    const judge = await context.newPage();
    const open = async (query: string, seen: string): Promise<{ page: Page; cdp: CDPSession }> => {
      const page = await context.newPage();
      await page.goto(`${address}${query}`);
      await page.locator(seen).first().waitFor();
      return { page, cdp: await context.newCDPSession(page) };
    };
    const measure = async (subject: Subject, speed: Speed, { frames, used, slowest, blank, shots }: Seen): Promise<number> => {
      const { query, drawn } = subjects[subject];
      const { page, cdp } = await open(query, drawn);
      const turn = await turned(page, cdp, speed);
      frames.push(perSecond(turn.gaps));
      used.push(turn.used);
      slowest.push(quantile(turn.gaps, 0.95));
      const taken = subject === "plain" ? [] : await pictures(page, cdp, speed);
      await page.close();
      const lacking = (await emptiest(judge, taken)).filter((height) => height > 1.5 * rowHeight).length;
      if (taken.length > 0) blank.push((100 * lacking) / taken.length);
      return shots + taken.length;
    };
    const figures: Figure[] = [];
    for (const speed of speeds) {
      const nothing = (): Seen => ({ frames: [], used: [], slowest: [], blank: [], shots: 0 });
      const seen = { table: nothing(), agGrid: nothing(), plain: nothing() };
      for (let round = 0; round < rounds; round += 1) {
        for (const subject of ["table", "agGrid", "plain"] as const) seen[subject].shots = await measure(subject, speed, seen[subject]);
      }
      figures.push(...figuresOf(speed, seen));
    }
    return figures;
  } finally {
    await browser.close();
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
};
