import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Draws pages and no window around them, in two thirds of the time. */
const shell = "/usr/bin/chromium-headless-shell";
const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The Chromium to drive: the one named by CHROMIUM, or the system's; where a window makes no difference, its headless shell if there is one. */
export const findBrowser = ({ windowless = false } = {}) =>
  [process.env.CHROMIUM, ...(windowless ? [shell] : []), ...places].find((place) => place && existsSync(place));

const hasChineseFont = () => spawnSync("fc-list", [":lang=zh"], { encoding: "utf8" }).stdout?.trim();

const isThere = (windowless) => existsSync(process.env.CHROMIUM ?? "") || (windowless ? existsSync(shell) : findBrowser() !== undefined);

/** Installs Chromium and a Chinese font where Debian's packages can be had; otherwise says in one line what is missing. */
export const ensureBrowser = ({ windowless = false } = {}) => {
  if (isThere(windowless) && hasChineseFont()) return;
  const apt = spawnSync("apt-get", ["--version"]).status === 0 && process.getuid?.() === 0;
  if (apt) {
    console.log("Installing Chromium and a Chinese font …");
    const installed = (browser) =>
      spawnSync("apt-get", ["install", "-y", "-qq", browser, "fonts-noto-cjk"], {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      }).status === 0;
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    // Older Debians have no package of the shell alone.
    if (!(windowless && installed("chromium-headless-shell")) && !findBrowser()) installed("chromium");
  }
  if (!findBrowser({ windowless })) {
    console.error("Chromium is missing: install it, or name it in the environment variable CHROMIUM.");
    process.exit(1);
  }
};
