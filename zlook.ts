import { chromium } from "playwright-core";
import pino from "pino";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import { startGatehouse } from "#server/gatehouse.ts";
import { prepareDemo } from "#demo/prepare.ts";
const folder = "/tmp/tables/demo";
const log = pino({ level: "silent" });
const config = readConfig({ DATA_DIR: folder, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent", ADMIN_PASSWORD: "Gatehouse1" }, join(folder, "none"));
await prepareDemo(config, log, { size: 60, days: 2, now: Date.now(), progress: () => undefined } as never);
const g = await startGatehouse(config, log, { console: "/work/wt/tables/dist/console" });
const base = `http://127.0.0.1:${g.httpPort}`;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const shots: [string, string, number, number, boolean][] = JSON.parse(process.argv[2] ?? "[]");
const script = process.argv[3];
const byLook = new Map<string, typeof shots>();
for (const s of shots) { const k = `${s[1]} ${s[2]} ${s[3]} ${s[4]}`; byLook.set(k, [...(byLook.get(k) ?? []), s]); }
for (const list of byLook.values()) {
  const [, language, width, height, dark] = list[0]!;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce", timezoneId: "Asia/Shanghai" });
  await context.addInitScript(`if (!localStorage.getItem("lang")) localStorage.setItem("lang", ${JSON.stringify(language)})`);
  const page = await context.newPage();
  page.on("pageerror", (e) => console.log("pageerror", String(e)));
  page.on("console", (m) => m.type() === "error" && console.log("console", m.text()));
  await page.goto(`${base}/#/login`);
  const picture = page.locator(".gh-gate-captcha img");
  await picture.waitFor();
  const code = (g as never as { services: { captchas: { peek(r: string): string } } }).services.captchas.peek((await picture.getAttribute("data-random")) ?? "");
  const f = page.locator(".gh-gate-card input");
  await f.nth(0).fill("admin"); await f.nth(1).fill("Gatehouse1"); await f.nth(2).fill(code ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL(/home_page/);
  for (const [route] of list) {
    await page.goto(`${base}/#${route}`);
    await page.waitForTimeout(4000);
    if (script) await (await import(script)).default(page);
    await page.screenshot({ path: `/tmp/tables/${route.replace(/\W+/g, "_")}-${language}-${width}${dark ? "-dark" : ""}.png` });
  }
  await context.close();
}
await browser.close();
await g.stop();
process.exit(0);
