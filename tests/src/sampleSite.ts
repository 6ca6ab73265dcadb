import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import pino from "pino";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { build, type PreviewServer, preview } from "vite";
import { readConfig } from "#server/config.ts";
import { type Gatehouse, startGatehouse } from "#server/gatehouse.ts";
import { newId } from "#server/kit/newId.ts";
import { launchBrowser } from "#tests/browser.ts";

const harness = fileURLToPath(new URL("./sampleHarness", import.meta.url));

export interface SampleSite {
  readonly gatehouse: Gatehouse;
  /** Calls that the pages made, in order. */
  readonly asked: { path: string; body: URLSearchParams }[];
  /** A page of somebody who is signed in; `admin` when left out. */
  open(path: string, options?: { language?: "zh" | "en"; userId?: string; context?: BrowserContext }): Promise<Page>;
  context(): Promise<BrowserContext>;
  adminId(): Promise<string>;
  /** A second user with all that the administrator may do. */
  addUser(account: string): Promise<string>;
  stop(): Promise<void>;
}

/** The whole server on a folder of its own, and the console with the sample screens in a real browser. */
export const startSampleSite = async (): Promise<SampleSite> => {
  const folder = await mkdtemp(join(tmpdir(), "gatehouse-sample-site-"));
  const variables = {
    PORT: "0",
    MQTT_PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: join(folder, "data"),
    ADMIN_PASSWORD: "admin1",
    LOG_LEVEL: "silent",
  };
  const gatehouse = await startGatehouse(readConfig(variables, join(folder, ".env")), pino({ level: "silent" }));
  const outDir = join(folder, "site");
  const common = { root: harness, configFile: false as const, logLevel: "silent" as const };
  // As the console is built: the test's own environment would bring React's slow half.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  await build({ ...common, plugins: [react()], define: { global: "globalThis" }, build: { outDir, reportCompressedSize: false } });
  process.env.NODE_ENV = environment;
  const vite: PreviewServer = await preview({
    ...common,
    build: { outDir },
    preview: {
      port: 0,
      host: "127.0.0.1",
      proxy: {
        "/api": `http://127.0.0.1:${gatehouse.httpPort}`,
        "/socket.io": { target: `http://127.0.0.1:${gatehouse.httpPort}`, ws: true },
      },
    },
  });
  const address = vite.resolvedUrls?.local[0] ?? "";
  const browser: Browser = await launchBrowser();
  const asked: SampleSite["asked"] = [];
  const { db, sessions } = gatehouse.services;
  const adminId = async () => (await db.selectFrom("user").select("id").where("account", "=", "admin").executeTakeFirstOrThrow()).id;
  const context = () => browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  return {
    gatehouse,
    asked,
    context,
    adminId,
    async addUser(account) {
      const admin = await db.selectFrom("user").selectAll().where("account", "=", "admin").executeTakeFirstOrThrow();
      const id = newId();
      await db
        .insertInto("user")
        .values({ ...admin, id, account, user_name: account, phone: "" })
        .execute();
      const roles = await db.selectFrom("user_role").select("role_id").where("user_id", "=", admin.id).execute();
      for (const { role_id } of roles) await db.insertInto("user_role").values({ user_id: id, role_id }).execute();
      return id;
    },
    async open(path, { language = "zh", userId, context: given } = {}) {
      const { token } = await sessions.open(userId ?? (await adminId()), "127.0.0.1");
      const page = await (given ?? (await context())).newPage();
      page.setDefaultTimeout(15_000);
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.pathname.startsWith("/api/sample")) asked.push({ path: url.pathname, body: new URLSearchParams(request.postData() ?? "") });
      });
      await page.context().addCookies([{ name: "key", value: "1", url: address }]);
      await page.addInitScript(
        ([key = "", lang = ""]) => {
          if (location.protocol === "about:" || sessionStorage.getItem("opened")) return;
          sessionStorage.setItem("opened", "1");
          sessionStorage.setItem("key", key);
          localStorage.setItem("lang", lang);
        },
        [token, language],
      );
      await page.goto(`${address}#${path}`, { timeout: 60_000 });
      return page;
    },
    async stop() {
      await browser.close();
      await vite.close();
      await gatehouse.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
