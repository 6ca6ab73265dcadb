import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { build, type PreviewServer, preview } from "vite";
import { expect } from "vitest";
import { launchBrowser } from "#tests/browser.ts";

declare global {
  interface Window {
    axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
  }
}

const harness = fileURLToPath(new URL("./harness", import.meta.url));
const shots = process.env.SHOTS && fileURLToPath(new URL("../../shots", import.meta.url));

let server: PreviewServer;
let browser: Browser;
export let context: BrowserContext;
export let page: Page;
let folder: string;
let address = "";
let complaints: string[] = [];

/** Serves the harness page and starts the browser. */
export async function start(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "table-harness-"));
  const common = { root: harness, configFile: false as const, logLevel: "error" as const };
  // Bundled once: module by module each page would ask for a thousand files.
  await build({ ...common, build: { outDir: folder, reportCompressedSize: false, chunkSizeWarningLimit: 10_000, minify: false } });
  server = await preview({ ...common, build: { outDir: folder }, preview: { port: 0, host: "127.0.0.1" } });
  address = server.resolvedUrls?.local[0] ?? "";
  browser = await launchBrowser();
  context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
}

export async function stop(): Promise<void> {
  await browser?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
}

/** Closes the page; the browser may have had nothing to complain about. */
export async function leave(): Promise<void> {
  await page.close();
  expect(complaints).toEqual([]);
}

export async function open(query = "", viewport = { width: 1400, height: 700 }): Promise<void> {
  complaints = [];
  page = await context.newPage();
  page.setDefaultTimeout(5000);
  await page.setViewportSize(viewport);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${address}?${query}`, { timeout: 60_000 });
  await page.waitForSelector(".gh-cell", { timeout: 60_000 });
}

export const grid = () => page.locator("[role=grid]");
export const last = () => page.locator("#last").textContent();
export const selected = async () => ((await page.locator("#selected").textContent()) ?? "").split(" ").filter(Boolean);
export const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

export async function active(): Promise<string> {
  const id = await grid().getAttribute("aria-activedescendant");
  if (!id) return "none";
  return page.evaluate((name) => {
    const cell = document.getElementById(name);
    return cell ? `${cell.dataset.row},${cell.dataset.col}` : "missing";
  }, id);
}

export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

export async function becomes<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await expect.poll(read, { timeout: 5000, interval: 20 }).toEqual(wanted);
}

export async function axe(): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run();
    return violations.map((v) => `${v.id}: ${v.nodes[0]?.html.slice(0, 200)}`);
  });
}

export async function shot(name: string): Promise<void> {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
}
