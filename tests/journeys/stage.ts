import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Language } from "#contract/messages.ts";
import type { StartOptions } from "#server/gatehouse.ts";
import { launchBrowser } from "#tests/browser.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const built = fileURLToPath(new URL("../../dist/console", import.meta.url));
const pictured = Boolean(process.env.SHOTS);
const shots = fileURLToPath(new URL("../shots", import.meta.url));

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console and of the page since the visit began, but for those that a test expects. */
  readonly errors: string[];
  goto(route: string): Promise<void>;
  /** As after a log-in, without its page: login.test.ts and others that need the page fill it in. */
  logIn(account: string, password: string): Promise<void>;
  fillLogin(account: string, password: string): Promise<void>;
  /** A picture for the eye, where SHOTS asks for pictures: they take a good part of a journey's time. */
  shot(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface VisitOptions {
  language?: Language;
  width?: number;
  height?: number;
  dark?: boolean;
  /** Where the browser reaches the server, when not directly. */
  base?: string;
  /** Runs in the page before its own scripts. */
  before?: string;
}

export interface Stage {
  readonly site: Site;
  readonly browser: Browser;
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** Refusals that a page meets on purpose are written to the console by the browser itself. */
const expected =
  /Failed to load resource: the server responded with a status of (400|401|403|404|413|429|500|503)|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|NETWORK_CHANGED)|WebSocket connection to/;

/** The real server with the built console, and a real browser. */
export const openStage = async (options: StartOptions & { variables?: Record<string, string> } = {}): Promise<Stage> => {
  if (!existsSync(built)) throw new Error("the console is not built: npm run build");
  const site = await openSite({ console: built, ...options });
  const browser = await launchBrowser();
  if (pictured) mkdirSync(shots, { recursive: true });
  return {
    site,
    browser,
    async visit({ language = "zh", width = 1440, height = 900, dark = false, base, before } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? "dark" : "light",
        timezoneId: "Asia/Shanghai",
        reducedMotion: "reduce",
      });
      await context.addInitScript(`if (!localStorage.getItem("lang")) localStorage.setItem("lang", ${JSON.stringify(language)})`);
      if (before) await context.addInitScript(before);
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !expected.test(message.text())) errors.push(message.text());
      });
      page.on("pageerror", (fault) => errors.push(String(fault)));
      const visit: Visit = {
        page,
        context,
        errors,
        async goto(route) {
          await page.goto(`${base ?? site.base}/#${route}`);
        },
        async fillLogin(account, password) {
          const picture = page.locator(".gh-gate-captcha img");
          await picture.waitFor();
          const random = (await picture.getAttribute("data-random")) ?? "";
          const code = (await site.gatehouse.services.captchas.peek(random)) ?? "";
          const fields = page.locator(".gh-gate-card input");
          await fields.nth(0).fill(account);
          await fields.nth(1).fill(password);
          await fields.nth(2).fill(code);
        },
        async logIn(account, password) {
          const token = await site.signIn(account, password);
          const from = base ?? site.base;
          await context.addCookies([{ name: "key", value: "1", url: from }]);
          // A page of the same origin that starts nothing.
          await page.goto(`${from}/icon.svg`);
          await page.evaluate((key) => localStorage.setItem("key", key), token);
          await visit.goto("/home_page");
          await page.locator("#gh-side").waitFor();
        },
        async shot(name) {
          if (pictured) await page.screenshot({ path: `${shots}/${name}.png` });
        },
        close: () => context.close(),
      };
      return visit;
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
};
